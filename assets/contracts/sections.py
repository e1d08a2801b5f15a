"""A stretch without numbers of its own, cut at its unnumbered headings and at the labelled rows of a form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Protocol

from assets.contracts.evidence import Evidence
from assets.contracts.headings import AROUND, Heading, unnumbered

ROWS = 3
"""Rows of one form, at least: two lines with a bar may be anything."""
LABEL_WORDS = 16
"""A row's label with the line that explains it: the longest of four standard order forms has 15 words."""
VALUE_WORDS = 3
"""Mean words of a form's values; a table of figures has fewer."""
SHOWN_WORDS = 6
"""Words of a row's label that its title keeps."""


LISTS = 2
"""Lists that start at 1 again, from which a sequence through them is chance."""
SENTENCE = 3
"""Words of the shortest line that says something: 'Dry storage only.'"""
RUNNING = 4
"""Times that a heading, its digits masked, stands in one stretch from which it is a running header."""
FULL = 0.5
"""Share of the usual width from which a line is more than a name."""
_NO_HEADING = re.compile(r"[\"“”]|^[\[*(]|/s/|__|^by:|\bdated\b|^\S*\d\S*$|\*\*", re.I)
"""Placeholders, signatures, dates and part numbers in capitals."""
_SIGNED = re.compile(r"\b(?:signatures?|signed|by signing|print name)\b", re.I)


@dataclass(frozen=True, slots=True)
class Section:
    """Lines first .. stop-1, under a heading that ends at character `end`. A row of a form stands below the
    heading before it; one without title is what no heading is above."""

    first: int
    stop: int
    title: str = ""
    end: int = 0
    row: bool = False


def find_sections(evidence: Evidence, first: int, stop: int) -> list[Section]:
    """All of lines first .. stop-1 in order: at most one without title, and it is the first, unless rows of a
    form are in between."""
    found = {i: h for i in range(first, stop) if (h := _heading(evidence, i))}
    often = Counter(_masked(h.title) for h in found.values())
    found = {i: h for i, h in found.items() if often[_masked(h.title)] < RUNNING}
    heads = {i: found[i] for i, after in pairwise([*found, stop]) if _leads(evidence, i, after, found)}
    rows = {i for run in _forms(evidence, first, stop) for i in run}
    behind = {i for i in range(first, stop) if i not in rows and i - 1 in rows and i not in heads}
    marks = sorted({first, *rows, *behind, *(i for i in heads if i - 1 not in heads)})
    sections = []
    for begin, end in pairwise([*marks, stop]):
        if begin in rows:
            label = _cells(evidence.texts[begin])[0]
            title = " ".join(label.split()[:SHOWN_WORDS])
            sections.append(Section(begin, end, title, evidence.lines[begin].start + len(label), row=True))
        elif begin in heads:
            sections.append(Section(begin, end, heads[begin].title, heads[begin].end))
        else:
            sections.append(Section(begin, end))
    return sections


def _heading(evidence: Evidence, index: int) -> Heading | None:
    """An unnumbered heading; in a form one that spans the table, in bold."""
    line, text = evidence.lines[index], evidence.texts[index]
    if line.table:
        loud = line.bold and " | " not in text and len(text.split()) <= LABEL_WORDS
        return Heading(text.strip(AROUND), line.end) if loud else None
    found = unnumbered(evidence, index)
    return None if found is None or _NO_HEADING.search(found.title) else found


def _masked(title: str) -> str:
    return re.sub(r"\d+", "", title).casefold()


def _leads(evidence: Evidence, index: int, after: int, found: Mapping[int, Heading]) -> bool:
    """Something to read stands below a heading, before the next one: a sentence, not names or figures."""
    if index in evidence.titles or found[index].end < evidence.lines[index].end:
        return True
    if after in found and after == index + 1:
        return True
    least = FULL * evidence.width
    below = range(index + 1, after)
    return any(
        evidence.lines[i].table or len(evidence.texts[i]) > least or _says(evidence.texts[i]) for i in below
    )


def _says(text: str) -> bool:
    return text.endswith((".", ";")) and len(text.split()) >= SENTENCE


def _cells(text: str) -> list[str]:
    return [cell.strip() for cell in text.split(" | ")]


def _forms(evidence: Evidence, first: int, stop: int) -> Iterator[list[int]]:
    """Runs of table lines that are 'label | what it says': most have two cells, the first a few words, the
    second more than figures."""
    table = [i for i in range(first, stop) if evidence.lines[i].table]
    for _, run in groupby(enumerate(table), key=lambda pair: pair[1] - pair[0]):
        rows = {i: cells for _, i in run if _is_labelled(cells := _cells(evidence.texts[i]))}
        pairs = [cells for cells in rows.values() if len(cells) == 2]
        words = sum(len(value.split()) for _, value in pairs)
        if len(pairs) >= max(ROWS, 0.5 * len(rows)) and words >= VALUE_WORDS * len(pairs):
            yield list(rows)


def _is_labelled(cells: Sequence[str]) -> bool:
    if len(cells) < 2 or not cells[0][:1].isupper() or len(cells[0].split()) > LABEL_WORDS:
        return False
    return bool(cells[1]) if len(cells) == 2 else len(cells[1].split()) >= VALUE_WORDS


class _Clause(Protocol):
    style: str
    title: str
    line: int


def is_scattered(evidence: Evidence, clauses: Sequence[_Clause], stop: int) -> bool:
    """The numbers are those of many small lists, each starting at 1 under a heading of its own: no clause
    numbers, and a sequence through them is chance. The text ends before line `stop`."""
    headed = sum(bool(clause.title) for clause in clauses)
    if clauses[0].style != "decimal" or headed > 0.5 * len(clauses):
        return False
    lines = {clause.line for clause in clauses}
    found = evidence.between(clauses[0].line, stop, "decimal")
    ones = [c.line for c in found if c.label.number == ((1, ""),) and c.line not in lines and c.strength >= 1]
    sections = [s for s in find_sections(evidence, clauses[0].line, stop) if s.title]
    return min(len(ones), len(sections)) >= LISTS


def has_form(evidence: Evidence, first: int, stop: int) -> bool:
    """Lines first .. stop-1 hold labelled rows."""
    return any(True for _ in _forms(evidence, first, stop))


def is_signed(evidence: Evidence, section: Section) -> bool:
    """The lines speak of signing."""
    return any(_SIGNED.search(text) for text in evidence.texts[section.first : section.stop])
