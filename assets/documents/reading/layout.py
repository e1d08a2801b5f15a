"""From fragments with boxes to printed lines in reading order: baselines joined, columns told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median


@dataclass(slots=True)
class Fragment:
    """A run of text on one baseline. The box is that of the visible characters, in points, display
    space, origin top left; `bold` says that most letters are bold."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool


@dataclass(slots=True)
class PageLayout:
    lines: list[Fragment]
    """In reading order."""
    columns: bool
    """Some band of the page is set in columns."""


def arrange(fragments: list[Fragment]) -> PageLayout:
    """One page's fragments as lines in reading order, columns one after the other."""
    if len(fragments) < 2:
        return PageLayout(fragments, False)
    fragments.sort(key=_middle)
    gutter = _gutter(fragments)
    if gutter is None:
        return PageLayout(join_baselines(fragments), False)
    lines: list[Fragment] = []
    for full, left, right in _bands(fragments, gutter):
        if not _is_text_columns(left, right, gutter):
            lines += join_baselines(sorted([*left, *right], key=_middle))
        else:
            for upper_left, upper_right in _table_rows(left, right):
                if len(upper_left) == 1 and len(upper_right) == 1:
                    lines += join_baselines([*upper_left, *upper_right])
                else:
                    lines += upper_left
                    lines += arrange(upper_right).lines
        lines += full
    return PageLayout(lines, True)


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
        if gap < -0.5 * min(last.size, fragment.size):
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

_MIN_LINES = 3
"""Fewer lines side by side are a signature block or a title block, not text columns."""


def _gutter(fragments: list[Fragment]) -> float | None:
    """x of the left edge of a right-hand text column, or None where the page has one column."""
    left = min(f.x0 for f in fragments)
    right = max(f.x1 for f in fragments)
    width = right - left
    edge, far = left + 0.3 * width, left + 0.75 * width
    starts = [f for f in fragments if edge < f.x0 < far and len(f.text) > 11]
    if len(starts) < _MIN_LINES:
        return None
    bins = Counter(round(f.x0 / 2) for f in starts)
    best, best_lines = None, 0
    for position, count in sorted(bins.items(), key=lambda item: (-item[1], item[0]))[:4]:
        if count < _MIN_LINES:
            break
        x = position * 2 - 1.5
        lines = sum(
            len(left_side) + len(right_side)
            for _, left_side, right_side in _bands(fragments, x)
            if _is_text_columns(left_side, right_side, x)
        )
        if lines > best_lines:
            best, best_lines = x, lines
    return best


def _bands(
    fragments: Iterable[Fragment], gutter: float
) -> list[tuple[list[Fragment], list[Fragment], list[Fragment]]]:
    """Bands from top to bottom as (the full-width lines that end the band, left part, right part)."""
    bands: list[tuple[list[Fragment], list[Fragment], list[Fragment]]] = []
    left: list[Fragment] = []
    right: list[Fragment] = []
    for fragment in fragments:
        if fragment.x0 >= gutter - 1:
            right.append(fragment)
        elif fragment.x1 <= gutter + 1:
            left.append(fragment)
        else:
            bands.append(([fragment], left, right))
            left, right = [], []
    bands.append(([], left, right))
    return bands


def _is_text_columns(left: list[Fragment], right: list[Fragment], gutter: float) -> bool:
    """Whether two sides of a band are running text: several lines each, words rather than figures,
    lines that mostly fill their column, no hanging numbers or short labels on either side."""
    if len(left) < _MIN_LINES or len(right) < _MIN_LINES:
        return False
    rows_left, rows_right = join_baselines(left), join_baselines(right)
    if len(rows_left) < _MIN_LINES or len(rows_right) < _MIN_LINES:
        return False
    total = max(f.x1 for f in right) - min(f.x0 for f in left)
    if min(f.x0 for f in right) - max(f.x1 for f in left) < 0.6 * median(f.size for f in right):
        return False
    for rows in (rows_left, rows_right):
        width = max(r.x1 for r in rows) - min(r.x0 for r in rows)
        if width < 0.25 * total:
            return False
        if median(r.x1 - r.x0 for r in rows) < 0.5 * width:
            return False
        if sum(r.text.count(" ") + 1 for r in rows) < 3 * len(rows):
            return False
        text = "".join(r.text for r in rows)
        if sum(map(str.isalpha, text)) < 0.6 * len(text):
            return False
    top = max(rows_left[0].y0, rows_right[0].y0)
    bottom = min(rows_left[-1].y1, rows_right[-1].y1)
    shorter = min(rows_left[-1].y1 - rows_left[0].y0, rows_right[-1].y1 - rows_right[0].y0)
    return bottom - top > 0.5 * shorter


def _table_rows(
    left: list[Fragment], right: list[Fragment]
) -> list[tuple[list[Fragment], list[Fragment]]]:
    """Cut two columns where paragraphs start at the same height on both sides again and again: then
    they are a table (or a text in two languages) to be read row by row. Else one row."""
    rows_left, rows_right = join_baselines(left), join_baselines(right)
    starts_left, starts_right = _paragraph_starts(rows_left), _paragraph_starts(rows_right)
    shared = [
        y for y in starts_left if any(abs(y - other) < 0.4 * rows_left[0].size for other in starts_right)
    ]
    if len(shared) < 3 or len(shared) < 0.7 * min(len(starts_left), len(starts_right)):
        return [(rows_left, rows_right)]
    rows: list[tuple[list[Fragment], list[Fragment]]] = []
    edges = [*shared[1:], float("inf")]
    i = j = 0
    for edge in edges:
        a, b = i, j
        while i < len(rows_left) and rows_left[i].y0 < edge - 1:
            i += 1
        while j < len(rows_right) and rows_right[j].y0 < edge - 1:
            j += 1
        rows.append((rows_left[a:i], rows_right[b:j]))
    return rows


def _paragraph_starts(rows: list[Fragment]) -> list[float]:
    starts = [rows[0].y0]
    for above, row in zip(rows, rows[1:], strict=False):
        if row.y0 - above.y1 > 0.35 * row.size:
            starts.append(row.y0)
    return starts
