"""From fragments with boxes to printed lines in reading order: baselines joined, columns told apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from assets.tables.find import find_tables
from assets.tables.model import FoundRow, FoundTable, box
from assets.tables.printed import PageRow
from assets.tables.rules import Rules


@dataclass(slots=True)
class Fragment:
    """A run of text on one baseline. The box is that of the visible characters, in points, display
    space, origin top left; `bold` says that most letters are bold. A row of a table is one fragment."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool
    row: PageRow | None = None


@dataclass(slots=True)
class PageLayout:
    """One page's printed lines."""

    lines: list[Fragment]
    """In reading order."""
    columns: bool
    """Some band of the page is set in columns."""

    @property
    def last_table(self) -> FoundTable | None:
        """The table at the foot of the page, which may go on on the next one."""
        rows = [line.row for line in self.lines[-_FOOT:] if line.row is not None]
        return rows[-1].table if rows else None


def arrange_page(
    fragments: list[Fragment], rules: Callable[[], Rules], above: FoundTable | None = None
) -> PageLayout:
    """One page's fragments as lines in reading order, a table's rows each on one line, its cells joined.
    `rules` gives the lines drawn on the page; it is asked only where the text hints at a table. `above` is
    the table at the foot of the page before."""
    fragments.sort(key=_middle)
    tables = find_tables(fragments, rules, above)
    if tables:
        taken = {id(run) for table in tables for row in table.rows for run in row.runs}
        fragments = [fragment for fragment in fragments if id(fragment) not in taken]
        for table in tables:
            fragments += _printed(table)
    return arrange(fragments)


def _printed(table: FoundTable) -> list[Fragment]:
    """A table's rows as fragments, which no cell that reaches over several rows brings out of order."""
    rows = [_printed_row(table, row) for row in table.rows]
    for row, below in reversed(list(pairwise(rows))):
        row.y0, row.y1 = min(row.y0, below.y0), min(row.y1, below.y1)
    return rows


def _printed_row(table: FoundTable, row: FoundRow) -> Fragment:
    runs = row.runs
    letters = sum(len(run.text) for run in runs)
    bold = sum(len(run.text) for run in runs if run.bold) * 2 > letters
    size = max(runs, key=lambda run: len(run.text)).size
    return Fragment(row.text, *box(runs), size, bold, PageRow(table, row))


def arrange(fragments: list[Fragment]) -> PageLayout:
    """One page's fragments as lines in reading order, columns one after the other."""
    if len(fragments) < 2:
        return PageLayout(fragments, False)
    fragments.sort(key=_middle)
    gutter = _gutter(fragments)
    if gutter is None:
        return PageLayout(join_baselines(fragments), False)
    lines: list[Fragment] = []
    columns = False
    for full, left, right in _bands(fragments, gutter):
        rows = _side_by_side(left, right)
        if rows is None:
            lines += join_baselines(sorted([*left, *right], key=_middle))
        else:
            if len(rows) == 1:
                columns = True
                lines += _across_the_top(*rows[0])
            for left_cell, right_cell in rows:
                if len(left_cell) == 1 and len(right_cell) == 1:
                    lines += join_baselines([*left_cell, *right_cell])
                else:
                    head, body, tail = _overhang(left_cell, right_cell)
                    lines += [*head, *body, *arrange(right_cell).lines, *tail]
        lines += full
    return PageLayout(lines, columns)


def join_baselines(fragments: list[Fragment]) -> list[Fragment]:
    """Fragments sorted by height, those on one baseline joined from left to right."""
    lines: list[Fragment] = []
    row: list[Fragment] = []
    top = bottom = 0.0
    for fragment in fragments:
        y0, y1 = fragment.y0, fragment.y1
        if row:
            shared = (y1 if y1 < bottom else bottom) - (y0 if y0 > top else top)
            if shared * 2 > min(y1 - y0, bottom - top):
                row.append(fragment)
                continue
            if len(row) == 1:
                lines.append(row[0])
            else:
                lines += _joined(row)
        row, top, bottom = [fragment], y0, y1
    if row:
        lines += _joined(row)
    return lines


_FOOT = 8
"""Lines from the foot of a page up in which a table is the page's last: footnotes and a running foot stand
below it."""


def _middle(fragment: Fragment) -> float:
    return fragment.y0 + fragment.y1


def _joined(row: list[Fragment]) -> list[Fragment]:
    if len(row) == 1:
        return row
    row.sort(key=lambda fragment: fragment.x0)
    lines = [row[0]]
    for fragment in row[1:]:
        last = lines[-1]
        gap = fragment.x0 - last.x1
        if gap < -0.5 * min(last.size, fragment.size) or fragment.row or last.row:
            # One over the other: two lines set so close that their boxes overlap, not one baseline.
            lines.append(fragment)
            continue
        letters, more = len(last.text), len(fragment.text)
        lines[-1] = Fragment(
            last.text + ("" if gap < 0.1 * fragment.size else " ") + fragment.text,
            last.x0,
            min(last.y0, fragment.y0),
            fragment.x1,
            max(last.y1, fragment.y1),
            last.size if letters >= more else fragment.size,
            last.bold if letters >= more else fragment.bold,
        )
    if len(lines) > 1:
        lines.sort(key=_middle)
    return lines


# ---------------------------------------------------------------------------------------- columns

_SHORT = 11
"""Characters of a clause number, a label or a figure at most."""
_NUMBER = re.compile(r"\d+(?:\.\d+)*(?=[.)\s])")
_MIN_LINES = 3
"""Fewer lines side by side are neither columns nor a table with wrapped cells."""


def _gutter(fragments: list[Fragment]) -> float | None:
    """x of the left edge of a right-hand text column, or None where the page has one column."""
    left = min(f.x0 for f in fragments)
    right = max(f.x1 for f in fragments)
    width = right - left
    edge, far = left + 0.3 * width, left + 0.75 * width
    starts = [f for f in fragments if edge < f.x0 < far and len(f.text) > _SHORT]
    if len(starts) < _MIN_LINES:
        return None
    bins = Counter(round(f.x0 / 2) for f in fragments if edge < f.x0 < far)
    best, best_lines = None, 0
    for position, count in sorted(bins.items(), key=lambda item: (-item[1], item[0]))[:6]:
        if count < _MIN_LINES:
            break
        x = position * 2 - 1.5
        lines = sum(
            len(left_side) + len(right_side)
            for _, left_side, right_side in _bands(fragments, x)
            if _side_by_side(left_side, right_side) is not None
        )
        if lines > best_lines:
            best, best_lines = x, lines
    return best


Band = tuple[list[Fragment], list[Fragment], list[Fragment]]


def _bands(fragments: Iterable[Fragment], gutter: float) -> list[Band]:
    """Bands from top to bottom as (the full-width line that ends the band, left part, right part)."""
    bands: list[Band] = []
    left: list[Fragment] = []
    right: list[Fragment] = []
    for fragment in fragments:
        if fragment.x0 >= gutter - 1:
            right.append(fragment)
        elif fragment.x1 <= gutter + 1:
            left.append(fragment)
        else:
            bands += _sorted_out(([fragment], left, right))
            left, right = [], []
    return bands + _sorted_out(([], left, right))


def _sorted_out(band: Band) -> list[Band]:
    """A band whose short fragments between left text and gutter are put where they belong: numbers
    that hang before a right-hand column to it, page numbers in the middle to bands of their own."""
    full, left, right = band
    edge = max((f.x1 for f in left if len(f.text) > _SHORT), default=0.0)
    between = [f for f in left if f.x0 >= edge] if edge and right else []
    if not between:
        return [band]
    left = [f for f in left if f.x0 < edge]
    top = min(f.y0 for f in (*left, *right))
    bottom = max(f.y1 for f in (*left, *right))
    above = [f for f in between if f.y1 < top]
    below = [f for f in between if f.y0 > bottom]
    hanging = [f for f in between if f.y1 >= top and f.y0 <= bottom]
    bands: list[Band] = [(above, [], [])] if above else []
    return [*bands, ([*below, *full], left, sorted([*hanging, *right], key=_middle))]


def _across_the_top(left: list[Fragment], right: list[Fragment]) -> list[Fragment]:
    """Take the first line off both columns where it is one line with a blank middle, set far above
    either column: a running head."""
    if len(left) < 2 or len(right) < 2:
        return []
    apart = all(side[1].y0 - side[0].y1 > 1.5 * side[0].size for side in (left, right))
    if not apart or abs(_middle(left[0]) - _middle(right[0])) > left[0].size:
        return []
    return join_baselines([left.pop(0), right.pop(0)])


def _overhang(
    left: list[Fragment], right: list[Fragment]
) -> tuple[list[Fragment], list[Fragment], list[Fragment]]:
    """The left side cut where it stands alone, above or below the right one and set apart by white
    space: short lines of one-column text that happen to end before the gutter."""
    if not left or not right:
        return [], left, []
    first, last = 0, len(left)
    for i in range(1, len(left)):
        space = left[i].y0 - left[i - 1].y1
        if space > 0.8 * left[i].size:
            if left[i - 1].y1 < right[0].y0:
                first = i
            elif left[i].y0 > right[-1].y1:
                last = i
                break
    return left[:first], left[first:last], left[last:]


Rows = list[tuple[list[Fragment], list[Fragment]]]


def _side_by_side(left: list[Fragment], right: list[Fragment]) -> Rows | None:
    """Two sides of a band as cells to be read one after the other: one pair where they are columns of
    text, several where they are a table with wrapped cells (or a text in two languages), None where
    the lines are to be read across: hanging numbers, labels and values, figures, signatures."""
    if len(left) < _MIN_LINES or len(right) < _MIN_LINES:
        return None
    rows_left, rows_right = join_baselines(left), join_baselines(right)
    if len(rows_left) < _MIN_LINES or len(rows_right) < _MIN_LINES:
        return None
    total = max(f.x1 for f in right) - min(f.x0 for f in left)
    if min(f.x0 for f in right) - max(f.x1 for f in left) < 0.6 * median(f.size for f in right):
        return None
    for rows in (rows_left, rows_right):
        width = max(r.x1 for r in rows) - min(r.x0 for r in rows)
        if width < 0.2 * total or sum(r.text.count(" ") + 1 for r in rows) < 3 * len(rows):
            return None
        text = "".join(r.text for r in rows)
        if sum(map(str.isalpha, text)) < 0.6 * len(text):
            return None
    top = max(rows_left[0].y0, rows_right[0].y0)
    bottom = min(rows_left[-1].y1, rows_right[-1].y1)
    shorter = min(rows_left[-1].y1 - rows_left[0].y0, rows_right[-1].y1 - rows_right[0].y0)
    if bottom - top < 0.5 * shorter:
        return None
    cells = _table_rows(rows_left, rows_right)
    if cells:
        return cells
    if len(left) * 2 > len(rows_left) * 3:
        return None  # many cells a line: part of a wide table
    if _filled(rows_left) and _filled(rows_right):
        return [(rows_left, rows_right)]
    return None


def _filled(rows: list[Fragment]) -> bool:
    """Running text fills its column: most lines reach far to the right, at four words a line."""
    left = min(r.x0 for r in rows)
    width = max(r.x1 for r in rows) - left
    long = sum(r.x1 - left > 0.75 * width and r.x1 - r.x0 > 0.4 * width for r in rows)
    words = sum(r.text.count(" ") + 1 for r in rows)
    return len(rows) > _MIN_LINES and long * 2 >= len(rows) and words > 4 * len(rows)


def _table_rows(rows_left: list[Fragment], rows_right: list[Fragment]) -> Rows | None:
    """Cut two sides where paragraphs start at the same height on both again and again; None where
    they do not, or where no row has a wrapped cell on both sides."""
    starts_left, starts_right = _paragraph_starts(rows_left), _paragraph_starts(rows_right)
    near = 0.4 * rows_left[0].size
    shared = [y for y in starts_left if any(abs(y - other) < near for other in starts_right)]
    if len(shared) < 3 or len(shared) < 0.7 * max(len(starts_left), len(starts_right)):
        return None
    numbers_left, numbers_right = _numbers(rows_left, starts_left), _numbers(rows_right, starts_right)
    if numbers_left and numbers_right and numbers_left[0] != numbers_right[0]:
        return None  # clauses 1, 2, 3 beside clauses 4, 5, 6; in two languages they are the same
    rows: Rows = []
    i = j = 0
    for edge in [*shared[1:], float("inf")]:
        a, b = i, j
        while i < len(rows_left) and rows_left[i].y0 < edge - near:
            i += 1
        while j < len(rows_right) and rows_right[j].y0 < edge - near:
            j += 1
        rows.append((rows_left[a:i], rows_right[b:j]))
    if any(len(_paragraph_starts(cell)) > 1 for cell, _ in rows if cell):
        return None  # labels of which several stand beside one text: to be read across
    return rows if any(len(cell) > 1 and len(other) > 1 for cell, other in rows) else None


def _numbers(rows: list[Fragment], starts: list[float]) -> list[str]:
    """The clause numbers with which a side's paragraphs start; none if they mostly have none."""
    begins = set(starts)
    found = [match[0] for row in rows if row.y0 in begins and (match := _NUMBER.match(row.text))]
    return found if len(found) * 2 > len(starts) else []


def _paragraph_starts(rows: list[Fragment]) -> list[float]:
    starts = [rows[0].y0]
    for above, row in pairwise(rows):
        if row.y0 - above.y1 > 0.35 * row.size:
            starts.append(row.y0)
    return starts
