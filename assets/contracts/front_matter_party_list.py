"""The parties' paragraph: 'by and between Acme Ltd, a Delaware corporation ("Supplier"), and ...'."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice

from assets.contracts.front_matter_aliases import short_names
from assets.contracts.front_matter_names import Name, also_at, name_at
from assets.contracts.front_matter_party import Party

OPENING = 30_000
"""The parties' paragraph stands within this many characters: behind a cover and a table of contents."""
LONGEST_NAME = 200
LONGEST_DESCRIPTION = 700
"""A party's address and description are shorter than this."""
DECIDED = 3.0
"""A list for which this much speaks is the parties': two companies, each described or given a short name."""
MOST_ANCHORS = 100
"""'between' and the like looked at: a text that says it more often is no contract."""
MOST = 200
"""A list of parties that is longer is no list of parties."""

_ANCHOR = re.compile(
    r"\b(?P<word>(?:by and )?between and among|by and (?:between|among)|by, between,? and among|between"
    r"|among(?:st)?"
    r"|(?:made|entered into|executed|concluded|agreed)(?: and [a-z]+){0,2} (?:by|with)|(?:^"
    r"|(?<=[\n.:]))PARTIES|zwischen|entre"
    r"|tussen|(?<=stipulato )tra|mellan|mellem)\b[\s:,]*(?:(?:the )?(?:following"
    r"|undersigned) (?:parties|companies)?[\s:,]*)?"
    r"(?:parties to this agreement[\s:,]*)?(?:(?:each )?of:?\s)?",
    re.I,
)
NUMBERED = re.compile(r"\(?(?:\d{1,2}|[A-Za-z]|i{1,3}|iv|vi{0,3})[).]\s+(?=\S)", re.I)
_STOP = re.compile(
    r"\bWHEREAS\b|\bW ?I ?T ?N ?E ?S|\bR ?E ?C ?I ?T ?A ?L ?S?\b|\bBACKGROUND\b|\bNOW,? THEREFORE\b"
    r"|\bT ?A ?B ?L ?E OF CONTENTS|\bPREAMBLE\b"
    r"|agrees? (?:as follows|that|to)|(?:shall )?sets? forth the|in consideration of"
    r"|for good and valuable|with reference to"
    r"|(?:is|are) (?:hereby )?(?:made|entered|dated|effective|executed|referred|hereinafter"
    r"|collectively|sometimes)"
    r"|(?:have|has) (?:agreed|entered)|wish(?:es)? to|desires? to|\n(?:The|This|THIS|In|IN|Each|Both"
    r"|As)\s|The undersigned|\bDefinitions\b|\bDEFINITIONS\b|\bIntroduction\b",
)
_SENTENCE = re.compile(r"(?<=[a-z)\]”\"’’0-9])\.\s+(?=[A-Z“\"])")
_ABBREVIATION = re.compile(
    r"\b(?:[A-Z]|St|Ave|Blvd|Rd|Dr|Mr|Mrs|Ms|No|Nos|Inc|Corp|Co|Ltd|Ste|Bldg|Str|Apt|Ont|Tel|Attn|S\.A"
    r"|U\.S|N\.V|B\.V|approx|Av|Pl|sq|Cia|cont|ext|Reg|Nr)$"
)
_SEPARATOR = re.compile(
    r"(?P<sep>[,;.:]?\s*(?:[-–—]+\s*)?\b(?:and|AND|And|und|et|y|e|en)\b\s*(?:[-–—]+)?:?\s+(?:(?:between|by"
    r"|among|with|on the other (?:hand|side|part),?)\s+)?"
    r"|;\s*|,\s+|\)[,.]?\s+|[.:]\s+|\s+(?=\(?[0-9A-Za-z]\)\s))"
)
_BRACKET = re.compile(r"\s*,?\s*(\((?:[^()]|\([^()]*\)){1,240}\))")
_CALLED = re.compile(
    r"[\s,]*(?:and\s)?(?:\(?hereinafter|hereafter|ci-après|nachfolgend|en adelante"
    r"|referred to)[^.;]{0,60}?(?:[\"“„«‘'][^\"”»’']{1,60}[\"”“»’']"
    r"|(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)?)",
    re.I,
)
DESCRIBED = re.compile(
    r"\s*,?\s*(?:(?:is )?an? [^.;()]{0,90}?\b(?:corporation|company|partnership|individual|trust|bank"
    r"|firm|association|"
    r"resident|citizen|entity|proprietor(?:ship)?|city|municipality|university|cooperative"
    r"|organi[sz]ation|person|body|"
    r"foundation|institution|society|subsidiary|GmbH|professional|athlete)\b"
    r"|(?:located|organi[sz]ed|incorporated|registered|established|residing|resident|domiciled|having"
    r"|whose|with (?:its|an?|offices?|"
    r"registered|principal|place|company)|of [0-9]|c/o|represented|acting|established|Company [nN]o"
    r"|company [nN]umber"
    r"|reg(?:istration|istered) n|mit Sitz|dont le siège|con domicilio|con sede|\(?company"
    r"|\(?registered|\(?No\.))"
)
OUTSIDE = re.compile(
    r"(?:division|subsidiar(?:y|ies)|affiliates?|branch|unit|part|member|laws|subsidiary company"
    r"|shareholders?|trustee|agent|partner"
    r"|administrator|benefit|behalf|assignee|successor(?: in interest)?|state|province|city|republic"
    r"|companies|registrar|register"
    r"|businesses|stock|shares?|interest|manager|director|president|counsel|capital|holders?)\s+(?:of"
    r"|to|for|at|in)(?:\s+the)?\s*$"
    r"|(?:c/o|as|by its|its|under|via|per|represented by|general partner,?|located at|at|in|on|near"
    r"|from|formerly|since|called|as defined in|pursuant to|for)(?:\s+the)?\s*$",
    re.I,
)
_THROUGH = re.compile(r"(?:through|represented by|per|attention)(?:\s(?:its|mr|ms|mrs|dr)\.?)*[\s:]*$", re.I)
"""What stands before the person who signs for a party."""
"""What stands before a name that belongs to a party's description, not to the list."""
BELONGS = re.compile(r"division|subsidiar|affiliate|branch|unit|laws|general partner", re.I)
_AND_ITEM = re.compile(r"(?:AND|And)\b")
_JOINS = re.compile(r"\b(?:and|und|et|y|e|en)\b", re.I)
_BLANK = re.compile(r"(?:\(?\d\)\s)?(?:the )?(?:_{3,}|\[[^\]\n]{0,24}\]|\.{5,})", re.I)
"""A party left open in a form."""


def parties_paragraph(flat: str, limit: int = OPENING) -> tuple[list[Party], float]:
    """The parties of the sentence that names them, and how much speaks for it. `flat` is the text as
    paragraphs. Among the
    sentences that do, the one that says most about its parties counts, the first of equals."""
    best: tuple[list[Party], float] = [], 0.0
    for anchor in islice(_ANCHOR.finditer(flat, 0, min(limit, len(flat))), MOST_ANCHORS):
        found, score = _list(flat, anchor.end())
        if not found:
            continue
        if _about_another(flat, anchor.start()):
            score -= 1.2
        score -= 2 * anchor.start() / limit
        if score > best[1]:
            best = found, score
        if best[1] >= DECIDED:
            break
    return best


_OTHER = re.compile(
    r"\b(?:that certain|a certain|whereas|described in|pursuant to|defined in|under the terms of"
    r"|contemplated by)\b",
    re.I,
)
_THIS = re.compile(r"\b(?:this|the present|present)\s(?:[^.;]){0,200}$", re.I)


def _about_another(flat: str, at: int) -> bool:
    """The sentence speaks of another agreement: 'amends that certain Supply Agreement between ...'."""
    before = flat[max(0, at - 260) : at]
    another, this = _OTHER.search(before), _THIS.search(before)
    return another is not None and (this is None or this.start() < another.start())


_SEVERAL = re.compile(r"collectively|individually|\beach\b", re.I)
_PREDICATE = re.compile(r"\s+(?:is|are|shall|will|may|agree)\b")


@dataclass(slots=True)
class Slot:
    """A party on its way: its name, shown with other names it goes by, and what has been said about it."""

    name: Name
    shown: str
    end: int
    short: list[str] = field(default_factory=list)
    described: bool = False

    def party(self, how: str = "parties' paragraph") -> Party:
        sure = 0.55 + 0.2 * self.name.formed + 0.15 * bool(self.short) + 0.05 * self.described
        return Party(self.shown, self.name.start, self.end, round(sure, 2), how, self.short)

    def add(self, names: list[str]) -> None:
        self.short += [name for name in names if name not in self.short]


def describe(flat: str, position: int, slot: Slot | None) -> int:
    """Takes the short names that stand at `position`, in brackets or behind 'hereinafter'; where they end."""
    while True:
        if bracket := _BRACKET.match(flat, position):
            given, position = short_names(bracket[1]), bracket.end()
        elif (called := _CALLED.match(flat, position)) and not _SEVERAL.search(called[0]):
            given, position = short_names(called[0]), called.end()
        else:
            return position
        if slot:
            slot.add(given)


def _list(flat: str, at: int) -> tuple[list[Party], float]:
    """The parties listed from `at` on, and how much speaks for its being their list."""
    slots: list[Slot] = []
    position: int | None = at
    blanks = 0
    while position is not None and len(slots) < MOST:
        slot, position = _slot(flat, position)
        if slot:
            slots.append(slot)
        elif blank := _BLANK.match(flat, position):
            position, blanks = blank.end(), blanks + 1
        else:
            break
        position = _following(flat, position, slot, len(slots) + blanks)
    score = sum(0.5 + bool(s.short) + 0.5 * s.name.formed + 0.3 * s.described for s in slots[:2])
    if blanks == 0 and len(slots) == 1:
        score = min(score, 0.3) if slots[0].short else 0.0
    return [slot.party() for slot in slots], score


def _slot(flat: str, at: int) -> tuple[Slot | None, int]:
    """The party whose name begins at `at`, with its short names; where its description begins."""
    numbered = NUMBERED.match(flat, at)
    name = _name(flat, numbered.end()) if numbered else None
    name = name or _name(flat, at)
    if name is None:
        return None, at
    name = _whole(flat, name)
    slot = Slot(name, name.text, name.end)
    while also := also_at(flat, slot.end, slot.end + LONGEST_NAME):
        slot.shown += f" {also[0]} {also[1].text}"
        slot.end = also[1].end
    return slot, describe(flat, slot.end, slot)


def _name(flat: str, at: int) -> Name | None:
    return name_at(flat, at, at + LONGEST_NAME)


def _whole(flat: str, name: Name) -> Name:
    """'Quill and Dray plc': one word before 'and', no form of its own, and another party behind."""
    if name.formed or name.words > 1 or not re.match(r"\s+and\s+[A-Z]", flat[name.end : name.end + 8]):
        return name
    joined = name_at(flat, name.start, name.start + LONGEST_NAME, join_and=True)
    if joined is None or not joined.formed:
        return name
    rest = flat[joined.end : joined.end + 400]
    return joined if re.match(r"(?:[^.;]){0,300}?[,)] and |\s+and\s+[A-Z]", rest, re.I) else name


def _following(flat: str, at: int, current: Slot | None, count: int) -> int | None:
    """Where the next party of the list begins behind the description that starts at `at`; None where the
    list ends. `count` parties have been listed."""
    limit = min(len(flat), at + LONGEST_DESCRIPTION)
    if stop := _STOP.search(flat, at, limit):
        limit = stop.start()
    if current and DESCRIBED.match(flat, at):
        current.described = True
    position = at
    while position < limit:
        told = describe(flat, position, current)
        if told > position:
            position = told
            if _unseparated(flat, position):
                return position + 1
        elif _ends_list(flat, position):
            return None
        elif separator := _SEPARATOR.match(flat, position):
            begin, sign = separator.end(), separator["sep"].strip()
            if _accept(flat, sign, position, begin, count, current):
                return begin
            position = max(begin - 1, position + 1) if sign in (",", ";") else position + 1
        else:
            position += 1
    return None


def _ends_list(flat: str, at: int) -> bool:
    """A sentence ends here, and what follows is no further item ('AND', '(2)')."""
    sentence = _SENTENCE.match(flat, at)
    if sentence is None or _ABBREVIATION.search(flat[max(0, at - 6) : at]):
        return False
    return NUMBERED.match(flat, sentence.end()) is None and _AND_ITEM.match(flat, sentence.end()) is None


def _unseparated(flat: str, at: int) -> bool:
    """Behind a short name the next party follows without a comma: a company that is introduced too."""
    if not flat[at : at + 1].isspace():
        return False
    name = _name(flat, at + 1)
    return name is not None and name.formed and name.words > 1 and _introduced(flat, name)


def _introduced(flat: str, name: Name) -> bool:
    """A short name, another name or a description stands right behind the name."""
    bracket = _BRACKET.match(flat, name.end)
    return (
        (bracket is not None and bool(short_names(bracket[1])))
        or _CALLED.match(flat, name.end) is not None
        or DESCRIBED.match(flat, name.end) is not None
        or also_at(flat, name.end, name.end + LONGEST_NAME) is not None
    )


def _accept(flat: str, sign: str, at: int, begin: int, count: int, current: Slot | None) -> bool:
    """A party begins at `begin`, behind the separator `sign` at `at`: its name or what is around says so."""
    numbered = NUMBERED.match(flat, begin)
    start = numbered.end() if numbered else begin
    if _BLANK.match(flat, start):
        return True
    name = _name(flat, start)
    before = flat[max(0, start - 40) : start]
    if (
        name is None
        or OUTSIDE.search(before)
        or _THROUGH.search(before)
        or (sign in (".", ":") and not numbered)
    ):
        return False
    joined = _JOINS.search(sign) is not None
    strong = joined or sign.startswith(";") or numbered is not None
    complete = current is None or bool(current.short)
    introduced = _introduced(flat, name)
    if name.formed and name.words > 1:
        return strong or complete or introduced
    if introduced:
        return strong or complete
    # 'between Acme and Bolt': nothing says what 'Bolt' is but its place.
    directly = current is not None and (at <= current.end + 1 or flat[at - 1] == ")")
    return joined and count < 2 and directly and name.words <= 6 and not _PREDICATE.match(flat, name.end)
