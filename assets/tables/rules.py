"""Lines drawn on a page: what rules a table, from a PDF page's drawings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pymupdf

_THICK = 3.5
"""Points: a filled box thinner than this is a line."""
_SHORT = 4.0
"""Points: a shorter line rules nothing."""
_NEAR = 2.5
"""Points between two lines that are drawn as one."""
_MANY, _MANY_LINES = 20_000, 2_000
"""More strokes, or more lines after joining them, are a drawing, no table."""
_BORDER = 16
"""Sides of a filled shape that is the border of a cell at most; a chart's curve has hundreds."""


@dataclass(slots=True)
class Rules:
    """Lines as (position, from, to): y, x0, x1 for horizontal ones, x, y0, y1 for vertical ones; points,
    display space, sorted."""

    horizontal: list[tuple[float, float, float]] = field(default_factory=list)
    vertical: list[tuple[float, float, float]] = field(default_factory=list)


def page_rules(page: Any) -> Rules:
    """The straight lines and thin boxes of a page, pieces of one line joined; where there are none, the edges
    of coloured grounds. `find_tables` of PyMuPDF gives
    the same and the cells as well, but takes 150 ms a page where reading it takes 4."""
    drawn, shaded = Rules(), Rules()
    matrix = page.rotation_matrix if page.rotation else None
    for path in page.get_cdrawings():
        for box, line in _strokes(path):
            if matrix is not None:
                rect = pymupdf.Rect(box) * matrix
                box = (rect.x0, rect.y0, rect.x1, rect.y1)
            x0, y0, x1, y1 = box
            rules = drawn if line else shaded
            if y1 - y0 <= _THICK and x1 - x0 >= _SHORT:
                rules.horizontal.append(((y0 + y1) / 2, x0, x1))
            elif x1 - x0 <= _THICK and y1 - y0 >= _SHORT:
                rules.vertical.append(((x0 + x1) / 2, y0, y1))
        if sum(map(len, (drawn.horizontal, drawn.vertical, shaded.horizontal))) > _MANY:
            return Rules()
    if len(drawn.vertical) < 2 and len(shaded.vertical) > 3:
        drawn.horizontal += shaded.horizontal
        drawn.vertical += shaded.vertical
    across, down = _joined(drawn.horizontal), _joined(drawn.vertical)
    return Rules(across, down) if max(len(across), len(down)) <= _MANY_LINES else Rules()


Box = tuple[float, float, float, float]


def _strokes(path: dict[str, Any]) -> Iterable[tuple[Box, bool]]:
    """The lines of a path as boxes, and the sides of its boxes; False where these are but the edges of a
    coloured ground."""
    ground = path["type"] == "f"
    if ground and path.get("fill") == (1.0, 1.0, 1.0):
        return
    lines: list[Box] = []
    for item in path.get("items", ()):
        if item[0] == "l":
            (ax, ay), (bx, by) = item[1], item[2]
            lines.append((min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))
        elif item[0] in ("re", "qu"):
            corners = item[1] if item[0] == "re" else [*item[1][0], *item[1][3]]
            x0, x1 = sorted((corners[0], corners[2]))
            y0, y1 = sorted((corners[1], corners[3]))
            if x1 - x0 <= _THICK or y1 - y0 <= _THICK:
                yield (x0, y0, x1, y1), True
            else:
                for side in ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)):
                    yield side, not ground
    if not ground or len(lines) <= _BORDER:
        for line in lines:
            yield line, not ground or any(_thin(line, other) for other in lines)


def _thin(a: Box, b: Box) -> bool:
    """Two sides of a line that is drawn as a thin filled shape, as browsers print the borders of cells."""
    for low, high in ((0, 2), (1, 3)):
        along = 1 - low
        if a[high] - a[low] > _SHORT and b[high] - b[low] > _SHORT:
            return 0 < abs(a[along] - b[along]) <= _THICK and min(a[high], b[high]) > max(a[low], b[low])
    return False


def _joined(lines: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Pieces of one line as one."""
    out: list[tuple[float, float, float]] = []
    level: list[tuple[float, float, float]] = []
    for line in sorted(lines):
        if level and line[0] - level[0][0] > _NEAR:
            out += _level(level)
            level = []
        level.append(line)
    return out + _level(level)


def _level(lines: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    out: list[list[float]] = []
    for at, start, end in sorted(lines, key=lambda line: line[1]):
        if out and start <= out[-1][2] + _NEAR:
            out[-1][2] = max(out[-1][2], end)
        else:
            out.append([at, start, end])
    return [(at, start, end) for at, start, end in out]
