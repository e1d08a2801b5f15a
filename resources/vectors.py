"""Chunk rows with their vectors in Lance: the store of record, which also finds the nearest of very many."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from resources.record import SCHEMA
from resources.search.access import Access

TABLE = "chunks"
COLUMNS = [field.name for field in SCHEMA]


def rows_with_vectors(chunks: pa.Table, vectors: npt.NDArray[np.float32]) -> pa.Table:
    """The chunk table with `doc_key` and a fixed-size `vector` beside each row."""
    if len(vectors) != len(chunks):
        raise ValueError(f"{len(chunks)} chunks but {len(vectors)} vectors")
    width = vectors.shape[1]
    flat = pa.array(np.ascontiguousarray(vectors, dtype=np.float32).ravel())
    keys = [
        f"{c}/{d}"
        for c, d in zip(chunks["collection"].to_pylist(), chunks["doc_id"].to_pylist(), strict=True)
    ]
    return (
        chunks.select(COLUMNS)
        .append_column(pa.field("doc_key", pa.string(), nullable=False), pa.array(keys, pa.string()))
        .append_column("vector", pa.FixedSizeListArray.from_arrays(flat, width))
    )


class ChunkTable:
    """One Lance table of chunk rows, at its latest version or at a fixed one."""

    def __init__(self, directory: Path, version: int | None = None) -> None:
        self._table = _connect(directory).open_table(TABLE)
        if version is not None:
            self._table.checkout(version)

    @classmethod
    def create(cls, directory: Path, rows: pa.Table) -> ChunkTable:
        directory.mkdir(parents=True, exist_ok=True)
        _connect(directory).create_table(TABLE, rows)
        return cls(directory)

    @property
    def lance(self) -> Any:
        """The Lance table itself, for publishing."""
        return self._table

    def count(self, where: str | None = None) -> int:
        return int(self._table.count_rows(where))

    def search(self, vector: npt.NDArray[np.float32], access: Access, limit: int) -> list[tuple[str, float]]:
        """(id, cosine similarity), nearest first; equal ones in order of id. The filter is applied before the
        search, and rows that no index covers yet are looked at as well. Rows without a direction (a vector of
        zeros) are left out."""
        if access.nothing is not None or limit < 1:
            return []
        wanted = limit + 1
        while True:
            found = self._nearest(vector, access, wanted)
            if len(found) < wanted or found[-1][1] < found[limit - 1][1]:
                break
            wanted *= 2  # equal ones go on: which of them come first must not be left to where they stand
        return sorted(found, key=lambda near: (-near[1], near[0]))[:limit]

    def _nearest(
        self, vector: npt.NDArray[np.float32], access: Access, limit: int
    ) -> list[tuple[str, float]]:
        query: Any = self._table.search(vector, vector_column_name="vector")
        found = (
            query.distance_type("cosine")
            .where(access.sql, prefilter=True)
            .select(["id", "_distance"])
            .limit(limit)
            .to_arrow()
        )
        near = zip(found["id"].to_pylist(), found["_distance"].to_pylist(), strict=True)
        return [(row_id, 1.0 - distance) for row_id, distance in near if not math.isnan(distance)]

    def rows(self, where: str, columns: Sequence[str] | None = None) -> pa.Table:
        """The rows that a condition holds for; the condition is built from typed values only."""
        query = self._table.search().where(where)
        return (query.select(list(columns)) if columns else query).to_arrow()

    def everything(self, columns: Sequence[str] | None = None) -> pa.Table:
        query = self._table.search()
        return (query.select(list(columns)) if columns else query).to_arrow()

    def index(self, keep: timedelta | None = None) -> None:
        """Scalar indexes on the filter columns, made where missing and brought up to date. With `keep`,
        small files are joined and versions older than that are cleaned up."""
        from lancedb.index import Bitmap, BTree, LabelList

        if keep is not None:
            self._table.optimize(cleanup_older_than=keep)
        present = {index.columns[0] for index in self._table.list_indices()}
        for column, config in (
            ("id", BTree()),
            ("doc_key", BTree()),
            ("collection", Bitmap()),
            ("acl", LabelList()),
        ):
            if column not in present:
                self._table.create_index(column, config=config)

    def unindexed(self) -> int:
        """The most rows any scalar index does not cover yet: found all the same, but slowly."""
        stats = [self._table.index_stats(index.name) for index in self._table.list_indices()]
        return max((stat.num_unindexed_rows for stat in stats if stat is not None), default=self.count())


def _connect(directory: Path) -> Any:
    import lancedb

    return lancedb.connect(directory)
