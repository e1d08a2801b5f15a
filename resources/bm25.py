"""BM25 whose every figure is of what the asker may read: rare words and usual lengths betray no other row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

K1, B = 1.2, 0.75
"""Saturation of repeated words and weight of a text's length: the usual values, and tantivy's."""


def rarity(rows: int, having: int) -> float:
    """What a word is worth that stands in `having` of `rows` rows (BM25's inverse document frequency)."""
    return math.log(1 + (rows - having + 0.5) / (having + 0.5))


@dataclass(frozen=True)
class TermCounts:
    """How often each term stands in each row, of one field, by term."""

    terms: npt.NDArray[np.bytes_]
    """Each term once, as UTF-8."""
    starts: npt.NDArray[np.int64]
    """The postings of term k are `starts[k]` to `starts[k + 1]` of `rows` and `times`."""
    rows: npt.NDArray[np.int32]
    times: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.int32]
    """Terms of each row, repeated ones counted."""

    @cached_property
    def _places(self) -> dict[bytes, int]:
        return {term: at for at, term in enumerate(self.terms.tolist())}

    def postings(self, term: str) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """(rows that hold the term, how often)."""
        at = self._places.get(term.encode())
        if at is None:
            return self.rows[:0], self.times[:0]
        inside = slice(self.starts[at], self.starts[at + 1])
        return self.rows[inside], self.times[inside]

    def save(self, directory: Path, name: str) -> None:
        """Writes one file an array, to be mapped into memory."""
        for array in _ARRAYS:
            np.save(directory / f"{name}.{array}.npy", getattr(self, array), allow_pickle=False)

    @classmethod
    def open(cls, directory: Path, name: str) -> TermCounts:
        """What `save` wrote. Raises OSError and ValueError where a file is missing or cut short."""
        found = cls(*(mapped(directory / f"{name}.{array}.npy") for array in _ARRAYS))
        if len(found.starts) != len(found.terms) + 1 or len(found.rows) != len(found.times):
            raise ValueError(f"the counts of {name} do not belong together")
        return found


_ARRAYS = ("terms", "starts", "rows", "times", "lengths")


def mapped(file: Path) -> npt.NDArray[Any]:
    """An array as `numpy.save` wrote it, read where it is looked at. Raises OSError, ValueError."""
    found: npt.NDArray[Any] = np.load(file, mmap_mode="r", allow_pickle=False)
    return found.view(np.ndarray)  # a plain array over the same memory: slices cost less than a memmap's


def count_words(texts: pa.Array, analyze: Callable[[str], list[str]]) -> TermCounts:
    """Counts of the terms that `analyze` makes of texts. It is asked once for each different piece between
    white space, which must never be inside a term: some twenty times sooner than text by text."""
    split = pc.ascii_split_whitespace(texts)
    pieces = split.flatten().dictionary_encode()
    places: dict[str, int] = {}
    made = [[places.setdefault(t, len(places)) for t in analyze(p)] for p in pieces.dictionary.to_pylist()]
    sizes = np.array([len(terms) for terms in made], dtype=np.int64)
    begins = np.cumsum(sizes) - sizes
    flat = np.array([term for terms in made for term in terms], dtype=np.int64)
    codes = pieces.indices.to_numpy(zero_copy_only=False)
    repeats = sizes[codes]
    of_row = np.repeat(pc.list_parent_indices(split).to_numpy(), repeats)
    within = np.arange(repeats.sum()) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    return _counts(places, len(texts), of_row, flat[np.repeat(begins[codes], repeats) + within])


def count_values(values: Iterable[Iterable[str]]) -> TermCounts:
    """Counts of values that are terms as they are; one iterable a row."""
    places: dict[str, int] = {}
    rows = [[places.setdefault(value, len(places)) for value in row] for row in values]
    of_row = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    return _counts(places, len(rows), of_row, np.array([v for row in rows for v in row], dtype=np.int64))


def _counts(
    places: dict[str, int], rows: int, of_row: npt.NDArray[np.int64], terms: npt.NDArray[np.int64]
) -> TermCounts:
    from scipy.sparse import coo_matrix

    ones = np.ones(len(terms), dtype=np.int32)
    matrix = coo_matrix((ones, (of_row, terms)), shape=(rows, len(places))).tocsc()
    return TermCounts(
        np.array([term.encode() for term in places], dtype=np.bytes_),
        matrix.indptr.astype(np.int64),
        matrix.indices.astype(np.int32),
        matrix.data,
        np.bincount(of_row, minlength=rows).astype(np.int32),
    )
