"""DOCX: typed text in document order, tables row by row. Numbers that Word computes are not typed
text: they are counted and flagged ('word_numbering:12'), not guessed."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import qn

from assets.documents.reading import furniture
from assets.documents.reading.assemble import Piece, assemble
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.normalise import clean, squeeze

READER = "docx-1"

_MAX_BYTES = 512 * 2**20
_MAX_RATIO = 250
"""Office XML shrinks 10 to 60 times; a zip bomb a thousand times (judged from 4 MB unpacked on)."""
_RATIO_FROM = 4 * 2**20
_MAX_PARTS = 20_000

_W = qn("w:p")[: -len("p")]
_P, _TBL, _TR, _TC, _R, _T = (_W + name for name in ("p", "tbl", "tr", "tc", "r", "t"))
# What wraps paragraphs, rows, cells or runs without being text itself. Deleted and moved-away text
# (`w:del`, `w:moveFrom`) is not in the list and stays out.
_WRAPPERS = frozenset(
    _W + name
    for name in (
        "sdt",
        "sdtContent",
        "customXml",
        "ins",
        "moveTo",
        "smartTag",
        "hyperlink",
        "fldSimple",
        "dir",
        "bdo",
    )
)
_SIMPLE = {
    _W + "tab": "\t",
    _W + "br": "\n",
    _W + "cr": "\n",
    _W + "noBreakHyphen": "-",
    _W + "softHyphen": "\u00ad",
}
_TEXT_BOX, _FALLBACK = (
    _W + "txbxContent",
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
)
_TWIPS = 20.0


@dataclass(slots=True)
class _Style:
    name: str = ""
    bold: bool = False
    size: float = 0.0
    indent: float = 0.0
    before: float = 0.0
    numbered: bool = False


def read(path: Path, file: str) -> ParsedDocument:
    """Raises `UnreadableDocument` for a damaged file or a zip bomb. External entities are never
    resolved: python-docx parses with entities off."""
    _check_archive(path)
    try:
        document = docx.Document(str(path))
        reader = _Reader(document)
        reader.blocks(document.element.body)
        for relationship in (RELATIONSHIP_TYPE.FOOTNOTES, RELATIONSHIP_TYPE.ENDNOTES):
            reader.notes(document, relationship)
        extra = _running(document)
    except (UnreadableDocument, MemoryError):
        raise
    except Exception as error:
        reason = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise UnreadableDocument(
            f"the DOCX is damaged ({reason}); open it in Word and save it again"
        ) from error
    flags = [f"word_numbering:{reader.numbered}"] if reader.numbered else []
    return assemble(file, reader.pieces, {}, pages=reader.page, reader=READER, flags=flags, extra=extra)


def _check_archive(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise UnreadableDocument(f"the DOCX is damaged ({error}); copy or save it again") from error
    if any(entry.flag_bits & 1 for entry in entries):
        raise UnreadableDocument("the DOCX is encrypted; save a copy without its password")
    total = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    if (
        total > _MAX_BYTES
        or len(entries) > _MAX_PARTS
        or (total > _RATIO_FROM and total > _MAX_RATIO * packed)
    ):
        raise UnreadableDocument(
            f"the DOCX unpacks to {total >> 20} MB; remove what fills it or save it as PDF"
        )


class _Reader:
    """Walks one document; the pieces it has found so far, the page it is on."""

    def __init__(self, document: Any) -> None:
        self.pieces: list[Piece] = []
        self.numbered = 0
        self.page = 1
        body = document.element.body
        # Word writes where its pages broke when it last laid the document out.
        self.laid_out = next(body.iter(_W + "lastRenderedPageBreak"), None) is not None
        self._styles = _styles(document)
        self._plain = self._styles.get(None, _Style())
        self._blank = 0

    def blocks(self, parent: Any) -> None:
        """Paragraphs and tables of a body, cell, note or text box, in order."""
        for child in parent:
            tag = child.tag
            if tag == _P:
                self._paragraph(child)
            elif tag == _TBL:
                self._table(child)
            elif tag in _WRAPPERS:
                self.blocks(child)

    def notes(self, document: Any, relationship: str) -> None:
        """Footnotes or endnotes, behind the text they belong to."""
        for part in _parts(document, relationship):
            for note in part:
                if note.get(_W + "type") is None:  # else the line that separates notes from text
                    self.blocks(note)

    def _paragraph(self, element: Any) -> None:
        style = self._style(element)
        number = element.find(f"{_W}pPr/{_W}numPr/{_W}numId")
        numbered = style.numbered if number is None else number.get(_W + "val") != "0"
        page = self.page
        runs = list(self._runs(element, style))
        text = "".join(run for run, _, _ in runs)
        bold = sum(len(run) for run, heavy, _ in runs if heavy) * 2 > len(text)
        size = max(runs, key=lambda run: len(run[0]))[2] if runs else style.size
        indent, before = self._layout(element, style)
        shown = 0
        for line in text.split("\n"):
            if visible := squeeze(clean(line)):
                gap = 0.0 if shown else self._blank + before / max(size, 1.0)
                self.pieces.append(
                    Piece(
                        visible,
                        page,
                        indent=indent,
                        size=size,
                        bold=bold,
                        style=style.name,
                        gap=round(gap, 2),
                    )
                )
                shown += 1
        if shown:
            self._blank = 0
            self.numbered += numbered
        else:
            self._blank += 1
        for box in element.iter(_TEXT_BOX):
            if not any(above.tag == _FALLBACK for above in box.iterancestors()) and _owner(box) is element:
                self.blocks(box)

    def _runs(self, parent: Any, style: _Style) -> Iterator[tuple[str, bool, float]]:
        for child in parent:
            if child.tag == _R:
                yield self._run(child, style)
            elif child.tag in _WRAPPERS:
                yield from self._runs(child, style)

    def _run(self, run: Any, style: _Style) -> tuple[str, bool, float]:
        text: list[str] = []
        for child in run:
            tag = child.tag
            if tag == _T:
                text.append(child.text or "")
            elif tag == _W + "br" and child.get(_W + "type") == "page":
                self.page += not self.laid_out
                text.append("\n")
            elif tag in _SIMPLE:
                text.append(_SIMPLE[tag])
            elif tag == _W + "lastRenderedPageBreak":
                self.page += 1
            elif tag == _W + "sym":
                text.append(chr(int(child.get(_W + "char") or "20", 16)))
        properties = run.find(_W + "rPr")
        if properties is None:
            return "".join(text), style.bold, style.size
        heavy, points = properties.find(_W + "b"), properties.find(_W + "sz")
        bold = style.bold if heavy is None else heavy.get(_W + "val") not in ("0", "false", "off")
        size = style.size if points is None else float(points.get(_W + "val") or 0) / 2
        return "".join(text), bold, size

    def _table(self, element: Any) -> None:
        rows = [list(_within(row, _TC)) for row in _within(element, _TR)]
        if all(len(cells) == 1 for cells in rows):
            for cells in rows:  # a frame around text, not a table
                self.blocks(cells[0])
            return
        for cells in rows:
            page = self.page
            inner = [self._cell(cell) for cell in cells]
            if any(inner):
                self.pieces.append(
                    Piece(squeeze(" | ".join(inner)), page, gap=float(self._blank), table=True)
                )
                self._blank = 0

    def _cell(self, cell: Any) -> str:
        """A cell's text on one line, nested tables included."""
        outer, blank = self.pieces, self._blank
        self.pieces, self._blank = [], 0
        self.blocks(cell)
        inner = " ".join(piece.text for piece in self.pieces)
        self.pieces, self._blank = outer, blank
        return inner

    def _style(self, paragraph: Any) -> _Style:
        name = paragraph.find(f"{_W}pPr/{_W}pStyle")
        return self._styles.get(None if name is None else name.get(_W + "val"), self._plain)

    def _layout(self, paragraph: Any, style: _Style) -> tuple[float, float]:
        """Indent of the first line and space before, in points."""
        indent, before = style.indent, style.before
        ind, spacing = paragraph.find(f"{_W}pPr/{_W}ind"), paragraph.find(f"{_W}pPr/{_W}spacing")
        if ind is not None:
            indent = _indent(ind)
        if spacing is not None and (value := spacing.get(_W + "before")):
            before = float(value) / _TWIPS
        return indent, before


def _owner(box: Any) -> Any:
    """The nearest paragraph around a text box."""
    return next((above for above in box.iterancestors() if above.tag == _P), None)


def _within(parent: Any, tag: str) -> Iterator[Any]:
    """Rows of a table or cells of a row, through content controls; no nested table's."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _within(child, tag)


def _indent(ind: Any) -> float:
    left = ind.get(_W + "left") or ind.get(_W + "start") or "0"
    return (
        float(left) + float(ind.get(_W + "firstLine") or 0) - float(ind.get(_W + "hanging") or 0)
    ) / _TWIPS


def _styles(document: Any) -> dict[str | None, _Style]:
    """Paragraph styles by id, what they inherit resolved; None is the default one."""
    found: dict[str | None, _Style] = {}
    root = document.styles.element
    default = root.find(f"{_W}docDefaults/{_W}rPrDefault/{_W}rPr/{_W}sz")
    basic = 10.0 if default is None else float(default.get(_W + "val") or 20) / 2
    elements = {s.get(_W + "styleId"): s for s in root if s.tag == _W + "style"}
    for name, element in elements.items():
        chain, seen = [element], {name}
        while (base := chain[-1].find(_W + "basedOn")) is not None:
            above = base.get(_W + "val")
            if above in seen or above not in elements:
                break
            seen.add(above)
            chain.append(elements[above])
        style = _Style(size=basic)
        for link in reversed(chain):
            heavy, points = link.find(f"{_W}rPr/{_W}b"), link.find(f"{_W}rPr/{_W}sz")
            ind, spacing = link.find(f"{_W}pPr/{_W}ind"), link.find(f"{_W}pPr/{_W}spacing")
            if heavy is not None:
                style.bold = heavy.get(_W + "val") not in ("0", "false", "off")
            if points is not None:
                style.size = float(points.get(_W + "val") or 0) / 2
            if ind is not None:
                style.indent = _indent(ind)
            if spacing is not None and (value := spacing.get(_W + "before")):
                style.before = float(value) / _TWIPS
            if (number := link.find(f"{_W}pPr/{_W}numPr/{_W}numId")) is not None:
                style.numbered = number.get(_W + "val") != "0"
        title = element.find(_W + "name")
        style.name = "" if title is None else title.get(_W + "val") or ""
        found[name] = style
        if element.get(_W + "type") == "paragraph" and element.get(_W + "default") in ("1", "true", "on"):
            found[None] = style
    return found


def _parts(document: Any, relationship: str) -> Iterator[Any]:
    """Root elements of the parts that the document relates to in this way."""
    for relation in document.part.rels.values():
        if relation.reltype == relationship and not relation.is_external:
            part = relation.target_part
            yield part.element if hasattr(part, "element") else parse_xml(part.blob)


def _running(document: Any) -> list[tuple[str, str]]:
    """Headers and footers, each text once."""
    texts: dict[tuple[str, str], None] = {}
    for relationship, reason in (
        (RELATIONSHIP_TYPE.HEADER, furniture.HEADER),
        (RELATIONSHIP_TYPE.FOOTER, furniture.FOOTER),
    ):
        for element in _parts(document, relationship):
            reader = _Reader(document)
            reader.blocks(element)
            texts.update(dict.fromkeys((piece.text, reason) for piece in reader.pieces))
    return list(texts)
