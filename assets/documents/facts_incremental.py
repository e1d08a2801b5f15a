"""What the documents of a collection say of their own facts, read again only where the text or the reader
changed; and the facts that come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.documents.family import Family
from assets.documents.read_facts import ReadFact, complete
from assets.documents.read_incremental import parsed_document
from resources.facts import DocumentFacts
from resources.facts import Family as FamilyName
from resources.lake import Lake
from resources.progress import report

TABLE = "read_facts"
_FACT = pa.struct(
    {
        "fact": pa.string(),
        "value": pa.string(),
        "confidence": pa.float64(),
        "page": pa.int32(),
        "start": pa.int64(),
        "end": pa.int64(),
        "how": pa.string(),
        "short_names": pa.list_(pa.string()),
    }
)
SCHEMA = pa.schema(
    [
        pa.field("file", pa.string(), nullable=False),
        pa.field("family", pa.string(), nullable=False),
        pa.field("facts_key", pa.string(), nullable=False),
        pa.field("facts", pa.list_(_FACT), nullable=False),
    ]
)
"""One row a document whose text was looked at. `facts_key` names its parsed form and the reader's version."""


@dataclass(slots=True)
class FactReading:
    """The table of all documents, and how many of them were looked at now."""

    table: pa.Table
    read: int = 0
    kept: int = 0


def read_facts_of(
    lake: Lake,
    key: str,
    families: Iterable[Family],
    versions: Mapping[FamilyName, str],
    previous: pa.Table | None,
) -> FactReading:
    """Read the facts of every document that was read and whose family has a reader; `versions` are those of
    the readers' code, by family. The whole of a family's documents is loaded only where one is to be read."""
    if previous is None or previous.schema.names != SCHEMA.names:
        previous = SCHEMA.empty_table()
    reading = FactReading(SCHEMA.empty_table())
    tables: list[pa.Table] = []
    for family in families:
        if family.facts is None:
            continue
        parsed = lake.read(family.documents, key, columns=["file", "error", "parsed_hash"])
        keys = {
            row["file"]: _key(row["parsed_hash"], versions[family.name])
            for row in (parsed.to_pylist() if parsed is not None else ())
            if row["error"] is None
        }
        same = [keys.get(file) == had for file, had in _pairs(previous)]
        kept = previous.filter(pa.array(same, pa.bool_()))
        missing = sorted(keys.keys() - set(kept["file"].to_pylist()))
        new = _read(lake, key, family, missing, family.facts.read) if missing else []
        rows = [{"file": file, "family": family.name, "facts_key": keys[file], "facts": found}
                for file, found in new]  # fmt: skip
        tables += [kept.cast(SCHEMA), pa.Table.from_pylist(rows, schema=SCHEMA)]
        reading.read += len(missing)
        reading.kept += kept.num_rows
    if tables:
        table = pa.concat_tables(tables)
        reading.table = table.take(pc.sort_indices(table["file"])).combine_chunks()
    return reading


def completed(
    said: Iterable[DocumentFacts], read: pa.Table | None
) -> list[tuple[DocumentFacts, list[ReadFact]]]:
    """Each document's facts, and what was read of them, marked where it is used. `said`: what people said of
    each; `read`: the table of `read_facts_of`, whose rows count for documents of their family."""
    rows = read.to_pylist() if read is not None and read.schema.names == SCHEMA.names else []
    found = {(row["file"], row["family"]): [ReadFact(**fact) for fact in row["facts"]] for row in rows}
    return [complete(fact, found.get((fact.file, fact.family), ())) for fact in said]


def _read(
    lake: Lake, key: str, family: Family, files: list[str], read: Callable[..., Iterable[ReadFact]]
) -> list[tuple[str, list[dict[str, Any]]]]:
    parsed = lake.read(family.documents, key)
    if parsed is None:
        return []
    at_row = {file: at for at, file in enumerate(parsed["file"].to_pylist())}
    found = []
    for at, file in enumerate(files):
        report("read facts", at, len(files))
        document = parsed_document(parsed.slice(at_row[file], 1).to_pylist()[0])
        try:
            facts = [asdict(fact) for fact in read(document)]
        except Exception as bug:
            bug.add_note(f"while reading facts of {file}")
            raise
        found.append((file, [{name: fact[name] for name in _NAMES} for fact in facts]))
    report("read facts", len(files), len(files))
    return found


_NAMES = [each.name for each in _FACT]


def _pairs(table: pa.Table) -> list[tuple[str, str]]:
    return list(zip(table["file"].to_pylist(), table["facts_key"].to_pylist(), strict=True))


def _key(parsed_hash: str, version: str) -> str:
    return blake2b(f"{version}\x1f{parsed_hash}".encode(), digest_size=16).hexdigest()
