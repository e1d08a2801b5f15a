"""What a document's numbering, citations and definitions lack, for review: what is missing or twice there
first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from assets.review.rows import ReviewRow

_MENDS = {
    "gaps": "structure.csv: a row that names the line that opens {path}, on this page or the one before",
    "duplicates": "structure.csv: a row with the line's right number, or with none if it opens no clause",
    "contents": "structure.csv: a row that names the line that opens {path}",
    "corrections": "structure.csv: correct the row",
    "implied": "structure.csv: a row with the heading's number and title, if it is printed",
    "restarts": "structure.csv: rows with numbers, if the list's items are clauses",
    "reserved": "",
    "dangling": "structure.csv: a row that names the line that opens the cited clause, if it is there",
    "ambiguous": "structure.csv: rows with the right numbers of the clauses that bear the same",
    "defined_twice": "",
    "defined_by_itself": "",
}
_LOOK = frozenset({"gaps", "duplicates", "contents", "corrections", "dangling", "ambiguous"})
"""Kinds that may be a fault of the reading; the others are said for completeness."""
_SINGULAR = {
    "gaps": "gap",
    "duplicates": "duplicate",
    "restarts": "restart",
    "corrections": "correction",
    "dangling": "dangling citation",
    "ambiguous": "ambiguous citation",
}
MOST = 20
"""Rows of one kind in one document: after that many, what is wrong is wrong as a whole."""


def rows_of_numbering(cuts: pa.Table) -> Iterator[ReviewRow]:
    """A row for each finding of the numbering reports in a family's cuts (`CUTS_SCHEMA`)."""
    for file, text in zip(cuts["doc_id"].to_pylist(), cuts["report"].to_pylist(), strict=True):
        for kind, items in json.loads(text).items():
            if isinstance(items, list):
                yield from _kind(file, kind, [item for item in items if isinstance(item, Mapping)])


def _kind(file: str, kind: str, items: list[Mapping[str, Any]]) -> Iterator[ReviewRow]:
    for item in items[:MOST]:
        yield ReviewRow(
            "numbering",
            file,
            _named(kind),
            str(item.get("path", "")),
            place=f"page {item['page']}" if item.get("page") else "",
            how=str(item.get("detail", "")),
            mend=_MENDS.get(kind, "structure.csv").format(path=item.get("path", "")),
            look=kind in _LOOK,
        )
    if len(items) > MOST:
        more = f"and {len(items) - MOST} more"
        yield ReviewRow("numbering", file, _named(kind), more, look=kind in _LOOK)


def _named(kind: str) -> str:
    return _SINGULAR.get(kind, kind).replace("_", " ")
