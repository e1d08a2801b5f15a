"""Tables of a document from its printed rows: stitched over pages, the header told from the rows."""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from assets.tables.content import is_figure, is_value
from assets.tables.header import Looks, header_rows
from assets.tables.model import Cell, FoundRow, FoundTable, Place, Row, Table, box

CARRIED_FORWARD, REPEATED_HEADER, CONTINUED = "carried_forward", "repeated_header", "continued"
RUNNING_HEADER = "running_header"
"""Reasons for which a line at a seam is left out."""
_CARRIED = re.compile(
    r"(?:sub-?total|total|balance|amount|sum)?\s*(?:carried|brought|carry)\s*(?:forward|over|down|f/?wd)?"
    r"|[bc]/(?:f|fwd|d)|(?:to|from) (?:next|previous) page"
    r"|continued(?: (?:on (?:the )?next page|overleaf|from (?:the )?(?:previous|last) page))?"
    r"|übertrag(?: von seite| auf seite)?|à reporter|report|a riportare|riporto|suma y sigue",
    re.I,
)
_CONTINUED = re.compile(r"\b(?:continued|cont['’]?d|cont\.)", re.I)
_FOOTNOTE = re.compile(r"[*†‡§]|\(?\d{1,2}[).]?\s+\S|\([a-z]\)|notes?\b|source\b", re.I)
_UNFINISHED = re.compile(r"(?:[,&(/–-]|\b(?:and|or|of|the|for|to|in|with|per|by|a|an|on|at))$", re.I)
_RULE = "rule"
"""The reason for which readers of text leave out the rule below a header."""
_TEXT = "text"
"""Stands for the table that rows given as text belong to."""
_HEAD = 4
"""Lines above a rule that may be a header."""
_AT_FOOT = 4
"""Lines of a footnote between two pages of a table at most."""


@dataclass(slots=True)
class PageRow:
    """The row a printed line is: which of its page's tables, and the row."""

    table: FoundTable
    row: FoundRow


class Printed(Protocol):
    """A printed line, as far as its table is told from it."""

    text: str
    page: int
    gap: float
    y0: float
    size: float
    table: bool
    row: PageRow | None


@dataclass(slots=True)
class _Line:
    """A row on one page: the printed line it is, and its cells."""

    index: int
    cells: list[Cell]
    looks: Looks


@dataclass(slots=True)
class _Block:
    """The part of a table that stands on one page."""

    lines: list[_Line]
    page: int
    columns: int
    edges: list[tuple[float, float]]
    ruled: int = 0
    header: int = 0


@dataclass(slots=True)
class StitchedRow:
    """A row by the printed lines it stands on (two where it runs over a page break)."""

    lines: list[int]
    row: Row


@dataclass(slots=True)
class Stitched:
    """A table before its lines have their place in the text."""

    header: list[StitchedRow] = field(default_factory=list)
    rows: list[StitchedRow] = field(default_factory=list)
    columns: int = 0

    def placed(self, places: Mapping[int, tuple[int, int]]) -> Table:
        """The table, given where each printed line starts and ends in the text."""
        for stitched in (*self.header, *self.rows):
            stitched.row.start = places[stitched.lines[0]][0]
            stitched.row.end = places[stitched.lines[-1]][1]
            for cell in stitched.row.cells:
                for place in cell.places:
                    if place.start >= 0:
                        line = stitched.lines[min(place.line, len(stitched.lines) - 1)]
                        place.start += places[line][0]
                        place.end += places[line][0]
        return Table([r.row for r in self.header], [r.row for r in self.rows], self.columns)


def stitch(printed: Sequence[Printed], left_out: MutableMapping[int, str]) -> list[Stitched]:
    """The tables among a document's lines, in order. Lines that repeat the header at the top of a page and
    rows that carry a sum over the page are added to `left_out`; a row of a table that was taken for a
    running head is taken out of it."""
    blocks = _blocks(printed, left_out)
    chains: list[list[_Block]] = []
    for block in blocks:
        if chains and (between := _seam(printed, left_out, chains[-1], block)) is not None:
            left_out.update(between)
            chains[-1].append(block)
        else:
            chains.append([block])
    return [table for chain in chains if (table := _stitched(chain, left_out)) is not None]


# ----------------------------------------------------------------------------------------------- blocks


def _blocks(printed: Sequence[Printed], left_out: MutableMapping[int, str]) -> list[_Block]:
    blocks: list[_Block] = []
    current: object = None
    for index, line in enumerate(printed):
        if not line.table:
            if index not in left_out:
                current = None
            elif current == _TEXT and left_out[index] == _RULE and 0 < len(blocks[-1].lines) <= _HEAD:
                blocks[-1].ruled = blocks[-1].ruled or len(blocks[-1].lines)
            continue
        if line.row is not None:
            left_out.pop(index, None)
            found = line.row.table
            if current is not found:
                blocks.append(_Block([], line.page, len(found.edges), found.edges, found.header))
                current = found
            blocks[-1].lines.append(_found_line(index, line))
        elif index not in left_out:
            if current != _TEXT or line.gap >= 1:
                blocks.append(_Block([], line.page, 0, []))
                current = _TEXT
            block = blocks[-1]
            block.lines.append(_text_line(index, line))
            block.columns = max(block.columns, len(block.lines[-1].cells))
    kept = [block for block in blocks if block.columns > 1]
    for block in kept:
        block.header = header_rows([line.looks for line in block.lines], block.ruled)
    return kept


def _found_line(index: int, line: Printed) -> _Line:
    assert line.row is not None
    row = line.row.row
    cells: list[Cell] = []
    for found in row.cells:
        text = found.text
        places = [Place(line.page, *box(found.runs))] if text else []
        cells.append(Cell(text, found.column, found.span, places))
    bold = all(run.bold for run in row.runs)
    _locate(cells, line.text)
    return _Line(index, cells, Looks(_by_column(cells), bold))


def _locate(cells: Sequence[Cell], text: str) -> None:
    """Gives each cell its place in the line's text, from left to right."""
    at = 0
    for cell in cells:
        if not cell.text:
            continue
        start = text.find(cell.text, at)
        if start < 0:
            for place in cell.places:
                place.start = place.end = -1
            continue
        at = start + len(cell.text)
        for place in cell.places:
            place.start, place.end = start, at


def _text_line(index: int, line: Printed) -> _Line:
    """A row that a reader gave as text, its cells joined."""
    shown = line.text
    if shown[:1] == "|" and shown[-1:] == "|" and len(shown) > 1:  # Markdown frames its rows
        shown = shown[1:-1]
    texts = [part.strip() for part in re.split(r"(?:^|(?<=\s))\|(?=\s|$)", shown)]
    cells = [Cell(text, column, 1, [Place(line.page)] if text else []) for column, text in enumerate(texts)]
    _locate(cells, line.text)
    return _Line(index, cells, Looks(texts))


# ------------------------------------------------------------------------------------------------ seams


def _seam(
    printed: Sequence[Printed], left_out: MutableMapping[int, str], chain: Sequence[_Block], block: _Block
) -> dict[int, str] | None:
    """Whether a block goes on with the table of the page before: None where it does not, else the lines
    between that are no text of their own, each with the reason."""
    last = chain[-1]
    if block.page != last.page + 1 or not last.edges or not block.edges:
        return None
    said = _between(printed, left_out, chain, block)
    if said is None:
        return None
    first = chain[0]
    if _repeated(first, block):
        return said
    if not _same_columns(first.edges, block.edges) and not _mapped(first, block):
        return None
    if _goes_on(Row(last.lines[-1].cells), block.lines[0]):
        return said
    if block.header and not _is_carried(printed[block.lines[0].index].text):
        own = block.lines[: block.header]
        told = block.ruled or all(line.looks.bold for line in own)
        if told or first.header:
            return None  # a header of its own: another table
    return said


def _between(
    printed: Sequence[Printed], left_out: Mapping[int, str], chain: Sequence[_Block], block: _Block
) -> dict[int, str] | None:
    """The lines between two pages of a table that are no text of their own, each with the reason; None where
    text stands there. A footnote may, at the foot of the first page."""
    last = chain[-1]
    said: dict[int, str] = {}
    notes = 0
    for index in range(last.lines[-1].index + 1, block.lines[0].index):
        if index in left_out:
            continue
        line = printed[index]
        above = line.page == block.page
        if _is_carried(line.text):
            said[index] = CARRIED_FORWARD
        elif above and _runs(printed, line, last.lines[0].index):
            said[index] = RUNNING_HEADER
        elif above and _says_continued(printed, chain[0], line.text):
            said[index] = CONTINUED
        elif line.page == last.page and _is_note(line, printed[last.lines[-1].index], notes):
            notes += 1
        else:
            return None
    return said


def _runs(printed: Sequence[Printed], line: Printed, before: int) -> bool:
    """The same line stands at the same height of the page before: a running head, in a document too short
    for it to be found by repetition."""
    for other in reversed(printed[:before]):
        if other.page < line.page - 1:
            break
        if other.text == line.text and abs(other.y0 - line.y0) < 3:
            return True
    return False


def _says_continued(printed: Sequence[Printed], first: _Block, text: str) -> bool:
    """A line over the next page's part: '(continued)', or the table's caption again."""
    if len(text.split()) > 14:
        return False
    above = first.lines[0].index - 1
    caption = printed[above].text if above >= 0 else ""
    return _CONTINUED.search(text) is not None or (bool(caption) and text == caption)


def _is_note(line: Printed, row: Printed, notes: int) -> bool:
    if notes >= _AT_FOOT:
        return False
    return notes > 0 or _FOOTNOTE.match(line.text) is not None or line.size < row.size - 0.8


def _same_columns(a: Sequence[tuple[float, float]], b: Sequence[tuple[float, float]]) -> bool:
    if len(a) != len(b):
        return False
    return all(
        min(q, s) - max(p, r) > 0.3 * min(q - p, s - r) or abs(p - r) < 6 or abs(q - s) < 6
        for (p, q), (r, s) in zip(a, b, strict=True)
    )


def _mapped(first: _Block, block: _Block) -> bool:
    """Fewer columns than on the first page, as some are empty on this one: where each stands in a column of
    its own there, the block's cells are counted by those."""
    if len(block.edges) >= len(first.edges):
        return False
    target = []
    for a, b in block.edges:
        shared = [min(b, q) - max(a, p) for p, q in first.edges]
        best = max(range(len(shared)), key=shared.__getitem__)
        if shared[best] < 0.5 * min(b - a, first.edges[best][1] - first.edges[best][0]):
            return False
        target.append(best)
    if len(set(target)) < len(target):
        return False
    for line in block.lines:
        cells: dict[int, Cell] = {}
        for cell in line.cells:
            last = target[min(cell.column + cell.span, len(target)) - 1]
            cell.column, cell.span = target[cell.column], last - target[cell.column] + 1
            cells[cell.column] = cell
        covered = {c for cell in cells.values() for c in range(cell.column, cell.column + cell.span)}
        cells |= {c: Cell("", c) for c in range(len(first.edges)) if c not in covered}
        line.cells = [cells[c] for c in sorted(cells)]
        line.looks = Looks(_by_column(line.cells), line.looks.bold)
    block.edges, block.columns = first.edges, first.columns
    return True


def _by_column(cells: Sequence[Cell]) -> list[str]:
    """The texts column by column, a cell's text in its first one."""
    return [text for cell in cells for text in (cell.text, *[""] * (cell.span - 1))]


def _plain(line: _Line) -> str:
    return "".join("".join(line.looks.texts).lower().split())


def _repeated(first: _Block, block: _Block) -> list[_Line]:
    """The lines of a block that say its table's header again, behind a row that brings a sum forward."""
    if first.header:
        head = [_plain(line) for line in first.lines[: first.header]]
        for skip in range(min(3, len(block.lines))):
            own = block.lines[skip : skip + len(head)]
            if [_plain(line) for line in own] == head and all(map(_carries, block.lines[:skip])):
                return own
    elif first.lines and len(block.lines) and _plain(first.lines[0]) == _plain(block.lines[0]):
        texts = first.lines[0].looks.texts
        if sum(map(bool, texts)) > 1 and not any(is_figure(text) for text in texts):
            first.header = 1
            return block.lines[:1]
    return []


def _carries(line: _Line) -> bool:
    return _is_carried(" ".join(line.looks.texts))


def _is_carried(text: str) -> bool:
    """Nothing but 'carried forward' or the like, with the sum."""
    said = [
        part
        for part in re.split(r"\s\|\s?|\s{2,}|(?<=[A-Za-z.:])\s+(?=[^A-Za-z]*\d)", text)
        if not is_value(part)
    ]
    return len(said) == 1 and _CARRIED.fullmatch(said[0].strip(" .:()…-–")) is not None


# ------------------------------------------------------------------------------------------------- rows


def _stitched(chain: Sequence[_Block], left_out: MutableMapping[int, str]) -> Stitched | None:
    first = chain[0]
    table = Stitched(columns=max(block.columns for block in chain))
    for block in chain[1:]:
        repeated = _repeated(first, block)
        left_out.update((line.index, REPEATED_HEADER) for line in repeated)
        block.lines = [line for line in block.lines if line not in repeated]
    for number, block in enumerate(chain):
        lines = block.lines
        if number + 1 < len(chain):
            while len(lines) > 1 and _carries(lines[-1]):
                left_out[lines.pop().index] = CARRIED_FORWARD
        if number:
            while lines and _carries(lines[0]):
                left_out[lines.pop(0).index] = CARRIED_FORWARD
        for k, line in enumerate(lines):
            row = StitchedRow([line.index], Row(line.cells))
            if number == 0 and k < first.header:
                table.header.append(row)
            elif number and k == 0 and table.rows and _goes_on(table.rows[-1].row, line):
                _join(table.rows[-1], line)
            else:
                table.rows.append(row)
    return table if table.rows or table.header else None


def _goes_on(above: Row, line: _Line) -> bool:
    """The first line of a page is the rest of the last row of the page before: it has text only where that
    row has, none where every row has its key or its value, and reads on."""
    filled = [cell for cell in line.cells if cell.text]
    before = {cell.column: cell.text for cell in above.cells if cell.text}
    if not filled or len(filled) >= len(before) or any(is_value(cell.text) for cell in filled):
        return False
    if any(cell.column not in before for cell in filled):
        return False
    if any(cell.column == 0 for cell in filled):
        text, ending = filled[0].text, before[filled[0].column]
        return text[:1].islower() or _UNFINISHED.search(ending) is not None
    return True


def _join(stitched: StitchedRow, line: _Line) -> None:
    number = len(stitched.lines)
    stitched.lines.append(line.index)
    for cell in line.cells:
        if not cell.text:
            continue
        owner = next(c for c in stitched.row.cells if c.column == cell.column)
        broken = owner.text[-1:] == "-" and owner.text[-2:-1].isalpha() and cell.text[:1].islower()
        owner.text += cell.text if broken else f" {cell.text}"
        for place in cell.places:
            place.line = number
        owner.places += cell.places
