"""From the blocks that another parser found to a document: its units to points, its tables to rows."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pymupdf

from assets.documents.reading import furniture
from assets.documents.reading.assemble import Piece, assemble
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.normalise import clean, squeeze
from assets.documents.reading.pdf import set_gaps

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 from the page's top left corner, in the parser's unit until `document` turns it."""

MOST_PAGES = 100_000
MOST_COLUMNS = 1_000
"""Of a table; HTML allows no cell to span more."""
_MOST_MERGED = 50_000
"""Places below merged cells that one table is given, whatever spans it claims."""
HEADING_LEVELS = 6
BLOCK_GAP = 1.0
"""White space above a block, as of a blank line: each is a paragraph of its own."""
_LARGEST_SIDE = 1e6
"""Of a page, in any unit: PDF allows 14,400 points, scans have some 10,000 pixels."""
_SAME_SHAPE = 0.02
"""Share by which the sides of one page differ at most between a parser's rounding and the PDF."""

_NUMBER = re.compile(
    r"(?:(?:section|article|clause)\s+)?"
    r"(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]?|[(\[](?:\d{1,3}|[a-z]{1,2}|[ivxl]{1,6})[)\]]"
    r"|(?:[a-z]|[ivxl]{1,6})[.)])",
    re.IGNORECASE,
)
"""A clause's number and nothing else; a letter counts only with its bracket or full stop."""


@dataclass(slots=True)
class Block:
    """One block (paragraph, heading, row of a table), or one printed `line`. `begins`: white space stands
    above it, None where only the places of the lines tell; `indent`: where its text begins if not at its
    box's left side; `left_out`: the reason why it stands in no chunk; `confidence`: how sure text recognition
    was."""

    text: str
    page: int = 1
    box: Box | None = None
    style: str = ""
    left_out: str = ""
    begins: bool | None = True
    bold: bool = False
    table: bool = False
    line: bool = False
    indent: float | None = None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page as the parser saw it: sides in its unit, and how many points that unit has."""

    width: float
    height: float
    unit: float = 1.0


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; rows and columns count from 0, `rows` is how many it spans."""

    row: int
    column: int
    text: str
    rows: int = 1
    box: Box | None = None


@dataclass(slots=True)
class Found:
    """What a parser's file holds, in reading order. `sheets` are its pages by number, empty where it knows
    of none (a Word file)."""

    reader: str
    blocks: list[Block]
    sheets: Mapping[int, Sheet]
    flags: list[str] = field(default_factory=list)


def heading_style(level: int | None) -> str:
    """The style of a heading, 'h1' ... 'h6', whatever level it claims."""
    return f"h{min(max(level or 1, 1), HEADING_LEVELS)}"


def rows_of(cells: Iterable[Cell]) -> list[tuple[str, Box | None]]:
    """The rows of a table, cells joined by ' | ', with the box of each. A cell over several rows stands in
    its first and leaves its place empty below; one over several columns stands once."""
    by_row: dict[int, dict[int, tuple[str, Box | None]]] = defaultdict(dict)
    cells = sorted(cells, key=lambda cell: (cell.row, cell.column))
    known, merged = sorted({cell.row for cell in cells}), 0
    for cell in cells:
        by_row[cell.row][cell.column] = (squeeze(clean(cell.text)), cell.box)
        if cell.rows > 1:
            first, stop = bisect_right(known, cell.row), bisect_left(known, cell.row + cell.rows)
            for row in known[first : min(stop, first + _MOST_MERGED - merged)]:
                by_row[row].setdefault(cell.column, ("", None))
                merged += 1
    rows = []
    for _, places in sorted(by_row.items()):
        shown = [places[column] for column in sorted(places)]
        if any(text for text, _ in shown):
            boxes = [box for text, box in shown if box is not None and text]
            rows.append((squeeze(" | ".join(text for text, _ in shown)), around(boxes)))
    return rows


def around(boxes: Sequence[Box]) -> Box | None:
    """The box around boxes, None around nothing."""
    if not boxes:
        return None
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def document(file: str, found: Found, original: Path | None = None) -> ParsedDocument:
    """The document of what a parser found, boxes in points of display space. `original` is the file it was
    made of: where that is a PDF, its pages say how large a page is and how it is turned. Raises
    `UnreadableDocument` where a block stands on a page that is not there."""
    pages = _Pages(found.sheets, original)
    pieces: list[Piece] = []
    left_out: dict[int, str] = {}
    lost = 0
    told: dict[int, float] = {}
    for block in _with_numbers(found.blocks):
        pages.check(block.page)
        box = None if block.box is None else pages.placed(block.box, block.page)
        lost += block.box is not None and box is None
        for number, text in enumerate(block.text.split("\n")):
            visible = squeeze(clean(text))
            if not visible:
                continue
            if block.left_out:
                left_out[len(pieces)] = block.left_out
            piece = Piece(visible, block.page, style=block.style, bold=block.bold, table=block.table)
            piece.confidence = block.confidence
            if block.begins is not None:
                told[len(pieces)] = BLOCK_GAP if block.begins and not number and pieces else 0.0
            if box is not None:
                piece.x0, piece.y0, piece.x1, piece.y1 = (round(side, 2) for side in box)
                piece.indent = piece.x0 if block.indent is None else round(pages.points(block), 2)
                # A printed line is as high as its type; of a paragraph the size is not known.
                piece.size = round(piece.y1 - piece.y0, 2) if block.line else 0.0
            pieces.append(piece)
    count = pages.counted(pieces)
    placed = [index for index, piece in enumerate(pieces) if piece.y1 > piece.y0]
    if count > 1:
        for number, reason in furniture.find([pieces[index] for index in placed], count).items():
            left_out.setdefault(placed[number], reason)
    if len(told) < len(pieces):
        set_gaps(pieces, left_out)
    for index, gap in told.items():
        pieces[index].gap = gap
    flags = found.flags + ([f"boxes_unusable:{lost}"] if lost else [])
    if not any(index not in left_out for index in range(len(pieces))):
        flags.append("no_text")
    return assemble(file, pieces, left_out, pages=count, reader=found.reader, flags=flags)


def _with_numbers(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks with a number that was found apart, left of its text, joined to it."""
    number: Block | None = None
    for block in blocks:
        if number is not None:
            if _is_beside(number, block):
                block = replace(
                    block,
                    text=f"{number.text.strip()} {block.text}",
                    box=around([box for box in (number.box, block.box) if box]),
                    indent=number.indent,
                    begins=number.begins,
                    style=block.style or number.style,
                )
            else:
                yield number
        number = block if not block.left_out and _NUMBER.fullmatch(block.text.strip()) else None
        if number is None:
            yield block
    if number is not None:
        yield number


def _is_beside(number: Block, block: Block) -> bool:
    """Whether the block's first line stands right of the number, on its line."""
    one, other = number.box, block.box
    if one is None or other is None or number.page != block.page or block.left_out or block.table:
        return False
    height = one[3] - one[1]
    return other[0] >= one[2] - height / 2 and abs(other[1] - one[1]) < height / 2


class _Pages:
    """Pages as the parser saw them, beside those of the PDF where there is one."""

    def __init__(self, sheets: Mapping[int, Sheet], original: Path | None) -> None:
        self._sheets = sheets
        self._shown: list[tuple[float, float, pymupdf.Matrix]] = _pages_of_pdf(original) if original else []
        self.count = len(self._shown) or max(sheets, default=0)

    def check(self, page: int) -> None:
        last = min(self.count or MOST_PAGES, MOST_PAGES)
        if not 1 <= page <= last or (self._sheets and page not in self._sheets):
            known = f"the file has {self.count}" if page > self.count > 0 else "there is none"
            raise UnreadableDocument(
                f"it places text on page {page}, but {known}; run the parser on this file again"
            )

    def counted(self, pieces: Sequence[Piece]) -> int:
        """How many pages there are: without sheets, those on which something stands."""
        if self.count > MOST_PAGES:
            raise UnreadableDocument(
                f"it tells of {self.count:.0e} pages, and {MOST_PAGES:,} are read; export it again"
            )
        return self.count or max((piece.page for piece in pieces), default=1)

    def points(self, block: Block) -> float:
        """Where the block's text begins, in points."""
        sheet = self._sheets.get(block.page)
        if block.indent is not None and math.isfinite(block.indent) and sheet is not None:
            return block.indent * sheet.unit
        box = self.placed(block.box, block.page) if block.box else None
        return box[0] if box else 0.0

    def placed(self, box: Box, page: int) -> Box | None:
        """The box in points of display space, or None where it says nothing."""
        sheet = self._sheets.get(page)
        if sheet is None or not all(map(math.isfinite, box)):
            return None
        x0, x1 = sorted((box[0], box[2]))
        y0, y1 = sorted((box[1], box[3]))
        wide, high = sheet.width, sheet.height
        if not (0 < wide < _LARGEST_SIDE and 0 < high < _LARGEST_SIDE):
            return None
        x0, y0, x1, y1 = max(x0, 0.0), max(y0, 0.0), min(x1, wide), min(y1, high)
        if not (x0 < x1 and y0 < y1):
            return None
        if len(self._shown) < page:
            unit = sheet.unit
            return x0 * unit, y0 * unit, x1 * unit, y1 * unit
        width, height, turned = self._shown[page - 1]
        if not (width > 0 and height > 0):
            return None
        if _alike(wide / high, width / height):
            return x0 * width / wide, y0 * height / high, x1 * width / wide, y1 * height / high
        if not _alike(wide / high, height / width):
            return None
        # The parser did not turn the page as the PDF says it is shown.
        right, down = height / wide, width / high
        shown = pymupdf.Rect(x0 * right, y0 * down, x1 * right, y1 * down) * turned
        return shown.x0, shown.y0, shown.x1, shown.y1


def _alike(one: float, other: float) -> bool:
    return abs(one / other - 1) <= _SAME_SHAPE


def _pages_of_pdf(path: Path) -> list[tuple[float, float, pymupdf.Matrix]]:
    """Width and height of each page as shown, in points, and how it is turned; none of what is no PDF or
    cannot be opened."""
    with path.open("rb") as stream:
        if b"%PDF-" not in stream.read(1024):
            return []
    try:
        with pymupdf.open(path, filetype="pdf") as pdf:
            if pdf.needs_pass:
                return []
            return [(page.rect.width, page.rect.height, page.rotation_matrix) for page in pdf]
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
        return []
