"""Lays a source out as PDF: columns, running headers and footers, hanging numbers, tables, contents."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf

from evals.sample_builder.source import NUMBER, SOFT_HYPHEN, Block, Source, level, runs

WIDTH, HEIGHT = 595.0, 842.0
"""A4, in points."""
FACES = {"times": ("tiro", "tibo"), "helvetica": ("helv", "hebo"), "courier": ("cour", "cobo")}
STAMP = "D:20240102030405Z"
"""Date of every file, so that a rebuild gives the same bytes."""


@dataclass
class Piece:
    """Words of one weight at a place on a page; `y` is the baseline."""

    page: int
    x: float
    y: float
    text: str
    bold: bool
    size: float


@dataclass
class Layout:
    """A source on its way to pages: the cursor, what has been placed, and where headings fell."""

    source: Source
    contents: list[tuple[str, int]]
    pieces: list[Piece] = field(default_factory=list)
    rules: list[tuple[int, float, float, float]] = field(default_factory=list)
    headings: list[tuple[str, int]] = field(default_factory=list)
    page: int = 0
    column: int = 0
    y: float = 0.0
    top: float = 72.0
    widths: dict[tuple[str, bool], float] = field(default_factory=dict)
    captioned: bool = False
    """The block before was a caption: a second one is its other half, one entry in the contents."""

    def __post_init__(self) -> None:
        source = self.source
        self.size = source.number("size", 10.5)
        self.leading = self.size * source.number("leading", 1.25)
        self.margin = source.number("margin", 72)
        self.columns = int(source.number("columns", 1))
        gutter = 22.0
        self.span = (WIDTH - 2 * self.margin - gutter * (self.columns - 1)) / self.columns
        self.step = self.span + gutter
        self.hang = source.number("hang", 36 if self.columns == 1 else 22)
        self.breaks = {w.replace("-", ""): w.split("-") for w in source.settings.get("hyphenate", "").split()}
        self.faces = FACES[source.settings.get("font", "times")]
        self.fonts = [pymupdf.Font(name) for name in self.faces]
        self.y = self.top

    def width(self, text: str, bold: bool, size: float) -> float:
        """In points. Kept by text, since asking the font is most of the work."""
        if (text, bold) not in self.widths:
            self.widths[text, bold] = float(self.fonts[bold].text_length(text, fontsize=1))
        return self.widths[text, bold] * size

    @property
    def left(self) -> float:
        return self.margin + self.column * self.step

    def room(self, height: float) -> None:
        """Makes sure that `height` points are free below the cursor, else goes to the next column or page."""
        if self.y + height <= HEIGHT - 72:
            return
        if self.column + 1 < self.columns:
            self.column += 1
        else:
            self.column, self.page, self.top = 0, self.page + 1, 72.0
        self.y = self.top

    def place(self, text: str, x: float, bold: bool, size: float) -> None:
        self.pieces.append(Piece(self.page, x, self.y + size, text, bold, size))

    def wrap(self, text: str, span: float, bold: bool, size: float) -> list[list[tuple[str, bool]]]:
        """The lines, each a list of (words, bold), that fit into `span` points."""
        lines: list[list[tuple[str, bool]]] = [[]]
        used = 0.0
        for unit in _units(text, bold):
            if unit == [("{br}", bold)]:
                lines.append([])
                used = 0.0
                continue
            needed = sum(self.width(part, heavy, size) for part, heavy in unit)
            if used and used + needed - self.width(" ", bold, size) > span:
                word, heavy = unit[0]
                head, tail = self.split(word, span - used, heavy, size)
                if head:
                    lines[-1].append((head, heavy))
                lines.append([])
                unit, used = [(tail, heavy), *unit[1:]], 0.0
            for part, heavy in unit:
                shown = part.replace(SOFT_HYPHEN, "")
                lines[-1].append((shown, heavy))
                used += self.width(shown, heavy, size)
        return lines

    def split(self, word: str, room: float, bold: bool, size: float) -> tuple[str, str]:
        """`word` broken where the source allows it and `room` suffices; ('', word) where it does not."""
        core = re.match(r"[^\W\d_]*", word)
        parts = self.breaks.get(core[0] if core else "")
        for cut in range(len(parts) - 1, 0, -1) if parts else ():
            head = "".join((parts or [])[:cut])
            if self.width(head + "-", bold, size) <= room:
                return head + "-", word[len(head) :]
        return "", word.replace(SOFT_HYPHEN, "")

    def paragraph(
        self, text: str, *, indent: float = 0, bold: bool = False, size: float = 0, align: str = "left"
    ) -> None:
        size = size or self.size
        leading = size * self.leading / self.size
        hang = 0.0
        number = NUMBER.match(text.replace("**", ""))
        if number and align == "left" and self.source.switch("hanging"):
            hang = self.hang
            label = number[0].strip()
            heavy = bold or text.startswith("**")
            mark = "**" if text.startswith("**") else ""
            text = mark + text[len(mark) + len(label) :].lstrip()
        span = self.span - indent - hang
        for index, line in enumerate(self.wrap(text, span, bold, size)):
            self.room(leading)
            if index == 0 and hang:
                self.place(label, self.left + indent, heavy, size)
            total = sum(self.width(t, b, size) for t, b in line)
            x = self.left + indent + hang + ((span - total) / 2 if align == "centre" else 0)
            for words, weight in _join(line):
                self.place(words, x, weight, size)
                x += self.width(words, weight, size)
            self.y += leading

    def table(self, rows: list[list[str]]) -> None:
        """A table whose columns are as wide as their longest cell; header row in bold, ruled where asked."""
        size, ruled = self.size - 0.5, self.source.settings.get("rules", "yes") == "yes"
        widths = [max(self.width(row[c], True, size) for row in rows) for c in range(len(rows[0]))]
        gap = min(26.0, (self.span - sum(widths)) / max(1, len(widths) - 1) if len(widths) > 1 else 0)
        height = self.leading + 4
        for index, row in enumerate(rows):
            self.room(height * (2 if index == 0 else 1))
            x = self.left
            for cell, width in zip(row, widths, strict=True):
                self.place(cell, x, index == 0, size)
                x += width + gap
            if ruled:
                for y in (self.y - 2, self.y + height - 2) if index == 0 else (self.y + height - 2,):
                    self.rules.append((self.page, self.left, self.left + self.span, y))
            self.y += height

    def contents_page(self) -> None:
        for title, page in self.contents:
            self.room(self.leading)
            self.place(title, self.left, False, self.size)
            start = self.left + self.width(title + " ", False, self.size)
            end = self.left + self.span - 24
            dots = "." * max(3, int((end - start) / self.width(".", False, self.size)))
            self.place(dots, start, False, self.size)
            self.place(str(page), self.left + self.span - 12, False, self.size)
            self.y += self.leading

    def add(self, block: Block) -> None:
        gap = self.leading * self.source.number("gap", 0.55)
        kind = block.kind
        if kind == "page":
            self.column, self.page, self.top = 0, self.page + 1, 72.0
            self.y = self.top
        elif kind == "toc":
            self.contents_page()
        elif kind == "table":
            self.table(block.rows)
        elif kind == "title":
            columns, span = self.columns, self.span
            self.columns, self.span = 1, WIDTH - 2 * self.margin
            self.paragraph(block.text, bold=True, size=self.size + 5, align="centre")
            self.columns, self.span, self.top = columns, span, self.y + gap
        elif kind in ("caption", "heading", "subheading"):
            self.room(self.leading * 3)
            self.y += gap * (0.8 if self.y > self.top else 0)
            if kind == "caption" and self.captioned:
                title, page = self.headings[-1]
                self.headings[-1] = (f"{title} {block.text}", page)
            elif kind != "subheading" and block.text != "CONTENTS":
                self.headings.append((block.text, self.page + 1))
            self.paragraph(block.text, bold=True, align="centre" if kind == "caption" else "left")
        elif kind == "centred":
            self.paragraph(block.text, align="centre")
        else:
            depth = level(block.text) if kind == "paragraph" else 0
            plain = self.hang if depth < 0 and self.source.switch("indent_plain") else 0
            self.paragraph(block.text, indent=self.hang * max(0, depth) or plain)
        self.captioned = kind == "caption" and block.text != "CONTENTS"
        self.y += gap


def _units(text: str, bold: bool) -> list[list[tuple[str, bool]]]:
    """What stays together on a line, whatever the weights: a word with its blank, or a piece of it up to a
    hyphen that is part of the word."""
    units: list[list[tuple[str, bool]]] = []
    closed = True
    for piece, heavy in runs(text.replace("{br}", " {br}")):
        for part in re.findall(r"\{br\}\s*|\s+|[^\s-]+-*\s*|-+\s*", piece):
            if part.startswith("{br}"):
                units.append([("{br}", bold)])
                closed = True
            elif closed or not units:
                units.append([(part, heavy or bold)])
                closed = part.endswith(("-", " "))
            else:
                units[-1].append((part, heavy or bold))
                closed = part.endswith(("-", " "))
    return units


def _join(line: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Neighbouring words of one weight as one piece."""
    joined: list[tuple[str, bool]] = []
    for words, bold in line:
        if joined and joined[-1][1] == bold:
            joined[-1] = (joined[-1][0] + words, bold)
        else:
            joined.append((words, bold))
    return joined


def _encoded(text: str) -> str:
    """The base fonts know Windows-1252 only, one character a byte."""
    return text.encode("cp1252").decode("latin-1")


def build(source: Source, target: Path) -> None:
    """Writes the PDF; twice laid out, since the table of contents needs the pages of the headings."""
    contents: list[tuple[str, int]] = []
    widths: dict[tuple[str, bool], float] = {}
    for _ in range(3):
        layout = Layout(source, contents, widths=widths)
        for block in source.blocks:
            layout.add(block)
        if layout.headings == contents:
            break
        contents = layout.headings
    with pymupdf.open() as document:
        pages = layout.page + 1
        for number in range(1, pages + 1):
            page = document.new_page(width=WIDTH, height=HEIGHT)
            _running(page, layout, source, number, pages)
            for piece in (p for p in layout.pieces if p.page == number - 1):
                page.insert_text(
                    (piece.x, piece.y),
                    _encoded(piece.text),
                    fontname=layout.faces[piece.bold],
                    fontsize=piece.size,
                )
            for _, x0, x1, y in (r for r in layout.rules if r[0] == number - 1):
                page.draw_line((x0, y), (x1, y), width=0.5)
        for page in document:
            page.clean_contents()
        document.set_metadata(
            {
                "title": source.settings.get("title", ""),
                "creationDate": STAMP,
                "modDate": STAMP,
                "producer": "",
            }
        )
        document.save(target, garbage=3, deflate=True, no_new_id=True)


def _running(page: pymupdf.Page, layout: Layout, source: Source, number: int, pages: int) -> None:
    """The header and footer of one page: `left | centre | right`, with {n} and {N} for the page numbers."""
    for name, y in (("header", 44.0), ("footer", HEIGHT - 40.0)):
        cells = (
            source.settings.get(name, "").replace("{n}", str(number)).replace("{N}", str(pages)).split("|")
        )
        for cell, anchor in zip((c.strip() for c in cells), (0.0, 0.5, 1.0), strict=False):
            if cell:
                width = layout.width(cell, False, 8.5)
                x = layout.margin + (WIDTH - 2 * layout.margin - width) * anchor
                page.insert_text((x, y), _encoded(cell), fontname=layout.faces[0], fontsize=8.5)
