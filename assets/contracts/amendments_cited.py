"""What an amendment names in another document: its clauses, schedules and defined terms."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assets.contracts.citations import PART, citations
from assets.contracts.citations_elsewhere import Elsewhere

_QUOTED = r"[\"“][^\"“”\n]{1,60}[\"”]"
_TERMS = rf"{_QUOTED}(?:\s*(?:,\s*and|,|;|and|or|&)\s*{_QUOTED})*"
_DEFINED = re.compile(
    r"(?:definitions?\s+(?:of|for)|(?:defined\s+)?terms?|references?\s+(?:in\s+the\s+\w+\s+)?to)\s+"
    rf"(?:(?:the\s+)?(?:defined\s+)?terms?\s+)?(?P<terms>{_TERMS})",
    re.I,
)
_PLACE = re.compile(
    r"\s+(?:(?:as\s+)?(?:set\s+forth|contained|found|appearing)\s+)?(?:in|at|under|of)\s+(?:the\s+)?", re.I
)
_OF_AMENDMENT = re.compile(
    r"[^.;:\"“”]{0,30}?\b(?:of|to|in|under)\s+(?:the\s+)?(?P<name>(?:\w+\s+)?Amendment\b(?:\s*(?:No\.?|Number|#)\s*\w+|\s+\d+)?)",
    re.I,
)
_OTHERS = Elsewhere(amending=True)


@dataclass(frozen=True, slots=True)
class Cited:
    """One place that names clauses (`paths`, as the clause tree writes them) or defined `terms`.
    start .. end are characters of the text searched; `amendment` is the amendment it is said to be in."""

    start: int
    end: int
    paths: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    amendment: str | None = None


def cited(text: str) -> list[Cited]:
    """What a text names of another document, in order; what it says is its own ('Paragraph 3 of this
    Amendment') is left out."""
    found: list[Cited] = []
    places = [c for c in citations(text, _OTHERS) if c.paths and not c.term]
    by_start = {c.start: c for c in places}
    taken: set[int] = set()
    for match in _DEFINED.finditer(text):
        terms = tuple(quoted.strip("\"“”'‘’ ,.") for quoted in re.findall(_QUOTED, match["terms"]))
        end = match.end()
        place = _PLACE.match(text, end)
        if place is not None and (within := by_start.get(place.end())) is not None:
            end = within.end
            taken.add(within.start)
        found.append(Cited(match.start(), end, (), terms, _amendment(text, end)))
    for each in places:
        if each.start in taken or each.here or each.near or each.rank == PART or each.paths[0][0] == "(":
            continue
        found.append(Cited(each.start, each.end, each.paths, (), _amendment(text, each.end)))
    return sorted(found, key=lambda c: c.start)


def _amendment(text: str, end: int) -> str | None:
    within = _OF_AMENDMENT.match(text, end)
    return within["name"] if within else None
