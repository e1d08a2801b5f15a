"""One index version on disk: chunk rows and vectors (Lance), words (tantivy), facts; built and asked."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from resources import facts as facts_table
from resources.facts import DocumentFacts
from resources.governing import govern
from resources.keywords import KeywordIndex, KeywordQuery
from resources.record import Chunk, from_rows
from resources.resident import ResidentTable
from resources.search.access import Access, FilterRow, sql_text
from resources.store import StoreError
from resources.vectors import ChunkTable, rows_with_vectors

RESIDENT_ROWS = 50_000
"""Up to here rows are kept in memory (some 200 MB at the most) and a filtered search takes 0.1 ms
instead of Lance's 6 ms; above, Lance answers."""

LANCE, KEYWORDS, FACTS = "lance", "keywords", "facts.parquet"


def build_index(directory: Path, chunks: pa.Table, vectors: npt.NDArray[np.float32], facts: pa.Table) -> None:
    """Writes a candidate index of one collection into a new directory, or into none: it is built
    beside and moved into place. vectors: (n, d), row i belongs to chunk i. When each chunk governs is
    decided here, from chunks and facts. Raises FileExistsError."""
    if directory.exists():
        raise FileExistsError(f"{directory} is already there: an index is never written over")
    building = directory.with_name(f"{directory.name}.building-{os.getpid()}")
    shutil.rmtree(building, ignore_errors=True)  # left by a stopped process of the same number
    ruled = govern(chunks, facts)
    chunks, facts = ruled.chunks, ruled.facts
    ChunkTable.create(building / LANCE, rows_with_vectors(chunks, vectors)).index()
    KeywordIndex.create(building / KEYWORDS).update(chunks)
    pq.write_table(facts, building / FACTS, compression="zstd")
    building.replace(directory)


class Index:
    """One version of an index, open for questions. Every method filters by the access given to it
    before it looks, and tests each row again before it returns it."""

    def __init__(
        self,
        table: ChunkTable,
        keywords: KeywordIndex,
        facts: pa.Table,
        resident_rows: int = RESIDENT_ROWS,
        only: str | None = None,
    ) -> None:
        """only: the one collection that will be asked for, so that no other is kept in memory."""
        self.table = table
        self.keywords = keywords
        self.facts = facts
        documents: list[DocumentFacts] = facts_table.from_table(facts)
        self.documents = sorted(documents, key=lambda facts: (facts.collection, facts.doc_id))
        where = None if only is None else f"collection = {sql_text(only)}"
        small = table.count(where) <= resident_rows
        rows = (table.everything() if where is None else table.rows(where)) if small else None
        self._resident = None if rows is None else ResidentTable(rows)

    @classmethod
    def open_candidate(cls, directory: Path, resident_rows: int = RESIDENT_ROWS) -> Index:
        """A candidate as `build_index` wrote it. Raises StoreError where it is damaged."""
        try:
            return cls(
                ChunkTable(directory / LANCE),
                KeywordIndex(directory / KEYWORDS),
                pq.read_table(directory / FACTS, partitioning=None),
                resident_rows,
            )
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            reason = " ".join(str(error).split())[:120]
            raise StoreError(f"{directory} cannot be read ({reason}): delete it and run again") from None

    def count(self) -> int:
        """Rows in the index, whoever may read them."""
        return self.table.count()

    def vector_hits(
        self, vector: npt.NDArray[np.float32], access: Access, limit: int
    ) -> list[tuple[str, float]]:
        """(id, cosine similarity) of the nearest rows. vector: (d,) or (1, d), a unit vector; one of
        zeros is near to nothing."""
        flat = np.asarray(vector, dtype=np.float32).reshape(-1)
        if access.nothing is not None or not flat.any():
            return []
        return (self._resident or self.table).search(flat, access, limit)

    def keyword_hits(self, query: KeywordQuery, access: Access, limit: int) -> list[tuple[str, float]]:
        """(id, BM25 score) of the best rows. Of all figures behind a score, none counts a row that the
        asker may not read (but see `KeywordIndex.search` for tables that are not kept in memory)."""
        if access.nothing is not None:
            return []
        if self._resident is not None:
            return self._resident.keyword_search(query, access, limit)
        return self.keywords.search(query, access, limit)

    def lookup(self, references: Iterable[str], access: Access, limit: int = 100) -> list[str]:
        """Ids of rows that a reference names whole: a path ('12.3', 'A-501/detail-3'), a document's
        id. Case and white space do not count."""
        return self.keywords.lookup(references, access, limit)

    def chunks(self, ids: Sequence[str], access: Access) -> list[Chunk]:
        """The chunks of those ids that the asker may read, in the order of the ids. They are shared
        between calls: not to be changed."""
        if access.nothing is not None or not ids:
            return []
        if self._resident is not None:
            found = self._resident.chunks(ids)
        else:
            by_id = {chunk.id: chunk for chunk in from_rows(self.table.rows_by_id(ids).to_pylist())}
            found = [by_id[row_id] for row_id in ids if row_id in by_id]
        return [chunk for chunk in found if access.allows(FilterRow.of(chunk))]

    def siblings(self, key: str, path: str, access: Access) -> list[Chunk]:
        """All parts of the unit at `path` in the document `key` ('collection/doc_id'), in order."""
        if access.nothing is not None:
            return []
        if self._resident is not None:
            found = self._resident.unit(key, path)
        else:
            where = f"doc_key = {sql_text(key)} AND path = {sql_text(path)}"
            found = from_rows(self.table.rows(where).to_pylist())
        allowed = [chunk for chunk in found if access.allows(FilterRow.of(chunk))]
        return sorted(allowed, key=lambda chunk: (chunk.seq, chunk.part))

    def catalogue(self, access: Access) -> list[DocumentFacts]:
        """Facts of the documents that the asker may read."""
        return [facts for facts in self.documents if access.allows_document(facts)]
