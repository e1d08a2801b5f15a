"""Printed lines as baselines of cells: where cells begin and end, and how far lines stand apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assets.tables.model import Placed

CELL_GAP = 0.8
"""Ems between two runs on one baseline from which on they are two cells; a space has 0.25, one in justified
text seldom more than 0.7."""
FAR = 2.6
"""Ems of white space between two lines that end a table."""
Band = list[list[Placed]]
"""One baseline: its cells from left to right, each a list of runs."""


def bands(runs: Sequence[Placed]) -> list[Band]:
    """Runs (sorted by height) on their baselines, neighbours joined to cells."""
    rows: list[list[Placed]] = []
    top = bottom = 0.0
    for run in runs:
        shared = min(run.y1, bottom) - max(run.y0, top)
        if rows and shared > 0.5 * min(run.y1 - run.y0, bottom - top):
            rows[-1].append(run)
        else:
            rows.append([run])
            top, bottom = run.y0, run.y1
    found: list[Band] = []
    for row in rows:
        row.sort(key=lambda run: run.x0)
        cells: Band = [[row[0]]]
        for last, run in pairwise(row):
            if run.x0 - last.x1 < CELL_GAP * min(last.size, run.size):
                cells[-1].append(run)
            else:
                cells.append([run])
        found.append(cells)
    return found


def x0_of(band: Band) -> float:
    """Where a line begins."""
    return band[0][0].x0


def x1_of(band: Band) -> float:
    """Where a line ends."""
    return max(run.x1 for cell in band for run in cell)


def size_of(band: Band) -> float:
    """The size of a line's type."""
    return band[0][0].size


def space_between(above: Band, below: Band) -> float:
    """White space between two lines, negative where their boxes overlap."""
    return min(run.y0 for cell in below for run in cell) - max(run.y1 for cell in above for run in cell)


def aligned(a: Sequence[Placed], b: Sequence[Placed]) -> bool:
    """Two cells that begin, end or have their middle below each other."""
    left, right = a[0].x0 - b[0].x0, max(run.x1 for run in a) - max(run.x1 for run in b)
    return abs(left) < 2 or abs(right) < 2 or abs(left + right) < 4


def text_of(runs: Sequence[Placed]) -> str:
    """The text of a cell on one line."""
    return " ".join(run.text for run in runs)
