"""What an amendment names in another document: its clauses, schedules and defined terms."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assets.contracts.numbering import SCHEDULE_WORDS, roman_value

_ITEMS = r"(?:\s?\((?:[a-z]{1,2}|[ivxl]{1,5}|[A-Z]|[IVXL]{1,5}|\d{1,2})\))"
_NUMBER = rf"(?:\d{{1,3}}[A-Z]?(?:\.\d{{1,3}}[A-Z]?)*{_ITEMS}*|[IVXLC]{{1,6}}\b{_ITEMS}*)"
_NEXT = r"\s*(?:,\s*and|,|;|and|or|&|to|through|[-–])\s*"
_LABEL = r"(?:\d{1,2}[A-Z]?(?:[-.]\d{1,2})*|[A-Z]{1,2}(?:[-.]?\d{1,2})?|[IVX]{1,4})\b"
_SECTION_WORD = r"(?i:sections?|clauses?|articles?|paragraphs?|sub-?(?:section|clause|paragraph)s?|§+)"
_SCHEDULE_WORD = rf"(?i:{'|'.join(SCHEDULE_WORDS)})"
_SECTION = rf"{_SECTION_WORD}\s*{_NUMBER}(?:{_NEXT}(?:{_NUMBER}|{_ITEMS}+))*"
_SCHEDULE = rf"{_SCHEDULE_WORD}(?i:s?)\s+[\"“]?{_LABEL}[\"”]?(?:{_NEXT}[\"“]?{_LABEL}[\"”]?)*"
_QUOTED = r"[\"“][^\"“”\n]{1,60}[\"”]"
_TERMS = rf"{_QUOTED}(?:{_NEXT}{_QUOTED})*"
_PLACE = r"\s+(?:(?:as\s+)?(?:set\s+forth|contained|found|appearing)\s+)?(?:in|at|under|of)\s+(?:the\s+)?"

_CITED = re.compile(
    rf"(?P<defined>(?i:definitions?\s+(?:of|for)|(?:defined\s+)?terms?|references?\s+to)\s+"
    rf"(?:(?i:the\s+(?:defined\s+)?terms?)\s+)?(?P<terms>{_TERMS})(?:{_PLACE}{_SECTION})?)"
    rf"|(?P<inner>{_SECTION}){_PLACE}(?P<outer>{_SCHEDULE})"
    rf"|(?P<before>{_SCHEDULE}),?\s+(?P<behind>{_SECTION})"
    rf"|(?P<section>{_SECTION})|(?P<schedule>{_SCHEDULE})"
)
_OWN = re.compile(
    r"\s*,?\s*(?:(?:of|to|in|under)\s+(?:this|the\s+present)\s+(?:Amendment|Addendum|Letter|Supplement)"
    r"|hereof|hereto|above|below)\b",
    re.I,
)
_OF_AMENDMENT = re.compile(
    r"[^.;:\"“”]{0,30}?\b(?:of|to|in|under)\s+(?:the\s+)?(?P<name>(?:\w+\s+)?Amendment\b(?:\s*(?:No\.?|Number|#)\s*\w+|\s+\d+)?)",
    re.I,
)
LONGEST_RANGE = 20
"""Clauses that 'Sections 3 to 8' may stand for; a longer range is a slip or a span of pages."""


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
    found = []
    for match in _CITED.finditer(text):
        if _OWN.match(text, match.end()):
            continue
        paths: tuple[str, ...] = ()
        terms: tuple[str, ...] = ()
        if match["defined"]:
            terms = tuple(quoted.strip('"“” ,.') for quoted in re.findall(_QUOTED, match["terms"]))
        elif outer := match["outer"] or match["before"]:
            inner = section_paths(match["inner"] or match["behind"])
            paths = tuple(f"{schedule}/{path}" for schedule in schedule_paths(outer)[-1:] for path in inner)
        elif match["section"]:
            paths = section_paths(match["section"])
        else:
            paths = schedule_paths(match["schedule"])
        within = _OF_AMENDMENT.match(text, match.end())
        found.append(Cited(match.start(), match.end(), paths, terms, within["name"] if within else None))
    return found


def section_paths(printed: str) -> tuple[str, ...]:
    """'Sections 2(a) and (b)' -> 2(a), 2(b); 'Articles IV and V' -> article-4, article-5; a range gives
    all numbers in it."""
    article = printed[:7].lower() == "article"
    word = re.match(_SECTION_WORD, printed)
    assert word is not None
    rest = printed[word.end() :]
    paths: list[str] = []
    joiner = ""
    for token in re.finditer(rf"(?P<number>{_NUMBER})|(?P<items>{_ITEMS}+)|(?P<joiner>{_NEXT})", rest):
        if token["joiner"]:
            joiner = token["joiner"].strip()
            continue
        text = re.sub(r"\s", "", token[0])
        if token["items"]:
            if paths:
                paths.append(paths[-1].rpartition("(")[0] + text)
            continue
        path = _article(text) if article else text
        if joiner in ("to", "through", "-", "–") and paths:
            paths += _between(paths[-1], path)
        paths.append(path)
    return tuple(dict.fromkeys(paths))


def schedule_paths(printed: str) -> tuple[str, ...]:
    """'Exhibits A and C-1' -> exhibit-a, exhibit-c-1."""
    match = re.match(_SCHEDULE_WORD, printed)
    assert match is not None
    word = match[0].lower()
    word = "annex" if word == "annexure" else word
    labels = re.findall(_LABEL, re.sub(r"^[sS](?=\s)", "", printed[match.end() :]))
    return tuple(f"{word}-{label.lower().replace('.', '-')}" for label in labels)


def _article(number: str) -> str:
    outer, bracket, items = number.partition("(")
    value = roman_value(outer)
    return f"article-{value if value is not None else outer.lower()}{bracket}{items}"


def _between(first: str, last: str) -> list[str]:
    """The numbers between two of one level: 3.1 and 3.4 -> 3.2, 3.3."""
    split = [re.fullmatch(r"(.*?)(\d+)", path) for path in (first, last)]
    if split[0] is None or split[1] is None or split[0][1] != split[1][1]:
        return []
    low, high = int(split[0][2]), int(split[1][2])
    if high - low > LONGEST_RANGE:
        return []
    return [f"{split[0][1]}{number}" for number in range(low + 1, high)]
