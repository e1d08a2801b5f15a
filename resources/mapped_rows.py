"""The rows of one index version, filtered and scored exactly, read from files that are mapped into memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from resources.bm25 import K1, B, rarity
from resources.keywords import KeywordQuery, reference_term, weighted_terms
from resources.part import EXACT, Part
from resources.record import Chunk, from_table
from resources.search.access import Access
from resources.search.classes import GONE, RowClasses
from resources.vectors import COLUMNS

_VIEWS_KEPT = 32
_COUNTED_KEPT = 100_000
_CHUNKS_KEPT = 8_000
_GATHER_BELOW = 3
"""Copying vectors costs more than multiplying them: up to a third of the rows is gathered first, above that
all are multiplied and only those in view are kept. Either way only they are ranked."""

Rows = npt.NDArray[np.int32]


class Outline(NamedTuple):
    """What ranking needs to know of a row: some hundreds are looked at for every few that are read."""

    id: str
    doc_key: str
    tokens: int
    payload: str


class MappedRows:
    """Rows, vectors and words of one index version. The filter comes before the search: only rows that the
    asker may read are scored. No score and no order depends on a row that the asker may not read, nor on
    where a row stands."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        sizes = [len(part.ids) for part in parts]
        self._offsets = np.cumsum([0, *sizes])
        self._ids: npt.NDArray[np.bytes_] = _joined([part.ids for part in parts], np.dtype("S1"))
        self._rows = pa.concat_tables([part.rows for part in parts]) if parts else None
        self._placed, self._row_of = self._places()
        classes = None if self._rows is None else RowClasses.of(self._rows)
        self._classes = classes
        self._class_of = np.full(len(self._ids), GONE, dtype=np.int32)
        if classes is not None:
            self._class_of[self._placed] = classes.of_row
        self._views: dict[Access, Rows] = {}
        self._masks: dict[Access, npt.NDArray[np.bool_]] = {}
        self._families: dict[Access, frozenset[str]] = {}
        self._means: dict[tuple[Access, str], float] = {}
        self._having: dict[tuple[Access, str, str], int] = {}
        self._kept_lengths: dict[str, npt.NDArray[np.int32]] = {}
        self._chunks: dict[int, Chunk] = {}

    def _places(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Where each row that can be found is counted, and, the other way round, which row is counted at each
        place (-1: none, it was taken out). Raises ValueError where a row is not counted."""
        placed = []
        for part, offset in zip(self._parts, self._offsets, strict=False):
            at = {row_id: place for place, row_id in enumerate(part.ids.tolist(), int(offset))}
            found = [at.get(row_id.encode(), -1) for row_id in part.rows["id"].to_pylist()]
            if -1 in found or len(set(found)) != len(found):
                raise ValueError("rows stand more than once, or without their words")
            placed.append(np.array(found, dtype=np.int64))
        joined = _joined(placed, np.dtype(np.int64))
        row_of = np.full(len(self._ids), -1, dtype=np.int64)
        row_of[joined] = np.arange(len(joined))
        return joined, row_of

    def __len__(self) -> int:
        return len(self._placed)

    def ids(self) -> list[str]:
        """The id of every row that can be found, for checks."""
        return [] if self._rows is None else self._rows["id"].to_pylist()

    def search(self, vector: npt.NDArray[np.float32], access: Access, limit: int) -> list[tuple[str, float]]:
        """(id, cosine similarity), nearest first; equal ones in order of id. vector: (d,), a unit vector."""
        seen = self._view(access)
        if not len(seen) or limit < 1:
            return []
        edges = np.searchsorted(seen, self._offsets)
        scores = np.empty(len(seen), dtype=np.float32)
        for number, part in enumerate(self._parts):
            first, end = edges[number], edges[number + 1]
            within = seen[first:end] - self._offsets[number]
            if len(within) * _GATHER_BELOW > len(part.vectors):
                scores[first:end] = _products(part.vectors, vector)[within]
            elif len(within):
                scores[first:end] = _products(part.vectors[within], vector)
        return self._best(seen, scores, limit)

    def keyword_search(self, query: KeywordQuery, access: Access, limit: int) -> list[tuple[str, float]]:
        """(id, BM25 score) of the rows that hold a word of the query, best first; equal ones in order of
        id. What a word is worth and how long a text usually is are counted over what the asker may read
        in the collections looked at, whatever else narrows the search."""
        seen = self._view(access)
        if not len(seen) or limit < 1:
            return []
        counted = access.counted
        readable, inside = self._mask(counted), self._mask(access)
        total = len(self._view(counted))
        scores = np.zeros(len(self._ids))
        for (name, term), weight in weighted_terms(query).items():
            rows, times = self._postings(name, term)
            if not len(rows):
                continue
            having = self._counted((counted, name, term), readable, rows)
            worth = weight * rarity(total, having) * (K1 + 1)
            held = inside[rows]
            rows, times = rows[held], times[held]
            relative = self._lengths(name)[rows] / self._mean_length(counted, name)
            scores[rows] += worth * times / (times + K1 * (1 - B + B * relative))
        of_seen = scores[seen]
        held = of_seen > 0
        return self._best(seen[held], of_seen[held], limit)

    def lookup(self, references: Iterable[str], access: Access, limit: int) -> list[str]:
        """Ids of the rows that carry one of the references whole, in order of id."""
        inside = self._mask(access)
        found: set[int] = set()
        for reference in references:
            rows, _ = self._postings(EXACT, reference_term(reference))
            found.update(rows[inside[rows]].tolist())
        return sorted(self._ids[place].decode() for place in found)[:limit]

    def _best(self, rows: Rows, scores: npt.NDArray[Any], limit: int) -> list[tuple[str, float]]:
        if len(scores) > limit:
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            kept = np.flatnonzero(scores >= least)  # more than the limit where some are equal
            rows, scores = rows[kept], scores[kept]
        ids = self._ids[rows]
        order = np.lexsort((ids, -scores))[:limit]
        return [(ids[at].decode(), float(scores[at])) for at in order]

    def _postings(self, name: str, term: str) -> tuple[Rows, npt.NDArray[np.int32]]:
        """(places that hold the term, how often), of all parts."""
        found = []
        for part, offset in zip(self._parts, self._offsets, strict=False):
            rows, times = part.counts[name].postings(term)
            if len(rows):
                found.append((rows + np.int32(offset), times))
        if len(found) == 1:
            return found[0]
        nothing = np.dtype(np.int32)
        return _joined([rows for rows, _ in found], nothing), _joined([times for _, times in found], nothing)

    def _counted(self, what: tuple[Access, str, str], readable: npt.NDArray[np.bool_], rows: Rows) -> int:
        known = self._having.get(what)
        if known is None:
            if len(self._having) >= _COUNTED_KEPT:
                self._having = {}
            known = self._having[what] = int(np.count_nonzero(readable[rows]))
        return known

    def _lengths(self, name: str) -> npt.NDArray[np.int32]:
        """Terms of each row in a field."""
        if name not in self._kept_lengths:
            parts = [part.counts[name].lengths for part in self._parts]
            self._kept_lengths[name] = _joined(parts, np.dtype(np.int32))
        return self._kept_lengths[name]

    def _mean_length(self, access: Access, name: str) -> float:
        mean = self._means.get((access, name))
        if mean is None:
            if len(self._means) >= _VIEWS_KEPT:
                self._means = {}
            mean = float(self._lengths(name)[self._view(access)].mean())
            self._means[access, name] = mean
        return mean

    def families(self, access: Access) -> frozenset[str]:
        """The families of the rows that `access` lets through."""
        found = self._families.get(access)
        if found is None:
            view, classes = self._view(access), self._classes
            present = np.unique(self._class_of[view]).tolist()
            found = (
                frozenset(classes.classes[number].family for number in present) if classes else frozenset()
            )
            if len(self._families) >= _VIEWS_KEPT:
                self._families = {}
            self._families[access] = found
        return found

    def chunks(self, ids: Iterable[str]) -> list[Chunk]:
        """The chunks of those ids that exist, in the order asked for."""
        rows = [self._row_by_id[row_id] for row_id in ids if row_id in self._row_by_id]
        return self._take(rows)

    def outlines(self, ids: Iterable[str], access: Access) -> list[Outline]:
        """Of the rows of those ids that `access` lets through, in the order asked for."""
        inside = self._mask(access)[self._placed]
        rows = [row for row_id in ids if (row := self._row_by_id.get(row_id)) is not None and inside[row]]
        if not rows or self._rows is None:
            return []
        columns = self._rows.select(Outline._fields).take(pa.array(rows)).columns
        return list(map(Outline, *(column.to_pylist() for column in columns)))

    def unit(self, path: str, access: Access) -> list[Chunk]:
        """The chunks that have the path, in no order; `access` should leave one document."""
        places, _ = self._postings(EXACT, reference_term(path))
        found = self._take(self._row_of[places[self._mask(access)[places]]].tolist())
        return [chunk for chunk in found if chunk.path == path]

    @cached_property
    def _row_by_id(self) -> dict[str, int]:
        return {row_id: row for row, row_id in enumerate(self.ids())}

    def _take(self, rows: Sequence[int]) -> list[Chunk]:
        kept = self._chunks
        found = {row: kept[row] for row in rows if row in kept}
        missing = [row for row in rows if row not in found]
        if missing and self._rows is not None:
            taken = self._rows.select(COLUMNS).take(pa.array(missing))
            found.update(zip(missing, from_table(taken), strict=True))
            if len(kept) + len(found) > _CHUNKS_KEPT:
                self._chunks = {}
            self._chunks.update(found)
        return [found[row] for row in rows]

    def _mask(self, access: Access) -> npt.NDArray[np.bool_]:
        """Which rows `access` lets through."""
        mask = self._masks.get(access)
        if mask is None:
            if self._classes is None:
                return np.zeros(0, dtype=bool)
            # One more class, of rows taken out, that nobody may read: index GONE (-1) is the last.
            passing = np.append(self._classes.passing(access), False)
            mask = passing[self._class_of]
            if len(self._masks) >= _VIEWS_KEPT:
                self._masks = {}
            self._masks[access] = mask
        return mask

    def _view(self, access: Access) -> Rows:
        """Places of the rows that `access` lets through, in order."""
        view = self._views.get(access)
        if view is None:
            view = np.flatnonzero(self._mask(access)).astype(np.int32)
            if len(self._views) >= _VIEWS_KEPT:
                self._views = {}
            self._views[access] = view
        return view


def _joined(arrays: Sequence[npt.NDArray[Any]], empty: np.dtype[Any]) -> npt.NDArray[Any]:
    """The arrays one behind the other; a single one as it is, not copied."""
    if len(arrays) == 1:
        return arrays[0]
    return np.concatenate(arrays) if arrays else np.zeros(0, dtype=empty)


def _products(rows: npt.NDArray[np.float32], vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    # Not `rows @ vector`: BLAS would start threads for half a millisecond's work and, on a busy
    # machine, wait ten for them.
    products: npt.NDArray[np.float32] = np.einsum("ij,j->i", rows, vector)
    return products
