"""The chunk record: one schema for all families, held by every store and returned by search."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from itertools import accumulate
from typing import Any

import pyarrow as pa

CEILING = 800
"""Most tokens a chunk's final text may have, prefix included, by the embedder's own tokenizer."""


@dataclass(slots=True)
class Chunk:
    """One retrieval unit. Offsets are characters into the document text; boxes are PDF points in
    display space (page rotation applied), origin top left; pages count from 1."""

    id: str
    tenant_id: str
    collection: str
    family: str
    doc_type: str | None
    doc_id: str
    file: str
    title: str
    unit: str
    kind: str
    path: str
    heading_path: list[str]
    seq: int
    parent_id: str | None
    parent_context: str
    text: str
    body: str
    char_start: int
    char_end: int
    page: int | None
    bbox: list[float] | None
    spans: list[list[float]]
    """Every box the body covers, as [page, x0, y0, x1, y1]."""
    part: list[int]
    """[k, n]: this is part k of n; [1, 1] for a unit that was not split."""
    source_keys: list[str]
    strategy: str
    chunker: str
    chunker_version: str
    tokens: int
    text_hash: str
    source_hash: str
    confidence: float = 1.0
    refs: list[str] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)
    acl: list[str] = field(default_factory=list)
    counterparty: list[str] = field(default_factory=list)
    effective_date: date | None = None
    governs_from: date | None = None
    governs_to: date | None = None
    amends: list[str] = field(default_factory=list)
    revision: str | None = None
    payload: str = "{}"
    """Family facts as JSON."""


_STR, _STRS = pa.string(), pa.list_(pa.string())
SCHEMA = pa.schema(
    [
        pa.field("id", _STR, nullable=False),
        pa.field("tenant_id", _STR, nullable=False),
        pa.field("collection", _STR, nullable=False),
        pa.field("family", _STR, nullable=False),
        pa.field("doc_type", _STR),
        pa.field("doc_id", _STR, nullable=False),
        pa.field("file", _STR, nullable=False),
        pa.field("title", _STR, nullable=False),
        pa.field("unit", _STR, nullable=False),
        pa.field("kind", _STR, nullable=False),
        pa.field("path", _STR, nullable=False),
        pa.field("heading_path", _STRS),
        pa.field("seq", pa.int32(), nullable=False),
        pa.field("parent_id", _STR),
        pa.field("parent_context", _STR, nullable=False),
        pa.field("text", _STR, nullable=False),
        pa.field("body", _STR, nullable=False),
        pa.field("char_start", pa.int64(), nullable=False),
        pa.field("char_end", pa.int64(), nullable=False),
        pa.field("page", pa.int32()),
        pa.field("bbox", pa.list_(pa.float32())),
        pa.field("spans", pa.list_(pa.list_(pa.float32()))),
        pa.field("part", pa.list_(pa.int32())),
        pa.field("source_keys", _STRS),
        pa.field("strategy", _STR, nullable=False),
        pa.field("chunker", _STR, nullable=False),
        pa.field("chunker_version", _STR, nullable=False),
        pa.field("tokens", pa.int32(), nullable=False),
        pa.field("text_hash", _STR, nullable=False),
        pa.field("source_hash", _STR, nullable=False),
        pa.field("confidence", pa.float32()),
        pa.field("refs", _STRS),
        pa.field("terms", _STRS),
        pa.field("acl", _STRS),
        pa.field("counterparty", _STRS),
        pa.field("effective_date", pa.date32()),
        pa.field("governs_from", pa.date32()),
        pa.field("governs_to", pa.date32()),
        pa.field("amends", _STRS),
        pa.field("revision", _STR),
        pa.field("payload", _STR, nullable=False),
    ]
)
_NAMES = [f.name for f in fields(Chunk)]


def chunk_id(
    tenant: str,
    collection: str,
    doc_id: str,
    strategy: str,
    unit: str,
    path: str,
    part: int,
    occurrence: int = 0,
) -> str:
    """The same place cut the same way has the same id on every run. `occurrence` tells units
    apart whose path stands twice in one document (a clause number used twice)."""
    key = "\x1f".join([tenant, collection, doc_id, strategy, unit, path, str(part), str(occurrence)])
    return hashlib.blake2b(key.encode(), digest_size=16).hexdigest()


def text_hash(text: str) -> str:
    """Identity of an embedded text."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def source_key(doc_id: str, path: str) -> str:
    """What a chunk covers in the labels' own terms; split it at the last `#`."""
    return f"{doc_id}#{path}"


def to_table(chunks: Sequence[Chunk]) -> pa.Table:
    """Chunks as an Arrow table of `SCHEMA`; raises where a required field is missing."""
    columns = {name: [getattr(chunk, name) for chunk in chunks] for name in _NAMES}
    return pa.table([pa.array(columns[f.name], type=f.type) for f in SCHEMA], schema=SCHEMA)


def from_table(table: pa.Table) -> list[Chunk]:
    """Chunks from a table that holds the columns of `SCHEMA`; further columns are left out."""
    columns = [_values(table[name].combine_chunks()) for name in _NAMES]
    return [Chunk(*values) for values in zip(*columns, strict=True)]


def _values(column: pa.Array) -> list[Any]:
    """As `to_pylist` gives them, but sooner for lists and numbers: every search reads hundreds of rows."""
    if pa.types.is_list(column.type):
        items = _values(column.flatten())
        ends = list(accumulate(column.value_lengths().fill_null(0).to_pylist()))
        lists: list[Any] = [items[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]
        if column.null_count:
            valid = column.is_valid().to_pylist()
            lists = [each if held else None for each, held in zip(lists, valid, strict=True)]
        return lists
    if not column.null_count and (pa.types.is_integer(column.type) or pa.types.is_floating(column.type)):
        numbers: list[Any] = column.to_numpy().tolist()
        return numbers
    plain: list[Any] = column.to_pylist()
    return plain


def from_rows(rows: Iterable[dict[str, Any]]) -> list[Chunk]:
    """Chunks from rows of a table of `SCHEMA`; further columns (a vector, say) are left out."""
    return [Chunk(**{name: row[name] for name in _NAMES}) for row in rows]
