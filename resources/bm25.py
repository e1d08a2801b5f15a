"""BM25 whose every figure is of what the asker may read: rare words and usual lengths betray no other row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

K1, B = 1.2, 0.75
"""Saturation of repeated words and weight of a text's length: the usual values, and tantivy's."""

_PIECES_KEPT = 500_000
"""Different pieces whose terms are remembered, some 75 MB: logs have new ones without end."""


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
        for file, array in zip(files_of(name), _ARRAYS, strict=True):
            np.save(directory / file, getattr(self, array), allow_pickle=False)

    @classmethod
    def open(cls, directory: Path, name: str) -> TermCounts:
        """What `save` wrote. Raises OSError and ValueError where a file is missing or cut short."""
        found = cls(*(mapped(directory / file) for file in files_of(name)))
        if len(found.starts) != len(found.terms) + 1 or len(found.rows) != len(found.times):
            raise ValueError(f"the counts of {name} do not belong together")
        return found


_ARRAYS = ("terms", "starts", "rows", "times", "lengths")


def files_of(name: str) -> list[str]:
    """The files of a field's counts, one an array."""
    return [f"{name}.{array}.npy" for array in _ARRAYS]


def mapped(file: Path) -> npt.NDArray[Any]:
    """An array as `numpy.save` wrote it, read where it is looked at. Raises OSError, ValueError."""
    found: npt.NDArray[Any] = np.load(file, mmap_mode="r", allow_pickle=False)
    return found.view(np.ndarray)  # a plain array over the same memory: slices cost less than a memmap's


def count_words(batches: Iterable[pa.Array], analyze: Callable[[str], list[str]]) -> TermCounts:
    """Counts of the terms that `analyze` makes of texts, which come in batches of rows: one batch's words are
    held at a time. It is asked once for each different piece between white space, which must never be inside
    a term: some twenty times sooner than text by text."""
    places: dict[str, int] = {}
    made: dict[str, list[int]] = {}
    found: list[_Postings] = []
    rows = 0
    for texts in batches:
        split = pc.ascii_split_whitespace(texts)
        pieces = split.flatten().dictionary_encode()
        if len(made) > _PIECES_KEPT:
            made = {}
        of_pieces = []
        for piece in pieces.dictionary.to_pylist():
            if piece not in made:
                made[piece] = [places.setdefault(term, len(places)) for term in analyze(piece)]
            of_pieces.append(made[piece])
        sizes = np.array([len(terms) for terms in of_pieces], dtype=np.int32)
        begins = np.cumsum(sizes) - sizes
        flat = np.array([term for terms in of_pieces for term in terms], dtype=np.int32)
        codes = pieces.indices.to_numpy(zero_copy_only=False)
        repeats = sizes[codes]
        of_row = np.repeat(pc.list_parent_indices(split).to_numpy().astype(np.int32), repeats)
        within = np.arange(repeats.sum(), dtype=np.int32) - np.repeat(np.cumsum(repeats) - repeats, repeats)
        terms = flat[np.repeat(begins[codes], repeats) + within]
        found.append(_summed(of_row, terms, rows, len(texts), len(places)))
        rows += len(texts)
    return _counts(places, rows, found)


def count_values(values: Iterable[Iterable[str]]) -> TermCounts:
    """Counts of values that are terms as they are; one iterable a row."""
    places: dict[str, int] = {}
    rows = [[places.setdefault(value, len(places)) for value in row] for row in values]
    of_row = np.repeat(np.arange(len(rows), dtype=np.int32), [len(row) for row in rows])
    terms = np.array([v for row in rows for v in row], dtype=np.int32)
    return _counts(places, len(rows), [_summed(of_row, terms, 0, len(rows), len(places))])


class _Postings(NamedTuple):
    """Rows, terms and how often, each pair once; terms of each row, repeated ones counted."""

    rows: npt.NDArray[np.int32]
    terms: npt.NDArray[np.int32]
    times: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.int32]


def _summed(
    of_row: npt.NDArray[np.int32], terms: npt.NDArray[np.int32], first: int, rows: int, width: int
) -> _Postings:
    """The postings of a batch whose first row is `first` of all."""
    from scipy.sparse import coo_matrix

    ones = np.ones(len(terms), dtype=np.int32)
    matrix = coo_matrix((ones, (of_row, terms)), shape=(rows, width)).tocsr()
    of_each = np.repeat(np.arange(first, first + rows, dtype=np.int32), np.diff(matrix.indptr))
    lengths = np.bincount(of_row, minlength=rows).astype(np.int32)
    return _Postings(of_each, matrix.indices.astype(np.int32), matrix.data, lengths)


def _counts(places: dict[str, int], rows: int, found: list[_Postings]) -> TermCounts:
    from scipy.sparse import coo_matrix

    nothing = np.zeros(0, dtype=np.int32)
    of_row, terms, times, lengths = (
        np.concatenate([nothing, *(each[at] for each in found)]) for at in range(len(_Postings._fields))
    )
    found.clear()  # what was joined is not held twice
    matrix = coo_matrix((times, (of_row, terms)), shape=(rows, len(places))).tocsc()
    return TermCounts(
        np.array([term.encode() for term in places], dtype=np.bytes_),
        matrix.indptr.astype(np.int64),
        matrix.indices.astype(np.int32),
        matrix.data,
        lengths,
    )
