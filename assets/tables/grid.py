"""Tables whose cells are ruled: the grid that lines draw, and the text inside its cells."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence, Set
from itertools import pairwise

from assets.tables.bands import bands
from assets.tables.content import is_value
from assets.tables.model import FoundCell, FoundRow, FoundTable, Placed
from assets.tables.rows import Line, split_rows
from assets.tables.rules import Rules

_TOUCH = 4.0
"""Points by which lines may miss each other and still meet."""
_OPEN = 10.0
"""Points by which horizontal lines reach over the outermost vertical one where a table has an open side."""
_CELLS = 5000
"""A larger grid is a drawing."""
Rule = tuple[float, float, float]
"""Position, from, to."""
Place = tuple[int, int]
"""Row and column of the grid."""


def ruled_tables(runs: Sequence[Placed], rules: Rules) -> list[FoundTable]:
    """Every grid of at least two columns and two rows with text in it. Cells that no line divides are one
    cell, which belongs to the row and column it begins in; rows that only white space divides are told
    apart as in a table without rules."""
    return [
        table
        for across, down in _components(rules)
        if len(across) > 1 and len(down) > 0 and (table := _Grid(across, down).table(runs)) is not None
    ]


def _components(rules: Rules) -> list[tuple[list[Rule], list[Rule]]]:
    """Lines that meet, directly or through others: (horizontal, vertical) of each group."""
    count = len(rules.horizontal)
    parent = list(range(count + len(rules.vertical)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    heights = [line[0] for line in rules.horizontal]
    for j, (x, top, bottom) in enumerate(rules.vertical, count):
        for i in range(bisect_left(heights, top - _TOUCH), bisect_right(heights, bottom + _TOUCH)):
            if rules.horizontal[i][1] - _TOUCH <= x <= rules.horizontal[i][2] + _TOUCH:
                parent[root(i)] = root(j)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for i, line in enumerate([*rules.horizontal, *rules.vertical]):
        group = groups.setdefault(root(i), ([], []))
        group[i >= count].append(line)
    return list(groups.values())


def _levels(lines: Sequence[Rule]) -> list[float]:
    found: list[float] = []
    for at in sorted(line[0] for line in lines):
        if not found or at - found[-1] > _TOUCH:
            found.append(at)
    return found


def _covers(lines: Sequence[Rule], at: float, middle: float) -> bool:
    return any(abs(line[0] - at) <= _TOUCH and line[1] <= middle <= line[2] for line in lines)


def _open_ends(levels: list[float], lines: Sequence[Rule]) -> list[float]:
    """Levels with the two sides that lines reach out to where nothing is drawn."""
    first, last = min(line[1] for line in lines), max(line[2] for line in lines)
    reaching = (
        sum(line[1] < levels[0] - _OPEN for line in lines),
        sum(line[2] > levels[-1] + _OPEN for line in lines),
    )
    before = [first] if reaching[0] * 2 > len(lines) else []
    after = [last] if reaching[1] * 2 > len(lines) else []
    return [*before, *levels, *after]


class _Grid:
    """Lines that meet, as rows and columns of places; `owner` is the place each cell begins in."""

    def __init__(self, across: list[Rule], down: list[Rule]) -> None:
        self.across, self.down = across, down
        self.xs = _open_ends(_levels(down), across)
        self.ys = _open_ends(_levels(across), down)
        self.height, self.width = len(self.ys) - 1, len(self.xs) - 1
        self.owner: dict[Place, Place] = {}
        self.spans: dict[Place, int] = {}

    def table(self, runs: Sequence[Placed]) -> FoundTable | None:
        """The table in the grid; None where its lines are no table's."""
        if self.height < 1 or self.width < 2 or self.height * self.width > _CELLS:
            return None
        self._merge()
        inside = self._inside(runs)
        if inside is None:
            return None
        rows: list[FoundRow] = []
        for r in range(self.height):
            row = self._row(r, inside)
            rows += self._divided(row) if row.runs else []
        return _trimmed(rows, self.xs)

    def _merge(self) -> None:
        xs, ys = self.xs, self.ys
        for r in range(self.height):
            for c in range(self.width):
                if (r, c) in self.owner:
                    continue
                x, y = (xs[c] + xs[c + 1]) / 2, (ys[r] + ys[r + 1]) / 2
                right = c + 1
                while (
                    right < self.width
                    and (r, right) not in self.owner
                    and not _covers(self.down, xs[right], y)
                ):
                    right += 1
                low = r + 1
                while low < self.height and not _covers(self.across, ys[low], x):
                    low += 1
                self.spans[r, c] = right - c
                for place in ((row, col) for row in range(r, low) for col in range(c, right)):
                    self.owner.setdefault(place, (r, c))

    def _inside(self, runs: Sequence[Placed]) -> dict[Place, list[Placed]] | None:
        """The runs of each cell; None where text runs through a line between two cells or out of the grid."""
        xs, ys = self.xs, self.ys
        inside: dict[Place, list[Placed]] = {}
        for run in runs:
            middle = (run.y0 + run.y1) / 2
            if not (ys[0] < middle < ys[-1] and xs[0] - _TOUCH < run.x0 < xs[-1]):
                continue
            row = sum(y <= middle for y in ys) - 1
            # Text may hang over the side of its cell a little: where most of it stands decides.
            centre = (run.x0 + min(run.x1, xs[-1])) / 2
            col = min(max(sum(x <= centre for x in xs) - 1, 0), self.width - 1)
            crossed = any(
                min(xs[c] - run.x0, run.x1 - xs[c]) > 2 * run.size
                and self.owner[row, c - 1] != self.owner[row, c]
                for c in range(1, self.width)
            )
            if crossed or run.x1 > xs[-1] + 2 * run.size:
                return None
            inside.setdefault(self.owner[row, col], []).append(run)
        return inside

    def _row(self, r: int, inside: dict[Place, list[Placed]]) -> FoundRow:
        cells: list[FoundCell] = []
        for c in range(self.width):
            top, left = self.owner[r, c]
            if left != c:
                continue
            if top < r:  # the cell above reaches down here
                cells.append(FoundCell(c, self.spans[top, left]))
            else:
                cells += self._cells(c, self.spans[r, c], in_lines(inside.get((r, c), [])))
        return FoundRow(cells)

    def _cells(self, column: int, span: int, runs: list[Placed]) -> list[FoundCell]:
        """One cell, or one a column where the lines between columns are not drawn through all rows."""
        if span > 1 and any(len(band) > 1 for band in bands(sorted(runs, key=_middle))):
            inner = [x for x in self.xs if self.xs[column] < x < self.xs[column + span]]
            own: list[list[Placed]] = [[] for _ in range(span)]
            for run in runs:
                centre = (run.x0 + run.x1) / 2
                if any(min(x - run.x0, run.x1 - x) > run.size for x in inner):
                    break
                own[sum(x <= centre for x in inner)].append(run)
            else:
                return [FoundCell(column + i, 1, cell) for i, cell in enumerate(own)]
        return [FoundCell(column, span, runs)]

    def _divided(self, row: FoundRow) -> list[FoundRow]:
        """The rows of a stretch that no rule divides: where a column has a value on line after line."""
        if max(len(cell.runs) for cell in row.cells) < 2:
            return [row]
        owners = {id(run): cell for cell in row.cells for run in cell.runs}
        page = bands(sorted(row.runs, key=_middle))
        lines: list[Line] = []
        for band in page:
            line: Line = []
            for cell in band:
                for run in cell:
                    owner = owners[id(run)]
                    if line and line[-1][0] == owner.column:
                        line[-1][2].append(run)
                    else:
                        line.append((owner.column, owner.span, [run]))
            lines.append(line)
        values = [cell for cell in row.cells if _listed(cell)]
        texts = [cell for cell in row.cells if cell.runs]
        if not values or len(texts) < 2 or sum(len(line) > 1 for line in lines) < 2:
            return [row]
        return split_rows(lines, self.width)[0]


def _listed(cell: FoundCell) -> bool:
    """The cell holds several values, one below the other."""
    lines = bands(sorted(cell.runs, key=_middle))
    return len(lines) > 1 and all(
        is_value(" ".join(run.text for cell in line for run in cell)) for line in lines
    )


def _middle(run: Placed) -> float:
    return run.y0 + run.y1


def in_lines(runs: list[Placed]) -> list[Placed]:
    """Runs from top to bottom, those on one baseline from left to right."""
    return [run for band in bands(sorted(runs, key=_middle)) for cell in band for run in cell]


def _trimmed(rows: list[FoundRow], xs: list[float]) -> FoundTable | None:
    """Without columns that hold no text of their own (double lines, thick frames, lines that miss each
    other): they belong to the column that cells share with them."""
    own = {cell.column for row in rows for cell in row.cells if cell.runs and cell.span == 1}
    begun = {cell.column for row in rows for cell in row.cells if cell.runs}
    if len(rows) < 2 or len(own | begun) < 2:
        return None
    target = _targets(rows, len(xs) - 1, own, begun)
    used = sorted(set(target.values()) - {-1})
    if len(used) < 2:
        return None
    for row in rows:
        merged: dict[int, FoundCell] = {}
        for cell in row.cells:
            columns = sorted(
                {used.index(target[c]) for c in range(cell.column, cell.column + cell.span) if target[c] >= 0}
            )
            if not columns:
                continue
            column, span = columns[0], columns[-1] - columns[0] + 1
            if column in merged:
                merged[column].runs += cell.runs
                merged[column].span = max(merged[column].span, span)
            else:
                merged[column] = FoundCell(column, span, cell.runs)
        row.cells = _without_overlap(merged)
    edges = [
        (min(xs[c] for c in target if target[c] == u), max(xs[c + 1] for c in target if target[c] == u))
        for u in used
    ]
    return FoundTable(rows, edges, ruled=True)


def _targets(rows: Sequence[FoundRow], columns: int, own: Set[int], begun: Set[int]) -> dict[int, int]:
    """Which column each one is counted with: itself, a neighbour, or none (-1)."""
    target = {c: c for c in range(columns)}
    for c in target:
        if c in own:
            continue
        shared: Counter[int] = Counter()
        for row in rows:
            for cell in row.cells:
                if cell.runs and cell.column <= c < cell.column + cell.span:
                    near = [
                        d for d in (c - 1, c + 1) if cell.column <= d < cell.column + cell.span and d in own
                    ]
                    shared.update(near)
        if shared:
            target[c] = shared.most_common(1)[0][0]
        elif c not in begun:
            target[c] = -1
    return target


def _without_overlap(cells: dict[int, FoundCell]) -> list[FoundCell]:
    ordered = [cells[c] for c in sorted(cells)]
    for cell, after in pairwise(ordered):
        cell.span = min(cell.span, after.column - cell.column)
    return ordered
