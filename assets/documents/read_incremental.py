"""A collection's documents of one family, read again only where the source or the reader changed."""

from __future__ import annotations

import json
import marshal
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.documents import apart
from assets.documents.corrections import Correction
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.rows import PARSED_SCHEMA, from_row, to_row
from assets.documents.settings import LimitSettings
from resources import ocr, ocr_cache
from resources.progress import report

DOCUMENTS_SCHEMA = pa.schema(
    [
        *PARSED_SCHEMA,
        pa.field("source_hash", pa.string(), nullable=False),
        pa.field("read_key", pa.string(), nullable=False),
        pa.field("parsed_hash", pa.string(), nullable=False),
        pa.field("corrections", pa.string(), nullable=False),
        pa.field("error", pa.string()),
    ]
)
"""A read document and what it was read from. `read_key` names source and reader together, `parsed_hash`
what came of them; `corrections` is JSON; `error` says why a file could not be read, and its text is then
empty."""

_NONE = "none"
"""The reader of a file that could not be read."""


@dataclass(slots=True)
class Reading:
    """The table of all documents, how many of them were read now, and which could not be."""

    table: pa.Table
    read: int = 0
    kept: int = 0
    unreadable: dict[str, str] = field(default_factory=dict)


def read_documents(
    directory: Path,
    sources: Mapping[str, str],
    corrections: Mapping[str, Sequence[Correction]],
    previous: pa.Table | None,
    version: str,
    forms: Mapping[str, str] | None = None,
    limits: LimitSettings = apart.NO_LIMITS_OF_ITS_OWN,
) -> Reading:
    """Read `sources` (file below `directory` → source hash), those in `forms` as another parser read them
    (file → the file it wrote). A file that cannot be read, or not within `limits`, becomes a row with its
    error and stops nobody. Rows are sorted by file, so that equal content is an equal table."""
    keys = {file: blake2b(f"{version}\x1f{source}".encode(), digest_size=16).hexdigest()
            for file, source in sources.items()}  # fmt: skip
    notes = {file: json.dumps([asdict(item) for item in corrections.get(file, ())]) for file in sources}
    kept = _kept(previous, keys, limits)
    done = dict(zip(kept["file"].to_pylist(), kept["error"].to_pylist(), strict=True))
    result = Reading(kept, kept=kept.num_rows)
    new: list[dict[str, object]] = []
    missing = sorted(set(sources) - set(done))
    for at, file in enumerate(missing):
        report("read", at, len(missing))
        error: str | None = None
        try:
            form = (forms or {}).get(file)
            with ocr_cache.document(sources[file]):
                row = apart.read_row(directory / file, file, directory / form if form else None, limits)
        except UnreadableDocument as unreadable:
            overran = isinstance(unreadable, apart.Overran)
            reader = apart.marked(_NONE, limits) if overran else _NONE
            row, error = to_row(ParsedDocument(file, "", [], [], 0, reader)), str(unreadable)
        except Exception as bug:
            bug.add_note(f"while reading {file}")
            raise
        done[file] = error
        new.append({**row, "source_hash": sources[file], "read_key": keys[file], "parsed_hash": _hash(row),
                    "error": error, "corrections": notes[file]})  # fmt: skip
    if missing:
        report("read", len(missing), len(missing))
    table = pa.concat_tables([kept, pa.Table.from_pylist(new, schema=DOCUMENTS_SCHEMA)])
    table = table.take(pc.sort_indices(table["file"])).combine_chunks()
    current = pa.array([notes[file] for file in table["file"].to_pylist()], pa.string())
    at = DOCUMENTS_SCHEMA.get_field_index("corrections")
    result.table = table.set_column(at, DOCUMENTS_SCHEMA.field(at), current)
    result.read = len(missing)
    result.unreadable = {file: error for file, error in sorted(done.items()) if error}
    return result


def parsed_document(row: Mapping[str, Any]) -> ParsedDocument:
    """The document in one row of the table."""
    return from_row({name: row[name] for name in PARSED_SCHEMA.names})


def _hash(row: dict[str, object]) -> str:
    # Version 2 writes values alone; later ones also write which objects are shared.
    return blake2b(marshal.dumps(row, 2), digest_size=16).hexdigest()


def _kept(previous: pa.Table | None, keys: Mapping[str, str], limits: LimitSettings) -> pa.Table:
    if previous is None or previous.schema.names != DOCUMENTS_SCHEMA.names:
        return DOCUMENTS_SCHEMA.empty_table()
    rows = zip(*(previous[name].to_pylist() for name in ("file", "read_key", "reader")), strict=True)
    holds = [
        keys.get(file) == key and not ocr.is_outdated(reader) and apart.holds(reader, None, limits)
        for file, key, reader in rows
    ]
    kept = previous.filter(pa.array(holds, pa.bool_()))
    return kept.cast(DOCUMENTS_SCHEMA)
