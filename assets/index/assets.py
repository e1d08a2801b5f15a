"""From chunks to an index: vectors, a candidate beside the published one, and publishing itself."""

import dagster as dg
import pyarrow as pa

from assets.documents.checks import said
from assets.documents.facts_incremental import TABLE as READ_FACTS
from assets.documents.facts_incremental import completed
from assets.documents.many import each_document
from assets.documents.steps import existing, settings_of
from assets.families import FAMILIES
from assets.index.candidate import build_candidate
from assets.index.checks import PARITY, check_parity
from assets.index.embed_incremental import embed_texts
from assets.index.exposed import without_exposed
from assets.index.published import NotProvenError, nothing_left, nothing_to_publish, publish_candidate
from partitions.definitions import collections
from partitions.keys import parse_key
from resources import record
from resources.automation import CARRY
from resources.codeversion import code_version
from resources.facts import from_table, to_table
from resources.lake import Lake
from resources.materialized import OWNERS, Materialized, materialized
from resources.platform import StoreResource
from resources.publish import Publication, apply_facts

_CHUNKS = [family.chunks for family in FAMILIES]


def chunks_of(lake: Lake, key: str) -> pa.Table:
    """The chunks of every family in the collection, in the families' order."""
    tables = [
        found.select(record.SCHEMA.names) for name in _CHUNKS if (found := lake.read(name, key)) is not None
    ]
    return pa.concat_tables(tables).combine_chunks() if tables else record.SCHEMA.empty_table()


@dg.asset(
    deps=_CHUNKS,
    partitions_def=collections,
    group_name="index",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version("assets.index.embed_incremental"),
    description="One vector for every distinct text of the collection's chunks, whatever their family.",
)
def chunk_embeddings(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Embed again only texts that are new, or all where the model changed."""
    key, lake = context.partition_key, store.lake
    chunks = chunks_of(lake, key)
    embedding = embed_texts(chunks, lake.read("chunk_embeddings", key), store.embedder)
    return materialized(
        lake.write("chunk_embeddings", key, embedding.table),
        {
            "chunks": chunks.num_rows,
            "texts": embedding.table.num_rows,
            "texts_embedded": embedding.embedded,
            "texts_kept": embedding.kept,
            "model": store.embedder.model_id,
        },
    )


@dg.asset(
    deps=["chunk_embeddings", "facts"],
    partitions_def=collections,
    group_name="index",
    kinds={"lance", "tantivy"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version("assets.index.candidate"),
    check_specs=[PARITY],
    description="The index as it would be published: vectors and words side by side, not asked by anybody.",
)
def candidate_index(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Build the candidate in a folder named by its content; what is there already is not built again."""
    key, lake = parse_key(context.partition_key), store.lake
    candidate, built = build_candidate(
        store.open(),
        key,
        chunks_of(lake, str(key)),
        existing(lake, "chunk_embeddings", str(key)),
        existing(lake, "facts", str(key)),
        store.embedder.dimension,
    )
    check = check_parity(candidate.directory, candidate.chunks)
    if not check.passed:
        store.conclude(context, "refused", said("candidate_index", [check]))
    return materialized(
        candidate.version,
        {"chunks": candidate.chunks, "built": int(built), "candidate": candidate.version},
        checks=[check],
    )


@dg.asset(
    deps=["verdict", "candidate_index"],
    partitions_def=collections,
    group_name="published",
    kinds={"lance", "tantivy"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version("assets.index.published"),
    description="What people's questions are answered from. Verdict and candidate are verified once more, "
    "also when it is started by hand.",
)
def published_index(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Publish in one swap; readers see the version before or the new one, whole."""
    key = parse_key(context.partition_key)
    if nothing_to_publish(store.open(), key):
        if (left := nothing_left(store.open(), key)) is not None:
            store.conclude(context, *left)
        return materialized("", {"chunks": 0, "version": 0})
    try:
        publication, verdict = publish_candidate(store.open(), key, existing(store.lake, "facts", str(key)))
    except NotProvenError as error:
        raise dg.Failure(str(error), allow_retries=False) from error
    store.conclude(context, "published" if verdict.proven else "unproven", "", verdict.figures)
    return materialized(
        verdict.candidate,
        {
            "chunks": publication.rows,
            "inserted": publication.inserted,
            "updated": publication.updated,
            "deleted": publication.deleted,
            "version": publication.version or 0,
            "proven": verdict.proven,
        },
    )


@dg.asset(
    deps=["manifest", "collection_settings"],
    partitions_def=collections,
    group_name="published",
    kinds={"lance", "tantivy"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version(
        "assets.index.published", "assets.documents.facts_incremental", "assets.documents.many"
    ),
    op_tags={"dagster/priority": "10"},
    description="Access groups, removals and whatever else people say of documents, brought to what is "
    "published at once: before anything is read, and also where reading or cutting fails.",
)
def published_manifest(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Revoked readers and removed documents are gone from the next search on. Where people are silent, what
    the texts were last found to say goes on holding."""
    key, lake = parse_key(context.partition_key), store.lake
    said = completed(from_table(existing(lake, "manifest", str(key))), lake.read(READ_FACTS, str(key)))
    notes_acl = settings_of(lake, str(key)).tickets.notes_acl
    facts = to_table(each_document([fact for fact, _ in said], lake, str(key), FAMILIES, notes_acl))
    return _applied(lake.content_hash("manifest", str(key)) or "", apply_facts(store.open(), *key, facts))


@dg.asset(
    deps=["facts"],
    partitions_def=collections,
    group_name="published",
    kinds={"lance", "tantivy"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version("assets.index.published", "assets.index.exposed"),
    op_tags={"dagster/priority": "10"},
    description="Everything that is known of documents, what was read in their texts included, brought to "
    "what is published, whatever the verdict will say.",
)
def published_facts(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Titles, parties and dates are right from the next search on, and what has become internal is found no
    more. Runs before the long steps."""
    key, lake = parse_key(context.partition_key), store.lake
    facts = without_exposed(store.open(), *key, existing(lake, "facts", str(key)), FAMILIES)
    return _applied(lake.content_hash("facts", str(key)) or "", apply_facts(store.open(), *key, facts))


def _applied(content: str, publication: Publication) -> Materialized:
    return materialized(
        content,
        {
            "documents_changed": publication.documents,
            "documents_removed": publication.removed,
            "rows_updated": publication.updated,
            "rows_deleted": publication.deleted,
        },
    )
