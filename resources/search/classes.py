"""Rows with the same filter values as one class: a filter is tested once for each, not for each row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from resources.facts import DocumentFacts
from resources.search.access import Access, FilterRow, filter_row

GONE = -1
"""The class of a row that was taken out."""


@dataclass(frozen=True)
class RowClasses:
    """The different filter values of some rows, and which of them each row has."""

    classes: list[FilterRow]
    of_row: npt.NDArray[np.int32]
    _values: dict[tuple[str, ...], tuple[list[Any], npt.NDArray[np.int64]]] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: pa.Table) -> RowClasses:
        """The classes of a table that holds the columns of `FilterRow`."""
        number = np.zeros(len(rows), dtype=np.int64)
        for name in FilterRow._fields:
            codes = _codes(rows[name].combine_chunks())
            _, number = np.unique(number * (int(codes.max(initial=0)) + 1) + codes, return_inverse=True)
        _, first = np.unique(number, return_index=True)
        found = rows.select(FilterRow._fields).take(pa.array(first)).to_pylist()
        return cls([filter_row(list(row.values())) for row in found], number.astype(np.int32))

    @classmethod
    def of_documents(cls, documents: Sequence[DocumentFacts]) -> RowClasses:
        """The classes of documents, one each."""
        rows = [FilterRow.of_document(facts) for facts in documents]
        return cls(rows, np.arange(len(rows), dtype=np.int32))

    def passing(self, access: Access) -> npt.NDArray[np.bool_]:
        """Which of the classes `access` lets through. Each condition is tested once for every different value
        of the columns it looks at."""
        if access.nothing is not None:
            return np.zeros(len(self.classes), dtype=bool)
        passing = np.ones(len(self.classes), dtype=bool)
        for condition in access.conditions:
            values, codes = self._of_columns(condition.columns)
            admitted = np.fromiter((condition.admits(*value) for value in values), bool, len(values))
            passing &= admitted[codes]
        return passing

    def _of_columns(self, columns: tuple[str, ...]) -> tuple[list[Any], npt.NDArray[np.int64]]:
        """(the different values of the columns, the number of each class's among them)."""
        if columns not in self._values:
            places: dict[Any, int] = {}
            codes = [
                places.setdefault(tuple(getattr(row, column) for column in columns), len(places))
                for row in self.classes
            ]
            self._values[columns] = list(places), np.array(codes, dtype=np.int64)
        return self._values[columns]


def _codes(column: pa.Array) -> npt.NDArray[np.int64]:
    """Equal numbers for equal values; nulls and empty lists count as equal."""
    if not pa.types.is_list(column.type):
        encoded = column.dictionary_encode(null_encoding="encode").indices
        codes: npt.NDArray[np.int64] = encoded.to_numpy(zero_copy_only=False).astype(np.int64)
        return codes
    inner = column.flatten().dictionary_encode(null_encoding="encode").indices
    items = inner.to_numpy(zero_copy_only=False).astype(np.int32)
    lengths: npt.NDArray[np.int64] = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    ends: Sequence[int] = np.cumsum(lengths).tolist()
    places: dict[bytes, int] = {}
    found, begin = [], 0
    for end in ends:
        found.append(places.setdefault(items[begin:end].tobytes(), len(places)))
        begin = end
    return np.array(found, dtype=np.int64)
