"""Published documents that still tell what has become internal since: they are withdrawn until they are cut
and proven anew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from resources.lake import Lake
from resources.publish import rows_of_documents
from resources.store import Store

if TYPE_CHECKING:
    from assets.documents.family import Family

_WHOLE = 40
"""Characters of a hidden text from which it is looked for anywhere; a shorter one ("ok") must stand alone."""


def without_exposed(
    store: Store,
    tenant: str,
    collection: str,
    facts: pa.Table,
    families: Iterable[Family],
    version: int | None = None,
) -> pa.Table:
    """The facts (`FACTS_SCHEMA`, of the collection) without documents of which the rows published now, or
    those of the kept `version`, hold a text that fewer may read today."""
    lake = Lake(store)
    hidden: dict[str, Sequence[str]] = {}
    for family in families:
        if family.hidden is None:
            continue
        table = lake.read(family.documents, f"{tenant}/{collection}")
        if table is not None:
            hidden |= family.hidden(table)
    if not hidden:
        return facts
    columns = ("doc_id", "text", "payload")
    rows = rows_of_documents(store, tenant, collection, list(hidden), columns, version)
    found = exposed(rows.to_pylist(), hidden)
    return facts.filter(pc.invert(pc.is_in(facts["doc_id"], pa.array(sorted(found), pa.string()))))


def exposed(rows: Iterable[Mapping[str, Any]], hidden: Mapping[str, Sequence[str]]) -> set[str]:
    """The ids of documents of which a row (doc_id, text, payload) tells one of their hidden texts."""
    return {
        row["doc_id"]
        for row in rows
        if any(_tells(told, text) for told in _told(row) for text in hidden.get(row["doc_id"], ()))
    }


def _told(row: Mapping[str, Any]) -> Iterator[str]:
    yield row["text"]
    yield from _texts(json.loads(row["payload"]))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def _tells(told: str, text: str) -> bool:
    if len(text) >= _WHOLE:
        return text in told
    return f"\n\n{text}\n\n" in f"\n\n{told}\n\n" or told.endswith(f"\n{text}")
