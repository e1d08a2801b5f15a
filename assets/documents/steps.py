"""The two steps every family that reads documents has: read what changed, cut what changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

import dagster as dg
import pyarrow as pa
import pyarrow.compute as pc

from assets.documents import corrections
from assets.documents.checks import check_chunks, failing, keep_failing, said
from assets.documents.cut_incremental import LINEAGE, Cutting, cut_documents, figures
from assets.documents.family import Family, Strategies
from assets.documents.problems import ManifestError
from assets.documents.read_incremental import read_documents
from assets.documents.reading.flags import recognised, waiting
from assets.documents.settings import CollectionSettings
from partitions.strategies import STRUCTURE
from resources import ocr, ocr_cache
from resources.codeversion import code_version
from resources.content_hash import content_hash
from resources.facts import DocumentFacts, from_table
from resources.groups import single
from resources.lake import Lake
from resources.materialized import Materialized, materialized, table
from resources.platform import LandingResource, StoreResource
from resources.project import READING, library_versions

_READER = code_version("assets.documents.reading.read", settings=library_versions(READING))
READER = f"{_READER}-{code_version(settings=[ocr.engine_version()])}"
"""The version of the assets of read documents. The engine of text recognition is no part of what a document
was read by: only those that need it are read again for another one."""


def read_step(
    context: dg.AssetExecutionContext, family: Family, landing: LandingResource, store: StoreResource
) -> Materialized:
    """Read the collection's documents of the family, as far as they changed, into its documents table."""
    key, lake = context.partition_key, store.lake
    directory = landing.directory(key)
    try:
        notes = corrections.load(directory, key)
    except ManifestError as error:
        store.conclude(context, "stopped", str(error))
        raise dg.Failure(str(error), allow_retries=False) from error
    documents = existing(lake, "documents", key)
    mine = documents.filter((pc.field("family") == family.name) & (pc.field("status") == "ready"))
    sources = dict(zip(mine["file"].to_pylist(), mine["source_hash"].to_pylist(), strict=True))
    forms = dict(zip(mine["file"].to_pylist(), mine["form"].to_pylist(), strict=True))
    before = lake.read(family.documents, key)
    limits = settings_of(lake, key).limits
    with ocr_cache.remembering(store.open().cache / "ocr" / key, set(documents["source_hash"].to_pylist())):
        reading = read_documents(directory, sources, notes, before, _READER, forms, limits)
    lake.write(family.documents, key, reading.table)
    return materialized(
        content_hash(reading.table, without=("read_key", "reader")),
        {
            "documents": reading.table.num_rows,
            "documents_read": reading.read,
            "documents_kept": reading.kept,
            "documents_as_other_parsers_read_them": sum(map(bool, forms.values())),
            "quarantined_files": len(reading.unreadable),
            "quarantine": table(["file", "reason"], list(reading.unreadable.items())),
            "documents_waiting_for_ocr": sum(map(bool, map(waiting, reading.table["flags"].to_pylist()))),
            "documents_read_by_ocr": sum(map(recognised, reading.table["flags"].to_pylist())),
            "pages": sum(reading.table["pages"].to_pylist()),
            "reader_version": READER,
        },
    )


def cut_step(
    context: dg.AssetExecutionContext,
    family: Family,
    store: StoreResource,
    strategies: Strategies,
    further: Callable[[Cutting, pa.Table], Sequence[dg.AssetCheckResult]] = lambda cutting, parsed: (),
) -> Materialized:
    """Cut the family's documents, as far as they changed, under the collection's strategy; check them.
    `further` are the family's own checks of what was cut from the table of its documents."""
    key, lake = context.partition_key, store.lake
    settings = settings_of(lake, key)
    strategy = settings.strategy
    cutter, version = strategies.cutter(family, strategy)
    chunks, cuts = lake.read(family.chunks, key), lake.read(f"{family.name}_cuts", key)
    parsed = existing(lake, family.documents, key)
    cutting = cut_documents(
        cutter,
        strategy,
        version,
        parsed,
        facts_of(lake, key),
        None if chunks is None or cuts is None else (chunks, cuts),
        store.embedder,
        family.document,
    )
    lake.write(family.chunks, key, cutting.chunks)
    lake.write(f"{family.name}_cuts", key, cutting.cuts)
    structure = strategy == STRUCTURE
    checks = check_chunks(family.chunks, cutting, overlap=family.overlap or not structure, complete=structure)
    checks += further(cutting, parsed)
    keep_failing(lake, key, family.chunks, checks)
    if failed := failing(checks):
        store.conclude(context, "refused", said(family.chunks, failed))
    return materialized(
        content_hash(cutting.chunks, without=LINEAGE),
        {
            **figures(cutting),
            "strategy": strategy,
            "chunker_version": version,
            "numbering": _numbering(cutting.cuts),
            **({"preview": _preview(cutting.chunks)} if settings.preview else {}),
        },
        checks=checks,
    )


def existing(lake: Lake, asset: str, key: str) -> pa.Table:
    """The partition of an asset upstream; a Failure that names it where it was never materialized."""
    found = lake.read(asset, key)
    if found is None:
        raise dg.Failure(f"{key} has no {asset} yet: materialize {asset} first", allow_retries=False)
    return found


def facts_of(lake: Lake, key: str) -> dict[str, DocumentFacts]:
    """The facts of the collection's documents by doc_id."""
    return {fact.doc_id: fact for fact in from_table(existing(lake, "facts", key))}


def settings_of(lake: Lake, key: str) -> CollectionSettings:
    """The collection's settings as last scanned."""
    row = existing(lake, "collection_settings", key)["settings"][0].as_py()
    return CollectionSettings.model_validate_json(row)


def _numbering(cuts: pa.Table) -> dg.MetadataValue:
    """What each document's numbering lacks, for documents where it lacks something."""
    rows = []
    columns = [cuts[name].to_pylist() for name in ("doc_id", "report", "flags")]
    for doc_id, text, flags in zip(*columns, strict=True):
        found = [f"{kind}: {_places(items)}" for kind, items in json.loads(text).items()]
        if found or flags:
            rows.append((doc_id, "; ".join(found), ", ".join(flags or ())))
    return table(["document", "numbering", "flags"], rows[:50])


def _places(items: Sequence[Mapping[str, object]], most: int = 5) -> str:
    shown = ", ".join(f"{item['path']} (p. {item['page']})" for item in items[:most])
    return shown if len(items) <= most else f"{shown} and {len(items) - most} more"


def _preview(chunks: pa.Table, most: int = 5) -> dg.MetadataValue:
    """The first chunks with their text: only where the collection allows it, since whoever sees a run
    sees this; and never what is open to nobody on one group's strength alone, as internal notes are."""
    shown = [bool(single(groups or ())) for groups in chunks["acl"].to_pylist()]
    rows = (
        chunks.filter(pa.array(shown, pa.bool_()))
        .slice(0, most)
        .select(["file", "path", "tokens", "text"])
        .to_pylist()
    )
    return table(["file", "path", "tokens", "text"], [tuple(row.values()) for row in rows])
