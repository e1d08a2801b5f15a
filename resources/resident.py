"""A table small enough to keep in memory: the same answers as Lance, exact, some forty times sooner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from resources.bm25 import K1, B, TermCounts, count_values, count_words, rarity
from resources.keywords import (
    REFERENCE_COLUMNS,
    KeywordQuery,
    field_terms,
    field_texts,
    references,
    weighted_terms,
)
from resources.record import Chunk, from_rows
from resources.search.access import Access, FilterRow, filter_row
from resources.vectors import COLUMNS

_VIEWS_KEPT = 256
_CHUNKS_KEPT = 20_000
_GATHER_BELOW = 20
"""Copying vectors costs more than multiplying them: up to a twentieth of the rows is gathered first,
above that all are multiplied and only those in view are kept. Either way only they are ranked."""


class ResidentTable:
    """Rows, vectors and words of one index version. The filter comes before the search here too: rows
    with the same filter values share a class, each class is tested once, and only rows of classes that
    pass are scored. No score and no order depends on a row that the asker may not read, nor on where a
    row stands in the table."""

    def __init__(self, rows: pa.Table) -> None:
        self._rows = rows.select(COLUMNS).combine_chunks()
        self._keys = rows["doc_key"]
        vectors = rows["vector"].combine_chunks()
        width = vectors.type.list_size
        flat = vectors.flatten().to_numpy(zero_copy_only=False)
        self._vectors: npt.NDArray[np.float32] = flat.reshape(-1, width)
        self._ids: list[str] = self._rows["id"].to_pylist()
        self._at = {row_id: at for at, row_id in enumerate(self._ids)}
        self._rank = np.argsort(pc.sort_indices(self._rows["id"]).to_numpy())
        self._classes: dict[FilterRow, npt.NDArray[np.int64]] = _classes(rows)
        self._by_document: dict[str, list[FilterRow]] = defaultdict(list)
        for row in self._classes:
            self._by_document[row.doc_key].append(row)
        self._views: dict[Access, npt.NDArray[np.int64]] = {}
        self._means: dict[tuple[Access, str], float] = {}
        self._counts: dict[str, TermCounts] = {}
        self._chunks: dict[int, Chunk] = {}

    def search(self, vector: npt.NDArray[np.float32], access: Access, limit: int) -> list[tuple[str, float]]:
        """(id, cosine similarity), nearest first; equal ones in order of id."""
        seen = self._view(access)
        if not len(seen) or limit < 1:
            return []
        if len(seen) * _GATHER_BELOW > len(self._vectors):
            scores = _products(self._vectors, vector)[seen]
        else:
            scores = _products(self._vectors[seen], vector)
        return self._best(seen, scores, limit)

    def keyword_search(self, query: KeywordQuery, access: Access, limit: int) -> list[tuple[str, float]]:
        """(id, BM25 score) of the rows that hold a word of the query, best first; equal ones in order of
        id. What a word is worth and how long a text usually is are counted over what the asker may read
        in the collections looked at, whatever else narrows the search."""
        seen = self._view(access)
        if not len(seen) or limit < 1:
            return []
        counted = access.counted
        readable = self._mask(counted)
        total, inside = int(np.count_nonzero(readable)), self._mask(access)
        scores = np.zeros(len(self._ids))
        for (name, term), weight in weighted_terms(query).items():
            counts = self._counts_of(name)
            rows, times = counts.postings(term)
            worth = weight * rarity(total, int(np.count_nonzero(readable[rows]))) * (K1 + 1)
            held = inside[rows]
            rows, times = rows[held], times[held]
            if len(rows):
                relative = counts.lengths[rows] / self._mean_length(counted, name)
                scores[rows] += worth * times / (times + K1 * (1 - B + B * relative))
        found = seen[scores[seen] > 0]
        return self._best(found, scores[found], limit)

    def _best(
        self, rows: npt.NDArray[np.int64], scores: npt.NDArray[Any], limit: int
    ) -> list[tuple[str, float]]:
        if len(scores) > limit:
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            kept = np.flatnonzero(scores >= least)  # more than the limit where some are equal
            rows, scores = rows[kept], scores[kept]
        order = np.lexsort((self._rank[rows], -scores))[:limit]
        return [(self._ids[rows[at]], float(scores[at])) for at in order]

    def _counts_of(self, name: str) -> TermCounts:
        """Word counts of a field, made when it is first asked for."""
        if name not in self._counts:
            self._counts[name] = (
                count_values(references(row) for row in self._rows.select(REFERENCE_COLUMNS).to_pylist())
                if name == "exact"
                else count_words(field_texts(self._rows, name), field_terms)
            )
        return self._counts[name]

    def _mean_length(self, access: Access, name: str) -> float:
        mean = self._means.get((access, name))
        if mean is None:
            if len(self._means) >= _VIEWS_KEPT:
                self._means = {}
            mean = float(self._counts_of(name).lengths[self._view(access)].mean())
            self._means[access, name] = mean
        return mean

    def _mask(self, access: Access) -> npt.NDArray[np.bool_]:
        mask = np.zeros(len(self._ids), dtype=bool)
        mask[self._view(access)] = True
        return mask

    def chunks(self, ids: Iterable[str]) -> list[Chunk]:
        """The chunks of those ids that exist, in the order asked for."""
        places = [self._at[row_id] for row_id in ids if row_id in self._at]
        return self._take(places)

    def unit(self, doc_key: str, path: str) -> list[Chunk]:
        """The chunks of one document that have the path, in the order of the rows."""
        return self._take(self._units.get((doc_key, path), []))

    @cached_property
    def _units(self) -> dict[tuple[str, str], list[int]]:
        places: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, unit in enumerate(zip(self._keys.to_pylist(), self._rows["path"].to_pylist(), strict=True)):
            places[unit].append(at)
        return dict(places)

    def _take(self, places: Sequence[int]) -> list[Chunk]:
        kept = self._chunks
        found = {at: kept[at] for at in places if at in kept}
        missing = [at for at in places if at not in found]
        if missing:
            found.update(zip(missing, from_rows(self._rows.take(missing).to_pylist()), strict=True))
            if len(kept) + len(found) > _CHUNKS_KEPT:
                self._chunks = {}
            self._chunks.update(found)
        return [found[at] for at in places]

    def _view(self, access: Access) -> npt.NDArray[np.int64]:
        """Places of the rows that `access` lets through, in row order."""
        view = self._views.get(access)
        if view is not None:
            return view
        keys = access.scope.doc_keys
        classes = (
            self._classes
            if keys is None
            else [row for key in sorted(keys) for row in self._by_document.get(key, ())]
        )
        allowed = [self._classes[row] for row in classes if access.allows(row)]
        view = np.sort(np.concatenate(allowed)) if allowed else np.empty(0, dtype=np.int64)
        if len(self._views) >= _VIEWS_KEPT:
            self._views = {}
        self._views[access] = view
        return view


def _products(rows: npt.NDArray[np.float32], vector: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    # Not `rows @ vector`: BLAS would start threads for half a millisecond's work and, on a busy
    # machine, wait ten for them.
    products: npt.NDArray[np.float32] = np.einsum("ij,j->i", rows, vector)
    return products


def _classes(rows: pa.Table) -> dict[FilterRow, npt.NDArray[np.int64]]:
    columns = [rows[name].to_pylist() for name in FilterRow._fields]
    places: dict[FilterRow, list[int]] = defaultdict(list)
    for at, values in enumerate(zip(*columns, strict=True)):
        places[filter_row(values)].append(at)
    return {row: np.array(at, dtype=np.int64) for row, at in places.items()}
