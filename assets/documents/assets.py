"""What arrived in a collection's folder: its documents, what people and texts say of them, its settings."""

import json
from collections import Counter
from itertools import count
from pathlib import Path

import dagster as dg
import pyarrow as pa

from assets.documents.checks import READABLE_BY_SOMEBODY, readable_by_somebody
from assets.documents.facts_incremental import TABLE as READ_FACTS
from assets.documents.facts_incremental import completed, read_facts_of
from assets.documents.landing import CollectionDir, fingerprint, is_gone
from assets.documents.many import each_document
from assets.documents.problems import ManifestError
from assets.documents.read_facts import REVIEW_BELOW
from assets.documents.scan import nothing, scan_collection, still_there
from assets.documents.steps import existing, settings_of
from assets.families import BUILT, FAMILIES
from partitions.definitions import collections
from partitions.keys import parse_key
from resources import ocr, ocr_cache, scans
from resources.automation import CARRY, ON_CODE_CHANGE
from resources.codeversion import code_version
from resources.content_hash import content_hash
from resources.facts import from_table, to_table
from resources.lake import Lake
from resources.materialized import OWNERS, Materialized, materialized, table
from resources.platform import LandingResource, StoreResource
from resources.progress import report
from resources.publish import apply_facts
from resources.published import Published

_VERSION = code_version("assets.documents.scan", settings=[*sorted(BUILT), ocr.engine_version()])
_READERS = {family.name: code_version(family.facts.module) for family in FAMILIES if family.facts is not None}
_KINDS = {"python", "parquet"}


@dg.multi_asset(
    specs=[
        dg.AssetSpec(
            "documents",
            description="Every file of the collection: hash, family with the evidence for it, and whether it "
            "is ready, waits for its family to be built, or is quarantined with a reason.",
            group_name="landing",
            kinds=_KINDS,
            owners=OWNERS,
            automation_condition=ON_CODE_CHANGE,
            code_version=_VERSION,
        ),
        dg.AssetSpec(
            "manifest",
            deps=["documents"],
            description="What people say about each document, in metadata.csv or for all in collection.toml: "
            "title, parties, dates, access groups, what it amends.",
            group_name="landing",
            kinds=_KINDS,
            owners=OWNERS,
            automation_condition=ON_CODE_CHANGE,
            code_version=_VERSION,
        ),
        dg.AssetSpec(
            "collection_settings",
            description="collection.toml: strategy, gates and preview. Scores depend on it.",
            group_name="landing",
            kinds=_KINDS,
            owners=OWNERS,
            automation_condition=ON_CODE_CHANGE,
            code_version=_VERSION,
        ),
    ],
    name="scan",
    partitions_def=collections,
)
def scan(
    context: dg.AssetExecutionContext, landing: LandingResource, store: StoreResource
) -> tuple[Materialized, Materialized, Materialized]:
    """Scan the collection's folder once; the three tables are what one look at it gave. A file's content
    is hashed again only where its size or time changed."""
    key = parse_key(context.partition_key)
    lake = store.lake
    folder = CollectionDir(key.tenant, key.collection, landing.directory(str(key)))
    store.begin(context, _state(folder, Path(landing.root), lake), Path(landing.root))
    try:
        looked = count(1)
        with ocr_cache.remembering(store.open().cache / "ocr" / str(key)):
            scanned = (
                nothing()
                if is_gone(Path(landing.root), str(key))
                else scan_collection(
                    folder,
                    lake.read("documents", str(key)),
                    version=_VERSION,
                    built=BUILT,
                    on_file=lambda file: report("look at files", next(looked), 0),
                )
            )
    except ManifestError as error:
        message = f"{error} {_removals_alone(folder, store)}".strip()
        store.conclude(context, "stopped", message)
        raise dg.Failure(message, allow_retries=False) from error
    status = Counter(scanned.documents["status"].to_pylist())
    bad = [row for row in scanned.documents.select(["file", "error"]).to_pylist() if row["error"]]
    settings = pa.table({"settings": [json.dumps(scanned.settings.model_dump(mode="json"), sort_keys=True)]})
    for problem in scanned.problems:
        context.log.warning(str(problem))
    lines = [str(problem) for problem in scanned.problems]
    lake.write("scan_problems", str(key), pa.table({"problem": pa.array(lines, pa.string())}))
    lake.write("documents", str(key), scanned.documents)
    arrived = materialized(
        content_hash(scanned.documents, without=("stamp", "scanner", "evidence", "content_evidence")),
        {
            "documents": scanned.documents.num_rows,
            "ready": status["ready"],
            "waiting": status["waiting"],
            "quarantined_files": status["quarantined"],
            "documents_hashed": scanned.hashed,
            "quarantine": table(["file", "reason"], [(row["file"], row["error"]) for row in bad]),
            "problems": table(["problem"], [(line,) for line in lines[:50]]),
        },
        key="documents",
    )
    said = materialized(
        lake.write("manifest", str(key), to_table(scanned.facts)),
        {
            "documents": len(scanned.facts),
            "documents_titled": sum(bool(fact.title) for fact in scanned.facts),
            "documents_nobody_may_read": sum(not fact.acl for fact in scanned.facts),
        },
        key="manifest",
    )
    chosen = materialized(
        lake.write("collection_settings", str(key), settings),
        {"strategy": scanned.settings.strategy, "max_drop": scanned.settings.gates.max_drop},
        key="collection_settings",
    )
    return arrived, said, chosen


@dg.asset(
    deps=[
        "manifest",
        "collection_settings",
        *(family.documents for family in FAMILIES if family.facts is not None or family.many),
    ],
    partitions_def=collections,
    group_name="landing",
    kinds=_KINDS,
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version(
        "assets.documents.facts_incremental", "assets.documents.many", settings=sorted(_READERS.items())
    ),
    check_specs=[READABLE_BY_SOMEBODY],
    description="What is known about each document: what people say of it and, where they are silent, what "
    "its own text says of its title, parties, dates and kind.",
)
def facts(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Read the facts of documents that changed; what people say wins, field by field."""
    key, lake = context.partition_key, store.lake
    reading = read_facts_of(lake, key, FAMILIES, _READERS, lake.read(READ_FACTS, key))
    lake.write(READ_FACTS, key, reading.table)
    known = completed(from_table(existing(lake, "manifest", key)), reading.table)
    notes_acl = settings_of(lake, key).tickets.notes_acl
    documents = each_document([fact for fact, _ in known], lake, key, FAMILIES, notes_acl)
    unreadable = list(dict.fromkeys(fact.file for fact in documents if not fact.acl))
    used = [each for _, read in known for each in read if each.used]
    return materialized(
        lake.write("facts", key, to_table(documents)),
        {
            "documents": len(documents),
            "documents_looked_at": reading.read,
            "documents_kept": reading.kept,
            "facts_used_from_texts": len(used),
            "facts_in_doubt": sum(each.confidence < REVIEW_BELOW for each in used),
            "documents_nobody_may_read": len(unreadable),
        },
        checks=[readable_by_somebody(key, unreadable)],
    )


def _state(folder: CollectionDir, landing: Path, lake: Lake) -> str:
    """The folder's fingerprint, `GONE` where it is gone. Raises a Failure where it cannot be read, or
    where it never was in this landing zone."""
    if is_gone(landing, folder.key):
        before = scans.last(lake, folder.key)
        if before is None or before.is_of(landing):
            return scans.GONE
        said = f"it lies in {before.landing}, not in {landing}. Run it from there."
        raise dg.Failure(f"{folder.key}: {said}", allow_retries=False)
    try:
        return fingerprint(folder.path)
    except OSError as error:
        said = f"the folder cannot be read ({error.strerror}). Mend its permissions, or mount it."
        raise dg.Failure(f"{folder.key}: {said}", allow_retries=False) from error


def _removals_alone(folder: CollectionDir, store: StoreResource) -> str:
    """Where what people wrote cannot be trusted, take out what is published of files that are gone, since
    that needs the list of files alone; what to say of the rest."""
    current = Published(store.open(), folder.tenant).current()
    entry = current.collections.get(folder.collection) if current is not None else None
    if entry is None or not entry.rows:
        return ""
    facts = store.lake.read("facts", folder.key)
    removed = 0
    if facts is not None and (left := still_there(folder, facts)).num_rows < facts.num_rows:
        store.lake.write("facts", folder.key, left)
        removed = apply_facts(store.open(), folder.tenant, folder.collection, left).removed
    but = f", but {removed} document(s) whose files are gone were taken out" if removed else ""
    return f"What is published stays as it was, access groups included{but}."
