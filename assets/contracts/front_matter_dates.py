"""When a contract was made and from when it has effect: dates as contracts write them out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

OPENING = 12_000
"""The dates of a contract stand within this many characters, or where 'Effective Date' is defined."""

# fmt: off
_MONTHS: dict[str, int] = {}
for _month, _names in enumerate((
    "january jan januar janvier enero gennaio januari janeiro jänner janv",
    "february feb februar février fevrier febrero febbraio februari fevereiro",
    "march mar märz maerz mars marzo maart março",
    "april apr avril abril aprile",
    "may mai mayo maggio mei maio maj",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet julio luglio julho",
    "august aug août aout agosto augustus augusti",
    "september sept sep septembre septiembre settembre setembro",
    "october oct oktober octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember décembre decembre diciembre dicembre dezembro dez",
), start=1):
    for _name in _names.split():
        _MONTHS[_name] = _month
_ORDINALS = {word: number for number, word in enumerate(
    """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
    fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third
    twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first
    """.split(), start=1)}
# fmt: on
_MONTH = "|".join(sorted(map(re.escape, _MONTHS), key=len, reverse=True))
_DAY = r"\d{1,2}(?:\s?(?:st|nd|rd|th|er|º|°|\.))?"
_SPELLED = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_YEAR = r"(?:1[89]|20|21)\d\d"
_DATE = re.compile(
    rf"\b(?P<m1>{_MONTH})\b\.?\s+(?P<d1>{_DAY})\s*,?\s*(?P<y1>{_YEAR})\b"  # March 31, 2000
    rf"|\b(?P<d2>{_DAY}|(?:{_SPELLED}))\s+(?:day\s+)?(?:of\s+|de\s+|di\s+"
    rf"|d[’'])?(?:[A-Za-z]+day\s*,\s*)?(?P<m2>{_MONTH})\b\.?"
    rf"(?:\s*,|\s+day\s+of|\s+(?:de|del|of))?\s*(?:in\s+the\s+year\s+)?(?P<y2>{_YEAR})\b"  # 31st day of March
    rf"|\b(?P<y3>{_YEAR})-(?P<m3>\d\d)-(?P<d3>\d\d)\b"
    rf"|\b(?P<n1>\d{{1,2}})(?P<sep>[./-])(?P<n2>\d{{1,2}})(?P=sep)(?P<y4>{_YEAR})\b"
    rf"|(?P<y5>{_YEAR})\s?年\s?(?P<m5>\d{{1,2}})\s?月\s?(?P<d5>\d{{1,2}})\s?日",
    re.I,
)
_ANY_YEAR = re.compile(_YEAR)
_REACH = 50
"""A date begins at most this far before its year: 'the twenty-second day of September in the year 2020'."""


@dataclass(frozen=True, slots=True)
class Day:
    """A date at characters start .. end: how sure, and what said that it is the one."""

    value: date
    start: int
    end: int
    confidence: float
    how: str


def dates_in(text: str, start: int, end: int) -> Iterator[tuple[date, int, int]]:
    """Every date written in text[start:end] that is one and cannot be read in two ways."""
    done = start
    for year in _ANY_YEAR.finditer(text, start, end):
        if year.start() < done:
            continue
        for match in _DATE.finditer(text, max(done, year.start() - _REACH), min(end, year.end() + 8)):
            if match.start() <= year.start() < match.end():
                done = match.end()
                if found := _value(match):
                    yield found, match.start(), match.end()


def _value(match: re.Match[str]) -> date | None:
    group = match.groupdict()
    if group["y1"]:
        year, month, day = group["y1"], _MONTHS[group["m1"].lower()], _number(group["d1"])
    elif group["y2"]:
        year, month, day = group["y2"], _MONTHS[group["m2"].lower()], _number(group["d2"])
    elif group["y3"]:
        year, month, day = group["y3"], int(group["m3"]), int(group["d3"])
    elif group["y5"]:
        year, month, day = group["y5"], int(group["m5"]), int(group["d5"])
    else:
        first, second, year = int(group["n1"]), int(group["n2"]), group["y4"]
        if first <= 12 and second <= 12 and first != second and group["sep"] != ".":
            return None
        day, month = (second, first) if second > 12 else (first, second)
    try:
        return date(int(year), month, day)
    except ValueError:
        return None


def _number(day: str) -> int:
    low = day.lower()
    return _ORDINALS.get(low) or int(re.match(r"\d+", low)[0])  # type: ignore[index]


_EFFECTIVE_BEFORE = re.compile(
    r"(?:effective(?: date)?(?:\s+(?:as of|as from|from|on|this|upon|is|means|shall be))?"
    r"|in force (?:from|since|as of)|takes? effect (?:on|from|as of)"
    r"|commencement date|with effect from|wirksam (?:ab|zum)|in kraft (?:ab|seit|am)|à compter du"
    r"|con efecto|prend effet le)"
    r"[\"”’)]*\s*(?:[:|]|is|means|shall mean|as of)?\s*(?:the|this|on|as of)?\s*$",
    re.I,
)
_EFFECTIVE_LABEL = re.compile(r"effective date[\"”]?\s*[:|]?\s*$", re.I)
_BEGINS = re.compile(
    r"\b[Tt]h(?:is|e) (?:[A-Z]\w+ ){0,3}(?:agreement|contract|lease|amendment"
    r"|term)\s(?:of this \w+\s)?(?:shall\s|will\s)?"
    r"(?:begins?|starts?|commences?|takes?\seffect|comes?\sinto\s(?:force|effect)"
    r"|enters?\sinto\s(?:force|effect)|runs?)"
    r"\s(?:on|from|as of)\s(?:the\s)?",
    re.I,
)
_BARE_EFFECTIVE = re.compile(r"(?<!and )(?<!made )\beffective\s*$", re.I)
"""'the fee is, effective 1 May 2020, nine euros' dates an event, not the contract."""
_EFFECTIVE_AFTER = re.compile(
    r"^\s*,?\s*\(?\s*(?:\(?\s*(?:the|this|hereinafter(?: the| referred to as(?: the)?)?|hereafter"
    r"|its)?\s*[\"“”'‘(]*\s*(?:effective|commencement|start) date"
    r"|\([^)]{0,60}[\"“]effective date)",
    re.I,
)
_MADE_BEFORE = re.compile(
    r"(?:\b(?:dated|date)(?:\s+(?:as of|for reference|this|effective as of|the))*|(?:made|entered into"
    r"|executed|concluded|signed|agreed)(?:\s+and\s+[a-z]+(?: into)?)*"
    r"(?:\s+(?:effective|as of|on|this|as at|the|in [A-Z]\w+(?: on)?))*|\bas of(?: the)?|\bvom|\bdu"
    r"|\bfait le|\bdatum|\bgeschlossen am)\s*(?:[:|,]|this|on|the)?\s*(?:the|this)?\s*$",
    re.I,
)
_ANOTHER = re.compile(
    r"\b(?:agreement|contract|plan|lease|act|amendment|deed|letter|order"
    r"|annex)[\"”’)]*[^.;\n]{0,110}?\b(?:dated|effective|entered into|made)"
    r"(?: and)?(?:\s+(?:effective|entered into|as of|on|the|this|from))*\s*$",
    re.I,
)
_ITSELF = re.compile(
    r"\b(?:this|the present)\b[^.;\n]{0,130}$|[”\"’]\)?,? (?:is|has been)(?: being)? (?:made|entered"
    r"|dated|effective)[^.;\n]{0,40}$",
    re.I,
)
_CAPITALS = re.compile(r"(?:^|[\n.] ?)[^a-z\n]{8,}(?:,? dated[a-z ]*| made[a-z ]*)$")
_THAT = re.compile(r"that certain|amends|\bto the\b|\bunder the\b|pursuant to|certain [A-Z]", re.I)
_CALLED_THIS = re.compile(
    r"[^.;\n]{0,130}?\b(?:this|the)\s[“\"](?:\w+ )?(?:Agreement|Contract|Amendment|Lease)[”\"]", re.I
)
_DEFINED = re.compile(
    r"(?:Effective Date|EFFECTIVE DATE|Effective date)[\"”]?\s*(?::|\||means?|shall mean|is"
    r"|shall be)\s*(?:the|as of|on)?\s*"
)


def find_dates(flat: str) -> tuple[Day | None, Day | None]:
    """(agreement date, effective date) of a contract; `flat` is its text as paragraphs. Dates of other
    agreements it speaks of do not count."""
    made: list[Day] = []
    effective: list[Day] = []
    for value, start, end in dates_in(flat, 0, min(OPENING, len(flat))):
        before, after = flat[max(0, start - 90) : start], flat[end : end + 110]
        early = 0.1 * start / OPENING
        other = _of_another(flat, start, end)
        if _EFFECTIVE_AFTER.match(after):
            effective.append(Day(value, start, end, round(0.95 - early, 3), "named the effective date"))
        elif _EFFECTIVE_BEFORE.search(before) and not other:
            sure = 0.6 if _BARE_EFFECTIVE.search(before) else 0.9
            effective.append(Day(value, start, end, round(sure - early, 3), "effective from"))
        if other or _EFFECTIVE_LABEL.search(before):
            continue
        if _MADE_BEFORE.search(before):
            made.append(Day(value, start, end, round(0.9 - early, 3), "made or dated"))
        elif _alone(flat, start, end) and start < 4_000:
            made.append(Day(value, start, end, round(0.65 - early, 3), "date on the cover"))
    if not effective:
        effective = _defined(flat) or _begins(flat)
    return _surest(made) or _signed(flat), _surest(effective)


def _of_another(flat: str, start: int, end: int) -> bool:
    """The date is another agreement's: 'the Agreement dated ...', but not 'this Agreement dated ...' nor
    'SUPPLY AGREEMENT dated ... (this "Agreement")'."""
    before = flat[max(0, start - 160) : start]
    if not _ANOTHER.search(before):
        return False
    if _THAT.search(before[-110:]):
        return True
    itself = _ITSELF.search(before) or _CAPITALS.search(before) or _CALLED_THIS.match(flat[end : end + 160])
    return itself is None


def _alone(flat: str, start: int, end: int) -> bool:
    """The date is all that stands on its line, but for a place."""
    first, last = flat.rfind("\n", 0, start) + 1, flat.find("\n", end)
    line = flat[first : last if last >= 0 else len(flat)]
    return len(line) < end - start + 25


def _defined(flat: str) -> list[Day]:
    found = []
    for match in _DEFINED.finditer(flat):
        for value, start, end in dates_in(flat, match.end(), min(len(flat), match.end() + 30)):
            if start - match.end() < 12:
                found.append(Day(value, start, end, 0.8, "defined as the effective date"))
        if found:
            break
    return found


def _begins(flat: str) -> list[Day]:
    """The day of the clause on the term: 'This Agreement begins on 1 February 2021'."""
    for match in _BEGINS.finditer(flat):
        for value, start, end in dates_in(flat, match.end(), min(len(flat), match.end() + 40)):
            if start == match.end():
                return [Day(value, start, end, 0.85, "the clause on the term")]
    return []


def _signed(flat: str) -> Day | None:
    """The day of the last signature, where nothing else dates the contract."""
    found = []
    for match in _SIGNED.finditer(flat):
        for value, start, end in dates_in(flat, match.end(), min(len(flat), match.end() + 30)):
            if start - match.end() < 6:
                found.append(Day(value, start, end, 0.5, "date of a signature"))
    return max(found, key=lambda day: day.value, default=None)


_SIGNED = re.compile(
    r"(?<!effective )\bdated?\s?[:_][\s:_]*|\b(?:signed|executed)(?: and \w+)? (?:this|on)(?: the)? ", re.I
)


def _surest(days: list[Day]) -> Day | None:
    return max(days, key=lambda day: (day.confidence, -day.start), default=None)
