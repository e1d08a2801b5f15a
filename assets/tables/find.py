"""Tables on a page: ruled ones by their grid, others by their columns; what only looks like one kept out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from assets.tables.bands import CELL_GAP, bands
from assets.tables.columns import unruled_tables
from assets.tables.content import (
    counts_up,
    is_clause_label,
    is_contents,
    is_figure,
    is_label,
    is_value,
    signatures,
    words,
)
from assets.tables.grid import ruled_tables
from assets.tables.model import FoundTable, Placed
from assets.tables.over_page import continued
from assets.tables.rules import Rules

_HINTS = 2
"""Baselines with cells apart, without which a page is not looked at."""
_PLAIN = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_PROSE = 25
"""Words in a ruled cell from which on it is running text."""
_LONG = 10
"""The same without rules: a column of longer cells is a page's other column of text."""


def find_tables(
    runs: Sequence[Placed], rules: Callable[[], Rules], above: FoundTable | None = None
) -> list[FoundTable]:
    """The tables of a page from top to bottom. `runs` are sorted by their middle height; `rules` is asked
    for the page's lines only where its text hints at a table. `above` is the table at the foot of the page
    before: lines at the top that stand in its columns are its next rows, however few they are."""
    if above is None and not _hints(runs):
        return []
    drawn = rules()
    found = [table for table in ruled_tables(runs, drawn) if _is_ruled_table(table)]
    rest = _without(runs, found)
    more = None if above is None else continued(bands(rest), above, drawn)
    if more is not None and _is_next(more, found):
        found.append(more)
        rest = _without(rest, [more])
    found += [table for table in unruled_tables(bands(rest), drawn) if _is_table(table)]
    return sorted(found, key=lambda table: table.rows[0].runs[0].y0)


def _is_next(more: FoundTable, ruled: Sequence[FoundTable]) -> bool:
    """Rows in the columns of the page before stand over every other table, and are no table of contents."""
    first = not ruled or more.rows[0].runs[0].y0 < ruled[0].rows[0].runs[0].y0
    return first and not is_contents([[cell.text for cell in row.cells] for row in more.rows])


def _without(runs: Sequence[Placed], tables: Sequence[FoundTable]) -> Sequence[Placed]:
    taken = {id(run) for table in tables for row in table.rows for run in row.runs}
    return [run for run in runs if id(run) not in taken] if taken else runs


def _hints(runs: Sequence[Placed]) -> bool:
    """Whether some baselines hold cells far apart that are not just a number before its clause."""
    found = 0
    for above, run in pairwise(runs):
        if min(above.y1, run.y1) - max(above.y0, run.y0) > 0.5 * (run.y1 - run.y0):
            left, right = (above, run) if above.x0 < run.x0 else (run, above)
            if right.x0 - left.x1 > CELL_GAP * run.size and not (len(left.text) < 9 and is_label(left.text)):
                found += 1
                if found >= _HINTS:
                    return True
    return False


def _columns(table: FoundTable) -> list[list[str]]:
    """The texts of each column, cells over several columns left out."""
    columns: list[list[str]] = [[] for _ in table.edges]
    for row in table.rows:
        for cell in row.cells:
            if cell.span == 1 and cell.runs:
                columns[cell.column].append(cell.text)
    return columns


def _is_ruled_table(table: FoundTable) -> bool:
    """Lines are strong evidence; numbered clauses set in a frame and texts side by side are still none."""
    columns = [texts for texts in _columns(table) if texts]
    filled = sum(sum(bool(cell.runs) for cell in row.cells) > 1 for row in table.rows)
    if len(columns) < 2 or filled < 2 or filled * 2 < len(table.rows):
        return False
    kept = _without_labels(columns)
    if len(kept) < 2:
        long = any(sum(map(words, texts)) > 8 * len(texts) for texts in kept)
        return not long
    prose = sum(sum(map(words, texts)) > _PROSE * len(texts) for texts in kept)
    return prose < 2 and prose * 2 < len(kept) + 1


def _without_labels(columns: list[list[str]]) -> list[list[str]]:
    """Columns but for clause numbers and bullets."""
    kept = [
        texts
        for texts in columns
        if sum(map(is_clause_label, texts)) < 0.6 * len(texts) and not counts_up(texts)
    ]
    while kept and sum(map(is_label, kept[0])) >= 0.6 * len(kept[0]):
        kept.pop(0)
    return kept


def _is_chart(table: FoundTable) -> bool:
    """Numbers along the axes of a chart: no words to the rows, or most of the figures in even steps."""
    rows = [[cell.text for cell in row.cells if cell.runs] for row in table.rows]
    worded = sum(any(words(text) and not is_value(text) for text in row) for row in rows)
    if worded * 3 < len(rows) and not all(words(text) for text in rows[0]):
        return True
    if worded * 2 > len(rows):
        return False
    stepped = 0
    for texts in _columns(table):
        figures = [float(text.replace(",", "")) for text in texts if _PLAIN.fullmatch(text)]
        steps = [round(b - a, 6) for a, b in pairwise(figures)]
        if len(steps) > 2 and len(set(steps)) == 1 and steps[0]:
            stepped += len(figures)
    return stepped * 2 > sum(map(len, rows))


def _is_table(table: FoundTable) -> bool:
    """Columns of text alone make no table: one must hold values, or there must be three of short cells."""
    rows = [[cell.text for cell in row.cells] for row in table.rows]
    columns = _columns(table)
    if len(rows) < 3 or any(not texts for texts in columns[:1]):
        return False
    lines = [" ".join(row) for row in rows]
    if signatures(lines) * 4 > len(rows) or is_contents(rows):
        return False
    kept = _without_labels([texts for texts in columns if texts])
    if len(kept) < 2:
        return False
    keys = sum(text.rstrip().endswith(":") for text in kept[0])
    if keys * 2 > len(kept[0]):
        return False  # names of fields, each with what is filled in
    if _is_chart(table):
        return False
    several = sum(sum(map(bool, row)) > 1 for row in rows)
    if several < 2 or several * 2 < len(rows):
        return False
    valued = [
        texts
        for texts in kept[1:]
        if sum(map(is_value, texts)) >= 0.6 * len(texts) and sum(map(is_figure, texts)) > 1
    ]
    if valued:
        return all(sum(map(words, texts)) < _LONG * len(texts) for texts in kept)
    short = all(sum(map(words, texts)) <= 5 * len(texts) for texts in kept)
    full = sum(sum(map(bool, row)) > len(columns) / 2 for row in rows) >= 0.7 * len(rows)
    return len(kept) > 2 and short and full and table.header > 0
