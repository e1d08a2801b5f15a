"""DOCX: what Word prints, in document order, with the numbers that Word computes; tables row by row;
notes behind the text; headers and footers set apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn

from assets.documents.reading import docx_markup as markup
from assets.documents.reading import furniture
from assets.documents.reading.assemble import Piece, assemble
from assets.documents.reading.docx_notes import Notes
from assets.documents.reading.docx_package import (
    count_embedded,
    first_related,
    open_main_part,
    related,
    root_of,
)
from assets.documents.reading.docx_runs import Run, Runs
from assets.documents.reading.docx_styles import Style, Styles, numbering_styles
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.normalise import clean, squeeze
from assets.documents.reading.word_numbering import Counters, Number, Numbering

READER = "docx-2"

_P, _TBL, _TR, _TC = (qn(f"w:{name}") for name in ("p", "tbl", "tr", "tc"))
_CONTENTS = "toc 1"
"""The style of contents lines, given also to those that a table-of-contents field made in another."""


def read(path: Path, file: str) -> ParsedDocument:
    """Raises `UnreadableDocument` for a damaged file or a zip bomb."""
    try:
        part = open_main_part(path)
        package = _Package(part)
        body = root_of(part).find(qn("w:body"))
        if body is None:
            raise UnreadableDocument("the DOCX holds no text; open it in Word and save it again")
        notes = [Notes(part, "footnote"), Notes(part, "endnote")]
        reader = _Story(body, package, notes)
        reader.blocks(body)
        for kind in notes:
            reader.notes(kind)
        extra = list(_running(part, package))
        flags = reader.flags(markup.count_changes(body), count_embedded(part))
    except (UnreadableDocument, MemoryError):
        raise
    except Exception as error:
        reason = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise UnreadableDocument(
            f"the DOCX is damaged ({reason}); open it in Word and save it again"
        ) from error
    return assemble(file, reader.pieces, {}, pages=reader.page, reader=READER, flags=flags, extra=extra)


class _Package:
    """What all stories of a document share."""

    def __init__(self, part: Any) -> None:
        styles = first_related(part, RELATIONSHIP_TYPE.STYLES)
        numbering = first_related(part, RELATIONSHIP_TYPE.NUMBERING)
        self.numbering = Numbering(numbering, {} if styles is None else numbering_styles(styles))
        self.styles = Styles(styles, self.numbering)


@dataclass(slots=True)
class _Begun:
    """A printed line that goes on in the next paragraph."""

    runs: list[Run]
    style: Style


class _Story:
    """Walks the body, a note or a header; the pieces it has found so far."""

    def __init__(self, root: Any, package: _Package, notes: list[Notes] | None = None) -> None:
        self.pieces: list[Piece] = []
        self._package = package
        self._runs = Runs(root, package.styles, notes or [])
        self._counters = Counters(package.numbering)
        # Lists in text boxes are counted apart from the text they stand beside, as are notes'.
        self._beside = Counters(package.numbering)
        self._computed = 0
        self._blank = 0
        self._carried: list[Run] = []
        self._begun: _Begun | None = None

    @property
    def page(self) -> int:
        return self._runs.page

    def flags(self, changes: int, embedded: int) -> list[str]:
        """What of the reading is worth knowing, with counts."""
        counts = {
            "word_numbers": self._computed,
            "word_numbers_unread": self._runs.unread,
            "tracked_changes": changes,
            "hidden_text": self._runs.hidden,
            "embedded_documents": embedded,
        }
        return [f"{flag}:{count}" for flag, count in counts.items() if count]

    def blocks(self, parent: Any) -> None:
        """Paragraphs and tables of a body, cell, note or text box, in order."""
        for child in markup.shown_children(parent):
            if child.tag == _P:
                self._paragraph(child)
            elif child.tag == _TBL:
                self._close()
                self._table(child)
        self._close()

    def notes(self, notes: Notes) -> None:
        """Footnotes or endnotes, behind the text they belong to."""
        self._counters = Counters(self._package.numbering)
        for mark, note in notes.printed():
            first = len(self.pieces)
            self.blocks(note)
            if mark and len(self.pieces) > first:
                self.pieces[first].text = f"{mark} {self.pieces[first].text}"

    def _paragraph(self, element: Any) -> None:
        style = self._package.styles.paragraph(element)
        runs = [*self._carried, *self._runs.of(element, style.look)]
        self._carried = []
        hidden = markup.mark_is_hidden(element)
        empty = not any(run.text.strip() for run in runs)
        if markup.mark_is_gone(element):
            self._carried = runs
        elif hidden and not empty:
            self._begun = self._joined(self._number(style), runs, style)
        elif not hidden:
            # An empty paragraph shows its number all the same, unless it is but a section break.
            broken = empty and markup.ends_section(element)
            number = Number("") if broken else self._number(style)
            self._print(self._joined(number, runs, style))
            self._begun = None
        self._boxes(element)

    def _boxes(self, paragraph: Any) -> None:
        """Text boxes, behind the paragraph they are anchored in."""
        for box in markup.text_boxes(paragraph):
            carried, begun, fields = self._carried, self._begun, self._runs.aside()
            self._carried, self._begun = [], None
            self._counters, self._beside = self._beside, self._counters
            self.blocks(box)
            self._counters, self._beside = self._beside, self._counters
            self._carried, self._begun = carried, begun
            self._runs.back(fields)

    def _number(self, style: Style) -> Number:
        place = style.numbered
        number = Number("") if place is None else self._counters.count(*place)
        self._computed += bool(number.text)
        return number

    def _joined(self, number: Number, runs: list[Run], style: Style) -> _Begun:
        """The paragraph behind its number, and behind the line that was begun before it."""
        if number.text:
            runs = self._numbered(number, runs, style)
        if self._begun is None:
            return _Begun(runs, style)
        before = self._begun
        space = [replace(before.runs[-1], text=" ")] if before.runs else []
        return _Begun([*before.runs, *space, *runs], before.style)

    def _numbered(self, number: Number, runs: list[Run], style: Style) -> list[Run]:
        text = "".join(run.text for run in runs).lstrip()
        while runs and not runs[0].text.strip():
            runs = runs[1:]
        if not runs:
            look = style.look
            return [Run(number.text, bool(look.bold), look.size or 0.0, self.page)]
        first = replace(runs[0], text=runs[0].text.lstrip())
        return [replace(first, text=number.before(text)), first, *runs[1:]]

    def _close(self) -> None:
        """Prints what no paragraph follows that it could go on in."""
        if self._carried or self._begun is not None:
            runs, self._carried = self._carried, []
            style = self._package.styles.plain if self._begun is None else self._begun.style
            self._print(self._joined(Number(""), runs, style))
            self._begun = None

    def _print(self, paragraph: _Begun) -> None:
        """One piece for each line that the author broke."""
        style, shown = paragraph.style, 0
        for runs in _by_line(paragraph.runs):
            visible = squeeze(clean("".join(run.text for run in runs)))
            if not visible:
                continue
            size = max(runs, key=lambda run: len(run.text)).size
            bold = sum(len(run.text) for run in runs if run.bold) * 2 > sum(len(run.text) for run in runs)
            gap = 0.0 if shown else self._blank + style.before / max(size, 1.0)
            self.pieces.append(
                Piece(
                    visible,
                    next((run.page for run in runs if run.text.strip()), self.page),
                    indent=style.indent.first_line,
                    size=size,
                    bold=bold,
                    style=_style_name(style, runs),
                    gap=round(gap, 2),
                )
            )
            shown += 1
        self._blank = 0 if shown else self._blank + 1

    def _table(self, element: Any) -> None:
        rows = [
            [cell for cell in _within(row, _TC) if markup.cell_is_shown(cell)]
            for row in _within(element, _TR)
            if markup.row_is_shown(row)
        ]
        framed = all(len(cells) == 1 for cells in rows)  # around text: no table
        for cells in rows:
            if len(cells) > 1:
                self._row(cells)
            elif cells and not markup.continues_cell(cells[0]):
                first = len(self.pieces)
                self.blocks(cells[0])  # a cell over the whole width keeps its paragraphs
                for piece in self.pieces[first:]:
                    piece.table |= not framed

    def _row(self, cells: list[Any]) -> None:
        page = self.page
        inner = ["" if markup.continues_cell(cell) else self._cell(cell) for cell in cells]
        if any(inner):
            text = squeeze(" | ".join(inner))
            self.pieces.append(Piece(text, page, gap=float(self._blank), table=True))
            self._blank = 0

    def _cell(self, cell: Any) -> str:
        """A cell's text on one line, nested tables included."""
        outer, blank = self.pieces, self._blank
        self.pieces, self._blank = [], 0
        self.blocks(cell)
        inner = " ".join(piece.text for piece in self.pieces)
        self.pieces, self._blank = outer, blank
        return inner


def _by_line(runs: list[Run]) -> list[list[Run]]:
    """The runs of each line; one that holds a break is divided."""
    lines: list[list[Run]] = [[]]
    for run in runs:
        first, *more = run.text.split("\n")
        lines[-1].append(replace(run, text=first))
        lines += ([replace(run, text=text)] for text in more)
    return lines


def _style_name(style: Style, runs: list[Run]) -> str:
    words = [run for run in runs if run.text.strip()]
    made = bool(words) and all(run.contents for run in words)
    return _CONTENTS if made and not style.name.lower().startswith("toc") else style.name


def _within(parent: Any, tag: str) -> Iterator[Any]:
    """Rows of a table or cells of a row, through content controls; no nested table's."""
    return (child for child in markup.shown_children(parent) if child.tag == tag)


def _running(part: Any, package: _Package) -> Iterator[tuple[str, str]]:
    """Headers and footers, each text once."""
    texts: dict[tuple[str, str], None] = {}
    for relationship, reason in (
        (RELATIONSHIP_TYPE.HEADER, furniture.HEADER),
        (RELATIONSHIP_TYPE.FOOTER, furniture.FOOTER),
    ):
        for element in related(part, relationship):
            story = _Story(element, package)
            story.blocks(element)
            texts.update(dict.fromkeys((piece.text, reason) for piece in story.pieces))
    yield from texts
