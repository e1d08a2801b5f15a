"""Footnotes and endnotes: the marks that Word computes for them, and which notes are printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn

from assets.documents.reading.docx_package import first_related, related, root_of
from assets.documents.reading.word_number_formats import format_number
from assets.documents.reading.word_values import child_value, whole

_ID = qn("w:id")


class Notes:
    """The notes of one kind ('footnote', 'endnote'), in the order in which the text comes to them."""

    def __init__(self, part: Any, kind: str) -> None:
        self.reference = qn(f"w:{kind}Reference")
        self._roots = list(related(part, getattr(RELATIONSHIP_TYPE, f"{kind.upper()}S")))
        body = root_of(part)
        self._mentioned = {reference.get(_ID) for reference in body.iter(self.reference)}
        self._marks: dict[str, str] = {}
        self._format = "decimal" if kind == "footnote" else "lowerRoman"
        self._next = 1
        self._computed = True
        settings = first_related(part, RELATIONSHIP_TYPE.SETTINGS)
        sections = list(body.iter(qn("w:sectPr")))[-1:]
        for root in [*([] if settings is None else [settings]), *sections]:
            if (properties := root.find(qn(f"w:{kind}Pr"))) is not None:
                self._format = child_value(properties, "numFmt") or self._format
                self._next = whole(child_value(properties, "numStart"), self._next)
                # Where they begin again on every page or in every section, Word alone knows the marks.
                self._computed &= (child_value(properties, "numRestart") or "continuous") == "continuous"

    def refer(self, reference: Any) -> str:
        """The mark to print where the text refers to a note, ' [1]'; nothing where the author typed one."""
        key = reference.get(_ID) or ""
        custom = reference.get(qn("w:customMarkFollows")) in ("1", "true", "on")
        mark = ""
        if not custom and self._computed:
            mark = f"[{format_number(self._next, self._format)}]"
            self._next += 1
        self._marks.setdefault(key, mark)
        return f" {mark}" if mark else ""

    def printed(self) -> Iterator[tuple[str, Any]]:
        """Marks and notes: those the text refers to, then those that nothing ever referred to. A note
        whose reference was deleted is not printed."""
        found = {
            note.get(_ID): note
            for root in self._roots
            for note in root
            # The others are the lines that separate notes from text.
            if note.get(qn("w:type"), "normal") == "normal"
        }
        for key, mark in self._marks.items():
            if key in found:
                yield mark, found[key]
        for key, note in found.items():
            if key not in self._mentioned:
                yield "", note
