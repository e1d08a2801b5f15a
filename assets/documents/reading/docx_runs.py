"""The runs of a DOCX paragraph as printed: results of fields and not their codes, no hidden text, marks
of notes, breaks, tabs and symbols as characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn

from assets.documents.reading.docx_markup import is_gone, shown_children
from assets.documents.reading.docx_notes import Notes
from assets.documents.reading.docx_styles import Look, Styles
from assets.documents.reading.word_values import is_on

_W = qn("w:r")[: -len("r")]
_R, _T, _R_PR, _BR, _SYM, _RUBY = (_W + name for name in ("r", "t", "rPr", "br", "sym", "ruby"))
_FIELD, _CODE, _PAGE_BREAK = _W + "fldChar", _W + "instrText", _W + "lastRenderedPageBreak"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_SIMPLE = {
    _W + "tab": "\t",
    _W + "ptab": "\t",
    _W + "cr": "\n",
    _W + "noBreakHyphen": "-",
    _W + "softHyphen": "\u00ad",
}
_COMPUTED = frozenset({"LISTNUM", "AUTONUM", "AUTONUMLGL", "AUTONUMOUT"})
"""Fields whose numbers Word computes and does not store."""
_BOXES = {False: "☐", True: "☒"}


@dataclass(slots=True)
class Run:
    """A stretch of text of one look; it begins on `page`."""

    text: str
    bold: bool
    size: float
    page: int
    contents: bool = False
    """It is the result of a table-of-contents field."""


@dataclass(slots=True)
class _Field:
    code: str = ""
    result: bool = False

    @property
    def name(self) -> str:
        return (self.code.split() or [""])[0].upper()


class Runs:
    """Reads the paragraphs of one story in order: fields may reach over many of them."""

    def __init__(self, root: Any, styles: Styles, notes: Sequence[Notes] = ()) -> None:
        self.page = 1
        self.hidden = 0
        """Runs left out because they are hidden."""
        self.unread = 0
        """Fields that print a number which the file does not hold."""
        # Word writes where its pages broke when it last laid the document out.
        self._laid_out = next(root.iter(_PAGE_BREAK), None) is not None
        self._styles = styles
        self._notes = {kind.reference: kind for kind in notes}
        self._open: list[_Field] = []
        self._closed = _closed_fields(root)

    def of(self, paragraph: Any, look: Look) -> list[Run]:
        return list(self._runs(paragraph, look))

    def aside(self) -> list[_Field]:
        """Begins a text that stands beside the others (a text box), where no field is open; what is
        returned goes to `back` at its end."""
        outer, self._open = self._open, []
        return outer

    def back(self, outer: list[_Field]) -> None:
        self._open = outer

    def _runs(self, parent: Any, look: Look) -> Iterator[Run]:
        for child in shown_children(parent):
            if child.tag == _R:
                yield from self._run(child, look)
            elif child.tag in (_MATH + "oMath", _MATH + "oMathPara") and self._visible:
                words = (part.text or "" for part in child.iter(_MATH + "t"))
                yield Run(" ".join(words), False, look.size or 0.0, self.page, self._in_contents)

    @property
    def _visible(self) -> bool:
        return all(field.result for field in self._open)

    @property
    def _in_contents(self) -> bool:
        return any(field.name == "TOC" for field in self._open)

    def _run(self, run: Any, base: Look) -> Iterator[Run]:
        look = self._styles.run(run.find(_R_PR), base)
        for child in shown_children(run):
            if child.tag == _RUBY:
                yield from self._runs(child.find(_W + "rubyBase"), base)
                continue
            text = self._text(child)
            if not text or not self._visible:
                continue
            if look.hidden:
                self.hidden += 1
            else:
                yield Run(text, bool(look.bold), look.size or 0.0, self.page, self._in_contents)

    def _text(self, child: Any) -> str:
        """What one element of a run prints; page breaks and fields are kept account of."""
        tag = child.tag
        if tag == _T:
            return str(child.text or "")
        if tag in _SIMPLE:
            return _SIMPLE[tag]
        if tag == _BR:
            self.page += child.get(_W + "type") == "page" and not self._laid_out
            return "\n"
        if tag == _PAGE_BREAK:
            self.page += 1
        elif tag == _SYM:
            return _symbol(child)
        elif tag == _CODE:
            if self._open and not self._open[-1].result:
                self._open[-1].code += child.text or ""
        elif tag == _FIELD:
            return self._field(child)
        elif tag in self._notes and self._visible:
            return self._notes[tag].refer(child)
        return ""

    def _field(self, element: Any) -> str:
        kind = element.get(_W + "fldCharType")
        if kind == "begin" and element in self._closed:
            box = element.find(f"{_W}ffData/{_W}checkBox")
            shown = "" if box is None or not self._visible else _BOXES[_is_checked(box)]
            self._open.append(_Field())
            if shown:
                self._open[-1].result = True  # the box is all that is printed
            return shown
        if kind == "separate" and self._open:
            self._open[-1].result = True
        elif kind == "end" and self._open:
            field = self._open.pop()
            self.unread += not field.result and field.name in _COMPUTED
        return ""


def _closed_fields(root: Any) -> frozenset[Any]:
    """The `begin` marks of fields that also end: what follows a stray one is text, not its code."""
    closed: set[Any] = set()
    begun: list[Any] = []
    for element in root.iter(_FIELD):
        kind = element.get(_W + "fldCharType")
        if kind not in ("begin", "end") or is_gone(element, root):
            continue
        if kind == "begin":
            begun.append(element)
        elif begun:
            closed.add(begun.pop())
    return frozenset(closed)


def _is_checked(box: Any) -> bool:
    checked = is_on(box.find(_W + "checked"))
    return is_on(box.find(_W + "default")) is True if checked is None else checked


def _symbol(element: Any) -> str:
    try:
        return chr(int(element.get(_W + "char") or "20", 16))
    except (ValueError, OverflowError):
        return ""
