"""One index version on disk: rows (Lance), what search reads of them (mapped), facts; built and asked."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import compress
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from resources import facts as facts_table
from resources.facts import DocumentFacts
from resources.governing import govern
from resources.keywords import KeywordQuery
from resources.mapped_rows import MappedRows, Outline
from resources.part import Part, write_part
from resources.record import Chunk
from resources.search.access import Access, FilterRow
from resources.search.classes import RowClasses
from resources.store import StoreError
from resources.vectors import ChunkTable, rows_with_vectors

MAPPED_VECTORS = 250_000
"""Rows up to which every vector in view is multiplied, from files mapped into memory (1 KB a row); above,
Lance finds the nearest."""

LANCE, MAPPED, FACTS = "lance", "mapped", "facts.parquet"


def build_index(directory: Path, chunks: pa.Table, vectors: npt.NDArray[np.float32], facts: pa.Table) -> None:
    """Writes a candidate index of one collection into a new directory, or into none: it is built
    beside and moved into place. vectors: (n, d), row i belongs to chunk i. When each chunk governs is
    decided here, from chunks and facts. Raises FileExistsError."""
    if directory.exists():
        raise FileExistsError(f"{directory} is already there: an index is never written over")
    building = directory.with_name(f"{directory.name}.building-{os.getpid()}")
    shutil.rmtree(building, ignore_errors=True)  # left by a stopped process of the same number
    ruled = govern(chunks, facts)
    rows, facts = rows_with_vectors(ruled.chunks, vectors), ruled.facts
    ChunkTable.create(building / LANCE, rows).index()
    write_part(building / MAPPED, rows)
    pq.write_table(facts, building / FACTS, compression="zstd")
    building.replace(directory)


class Index:
    """One version of an index, open for questions. Every method filters by the access given to it
    before it looks, and tests each row again before it returns it."""

    def __init__(
        self, table: ChunkTable, rows: MappedRows, facts: pa.Table, mapped_vectors: int = MAPPED_VECTORS
    ) -> None:
        self.table = table
        self.rows = rows
        self.facts = facts
        documents: list[DocumentFacts] = facts_table.from_table(facts)
        self.documents = sorted(documents, key=lambda facts: (facts.collection, facts.doc_id))
        self._documents = RowClasses.of_documents(self.documents)
        self._nearest = rows if len(rows) <= mapped_vectors else table

    @classmethod
    def open_candidate(cls, directory: Path, mapped_vectors: int = MAPPED_VECTORS) -> Index:
        """A candidate as `build_index` wrote it. Raises StoreError where it is damaged."""
        try:
            return cls(
                ChunkTable(directory / LANCE),
                MappedRows([Part.open(directory / MAPPED)]),
                pq.read_table(directory / FACTS, partitioning=None),
                mapped_vectors,
            )
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            reason = " ".join(str(error).split())[:120]
            raise StoreError(f"{directory} cannot be read ({reason}): delete it and run again") from None

    def count(self) -> int:
        """Rows in the index, whoever may read them."""
        return len(self.rows)

    def vector_hits(
        self, vector: npt.NDArray[np.float32], access: Access, limit: int
    ) -> list[tuple[str, float]]:
        """(id, cosine similarity) of the nearest rows. vector: (d,) or (1, d), a unit vector; one of
        zeros is near to nothing."""
        flat = np.asarray(vector, dtype=np.float32).reshape(-1)
        if access.nothing is not None or not flat.any():
            return []
        return self._nearest.search(flat, access, limit)

    def keyword_hits(self, query: KeywordQuery, access: Access, limit: int) -> list[tuple[str, float]]:
        """(id, BM25 score) of the best rows. Of all figures behind a score, none counts a row that the
        asker may not read."""
        return [] if access.nothing is not None else self.rows.keyword_search(query, access, limit)

    def lookup(self, references: Iterable[str], access: Access, limit: int = 100) -> list[str]:
        """Ids of rows that a reference names whole: a path ('12.3', 'A-501/detail-3'), a document's
        id. Case and white space do not count."""
        return [] if access.nothing is not None else self.rows.lookup(references, access, limit)

    def families(self, access: Access) -> frozenset[str]:
        """The families of which the asker may read anything here."""
        return frozenset() if access.nothing is not None else self.rows.families(access)

    def chunks(self, ids: Sequence[str], access: Access) -> list[Chunk]:
        """The chunks of those ids that the asker may read, in the order of the ids. They are shared
        between calls: not to be changed."""
        if access.nothing is not None or not ids:
            return []
        return [chunk for chunk in self.rows.chunks(ids) if access.allows(FilterRow.of(chunk))]

    def outlines(self, ids: Sequence[str], access: Access) -> list[Outline]:
        """What ranking needs to know of the rows of those ids that the asker may read."""
        return [] if access.nothing is not None else self.rows.outlines(ids, access)

    def siblings(self, key: str, path: str, access: Access) -> list[Chunk]:
        """All parts of the unit at `path` in the document `key` ('collection/doc_id'), in order."""
        documents = access.scope.doc_keys
        if access.nothing is not None or (documents is not None and key not in documents):
            return []
        inside = Access(access.principal, replace(access.scope, doc_keys=frozenset({key})))
        allowed = [chunk for chunk in self.rows.unit(path, inside) if inside.allows(FilterRow.of(chunk))]
        return sorted(allowed, key=lambda chunk: (chunk.seq, chunk.part))

    def catalogue(self, access: Access) -> list[DocumentFacts]:
        """Facts of the documents that the asker may read."""
        if access.nothing is not None:
            return []
        return list(compress(self.documents, self._documents.passing(access.known)))
