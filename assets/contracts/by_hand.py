"""Corrections by hand to what was read as clause numbers and headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from assets.contracts.evidence import Candidate, Evidence
from assets.contracts.numbering import Label, labels_at
from assets.documents.corrections import Correction

FORCED = 100.0
"""Strength of a number given by hand: more than any chain of read ones is worth."""
ALIKE, SHORTEST = 0.9, 10
"""Share of letters, and their number, from which words read differently are taken for the same."""
_FORMS = ("decimal", "article", "section")


def apply_corrections(corrections: Sequence[Correction], evidence: Evidence) -> list[Correction]:
    """Puts the corrections in place of what was read; those that could not be applied are returned.
    A line given a number opens that clause; one given only a title keeps its number; one given neither
    opens nothing."""
    if not corrections:
        return []
    squeezed = [_squeeze(text) for text in evidence.texts]
    unused = []
    for correction in corrections:
        line = _find(correction, evidence, squeezed)
        if line is None or not _apply(correction, line, evidence):
            unused.append(correction)
    return unused


def _apply(correction: Correction, line: int, evidence: Evidence) -> bool:
    text, read = evidence.texts[line], evidence.lines[line]
    if correction.number:
        given = [label for label in labels_at(f"{correction.number}.") if label.style in _FORMS]
        if not given:
            return False
        printed = [label for label in labels_at(text) if label.style in _FORMS]
        end = printed[0].end if printed else 0
        label = Label(given[0].style, given[0].number, given[0].printed, end, given[0].keyword, dotted=True)
        evidence.put(line, [Candidate(line, label, FORCED, read.indent, read.bold, True, forced=True)])
    elif not correction.title:
        evidence.put(line, [])
        evidence.closed.add(line)
    if correction.title:
        evidence.titles[line] = correction.title
    return True


def _find(correction: Correction, evidence: Evidence, squeezed: Sequence[str]) -> int | None:
    """The first line on the page that begins with the correction's words; they may run over its end."""
    wanted = _squeeze(correction.text)
    if not wanted:
        return None
    for index, text in enumerate(squeezed):
        if correction.page and evidence.lines[index].page != correction.page:
            continue
        if text and wanted.startswith(text):
            text = "".join(squeezed[index : index + 4])
        if text.startswith(wanted):
            return index
    return _nearest(correction, evidence, squeezed, wanted) if evidence.misread else None


def _nearest(correction: Correction, evidence: Evidence, squeezed: Sequence[str], wanted: str) -> int | None:
    """The line on the page that begins almost with the correction's words: text recognition, by another
    engine or of a better scan, may read a letter differently from when they were copied."""
    best, found = ALIKE, None
    for index, text in enumerate(squeezed):
        if len(wanted) < SHORTEST or (correction.page and evidence.lines[index].page != correction.page):
            continue
        if len(text) < len(wanted):
            text = "".join(squeezed[index : index + 4])
        alike = SequenceMatcher(None, wanted, text[: len(wanted)], autojunk=False).ratio()
        if alike > best:
            best, found = alike, index
    return found


def _squeeze(text: str) -> str:
    return re.sub(r"\W", "", text).casefold()
