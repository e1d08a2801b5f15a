"""Tables drawn on pages for one test: where a column stands, how it is set, what is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pymupdf

from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.read import read
from assets.tables.model import Row, Table
from tests.documents.reading.builders import check_offsets, shown

SIZE, LINE = 10, 12
FOOT = 760.0


@dataclass(frozen=True)
class Column:
    """x in points; `right` aligned columns end there. Text wider than `width` wraps."""

    x: float
    right: bool = False
    width: float = 400


def _length(text: str, bold: bool = False, size: float = SIZE) -> float:
    return float(pymupdf.get_text_length(text, "hebo" if bold else "helv", size))


def wrapped(text: str, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and _length(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


@dataclass
class Pages:
    """A PDF drawn from top to bottom. `ruled` tables have lines around every cell."""

    document: Any = field(default_factory=pymupdf.open)
    y: float = 0.0
    page: Any = None

    def turn(self) -> None:
        """Begin a new page."""
        self.page = self.document.new_page()
        self.y = 90.0

    def text(self, *lines: str, x: float = 72, size: float = SIZE, bold: bool = False) -> None:
        for line in lines:
            self.page.insert_text((x, self.y), line, fontsize=size, fontname="hebo" if bold else "helv")
            self.y += size * 1.2
        self.y += 8

    def row(
        self,
        columns: Sequence[Column],
        cells: Sequence[str],
        *,
        bold: bool = False,
        ruled: bool = False,
        pad: float = 6,
    ) -> None:
        top = self.y - SIZE
        height = 0.0
        for column, cell in zip(columns, cells, strict=True):
            lines = wrapped(cell, column.width)
            for i, line in enumerate(lines):
                x = column.x - _length(line, bold) if column.right else column.x
                self.page.insert_text(
                    (x, self.y + i * LINE), line, fontsize=SIZE, fontname="hebo" if bold else "helv"
                )
            height = max(height, len(lines) * LINE)
        if ruled:
            edges = [c.x - c.width - 4 if c.right else c.x - 4 for c in columns]
            edges.append(columns[-1].x + (4 if columns[-1].right else columns[-1].width))
            for x0, x1 in pairwise(edges):
                self.page.draw_rect((x0, top - 3, x1, top + height + pad - 3), width=0.5)
        self.y += height + pad

    def read(self, path: Path) -> ParsedDocument:
        self.document.save(path)
        document = read(path, path.name)
        check_offsets(document)
        check_places(document)
        return document


def check_places(document: ParsedDocument) -> None:
    """What a table says of its places holds: rows are lines, cells stand where they say they do."""
    for table in document.tables:
        for row in (*table.header, *table.rows):
            assert row.start < row.end
            for cell in row.cells:
                found = [document.text[place.start : place.end] for place in cell.places]
                assert "".join(" ".join(found).split()) == "".join(cell.text.split())
                assert all(
                    place.page and place.x0 < place.x1 and place.y0 < place.y1 for place in cell.places
                )


def drawn(document: ParsedDocument) -> str:
    """The tables as a person reads them, then the other lines and what was left out."""
    out = []
    for number, table in enumerate(document.tables, 1):
        out.append(f"table {number}")
        out += [f"  head    {_cells(row)}" for row in table.header]
        out += [f"  page {row.page}  {_cells(row)}" for row in table.rows]
    inside = {row.start for table in document.tables for row in _rows(table)}
    out += [
        "text",
        *(f"  {text}" for text, line in zip(shown(document), document.lines, strict=True) if not line.table),
    ]
    assert len(inside) <= sum(line.table for line in document.lines)
    out += ["left out", *(f"  {document.text[r.start : r.end]} ({r.reason})" for r in document.left_out)]
    return "\n".join(out)


def _rows(table: Table) -> list[Row]:
    return [*table.header, *table.rows]


def _cells(row: Row) -> str:
    return " | ".join(cell.text + (f" <{cell.span}>" if cell.span > 1 else "") for cell in row.cells)
