"""Rows of tables among a document's printed lines, page by page, however a reader gave them."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from assets.tables.header import Looks, header_rows
from assets.tables.model import Cell, FoundRow, FoundTable, Place, box

_RULE = "rule"
"""The reason for which readers of text leave out the rule below a header."""
_TEXT = "text"
"""Stands for the table that rows given as text belong to."""
_HEAD = 4
"""Lines above a rule that may be a header."""


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
class PrintedRow:
    """A row on one page: the printed line it is, and its cells."""

    index: int
    cells: list[Cell]
    looks: Looks


@dataclass(slots=True)
class Block:
    """The part of a table that stands on one page."""

    lines: list[PrintedRow]
    page: int
    columns: int
    edges: list[tuple[float, float]]
    ruled: int = 0
    header: int = 0


def find_blocks(printed: Sequence[Printed], left_out: MutableMapping[int, str]) -> list[Block]:
    """The parts of tables, each on one page. Rows found on a page are taken out of `left_out`: a header at
    the top of each page is no running head."""
    blocks: list[Block] = []
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
                blocks.append(Block([], line.page, len(found.edges), found.edges, found.header))
                current = found
            blocks[-1].lines.append(_found_line(index, line))
        elif index not in left_out:
            if current != _TEXT or line.gap >= 1:
                blocks.append(Block([], line.page, 0, []))
                current = _TEXT
            block = blocks[-1]
            block.lines.append(_text_line(index, line))
            block.columns = max(block.columns, len(block.lines[-1].cells))
    kept = [block for block in blocks if block.columns > 1]
    for block in kept:
        block.header = header_rows([line.looks for line in block.lines], block.ruled)
    return kept


def _found_line(index: int, line: Printed) -> PrintedRow:
    assert line.row is not None
    row = line.row.row
    cells: list[Cell] = []
    for found in row.cells:
        text = found.text
        places = [Place(line.page, *box(found.runs))] if text else []
        cells.append(Cell(text, found.column, found.span, places))
    bold = all(run.bold for run in row.runs)
    _locate(cells, line.text)
    return PrintedRow(index, cells, Looks(by_column(cells), bold))


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


def _text_line(index: int, line: Printed) -> PrintedRow:
    """A row that a reader gave as text, its cells joined."""
    shown = line.text
    if shown[:1] == "|" and shown[-1:] == "|" and len(shown) > 1:  # Markdown frames its rows
        shown = shown[1:-1]
    texts = [part.strip() for part in re.split(r"(?:^|(?<=\s))\|(?=\s|$)", shown)]
    cells = [Cell(text, column, 1, [Place(line.page)] if text else []) for column, text in enumerate(texts)]
    _locate(cells, line.text)
    return PrintedRow(index, cells, Looks(texts))


def by_column(cells: Sequence[Cell]) -> list[str]:
    """The texts column by column, a cell's text in its first one."""
    return [text for cell in cells for text in (cell.text, *[""] * (cell.span - 1))]
