"""`analyzeResult` of Azure Document Intelligence (once Form Recognizer): `readResults` of versions 2.x,
`pages` and `paragraphs` of the later ones."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import AliasChoices, AliasGenerator, BaseModel, ConfigDict, Field, field_validator
from pydantic.alias_generators import to_camel

from assets.documents.reading import furniture, parser_output
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.parser_blocks import Block, Box, Cell, Found, Sheet, around, document, rows_of

READER = "azure-1"

_ROLES = {
    "pageHeader": furniture.HEADER,
    "pageFooter": furniture.FOOTER,
    "pageNumber": furniture.PAGE_NUMBER,
}
_STYLES = {"title": "title", "sectionHeading": "h1"}
_POINTS = {"inch": 72.0, "pixel": 72 / 200}
"""Points a unit. Images have no size of their own: 200 dots an inch are usual for scans."""
_LINE = re.compile(r"readResults/(\d{1,6})/lines/(\d{1,6})(?:/|$)")
_MARKS = {":selected:": "☒", ":unselected:": "☐"}


class _Answer(BaseModel):
    """Members are named in camel case by the service, in snake case by its Python library."""

    model_config = ConfigDict(
        alias_generator=AliasGenerator(validation_alias=lambda name: AliasChoices(to_camel(name), name))
    )


class _Span(_Answer):
    offset: int
    length: int


class _Placed(_Answer):
    """What has an outline: its corners clockwise from the upper left of the text, as numbers or points."""

    polygon: list[float] = Field(
        default=[], validation_alias=AliasChoices("polygon", "boundingBox", "bounding_box")
    )

    @field_validator("polygon", mode="before")
    @classmethod
    def _flat(cls, value: Any) -> Any:
        if value is None:
            return []
        if isinstance(value, list) and value and all(isinstance(point, dict) for point in value):
            return [number for point in value for number in (point.get("x"), point.get("y"))]
        return value


class _Region(_Placed):
    page_number: int


class _Word(_Answer):
    confidence: float | None = None
    span: _Span | None = None


class _Line(_Placed):
    content: str = Field(default="", validation_alias=AliasChoices("content", "text"))
    spans: list[_Span] | None = []
    words: list[_Word] | None = []


class _Page(_Answer):
    page_number: int = Field(validation_alias=AliasChoices("pageNumber", "page_number", "page"))
    angle: float | None = 0.0
    width: float | None = None
    height: float | None = None
    unit: str | None = "inch"
    lines: list[_Line] | None = []
    words: list[_Word] | None = []


class _Paragraph(_Answer):
    role: str | None = None
    content: str = ""
    bounding_regions: list[_Region] | None = []
    spans: list[_Span] | None = []


class _TableCell(_Placed):
    row_index: int
    column_index: int
    row_span: int | None = 1
    content: str = Field(default="", validation_alias=AliasChoices("content", "text"))
    bounding_regions: list[_Region] | None = []
    spans: list[_Span] | None = []
    elements: list[str] | None = []


class _Table(_Placed):
    cells: list[_TableCell] = []
    bounding_regions: list[_Region] | None = []
    spans: list[_Span] | None = []


class _TablesOfPage(_Answer):
    page: int
    tables: list[_Table] | None = []


class _Look(_Answer):
    font_weight: str | None = None
    spans: list[_Span] | None = []


class _Result(_Answer):
    version: str | None = Field(
        default=None, validation_alias=AliasChoices("apiVersion", "api_version", "version")
    )
    read_results: list[_Page] | None = None
    page_results: list[_TablesOfPage] | None = []
    pages: list[_Page] | None = None
    paragraphs: list[_Paragraph] | None = []
    tables: list[_Table] | None = []
    styles: list[_Look] | None = []


class _Response(_Result):
    """The whole answer of the service, or what a library kept of it."""

    status: str | None = None
    analyze_result: _Result | None = None


def read(path: Path, file: str, original: Path | None = None) -> ParsedDocument:
    """`original` is the file that was analysed, if it is there. Raises `UnreadableDocument`."""
    answer = parser_output.load(path, _Response, "azure")
    result = answer.analyze_result or answer
    if result.pages is None and result.read_results is None:
        state = f", its status is {answer.status[:40]!r}" if answer.status else ""
        raise UnreadableDocument(
            f"the output of Azure Document Intelligence holds no pages{state}; keep the answer that comes "
            "when the analysis has succeeded"
        )
    pages = result.pages if result.pages is not None else result.read_results or []
    sheets = {page.page_number: _sheet(page) for page in pages}
    blocks = _of_pages(result, pages) if result.pages is not None else _of_read_results(result, pages)
    return document(file, Found(READER, list(blocks), sheets), original)


def _sheet(page: _Page) -> Sheet:
    return Sheet(page.width or 0.0, page.height or 0.0, _POINTS.get(page.unit or "", 1.0))


def _outline(polygon: Sequence[float]) -> Box | None:
    xs, ys = polygon[0::2], polygon[1::2]
    if len(ys) < 2 or len(xs) != len(ys):
        return None
    return min(xs), min(ys), max(xs), max(ys)


def _indent(polygon: Sequence[float], angle: float | None) -> float | None:
    """How far along the direction of reading the text begins: on a page scanned sideways or askew that is
    not the box's left side."""
    if not angle or not math.isfinite(angle) or len(polygon) < 2:
        return None
    turn = math.radians(angle)
    return polygon[0] * math.cos(turn) + polygon[1] * math.sin(turn)


class _Stretches:
    """Stretches of the content, and which of them holds a place in it."""

    def __init__(self, owned: Iterable[tuple[int, Sequence[_Span]]]) -> None:
        found = sorted((s.offset, s.offset + s.length, owner) for owner, spans in owned for s in spans)
        self._starts = [start for start, _, _ in found]
        self._found = found

    def at(self, offset: int) -> int | None:
        place = bisect_right(self._starts, offset) - 1
        if place < 0:
            return None
        _, stop, owner = self._found[place]
        return owner if offset < stop else None

    def whole(self, spans: Sequence[_Span]) -> int | None:
        """The owner at the first character, if the last one is owned as well."""
        if not spans:
            return None
        last = spans[-1].offset + max(spans[-1].length, 1) - 1
        return self.at(spans[0].offset) if self.at(last) is not None else None


class _Unit(NamedTuple):
    """What stands at one place of the content: a line, or a paragraph of which no line is told."""

    offset: int
    block: Block
    paragraph: int | None = None
    table: int | None = None


def _of_pages(result: _Result, pages: Sequence[_Page]) -> Iterator[Block]:
    """Lines in reading order under what their paragraphs say of them, tables in the place of theirs."""
    paragraphs, tables = result.paragraphs or [], result.tables or []
    by_paragraph = _Stretches((at, p.spans or ()) for at, p in enumerate(paragraphs))
    by_table = _Stretches((at, c.spans or ()) for at, table in enumerate(tables) for c in table.cells)
    bold = _Stretches((0, look.spans or ()) for look in result.styles or () if look.font_weight == "bold")
    units: list[_Unit] = []
    for page in pages:
        words = _words_at(page)
        for line in page.lines or ():
            spans = line.spans or []
            offset = spans[0].offset if spans else (units[-1].offset if units else 0)
            block = _line(line, page, _within(words, spans))
            block.bold = bold.whole(spans) is not None
            units.append(_Unit(offset, block, by_paragraph.at(offset), by_table.whole(spans)))
    told = {unit.paragraph for unit in units}
    for at, paragraph in enumerate(paragraphs):
        spans = paragraph.spans or []
        if at not in told:
            offset = spans[0].offset if spans else at
            units.append(_Unit(offset, _paragraph(paragraph), at, by_table.whole(spans)))
    units.sort(key=lambda unit: unit.offset)
    shown: set[int] = set()
    begun: set[int] = set()
    for unit in units:
        if unit.table is not None:
            if unit.table not in shown:
                shown.add(unit.table)
                yield from _table(tables[unit.table], unit.block.page)
            continue
        if unit.paragraph is not None:
            block, role = unit.block, paragraphs[unit.paragraph].role or ""
            block.left_out, block.style = _ROLES.get(role, ""), _STYLES.get(role, "")
            block.bold |= bool(block.style)
            block.begins = unit.paragraph not in begun
            begun.add(unit.paragraph)
        yield unit.block
    for at, table in enumerate(tables):
        if at not in shown:
            yield from _table(table, 1)


def _of_read_results(result: _Result, pages: Sequence[_Page]) -> Iterator[Block]:
    """Lines in the order given, tables in the place of theirs."""
    tables = {found.page: found.tables or [] for found in result.page_results or ()}
    for number, page in enumerate(pages):
        own = tables.get(page.page_number, [])
        inside = [_lines_of(table, number, page) for table in own]
        shown: set[int] = set()
        for at, line in enumerate(page.lines or ()):
            owner = next((table for table, lines in enumerate(inside) if at in lines), None)
            if owner is None:
                yield _line(line, page, line.words or ())
            elif owner not in shown:
                shown.add(owner)
                yield from _table(own[owner], page.page_number)
        for at, table in enumerate(own):
            if at not in shown:
                yield from _table(table, page.page_number)


def _lines_of(table: _Table, number: int, page: _Page) -> set[int]:
    """The lines of a page whose words all stand in the table's cells; by their place where the cells do not
    say which words are theirs."""
    lines = page.lines or []
    words = Counter(
        int(match[2])
        for cell in table.cells
        for element in cell.elements or ()
        if (match := _LINE.search(element)) and int(match[1]) == number
    )
    if words:
        return {at for at in words if at < len(lines) and words[at] >= len(lines[at].words or ())}
    area = _outline(table.polygon) or around([box for c in table.cells if (box := _outline(c.polygon))])
    if area is None:
        return set()
    return {at for at, line in enumerate(lines) if _inside(_outline(line.polygon), area)}


def _inside(box: Box | None, area: Box) -> bool:
    if box is None:
        return False
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


def _words_at(page: _Page) -> tuple[list[int], list[_Word]]:
    """The page's words by their place in the content."""
    placed = sorted(
        ((word.span.offset, number, word) for number, word in enumerate(page.words or ()) if word.span)
    )
    return [offset for offset, _, _ in placed], [word for _, _, word in placed]


def _within(words: tuple[list[int], list[_Word]], spans: Sequence[_Span]) -> list[_Word]:
    offsets, placed = words
    return [
        word
        for span in spans
        for word in placed[
            bisect_left(offsets, span.offset) : bisect_left(offsets, span.offset + span.length)
        ]
    ]


def _confidence(words: Sequence[_Word]) -> float:
    """The mean of what is said of the words, 1 where nothing is."""
    said = [word.confidence for word in words if word.confidence is not None and 0 <= word.confidence <= 1]
    return round(sum(said) / len(said), 3) if said else 1.0


def _line(line: _Line, page: _Page, words: Sequence[_Word]) -> Block:
    return Block(
        _plain(line.content),
        page.page_number,
        _outline(line.polygon),
        indent=_indent(line.polygon, page.angle),
        begins=None,
        line=True,
        confidence=_confidence(words),
    )


def _paragraph(paragraph: _Paragraph) -> Block:
    region = next(iter(paragraph.bounding_regions or ()), None)
    if region is None:
        return Block(_plain(paragraph.content))
    return Block(_plain(paragraph.content), region.page_number, _outline(region.polygon))


def _table(table: _Table, page: int) -> Iterator[Block]:
    """Its rows; one over a page break stands where its first cell does."""
    regions = table.bounding_regions or []
    page = regions[0].page_number if regions else page
    by_page: dict[int, list[Cell]] = defaultdict(list)
    pages: dict[int, int] = {}
    for cell in table.cells:
        region = next(iter(cell.bounding_regions or ()), None)
        on = region.page_number if region else pages.get(cell.row_index, page)
        on = pages.setdefault(cell.row_index, on)
        box = _outline(region.polygon if region else cell.polygon)
        if region is not None and region.page_number != on:
            box = None
        by_page[on].append(
            Cell(cell.row_index, cell.column_index, _plain(cell.content), cell.row_span or 1, box)
        )
    begins = True
    for on, cells in sorted(by_page.items()):
        for text, box in rows_of(cells):
            yield Block(text, on, box, table=True, begins=begins)
            begins = False


def _plain(content: str) -> str:
    for mark, sign in _MARKS.items():
        content = content.replace(mark, sign)
    return content
