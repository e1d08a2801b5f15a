"""A table in groups of rows that each fit: rows are whole, and each group can be read with the header."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from assets.tables.model import SEPARATOR, Row, Table

Group = tuple[int, int]
"""First row and the row behind the last."""


def header_text(table: Table) -> str:
    """The header as lines of text, cells joined; empty where the table has none."""
    return "\n".join(SEPARATOR.join(row.texts) for row in table.header)


def runs_of_rows(rows: Sequence[Row], text: str) -> list[Group]:
    """Rows between which nothing else stands in the text: a footnote at the foot of a page ends a run."""
    broken = [0]
    for above, row in pairwise(rows):
        broken.append(broken[-1] + bool(text[above.end : row.start].strip()))
    found = []
    for _, group in groupby(range(len(rows)), key=broken.__getitem__):
        members = list(group)
        found.append((members[0], members[-1] + 1))
    return found


def row_groups(sizes: Sequence[int], room: int, first: int = 0) -> list[Group]:
    """Groups of consecutive rows of at most `room` tokens together, each row's `sizes` given; `first` tokens
    are taken in the first group already. A row that does not fit alone is a group of its own."""
    groups: list[Group] = []
    start, filled = 0, first
    for i, size in enumerate(sizes):
        if i > start and filled + size > room:
            groups.append((start, i))
            start, filled = i, 0
        filled += size
    return [*groups, (start, len(sizes))] if sizes else groups
