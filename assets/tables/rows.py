"""Printed lines of a table as its rows: wrapped cells joined, by rules, white space and values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assets.tables.bands import text_of
from assets.tables.content import is_figure, is_label, is_value, words
from assets.tables.model import FoundCell, FoundRow, Placed

Line = list[tuple[int, int, list[Placed]]]
"""One printed line as (first column, columns, runs) of its cells."""


def split_rows(
    lines: Sequence[Line], columns: int, separators: Sequence[float] = ()
) -> tuple[list[FoundRow], int]:
    """Printed lines as rows, wrapped cells joined, and how many header rows a rule sets apart. Rules
    between lines divide rows where there are many; then white space does, where rows are set apart by more
    of it than lines; then every line with a value in a column of values begins a row."""
    groups = _by_rules(lines, separators)
    header = 0
    if groups is None:
        above = [line for line in lines if separators and _middle(line) < separators[0]]
        below = lines[len(above) :]
        if above and below and len(above) <= 4:
            head = _by_space(above, columns) or [list(above)]
            header = len(head)
            groups = [*head, *(_by_space(below, columns) or _by_values(below, columns))]
        else:
            groups = _by_space(lines, columns) or _by_values(lines, columns)
    return [_row(group, columns) for group in groups if group], header


def _middle(line: Line) -> float:
    run = line[0][2][0]
    return (run.y0 + run.y1) / 2


def _by_rules(lines: Sequence[Line], separators: Sequence[float]) -> list[list[Line]] | None:
    if len(separators) < 3:
        return None
    groups: list[list[Line]] = [[] for _ in range(len(separators) + 1)]
    for line in lines:
        groups[sum(y < _middle(line) for y in separators)].append(line)
    groups = [group for group in groups if group]
    figures = [
        sum(is_figure(text_of(runs)) for line in group for _, _, runs in line[-1:]) for group in groups
    ]
    return groups if len(groups) > 3 and max(figures) < 2 else None


def _gap(above: Line, below: Line) -> float:
    bottom = max(run.y1 for _, _, runs in above for run in runs)
    return min(run.y0 for _, _, runs in below for run in runs) - bottom


def _by_space(lines: Sequence[Line], columns: int) -> list[list[Line]] | None:
    """Rows set apart by white space; None where all lines follow at the same distance or where the white
    space is not between rows."""
    if len(lines) < 3:
        return None
    size = lines[0][0][2][0].size
    gaps = [_gap(a, b) for a, b in pairwise(lines)]
    low, high = min(gaps), max(gaps)
    if high - low < 0.35 * size:
        return None
    edge = _widest(gaps)
    groups: list[list[Line]] = [[lines[0]]]
    for gap, above, line in zip(gaps, lines, lines[1:], strict=False):
        if gap > edge or any(n > 1 for _, n, _ in above):
            groups.append([])
        groups[-1].append(line)
    if len(groups) < 3:
        return None
    values = _value_columns(lines, columns)
    for group in groups:
        for column in values:
            if sum(c == column and is_value(text_of(runs)) for line in group for c, _, runs in line) > 1:
                return None
    # White space that sets apart groups of rows, not rows: most lines of a group are full.
    full = sum(len(line) > columns / 2 and len(line) > 1 for group in groups for line in group[1:])
    rest = sum(len(group) - 1 for group in groups)
    wrapped = all(len(group) < 3 or _wraps(group) for group in groups)
    return groups if (full * 2 <= rest or wrapped) and (values or wrapped) else None


def _wraps(group: Sequence[Line]) -> bool:
    """The lines of a group read as cells that go on: later lines have no cell that the first has not."""
    first = {c for c, _, _ in group[0]}
    return all({c for c, _, _ in line} <= first for line in group[1:])


def _widest(gaps: Sequence[float]) -> float:
    """Where sorted distances fall into two kinds."""
    levels = sorted(gaps)
    steps = [(b - a, (a + b) / 2) for a, b in pairwise(levels)]
    return max(steps)[1]


def _value_columns(lines: Sequence[Line], columns: int) -> list[int]:
    """Columns behind the first that hold values: they never wrap, so that each value is in a row of its
    own."""
    found = []
    for column in range(1, columns):
        texts = [text_of(runs) for line in lines for c, n, runs in line if c == column and n == 1]
        if len(texts) > 1 and sum(map(is_value, texts)) >= 0.6 * len(texts):
            found.append(column)
    return found


def _by_values(lines: Sequence[Line], columns: int) -> list[list[Line]]:
    """A line with a value in a column of values begins a row. A lone line of text goes on in the row it
    stands nearer to, or where it stands as near to both, in the row above if it reads on."""
    values = _value_columns(lines, columns)
    groups: list[list[Line]] = []
    started = open_below = False
    for i, line in enumerate(lines):
        # Once values have begun, whatever stands in their column ('see note') is a row's own.
        valued = any(c in values and (started or is_value(text_of(runs))) for c, _, runs in line)
        alone = len(line) == 1
        size = line[0][2][0].size
        nearer = 0.0
        if alone and 0 < i < len(lines) - 1:
            nearer = (_gap(lines[i - 1], line) - _gap(line, lines[i + 1])) / size
        if open_below:
            groups[-1].append(line)
            open_below = alone and nearer > _NEARER and not valued
        elif (
            groups
            and alone
            and not valued
            and started
            and nearer > _NEARER
            and _leads(line, lines[i + 1], values)
        ):
            groups.append([line])
            open_below = True
        elif not groups or valued or (not values and not alone):
            groups.append([line])
        elif _continues(groups[-1], line, nearer < -_NEARER) or (
            not started and not alone and _stacked(groups[-1], line)
        ):
            groups[-1].append(line)
        else:
            groups.append([line])
        started = started or valued
    return groups


_NEARER = 0.15
"""Ems of difference between the white space above and below that say where a line belongs."""


def _leads(line: Line, below: Line, values: Sequence[int]) -> bool:
    """The line below goes on in the same cell and has the row's value."""
    same = any(c == line[0][0] and abs(runs[0].x0 - line[0][2][0].x0) < 2 for c, _, runs in below)
    return same and any(c in values and is_value(text_of(runs)) for c, _, runs in below)


def _continues(group: Sequence[Line], line: Line, near: bool = False) -> bool:
    """A line that goes on in cells of the row above, at the distance of wrapped text. `near`: it stands
    nearer to that row than to what follows."""
    above = {c for c, _, _ in group[0]}
    if not {c for c, _, _ in line} <= above or _gap(group[-1], line) > 0.5 * line[0][2][0].size:
        return False
    text = text_of(line[0][2]).strip()
    if line[0][0] == 0 and len(line) == 1 and not near:
        before = next((text_of(runs).strip() for row in reversed(group) for c, _, runs in row if c == 0), "")
        indented = line[0][2][0].x0 > group[0][0][2][0].x0 + 3
        return (
            indented
            or text[:1].islower()
            or text[:1] in "(&"
            or before.endswith((",", "-", "&", "and", "of"))
        )
    return not is_label(text) or words(text) > 0


def _stacked(group: Sequence[Line], line: Line) -> bool:
    return (
        _gap(group[-1], line) < 0.5 * line[0][2][0].size
        and not any(is_figure(text_of(runs)) for _, _, runs in line)
        and all(n == 1 for _, n, _ in group[-1])
    )


def _row(group: Sequence[Line], columns: int) -> FoundRow:
    cells: dict[int, FoundCell] = {}
    for line in group:
        for column, span, runs in line:
            owner = next((c for c in cells.values() if c.column <= column < c.column + c.span), None)
            if owner is None:
                owner = cells[column] = FoundCell(column, span)
            elif column + span > owner.column + owner.span:
                owner.span = column + span - owner.column
            owner.runs += runs
    row: list[FoundCell] = []
    at = 0
    for column in sorted(cells):
        cell = cells[column]
        row += [FoundCell(c) for c in range(at, column)]
        cell.span = max(1, min(cell.span, _next(cells, column, columns) - column))
        row.append(cell)
        at = column + cell.span
    return FoundRow([*row, *(FoundCell(c) for c in range(at, columns))])


def _next(cells: dict[int, FoundCell], column: int, columns: int) -> int:
    return min((c for c in cells if c > column), default=columns)
