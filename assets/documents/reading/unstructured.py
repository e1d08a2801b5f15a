"""The elements that Unstructured partitions a document into, as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lxml import etree
from pydantic import BaseModel, RootModel

from assets.documents.reading import furniture, parser_output
from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.parser_blocks import (
    MOST_COLUMNS,
    Block,
    Box,
    Cell,
    Found,
    Sheet,
    document,
    heading_style,
    rows_of,
)

READER = "unstructured-1"

_LEFT_OUT = {
    "Header": furniture.HEADER,
    "Page-header": furniture.HEADER,
    "Footer": furniture.FOOTER,
    "Page-footer": furniture.FOOTER,
    "PageNumber": furniture.PAGE_NUMBER,
}
_HEADINGS = frozenset({"Title", "Headline", "Subheadline", "Section-header"})
_CARTESIAN = frozenset({"PointSpace", "RelativeCoordinateSystem"})
"""Systems that count from the page's bottom."""
_PAPER = ((612, 792), (595, 842), (612, 1008), (842, 1191), (792, 1224))
"""Letter, A4, Legal, A3 and Tabloid in points."""
_RESOLUTIONS = (72, 200, 300, 350, 150, 96, 400, 600)
"""Dots an inch that pages are drawn at; Unstructured's own setting was 200, then 350."""
_USUAL = 200
_UNKNOWN = Sheet(0.0, 0.0)
"""A page on which nothing says where it stands."""


class _Coordinates(BaseModel):
    points: list[tuple[float, float]] | None = None
    system: str | None = "PixelSpace"
    layout_width: float | None = None
    layout_height: float | None = None


class _Metadata(BaseModel):
    page_number: int | None = None
    category_depth: int | None = None
    coordinates: _Coordinates | None = None
    text_as_html: str | None = None


class _Element(BaseModel):
    type: str
    text: str | None = ""
    metadata: _Metadata | None = None


class _Elements(RootModel[list[_Element]]):
    pass


def read(path: Path, file: str, original: Path | None = None) -> ParsedDocument:
    """`original` is the file that Unstructured read, if it is there. Raises `UnreadableDocument`."""
    elements = parser_output.load(path, _Elements, "unstructured").root
    sheets: dict[int, Sheet] = {}
    blocks: list[Block] = []
    page = 1
    for element in elements:
        about = element.metadata or _Metadata()
        if about.page_number is not None:
            page = about.page_number
        elif element.type == "PageBreak":
            page += 1
        where = about.coordinates
        if where is not None and where.layout_width and where.layout_height:
            sheets.setdefault(page, _sheet(where.system, where.layout_width, where.layout_height))
        blocks += _blocks(element, about, page)
    for block in blocks:
        sheets.setdefault(block.page, _UNKNOWN)
    flags = ["chunked_by_unstructured"] if any(e.type == "CompositeElement" for e in elements) else []
    return document(file, Found(READER, blocks, sheets, flags), original)


def _sheet(system: str | None, width: float, height: float) -> Sheet:
    """A page of so many pixels or points. Pixels have no size of their own: the resolution is the one that
    makes the page a usual paper."""
    if system != "PixelSpace" or not (math.isfinite(width) and math.isfinite(height)):
        return Sheet(width, height)
    short, long = sorted((width, height))
    for resolution in _RESOLUTIONS:
        unit = 72 / resolution
        if any(abs(short * unit - w) < 4 and abs(long * unit - h) < 4 for w, h in _PAPER):
            return Sheet(width, height, unit)
    return Sheet(width, height, 72 / _USUAL)


def _blocks(element: _Element, about: _Metadata, page: int) -> Iterator[Block]:
    text = element.text or ""
    box = _box(about.coordinates)
    left_out = _LEFT_OUT.get(element.type, "")
    table = element.type in ("Table", "TableChunk")
    if table and about.text_as_html and (rows := _rows(about.text_as_html)):
        for number, row in enumerate(rows):
            yield Block(row, page, box, table=True, begins=number == 0)
        return
    heading = element.type in _HEADINGS
    depth = about.category_depth
    style = heading_style(None if depth is None else depth + 1) if heading else ""
    yield Block(text, page, box, style=style, bold=heading, left_out=left_out, table=table)


def _box(where: _Coordinates | None) -> Box | None:
    if where is None or where.points is None or len(where.points) < 2:
        return None
    xs, ys = zip(*where.points, strict=True)
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    if where.system in _CARTESIAN:
        height = where.layout_height or 0.0
        y0, y1 = height - y1, height - y0
    return x0, y0, x1, y1


def _rows(markup: str) -> list[str]:
    """The rows of an HTML table; a table inside a cell is that cell's text."""
    table = _Table()
    target: Any = table  # its stubs know of names and texts in bytes, which lxml never gives
    # Python's own reader takes a minute for 60 KB of unfinished tags.
    reader = etree.HTMLParser(target=target, encoding="utf-8", no_network=True)
    try:
        etree.fromstring(markup.encode("utf-8", "replace"), reader)
    except etree.LxmlError:
        return []  # its text is there in plain words as well
    return [text for text, _ in rows_of(table.cells)]


class _Table:
    """Takes the cells out of an HTML table, as lxml finds tag after tag; nothing it names is loaded."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self._row = -1
        self._column = 0
        self._rows = 1
        self._text: list[str] | None = None
        self._depth = 0
        self._taken: dict[int, int] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.data(" ")
        if tag == "table":
            self._depth += 1
        elif self._depth <= 1 and tag == "tr":
            self._end_cell()
            self._row += 1
            self._column = 0
        elif self._depth <= 1 and tag in ("td", "th"):
            self._end_cell()
            while self._taken.get(self._column, -1) >= self._row:
                self._column += 1
            self._row = max(self._row, 0)
            self._rows, columns = _number(attributes.get("rowspan")), _number(attributes.get("colspan"))
            columns = min(columns, max(1, MOST_COLUMNS - self._column))
            if self._rows > 1:
                last = self._row + self._rows - 1
                self._taken |= dict.fromkeys(range(self._column, self._column + columns), last)
            self._at = self._column
            self._column += columns
            self._text = []

    def end(self, tag: str) -> None:
        self.data(" ")
        if tag == "table":
            self._depth = max(0, self._depth - 1)
        elif self._depth <= 1 and tag in ("td", "th", "tr"):
            self._end_cell()

    def data(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def close(self) -> None:
        self._end_cell()

    def _end_cell(self) -> None:
        if self._text is not None:
            self.cells.append(Cell(self._row, self._at, "".join(self._text), self._rows))
            self._text = None


def _number(written: str | None) -> int:
    """A span as HTML writes it; browsers take none over a thousand either."""
    return max(1, min(int(written[:5]), MOST_COLUMNS)) if written and written.isdecimal() else 1
