"""Whether what search reads holds the same rows as the table of record, for checks and the doctor."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from resources.index import Index
from resources.search.access import doc_key


@dataclass(frozen=True)
class Parity:
    """What was compared. All lists are empty and `problems` too where all is well."""

    rows: int
    entries: int
    """Rows that search reads."""
    missing: list[str]
    """Ids of rows of the table that search does not see."""
    orphans: list[str]
    """Ids that search sees and the table does not hold."""
    repeated: list[str]
    """Ids that stand on more than one row."""
    unknown_documents: list[str]
    """Doc keys of rows whose document has no facts."""
    unindexed: int
    """Rows that a scalar index does not cover yet: found, but slowly."""

    @property
    def problems(self) -> list[str]:
        """One line for each thing that is wrong, with the mend."""
        found = [
            (self.missing, "rows are not seen by search"),
            (self.orphans, "rows are seen by search and stand in no table"),
            (self.repeated, "ids stand more than once"),
            (self.unknown_documents, "documents have rows but no facts"),
        ]
        lines = [
            f"{len(ids)} {what} ({', '.join(ids[:3])} ...): publish the collection again"
            for ids, what in found
            if ids
        ]
        if self.unindexed:
            lines.append(f"{self.unindexed} rows are not covered by a scalar index: publish once more")
        return lines


def parity(index: Index) -> Parity:
    """Compares the table's rows with those that search sees by id, and with the facts."""
    table = index.table.everything(["id", "doc_key"])
    rows: Counter[str] = Counter(table["id"].to_pylist())
    entries = Counter(index.rows.ids())
    known = {doc_key(facts.collection, facts.doc_id) for facts in index.documents}
    return Parity(
        rows=len(table),
        entries=sum(entries.values()),
        missing=sorted(rows.keys() - entries.keys()),
        orphans=sorted(entries.keys() - rows.keys()),
        repeated=sorted(
            {row_id for found in (rows, entries) for row_id, times in found.items() if times > 1}
        ),
        unknown_documents=sorted(set(table["doc_key"].to_pylist()) - known),
        unindexed=index.table.unindexed(),
    )
