"""Whether a table goes on over a page break, and what stands at the seam that is no row of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from assets.tables.content import is_figure, is_value
from assets.tables.header import Looks
from assets.tables.model import Cell, Row
from assets.tables.printed import Block, Printed, PrintedRow, by_column

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
_AT_FOOT = 4
"""Lines of a footnote between two pages of a table at most."""


def seam(
    printed: Sequence[Printed], left_out: Mapping[int, str], chain: Sequence[Block], block: Block
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
    if repeated_header(first, block):
        return said
    if not _same_columns(first.edges, block.edges) and not _mapped(first, block):
        return None
    if goes_on(Row(last.lines[-1].cells), block.lines[0]):
        return said
    if block.header and not _is_carried(printed[block.lines[0].index].text):
        own = block.lines[: block.header]
        told = block.ruled or all(line.looks.bold for line in own)
        if told or first.header:
            return None  # a header of its own: another table
    return said


def _between(
    printed: Sequence[Printed], left_out: Mapping[int, str], chain: Sequence[Block], block: Block
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


def _says_continued(printed: Sequence[Printed], first: Block, text: str) -> bool:
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


def _mapped(first: Block, block: Block) -> bool:
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
        line.looks = Looks(by_column(line.cells), line.looks.bold)
    block.edges, block.columns = first.edges, first.columns
    return True


def _plain(line: PrintedRow) -> str:
    return "".join("".join(line.looks.texts).lower().split())


def repeated_header(first: Block, block: Block) -> list[PrintedRow]:
    """The lines of a block that say its table's header again, behind a row that brings a sum forward."""
    if first.header:
        head = [_plain(line) for line in first.lines[: first.header]]
        for skip in range(min(3, len(block.lines))):
            own = block.lines[skip : skip + len(head)]
            if [_plain(line) for line in own] == head and all(map(carries, block.lines[:skip])):
                return own
    elif first.lines and len(block.lines) and _plain(first.lines[0]) == _plain(block.lines[0]):
        texts = first.lines[0].looks.texts
        if sum(map(bool, texts)) > 1 and not any(is_figure(text) for text in texts):
            first.header = 1
            return block.lines[:1]
    return []


def carries(line: PrintedRow) -> bool:
    """The row only carries a sum to or from the next page."""
    return _is_carried(" ".join(line.looks.texts))


def _is_carried(text: str) -> bool:
    """Nothing but 'carried forward' or the like, with the sum."""
    said = [
        part
        for part in re.split(r"\s\|\s?|\s{2,}|(?<=[A-Za-z.:])\s+(?=[^A-Za-z]*\d)", text)
        if not is_value(part)
    ]
    return len(said) == 1 and _CARRIED.fullmatch(said[0].strip(" .:()…-–")) is not None


def goes_on(above: Row, line: PrintedRow) -> bool:
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
