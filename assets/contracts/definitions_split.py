"""A definitions clause divided into its terms: what stands before them, each term, what stands behind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assets.contracts.definitions import Definition

HEADING = re.compile(
    r"\b(?:definitions?|defined\s+(?:terms|words)|interpretations?|glossary|terminology"
    r"|(?:certain|key|capitali[sz]ed)\s+terms)\b",
    re.I,
)
SHORT, LONG = 400, 1_000
"""Where no heading says that these are definitions: characters that may stand before the first, and that a
term may have in the middle. Longer clauses begin with a definition and go on with something else."""

_ANNOUNCED = re.compile(
    r"\b(?:meanings?|follow(?:s|ing)|definitions?|defined|below)\b[^.]{0,80}[:.–—-]?\s*$", re.I
)
_BEHIND = re.compile(
    r"\n(?=(?:\(?[a-z]{1,2}[).]\s+)?(?:In\s+this\s+(?:Agreement|Contract|Deed)\b(?!,?\s+[\"“])"
    r"|(?:Any\s+)?[Rr]eferences?\s+to\b|Unless\s+(?:the|otherwise)\b"
    r"|Words\s+(?:importing|in|denoting|used)\b|The\s+(?:headings|words|singular)\b|Headings\b"
    r"|(?:All|Other|Any)\s+(?:other\s+)?(?:capitali[sz]ed|terms|words)\b|Capitali[sz]ed\s+terms\b"
    r"|Each\s+of\s+the\s+following\s+terms\b))"
)
"""What follows a list of terms and is none: rules of reading."""
_EDGE = " \t\n.:–—-"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters start .. end of a definitions clause; `definition` is None for what is no term."""

    start: int
    end: int
    definition: Definition | None = None


def divide(
    text: str, span: tuple[int, int], title_end: int, headed: bool, definitions: Sequence[Definition]
) -> list[Stretch]:
    """The clause text[start:end], number and heading ending at `title_end`, as stretches that cover it. One
    stretch: the clause is one definition; none: it is no definitions clause. `headed`: its heading says
    that it is one. `definitions` are those inside the span."""
    start, end = span
    chosen = _chosen(text, start, title_end, headed, definitions)
    if not chosen:
        return []
    first = chosen[0]
    if len(chosen) == 1:
        alone = _opens(text, first, start, title_end) and (headed or end - start <= LONG)
        return [Stretch(start, end, first)] if alone else []
    before, each = first.start - title_end, (end - first.start) / len(chosen)
    if not headed and (before > SHORT or each > LONG):
        return []
    begins = [max(start, d.start) for d in chosen]
    if first.at <= title_end:
        begins[0] = start
    found = [Stretch(start, begins[0])] if begins[0] > start else []
    found += [Stretch(a, b, d) for a, b, d in zip(begins, [*begins[1:], end], chosen, strict=True)]
    behind = _BEHIND.search(text, chosen[-1].at, end)
    if behind is not None:
        found[-1:] = [Stretch(begins[-1], behind.end(), chosen[-1]), Stretch(behind.end(), end)]
    return found


def _chosen(
    text: str, start: int, title_end: int, headed: bool, definitions: Sequence[Definition]
) -> list[Definition]:
    """The definitions that stand alone. What a term excludes, and its second mention, belong to it."""
    entries = [d for d in definitions if d.entry and not d.excludes]
    first = next((d for d in entries if not d.headed), None)
    listed = headed or (first is not None and _is_announced(text, title_end, first))
    chosen: list[Definition] = []
    for each in entries:
        if each.headed and not listed:
            continue
        if not each.line and not _opens(text, each, start, title_end):
            # Inside a line only terms that are run together go on; what a lead-in serves stays in its place.
            run_on = listed and each.start == each.at and chosen
            if not run_on or _opens(text, chosen[0], start, title_end):
                continue
        if not chosen or not set(each.terms) & set(chosen[-1].terms):
            chosen.append(each)
    return chosen


def _is_announced(text: str, title_end: int, first: Definition) -> bool:
    """Whether the words before the first term say that terms follow."""
    start = max(title_end, first.start - 160)
    return first.start - title_end <= SHORT and bool(_ANNOUNCED.search(text, start, max(start, first.start)))


def _opens(text: str, definition: Definition, start: int, title_end: int) -> bool:
    """Whether a definition opens the clause, behind number and heading."""
    return definition.start <= start or not text[title_end : definition.start].strip(_EDGE)
