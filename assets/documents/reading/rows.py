"""Parsed documents as Arrow rows: one row a document, its lines as one list a field,
its tables as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from operator import attrgetter
from typing import Any

import pyarrow as pa

from assets.documents.reading.model import LeftOut, Line, ParsedDocument
from assets.tables.model import from_json

_LINE_TYPES: dict[str, pa.DataType] = {
    "start": pa.int64(),
    "end": pa.int64(),
    "page": pa.int32(),
    "x0": pa.float64(),
    "y0": pa.float64(),
    "x1": pa.float64(),
    "y1": pa.float64(),
    "indent": pa.float64(),
    "size": pa.float64(),
    "bold": pa.bool_(),
    "style": pa.string(),
    "gap": pa.float64(),
    "table": pa.bool_(),
    "confidence": pa.float64(),
}
_LEFT_OUT_TYPES: dict[str, pa.DataType] = {"start": pa.int64(), "end": pa.int64(), "reason": pa.string()}
_LINE_FIELDS = [f.name for f in fields(Line)]
_LEFT_OUT_FIELDS = [f.name for f in fields(LeftOut)]
_LINE_VALUES = attrgetter(*_LINE_FIELDS)
_LEFT_OUT_VALUES = attrgetter(*_LEFT_OUT_FIELDS)

PARSED_SCHEMA = pa.schema(
    [
        pa.field("file", pa.string(), nullable=False),
        pa.field("text", pa.large_string(), nullable=False),
        pa.field("pages", pa.int32(), nullable=False),
        pa.field("reader", pa.string(), nullable=False),
        pa.field("body_end", pa.int64(), nullable=False),
        pa.field("flags", pa.list_(pa.string()), nullable=False),
        pa.field("tables", pa.large_string(), nullable=False),
        *(pa.field(f"line_{name}", pa.list_(_LINE_TYPES[name]), nullable=False) for name in _LINE_FIELDS),
        *(
            pa.field(f"left_{name}", pa.list_(_LEFT_OUT_TYPES[name]), nullable=False)
            for name in _LEFT_OUT_FIELDS
        ),
    ]
)


def to_row(doc: ParsedDocument) -> dict[str, Any]:
    """A document as a row of `PARSED_SCHEMA`."""
    row: dict[str, Any] = {
        "file": doc.file,
        "text": doc.text,
        "pages": doc.pages,
        "reader": doc.reader,
        "body_end": doc.body_end,
        "flags": doc.flags,
        "tables": json.dumps([asdict(table) for table in doc.tables], ensure_ascii=False),
    }
    row.update(_columns("line_", _LINE_FIELDS, map(_LINE_VALUES, doc.lines)))
    row.update(_columns("left_", _LEFT_OUT_FIELDS, map(_LEFT_OUT_VALUES, doc.left_out)))
    return row


def from_row(row: dict[str, Any]) -> ParsedDocument:
    """The document of a row, as `to_row` or `Table.to_pylist` gives it."""
    return ParsedDocument(
        file=row["file"],
        text=row["text"],
        lines=list(map(Line, *(row[f"line_{name}"] for name in _LINE_FIELDS))),
        left_out=list(map(LeftOut, *(row[f"left_{name}"] for name in _LEFT_OUT_FIELDS))),
        pages=row["pages"],
        reader=row["reader"],
        body_end=row["body_end"],
        flags=list(row["flags"]),
        tables=[from_json(table) for table in json.loads(row["tables"])],
    )


def to_table(docs: Sequence[ParsedDocument]) -> pa.Table:
    """Documents as a table of `PARSED_SCHEMA`."""
    rows = [to_row(doc) for doc in docs]
    return pa.table(
        [pa.array([row[f.name] for row in rows], type=f.type) for f in PARSED_SCHEMA], schema=PARSED_SCHEMA
    )


def from_table(table: pa.Table) -> list[ParsedDocument]:
    """Documents of a table of `PARSED_SCHEMA`."""
    return [from_row(row) for row in table.to_pylist()]


def _columns(prefix: str, names: list[str], values: Any) -> dict[str, list[Any]]:
    turned = [list(column) for column in zip(*values, strict=True)] or [[] for _ in names]
    return {prefix + name: column for name, column in zip(names, turned, strict=True)}
