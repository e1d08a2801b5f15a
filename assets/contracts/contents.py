"""Tables of contents: where they stand, so that their lines are not taken for clauses."""

from __future__ import annotations

import re

from assets.contracts.evidence import Evidence
from assets.contracts.numbering import Label, labels_at

LONGEST_ENTRY = 110
"""Longest line of a table of contents, in characters."""
MISSES = 4
"""Entries may wrap: so many lines without a page number may lie between two with one."""
FEWEST = 3
"""Entries below which lines that end in a number are no table of contents."""

_HEADING = re.compile(r"(?:table of )?contents|index", re.I)
_LEADER = re.compile(
    r"(?:(?:\.\s?){4,}|(?:\s\.){3,}|_{4,}|…+)\s*(?:page\s*)?(?:[A-Z]?[\d-]{1,5}|[ivxl]{1,6}|[A-Z])$", re.I
)
"""Dots that lead to a page; not the marks of what was blacked out, which stand in the middle of a line."""
_PAGE_AT_END = re.compile(r"\S\s+\(?(?:\d{1,3}|[ivxl]{1,5}|[A-Z]-\d{1,2})\)?$")
_LAST_OF_PAGE = frozenset("0123456789ivxl)")


def find_contents(evidence: Evidence) -> list[tuple[int, int]]:
    """Tables of contents as lines [first, stop): under a heading of that name, with dots that lead to
    pages, of a Word style for it, or a list of numbered headings with pages that come again below."""
    found: list[tuple[int, int]] = []
    index = 0
    while index < len(evidence.texts):
        stop = _table_at(evidence, index)
        if stop is not None:
            found.append((index, stop))
        index = stop or index + 1
    return found


def _table_at(evidence: Evidence, index: int) -> int | None:
    texts, text = evidence.texts, evidence.texts[index]
    if evidence.lines[index].style.lower().startswith("toc"):
        return _end_of_style(evidence, index)
    heading = len(text) < 40 and _HEADING.fullmatch(text.strip(" .:-–—*")) is not None
    if not heading and not _is_entry(text):
        return None
    stop = _end(texts, index + heading)
    entries = sum(map(_is_entry, texts[index:stop]))
    if entries < FEWEST or entries < 0.3 * (stop - index):
        return None
    if heading or (_has_leader(text) and entries > FEWEST + 1) or _comes_again(texts, index, stop):
        return stop
    return None


def _end_of_style(evidence: Evidence, index: int) -> int:
    while index < len(evidence.lines) and evidence.lines[index].style.lower().startswith("toc"):
        index += 1
    return index


def _end(texts: list[str], first: int) -> int:
    """The line after the last entry; where the first entry's number stands again, the text begins."""
    last, misses, opening = first - 1, 0, None
    for index in range(first, len(texts)):
        text = texts[index]
        label = _label(text)
        if _is_entry(text):
            last, misses = index, 0
        elif label and opening and (label.style, label.number) == (opening.style, opening.number):
            break
        else:
            misses += 1 if len(text) <= LONGEST_ENTRY else 2
        opening = opening or label
        if misses > MISSES:
            break
    return last + 1


def _label(text: str) -> Label | None:
    found = labels_at(text)
    return found[0] if found else None


def _comes_again(texts: list[str], first: int, stop: int) -> bool:
    """Most entries are numbered, and stand below again without their page."""
    names = [_PAGE_AT_END.sub(lambda m: m[0][:1], text) for text in texts[first:stop] if _is_entry(text)]
    numbered = [name for name in names if _label(name)]
    if len(numbered) < FEWEST or len(numbered) < len(names):
        return False
    below = set(texts[stop : stop + 2_000])
    return sum(name in below for name in numbered) > 0.5 * len(numbered)


def _has_leader(text: str) -> bool:
    return (text.count(".") >= 4 or "…" in text or "____" in text) and _LEADER.search(text[-120:]) is not None


def _is_entry(text: str) -> bool:
    if len(text) < LONGEST_ENTRY and text[-1:] in _LAST_OF_PAGE and _PAGE_AT_END.search(text):
        return True
    return len(text) < 1.5 * LONGEST_ENTRY and _has_leader(text)
