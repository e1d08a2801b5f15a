"""The tenant's table of published rows: as the pointer names it, by document, and merged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa

from resources.index import LANCE
from resources.published import Published, Version
from resources.search.access import doc_key, sql_text
from resources.store import Store
from resources.vectors import ChunkTable

_MERGED = ("inserted", "updated", "deleted")
_MERGED_AT_ONCE = 64 * 1024 * 1024
"""Bytes of rows that are merged at once: Lance gives up where what it joins takes more than 300 MB."""


class PublishError(Exception):
    """A publication went wrong and was given up; readers see the version from before."""


def rows_of_documents(
    store: Store,
    tenant: str,
    collection: str,
    doc_ids: Sequence[str],
    columns: Sequence[str],
    version: int | None = None,
) -> pa.Table:
    """What is published of some documents now, or what was brought in with a kept `version`; no rows where
    there is nothing of either."""
    published = Published(store, tenant)
    if version is not None:
        kept = published.history(collection) / str(version) / LANCE
        table = ChunkTable(kept) if kept.exists() else None
    else:
        current = published.current()
        table = ChunkTable(published.lance, current.lance_version) if current is not None else None
    if table is None:
        return pa.table({name: pa.array([], pa.string()) for name in columns})
    return rows_of(table, collection, doc_ids, columns)


def table_at(published: Published, current: Version | None, rows: pa.Table | None) -> ChunkTable:
    """The tenant's table with the rows the pointer names, whatever a stopped publisher left on top."""
    if current is None:
        assert rows is not None
        return ChunkTable.create(published.lance, rows.slice(0, 0))
    table = ChunkTable(published.lance)
    if table.lance.version != current.lance_version:
        table.lance.checkout(current.lance_version)
        table.lance.restore()
    return table


def rows_of(
    table: ChunkTable, collection: str, doc_ids: Sequence[str], columns: Sequence[str] | None = None
) -> pa.Table:
    """The rows of some documents."""
    return table.rows(where_documents(collection, doc_ids), columns)


def where_documents(collection: str, doc_ids: Sequence[str]) -> str:
    """The condition that holds for the rows of some documents."""
    if not doc_ids:
        return "false"
    return f"doc_key IN ({', '.join(sql_text(doc_key(collection, doc_id)) for doc_id in doc_ids)})"


def merge(table: ChunkTable, rows: pa.Table, gone: str | None, expected: tuple[int, int, int]) -> None:
    """Brings the rows in, in the place of those of the same ids, and takes out those that the condition
    `gone` holds for. Nobody sees it before the pointer moves. Raises PublishError where the store inserted,
    updated and deleted another number of rows than `expected`."""
    at_once = max(1, int(len(rows) * _MERGED_AT_ONCE / max(rows.nbytes, 1)))
    counts = Counter[str]()
    for start in range(0, max(len(rows), 1), at_once):
        step = table.lance.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
        if gone and start == 0:
            step = step.when_not_matched_by_source_delete(gone)
        done = step.execute(rows.slice(start, at_once).combine_chunks())
        counts.update({what: getattr(done, f"num_{what}_rows") for what in _MERGED})
    _check_merge(tuple(counts[what] for what in _MERGED), expected)


def _check_merge(counts: tuple[int, ...], expected: tuple[int, int, int]) -> None:
    if counts != expected:
        raise PublishError(
            f"the store inserted, updated and deleted {counts} rows where {expected} were expected: "
            f"nothing was published; run docgrain doctor"
        )
