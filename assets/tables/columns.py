"""Tables without rules: rows of cells that keep the same white strips between them from row to row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from statistics import median

from assets.tables.bands import FAR, Band, aligned, size_of, space_between, text_of, x0_of, x1_of
from assets.tables.content import is_clause_label, is_figure, words
from assets.tables.model import FoundTable
from assets.tables.rows import Line, split_rows
from assets.tables.rules import Rules

_LATELY = 12
"""Lines up to which one looks back to tell that another table begins."""
CLAUSE_WORDS = 6
"""Words behind a clause's number from which on they are its text and no row's name."""
_STRIP = 0.6
"""Ems that a white strip between two columns has at least."""


def unruled_tables(page: Sequence[Band], rules: Rules) -> list[FoundTable]:
    """Tables among the lines of a page, found by their columns. What is no table in spite of its columns
    is for `plausible` to say."""
    return [table for block in _blocks(page) if (table := _table(block, rules)) is not None]


def _blocks(page: Sequence[Band]) -> list[list[Band]]:
    """Stretches of lines that share a white strip, ended by white space or by a line over all of it."""
    blocks: list[list[Band]] = []
    block: list[Band] = []
    free: list[tuple[float, float]] = []
    for band in page:
        if block and space_between(block[-1], band) > FAR * band[0][0].size:
            blocks.append(block)
            block, free = [], []
        if len(band) > 1:
            gaps = _gaps(band)
            if _begins_another(block, band):
                blocks.append(block)
                block, free = [], []
            shared = _shared(free, gaps, size_of(band)) if free else gaps
            if shared:
                block.append(band)
                free = _shared_or_new(free, gaps, size_of(band), block)
            else:
                blocks.append(block)
                block, free = [band], gaps
        elif block or band:
            crossed = [strip for strip in free if not (x0_of(band) < strip[0] and strip[1] < x1_of(band))]
            if free and not crossed:
                # A line over every strip: text below the table, or a heading between its rows.
                blocks.append(block)
                block, free = [], []
            block.append(band)
    blocks.append(block)
    return [trimmed for block in blocks if len(trimmed := _trimmed(block)) > 2]


def _begins_another(block: Sequence[Band], band: Band) -> bool:
    """A header below rows, so that another table begins here: bold where they are not, or names that stand
    in none of the columns above."""
    rows = [above for above in block[-_LATELY:] if len(above) > 1]
    if len(rows) < 3 or any(is_figure(text_of(cell)) for cell in band):
        return False
    bold = all(run.bold for cell in band for run in cell)
    if bold and not any(run.bold for run in rows[-1][0]):
        return len(band) >= max(2, len(rows[-1]) - 1)
    placed = sum(any(aligned(cell, other) for above in rows[-3:] for other in above) for cell in band[1:])
    return placed * 2 < len(band) - 1 and all(words(text_of(cell)) for cell in band)


def _gaps(band: Band) -> list[tuple[float, float]]:
    return [(max(run.x1 for run in a), b[0].x0) for a, b in pairwise(band)]


def _shared(
    strips: Sequence[tuple[float, float]], gaps: Sequence[tuple[float, float]], size: float
) -> list[tuple[float, float]]:
    found = []
    for a, b in strips:
        for c, d in gaps:
            if min(b, d) - max(a, c) >= _STRIP * size:
                found.append((max(a, c), min(b, d)))
    return found


def _shared_or_new(
    free: list[tuple[float, float]], gaps: list[tuple[float, float]], size: float, block: Sequence[Band]
) -> list[tuple[float, float]]:
    """The strips of a block. A line may have strips that the lines above have none of (they say nothing
    there) and lack some (a heading over several columns)."""
    if not free or len(block) < 2:
        return gaps
    kept = []
    for strip in free:
        meets = [gap for gap in gaps if min(strip[1], gap[1]) - max(strip[0], gap[0]) >= _STRIP * size]
        kept.append((max(strip[0], meets[0][0]), min(strip[1], meets[0][1])) if meets else strip)
    for gap in gaps:
        if not any(min(strip[1], gap[1]) > max(strip[0], gap[0]) for strip in kept):
            kept.append(gap)
    return sorted(kept)


def _trimmed(block: list[Band]) -> list[Band]:
    """Without lines of one cell at its ends, but for headings that stand over inner columns and for what
    goes on in a cell of the last row."""
    many = [i for i, band in enumerate(block) if len(band) > 1]
    while many and _opens_clause(block[many[0]]):
        many.pop(0)
    while many and _opens_clause(block[many[-1]]):
        block = block[: many.pop()]
    if len(many) < 2:
        return []
    first, last = many[0], many[-1]
    strip = min(gap[0] for i in many for gap in _gaps(block[i]))
    while (
        first
        and x0_of(block[first - 1]) > strip
        and space_between(block[first - 1], block[first]) < size_of(block[first])
    ):
        first -= 1
    pitch = inner_space(block[first : last + 1])
    while last + 1 < len(block) and goes_on(block, last, pitch):
        last += 1
    return block[first : last + 1]


def _opens_clause(band: Band) -> bool:
    """A clause's number and its first line, above a table or below it: no row."""
    return len(band) == 2 and is_clause_label(text_of(band[0])) and words(text_of(band[1])) >= CLAUSE_WORDS


def inner_space(block: Sequence[Band]) -> float:
    """The least usual white space between two lines."""
    spaces = sorted(space_between(a, b) for a, b in pairwise(block))
    return spaces[len(spaces) // 4] if spaces else 0.0


def goes_on(block: Sequence[Band], last: int, pitch: float) -> bool:
    """The line below the last row is the wrapped rest of one of its cells."""
    band, above = block[last + 1], block[last]
    space, size = space_between(above, band), size_of(band)
    if space > pitch + 0.25 * size or abs(size - size_of(above)) > 0.6:
        return False
    text = " ".join(run.text for run in band[0]).strip()
    cell = next((c for c in above if aligned(c, band[0])), None)
    if cell is None:
        return False
    return (x0_of(band) > x0_of(above) + 1 or text[:1].islower()) and x1_of(band) <= max(
        max(run.x1 for run in cell) + 4 * size, 0
    )


def _strips(block: Sequence[Band]) -> list[tuple[float, float]]:
    """White strips from top to bottom of a block, but for a few lines that run over them: headings over
    several columns, and text that is longer than its column."""
    many = [band for band in block if len(band) > 1]
    intervals = [[(c[0].x0, max(run.x1 for run in c)) for c in band] for band in many]
    size = median(size_of(band) for band in many)
    allowed = len(many) // 6 if len(many) > 3 else 0
    # Headings over several columns stand at the top: the first lines may run over a strip.
    body = intervals[2 if len(intervals) > 5 else 1 if len(intervals) > 3 else 0 :]
    steps = Counter({x: 0 for row in intervals for cell in row for x in cell})
    for row in body:
        for x0, x1 in row:
            steps[x0] += 1
            steps[x1] -= 1
    strips: list[tuple[float, float]] = []
    points = sorted(steps)
    for (left, right), covering in zip(pairwise(points), accumulate(steps[x] for x in points), strict=False):
        if covering > allowed:
            continue
        if strips and strips[-1][1] == left:
            strips[-1] = (strips[-1][0], right)
        else:
            strips.append((left, right))
    found = []
    for a, b in strips:
        if b - a < _STRIP * size * 0.7:
            continue
        middle = (a + b) / 2
        both = sum(
            any(x1 <= middle for _, x1 in row) and any(x0 >= middle for x0, _ in row) for row in intervals
        )
        if both * 2 >= len(intervals) or both >= 3:
            found.append((a, b))
    return found


def column_of(columns: Sequence[tuple[float, float]], x0: float, x1: float) -> tuple[int, int]:
    """First column and number of columns that a run over x0 .. x1 stands in."""
    touched = [i for i, (a, b) in enumerate(columns) if min(b, x1) - max(a, x0) > 0.3 * min(b - a, x1 - x0)]
    if not touched:
        centre = (x0 + x1) / 2
        touched = [min(range(len(columns)), key=lambda i: abs(sum(columns[i]) / 2 - centre))]
    return touched[0], touched[-1] - touched[0] + 1


def _table(block: list[Band], rules: Rules) -> FoundTable | None:
    strips = _strips(block)
    if not strips:
        return None
    left = min(x0_of(band) for band in block)
    right = max(x1_of(band) for band in block)
    inner = [(a + b) / 2 for a, b in strips]
    bounds = [left - 1, *inner, right + 1]
    columns = _tight(block, list(pairwise(bounds)))
    lines = in_columns(block, columns)
    span_headings(lines, columns)
    ys = separators(block, rules, left, right)
    rows, header = split_rows(lines, len(columns), ys)
    return FoundTable(rows, columns, header=header)


def in_columns(block: Sequence[Band], columns: Sequence[tuple[float, float]]) -> list[Line]:
    """Lines with the columns that each of their cells stands in."""
    return [
        [(*column_of(columns, c[0].x0, max(run.x1 for run in c)), list(c)) for c in band] for band in block
    ]


def span_headings(lines: list[Line], columns: Sequence[tuple[float, float]]) -> None:
    """Headings set over the middle of several columns reach over those columns."""
    for line in lines[:HEADINGS]:
        if len(line) > len(columns) - 2 or any(is_figure(text_of(runs)) for _, _, runs in line):
            return
        for k, (column, _, runs) in enumerate(line):
            stop = line[k + 1][0] if k + 1 < len(line) else len(columns)
            centre = (runs[0].x0 + max(run.x1 for run in runs)) / 2
            near = [
                (abs((columns[i][0] + columns[j][1]) / 2 - centre), j - i, i)
                for i in range(max(0, column - 2), min(column + 2, len(columns)))
                for j in range(i, len(columns))
                if j < stop or k + 1 == len(line)
            ]
            if not near:
                continue  # the next cell stands further to the left: runs of a drawing, no headings
            off, more, first = min(near)
            alone = abs(sum(columns[column]) / 2 - centre)
            if (
                more
                and off < 6
                and alone > off + 4
                and (k == 0 or first > line[k - 1][0] + line[k - 1][1] - 1)
            ):
                line[k] = (first, more + 1, runs)


HEADINGS = 3
"""Lines at the top of a table among which headings over several columns stand."""


def _tight(block: Sequence[Band], bounds: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Each column from the left edge of its cells to their right edge."""
    found = []
    for a, b in bounds:
        own = [c for band in block for c in band if a <= c[0].x0 and c[-1].x1 <= b]
        if own:
            found.append((min(c[0].x0 for c in own), max(run.x1 for c in own for run in c)))
        else:
            found.append((a, b))
    return found


def separators(block: Sequence[Band], rules: Rules, left: float, right: float) -> list[float]:
    """Heights of the rules between the block's lines."""
    top = min(run.y0 for cell in block[0] for run in cell)
    bottom = max(run.y1 for cell in block[-1] for run in cell)
    return [
        y
        for y, x0, x1 in rules.horizontal
        if top + 2 < y < bottom - 2 and min(x1, right) - max(x0, left) > 0.6 * (right - left)
    ]
