"""What the clauses of an amendment do to another document: replace, delete, insert, change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from assets.contracts.amendments_cited import Cited, cited
from assets.contracts.citations import names_clauses

How = Literal["replaced", "deleted", "inserted", "changed"]
"""replaced, deleted: the whole of what is named; inserted: it is new; changed: part of it, so that it
stays in force beside its change."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing done to one clause (`path`) or defined `term`, said at characters start .. end of the
    text; `amendment` is the amendment, if it is said to stand in one."""

    how: How
    start: int
    end: int
    path: str = ""
    term: str = ""
    amendment: str | None = None


_ADVERBS = (
    r"(?:(?:hereby|also|further|each|both|all|herewith|thereby|accordingly|now|,?\s*in\s+(?:its|their)\s+entirety,?"
    r"|effective[^,.;]{0,60},)\s+)*"
)
_STEM = (
    r"(?P<verb>delet|remov|replac|supersed|struck|stricken|amend|restat|modif|chang|revis|insert|add(?=ed)|substitut"
    r"|rais|increas|reduc|lower|extend|alter|updat)\w*"
)
_PASSIVE = re.compile(rf"\b(?:is|are|(?:shall|will)\s+(?:\w+\s+)?be)\s+{_ADVERBS}{_STEM}", re.I)
_ACTIVE = re.compile(
    r"\b(?:to|by|hereby|shall|and|will)\s+(?:hereby\s+)?(?P<verb>delet|remov|replac|strik|amend|modif|restat|revis|"
    r"insert|add(?=\b|ing))(?:e|es|y|ify|ing|ying)?\s+(?:in\s+its\s+entirety\s+)?"
    r"(?:(?:the|a|an|existing|current|following|new|present)\s+)*(?=\S)",
    re.I,
)
_EXCEPT = re.compile(r"\b(?:stays?|remains?|continues?|applies|apply)\b[^.;:]{0,60}?\bexcept\b", re.I)
_SUBSTITUTED = re.compile(
    r"\b(?:is|are|shall\s+be)\s+(?:hereby\s+)?substituted\s+for\b[^.;]{0,200}?\bas\s+[\"“](?P<term>[^\"“”\n]{1,60})[\"”]",
    re.I,
)
_NEVER = re.compile(
    r"\s+(?:from\s+time\s+to\s+time|only\b|merely|for\s+convenience|as\s+(?:a\s+matter|the\s+parties|mutually|may|"
    r"necessary|appropriate|required)|unless|except\s+(?:by|in|as)|if\b|without)",
    re.I,
)
"""What follows where a clause says how it may be changed, or why headings are there."""
_STEMS = (
    "delet", "remov", "replac", "supersed", "struck", "stricken", "strik", "amend", "restat", "modif",
    "chang", "revis", "insert", "add", "substitut", "rais", "increas", "reduc", "lower", "extend", "alter",
    "updat",
)  # fmt: skip
"""What the verbs above begin with."""
_BEFORE_ACTIVE = ("to", "by", "hereby", "shall", "and", "will")
LONGEST_VERB = 160
"""Characters that may stand before a stem and belong to its verb: 'shall be, effective from ..., amended'."""
_SENTENCE = re.compile(
    r"(?<!\bNo)(?<!\bInc)(?<!\bLtd)(?<!\bCo)[.;:][\"”)\]]*\s+(?=[\"“(\[]?[A-Z(])|\n(?=\(?\w{1,4}[.)]\s)"
)
_WHOLE = re.compile(
    r"(?:\s*,?\s*(?:and|&)\s+(?:hereby\s+)?restated|\s*,?\s*in\s+(?:its|their)\s+entirety"
    r"|\s+(?:so\s+as\s+)?to\s+(?:hereafter\s+|now\s+)?read|[^.;:\"“”]{0,60}?\bto\s+read\s+(?:in\s+(?:its|their)\s+entirety\s+)?"
    r"as\s+follows|\s+by\s+(?:deleting|replacing|striking)\s+(?:it|them|the\s+same|(?:such|said|the|that)\s+"
    r"(?:section|clause|article|paragraph|schedule|exhibit|annex|definition))\s+in\s+(?:its|their)\s+entirety)",
    re.I,
)
"""What says behind 'is amended' that the whole is."""
_IN_PLACE = re.compile(
    r"[^.;]{0,40}?(?:\b(?:and|&)\s+(?:hereby\s+)?(?:replac|substitut)|,\s*(?:replac|substitut)"
    r"|\bin\s+(?:its|their)\s+(?:place|stead)|\bin\s+lieu)",
    re.I,
)
_NAMED_BEFORE = re.compile(
    r"^[^.;:]{0,80}?(?=\s+(?:to\s+(?:now\s+)?read|in\s+(?:its|their)\s+entirety)\b)", re.I
)
_INSIDE = re.compile(
    r"\b(?:in|of|to|under|from|by|at|within|into|with|per|for|including|limitation|after|before|listed|see)[\s,]+"
    r"(?:(?:the|said|such|existing)\s+)*$",
    re.I,
)
"""What stands before a number where not the clause is meant but something in it."""
_PIECE = re.compile(
    r"\b(?:words?|sentences?|phrases?|figures?|dates?|references?|rows?|lines?|paragraphs?|amounts?|percentages?|"
    r"columns?|tables?)\b|[\"“]",
    re.I,
)
_AND = re.compile(r"\s*(?:,?\s*(?:and|or|&)|,)\s*(?:the\s+)?", re.I)
_COLON = re.compile(r":\s*\Z")
_COLON_LINE = re.compile(r":\s*\n\s*(?=\S)")
_FOLLOWING = re.compile(r"\b(?:following|follows)\b[^.;\"“”]{0,80}?:?\s*$", re.I)
_QUOTES = re.compile(r"“[^”]*(?:”|\Z)|(?<![\w.])\"(?=\S)[^\"]*(?:\"|\Z)")
QUOTED = 60
"""Characters from which a quotation is new wording, not a term: what it says is done to nothing here. So is
whatever is quoted behind a colon."""
REACH = 160
"""Characters between a clause's number and what is done to it; further apart they do not belong together."""


def changes(text: str) -> list[Change]:
    """What the text of one clause does to another document, in order. New wording that it quotes, or that
    follows 'the following:', is not looked at."""
    if not _may_change(text):
        return []
    said = _blanked(text, new_wording(text))
    places = cited(said)
    found = [*_passive(said, places), *_active(said, places), *_other(said, places)]
    best: dict[tuple[str, str], Change] = {}
    for change in sorted(found, key=lambda c: (c.start, c.end)):
        key = (change.path, change.term)
        # 'Section 4 is amended by deleting it in its entirety' is said once, and its strongest word counts.
        if key not in best or best[key].how == "changed" != change.how:
            best[key] = change
    return sorted(best.values(), key=lambda c: (c.start, c.end))


def _may_change(text: str) -> bool:
    """Whether there is anything to look at, found out cheaply: most clauses change nothing."""
    lower = text.lower()
    if '"' not in lower and "“" not in lower and not names_clauses(lower):
        return False
    for stem in _STEMS:
        at = lower.find(stem)
        while at >= 0:
            begin, end = max(0, at - LONGEST_VERB), at + len(stem)
            before = lower[begin:at]
            if ("is" in before or "are" in before or "be" in before) and _PASSIVE.search(
                text, begin, end + 2
            ):
                return True
            if before.rstrip().endswith(_BEFORE_ACTIVE) and _ACTIVE.search(text, begin, end + 120):
                return True
            at = lower.find(stem, end)
    return "except" in lower and _EXCEPT.search(text) is not None


def new_wording(text: str) -> list[tuple[int, int]]:
    """The characters of a text that are wording for another document: long quotations, and what is
    announced by 'the following:' without quotation marks."""
    spans = [
        (match.start() + 1, match.end())
        for match in _QUOTES.finditer(text)
        if len(match[0]) > QUOTED or _COLON.search(text, max(0, match.start() - 20), match.start())
    ]
    said = _blanked(text, spans)
    for match in _COLON_LINE.finditer(said):
        opens = said[match.end() : match.end() + 1]
        if opens not in '"“' and _FOLLOWING.search(said, max(0, match.start() - 90), match.start() + 1):
            return [*spans, (match.end(), len(text))]
    return spans


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text without those characters; offsets stay."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _passive(said: str, places: list[Cited]) -> Iterator[Change]:
    """'Section 2(c) is hereby deleted in its entirety and replaced with the following'."""
    after = 0
    for match in _PASSIVE.finditer(said):
        if _NEVER.match(said, match.end()):
            continue
        begin = max([after, *(m.end() for m in _SENTENCE.finditer(said, after, match.start()))])
        before = [p for p in places if begin <= p.start and p.end <= match.start()]
        subject = _subject(said, before, match.start())
        verb, tail = match["verb"].lower(), _rest(said, match.end())
        after = match.end()
        if not subject:
            if verb in ("insert", "add"):
                yield from _added_to(said, places, match)
            continue
        direct = not _is_inside(said, begin, subject[0].start, subject[-1].end, match.start())
        how = _how(verb, tail, direct, _is_new(said, begin, subject[0].start))
        for place in subject:
            yield from _each(how, place, match.end())


def _active(said: str, places: list[Cited]) -> Iterator[Change]:
    """'agree to remove Section 2(c) in its entirety and replace it', 'by deleting Section 3'."""
    for match in _ACTIVE.finditer(said):
        place = next((p for p in places if p.start == match.end()), None)
        if place is None or re.search(r"\b(?:not|may|right|power|without)\s*$", said[: match.start()], re.I):
            continue
        new = re.search(r"\bnew\s*$", said[: place.start], re.I) is not None
        rest = _rest(said, place.end)
        # What comes between the number and 'to read' is the name of the agreement.
        tail = _NAMED_BEFORE.sub("", rest)
        yield from _each(_how(match["verb"].lower(), tail, True, new), place, place.end)


def _other(said: str, places: list[Cited]) -> Iterator[Change]:
    """'Clause 2.2 stays as it is, except that ...', 'B is substituted for A as "Buyer"'."""
    for match in _EXCEPT.finditer(said):
        before = [p for p in places if p.end <= match.start()]
        for place in _subject(said, before, match.start()):
            yield from _each("changed", place, match.end())
    for match in _SUBSTITUTED.finditer(said):
        yield Change("changed", match.start(), match.end(), term=match["term"].strip(" ,."))


def _added_to(said: str, places: list[Cited], verb: re.Match[str]) -> Iterator[Change]:
    """'The following is added to Section 2.1 as a new Section 2.1(d)'."""
    stop = verb.end() + len(_rest(said, verb.end()))
    for place in places:
        if verb.end() <= place.start < stop:
            new = _is_new(said, verb.end(), place.start)
            yield from _each("inserted" if new else "changed", place, place.end)


def _subject(said: str, before: list[Cited], verb: int) -> list[Cited]:
    """Of the places named before a verb those it speaks of: the nearest, and what 'and' joins to it."""
    if not before or verb - before[-1].end > REACH:
        return []
    chosen = [before[-1]]
    joined = False
    for place in reversed(before[:-1]):
        gap = said[place.end : chosen[0].start]
        found = _AND.search(gap)
        if found is None or found.end() != len(gap) or len(gap) > REACH // 2:
            break
        joined = joined or re.search(r"\b(?:and|or)\b|&", gap) is not None
        if not joined:
            break
        chosen.insert(0, place)
    return chosen


def _is_inside(said: str, begin: int, start: int, end: int, verb: int) -> bool:
    """Whether not the clause named is spoken of but something in it."""
    if said[start : start + 9].lower() == "reference":
        return True
    return _INSIDE.search(said, begin, start) is not None or _PIECE.search(said, end, verb) is not None


def _is_new(said: str, begin: int, start: int) -> bool:
    return re.search(r"\bnew\s+(?:defined\s+)?$", said[begin:start], re.I) is not None


def _rest(said: str, start: int) -> str:
    """What follows in the same sentence."""
    end = _SENTENCE.search(said, start)
    return said[start : end.start() if end else len(said)]


def _how(verb: str, tail: str, direct: bool, new: bool) -> How:
    if verb in ("insert", "add"):
        return "inserted" if new or direct else "changed"
    if not direct:
        return "changed"
    if verb in ("delet", "remov", "struck", "stricken", "strik"):
        return "replaced" if _IN_PLACE.match(tail) else "deleted"
    if verb in ("replac", "supersed", "restat"):
        return "replaced"
    return "replaced" if _WHOLE.match(tail) else "changed"


def _each(how: How, place: Cited, end: int) -> Iterator[Change]:
    for path in place.paths:
        yield Change(how, place.start, max(end, place.end), path=path, amendment=place.amendment)
    for term in place.terms:
        yield Change(how, place.start, max(end, place.end), term=term, amendment=place.amendment)
