"""A table that goes on at the top of the next page, however few its rows are there."""

from __future__ import annotations

from collections.abc import Sequence

from assets.tables.bands import FAR, Band, size_of, space_between
from assets.tables.columns import (
    HEADINGS,
    column_of,
    goes_on,
    in_columns,
    inner_space,
    separators,
    span_headings,
)
from assets.tables.model import FoundTable, Placed
from assets.tables.rows import split_rows
from assets.tables.rules import Rules


def continued(page: Sequence[Band], above: FoundTable, rules: Rules) -> FoundTable | None:
    """Rows at the top of a page that stand in the columns of the table `above`, or say its header again; None
    where there are none. Running heads come before them; a line that runs over the columns ends them."""
    places = _alignments(above)
    heads = {_plain(row.runs) for row in above.rows[:HEADINGS]}

    def belongs(band: Band) -> bool:
        return _plain([run for cell in band for run in cell]) in heads or _fits(band, above.edges, places)

    first = next((i for i, band in enumerate(page[:_HEAD]) if len(band) > 1 and belongs(band)), None)
    if first is None:
        return None
    while first and len(page[first - 1]) == 1 and belongs(page[first - 1]):
        if space_between(page[first - 1], page[first]) > 0.6 * size_of(page[first]):
            break
        first -= 1
    stop = first
    while stop < len(page) and belongs(page[stop]):
        if stop > first and space_between(page[stop - 1], page[stop]) > FAR * size_of(page[stop]):
            break
        stop += 1
    block = list(page[first:stop])
    while len(block) > 1 and len(block[-1]) == 1 and not _wrapped_end(block):
        block.pop()
    lines = in_columns(block, above.edges)
    span_headings(lines, above.edges)
    left, right = above.edges[0][0], above.edges[-1][1]
    rows, header = split_rows(lines, len(above.edges), separators(block, rules, left, right))
    return FoundTable(rows, above.edges, header=header)


def _plain(runs: Sequence[Placed]) -> str:
    return "".join("".join(run.text for run in runs).lower().split())


_HEAD = 7
"""Lines at the top of a page among which a table's next rows begin."""


def _wrapped_end(block: Sequence[Band]) -> bool:
    """The last line is the wrapped rest of a cell."""
    return goes_on(block, len(block) - 2, inner_space(block[:-1]))


def _alignments(table: FoundTable) -> list[set[int]]:
    """For each column where its cells begin, end and have their middle, in points."""
    places: list[set[int]] = [set() for _ in table.edges]
    for row in table.rows:
        for cell in row.cells:
            if cell.runs and cell.span == 1:
                x0, x1 = min(run.x0 for run in cell.runs), max(run.x1 for run in cell.runs)
                places[cell.column] |= {round(x0), round(x1) + 10_000, round((x0 + x1) / 2) + 20_000}
    return places


def _fits(band: Band, columns: Sequence[tuple[float, float]], places: Sequence[set[int]]) -> bool:
    """Each cell stands in one column, where that column's cells begin, end, or are centred."""
    used = set()
    for cell in band:
        x0, x1 = cell[0].x0, max(run.x1 for run in cell)
        column, span = column_of(columns, x0, x1)
        if span > 1 or column in used:
            return False
        used.add(column)
        marks = (round(x0), round(x1) + 10_000, round((x0 + x1) / 2) + 20_000)
        if not any(mark + d in places[column] for mark in marks for d in (-2, -1, 0, 1, 2)):
            return False
    return True
