"""Which other agreement a text says it amends, restates or replaces: its name and date, as it gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from assets.contracts.numbering import MONTHS

Relation = Literal["amends", "supersedes"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text says of another agreement at characters start .. end: the name it gives it ('Master Supply
    Agreement', 'Revision A') and its date."""

    relation: Relation
    name: str
    start: int
    end: int
    dated: date | None = None

    def noted(self) -> dict[str, Any]:
        """The claim as chunks carry it and `resources.governing_links` takes it."""
        dated = {"dated": self.dated.isoformat()} if self.dated else {}
        return {"relation": self.relation, "name": self.name, **dated, "at": [self.start, self.end]}


_MONTH = "|".join(m.capitalize() for m in MONTHS)
_DATE = re.compile(
    rf"(?:the\s+)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:day\s+of\s+)?(?P<month>{_MONTH}),?\s*(?P<year>\d{{4}})"
    rf"|(?P<month2>{_MONTH})\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\s*,\s*(?P<year2>\d{{4}})"
    r"|(?P<iso>\d{4}-\d{2}-\d{2})",
    re.I,
)
_KIND = (
    r"(?:Agreement|Contract|Lease|Deed|Licen[cs]e|Indenture|Terms|Order|Policy|Statement\s+of\s+Work|AGREEMENT|CONTRACT|"
    r"LEASE|DEED|LICEN[CS]E|INDENTURE|TERMS|ORDER)"
)
_NAME = (
    rf"(?:(?:[A-Z][\w&’'/.-]*|of|and|for|the|&|[-–])\s+){{0,10}}?{_KIND}(?:\s+(?:and\s+)?{_KIND})*"
    r"(?:\s+(?:(?:[Nn]umber|[Nn]o\.?|#)\s*)?[A-Z]*-?\d[\w-]*)?"
)
_REVISION = r"[Rr]evision\s+[A-Z\d]{1,4}\b|[Vv]ersion\s+\d[\d.]*"
_MODIFYING = (
    r"(?i:is\s+an\s+amendment\s+to|amend(?:s|ment\s+(?:(?:no\.?|number|\#)?\s*\w+\s+)?(?:dated\s+[^,.;]{3,30}\s+)?to)"
    r"|amend|modif(?:y|ies)|chang(?:e|es)|supplements?|addendum\s+(?:(?:no\.?|\#)?\s*\w+\s+)?to|with\s+reference\s+to"
    r"|reference\s+is\s+(?:hereby\s+)?made\s+to|(?:have\s+|had\s+|having\s+)?(?:previously\s+)?entered\s+into"
    r"|are\s+(?:the\s+)?parties\s+to)"
)
_REPLACING = (
    r"(?i:supersedes?(?:\s+and\s+replaces?)?|replaces?(?:\s+and\s+supersedes?)?"
    r"|(?:amends?\s+and\s+)?restates?|amended\s+and\s+restated)"
)
_DETERMINER = (
    r"(?:,?\s+(?i:in\s+(?:its|their)\s+entirety),?)?\s+(?:(?:the|that|their|a|an|certain|said|fully|executed|existing|"
    r"original|former|prior|previous|earlier|above-?referenced)\s+)*"
)
_AMENDS = re.compile(rf"\b{_MODIFYING}{_DETERMINER}(?P<name>{_NAME})")
_SUPERSEDES = re.compile(rf"\b{_REPLACING}{_DETERMINER}(?P<name>{_NAME}|{_REVISION})")
_THIS_AMENDS = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth)?\s*(?:amendment|addendum|supplemental\s+agreement|variation\s+agreement)\b",
    re.I,
)
_RESTATED = re.compile(r"\bamended\s+(?:and|&)\s+restated\b", re.I)
_OTHER_DATE = re.compile(
    r"[.;](?=\s+[A-Z])|\bthis\b|\bis\s+(?:made|entered|effective|dated)|[\"“](?:the\s+)?Amendment"
    r"|\bas\s+amended\b|\bentered\s+into\b",
    re.I,
)
"""Behind this a date is the amendment's own, or that of another amendment."""
_PLAIN = frozenset(
    "the this that agreement contract lease license licence deed existing original such said and of".split()
)
"""Words of a name that tell no agreement from another."""
HEAD = 700
"""Characters of a text in which it says what it is."""
OPENING = 4_000
"""Characters of a text in which it says what it amends: title, parties, recitals."""
NEAR = 220
"""Characters behind a name in which its date stands."""


def claims(opening: str, title: str = "") -> list[Claim]:
    """What the opening of a document says it amends or supersedes, strongest first. A document that is no
    amendment by its title or its head amends nothing, whatever agreements it mentions."""
    opening = opening[:OPENING]
    head = f"{title}\n{opening[:HEAD]}"
    restated = _RESTATED.search(head) is not None
    found = [*_named(_SUPERSEDES, opening, "supersedes", restated)]
    if restated:
        found += _named(_AMENDS, opening, "supersedes", True)
    elif _THIS_AMENDS.search(head):
        found += _named(_AMENDS, opening, "amends", True)
    unique: dict[tuple[Relation, str], Claim] = {}
    for claim in sorted(found, key=lambda c: (c.dated is None, c.start)):
        unique.setdefault((claim.relation, claim.name.casefold()), claim)
    return list(unique.values())


def _named(pattern: re.Pattern[str], text: str, relation: Relation, undated: bool) -> Iterator[Claim]:
    """The agreements that follow the pattern. Where the document is nothing of the kind by its head
    (`undated` False), only one that is named with its date counts."""
    for match in pattern.finditer(text):
        name = re.sub(r"\s+", " ", match["name"]).strip()
        dated = _date_behind(text, match.end())
        telling = not {word.casefold() for word in re.findall(r"\w+", name)} <= _PLAIN
        if dated is not None or (undated and telling):
            yield Claim(relation, name, match.start("name"), match.end("name"), dated)


def _date_behind(text: str, start: int) -> date | None:
    behind = text[start : start + NEAR]
    stop = _OTHER_DATE.search(behind)
    found = _DATE.search(behind, 0, stop.start() if stop else len(behind))
    return _day(found) if found else None


def _day(match: re.Match[str]) -> date | None:
    try:
        if match["iso"]:
            return date.fromisoformat(match["iso"])
        month = (match["month"] or match["month2"]).lower()
        return date(
            int(match["year"] or match["year2"]), MONTHS.index(month) + 1, int(match["day"] or match["day2"])
        )
    except ValueError:
        return None
