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
    r"|rais|increas|reduc|lower|extend|alter|updat|vari(?=ed)|supplement(?=ed)|renumber)\w*"
)
_PASSIVE = re.compile(
    rf"\b(?:is|are|(?<=[\d)]\s)be|(?:shall|will)\s+(?:\w+\s+)?be)\s+{_ADVERBS}{_STEM}", re.I
)
_ACTIVE = re.compile(
    r"(?:\b(?:to|by|hereby|shall|and|will|amendment|addendum|letter|part(?:y|ies))\s+(?:hereby\s+)?"
    r"|(?:\A|(?<=[.;:]\s)|\n)(?:\(?\w{1,4}[.)]\s+)*)(?P<verb>delet|remov|replac|strik|amend|modif|restat|revis|"
    r"insert|add(?=\b|ing))(?:e|es|y|ify|ing|ying)?\s+(?:in\s+its\s+entirety\s+)?"
    r"(?:(?:the|a|an|existing|current|following|new|present)\s+)*(?=\S)",
    re.I,
)
_EXCEPT = re.compile(
    r"\b(?:stays?|remains?|continues?|applies|apply)\b[^.;:]{0,60}?\bexcept\b"
    r"|\b(?:(?:shall|will|to)\s+(?:\w+\s+)?be|is|are)\s+(?:read|construed|treated)\s+as\s+(?:if|though)\b",
    re.I,
)
_DEEMED = re.compile(
    r"\b(?:shall|will)\s+(?:\w+\s+)?be\s+(?:deemed|read|construed|taken)\b|\b(?:is|are)\s+deemed\b", re.I
)
"""What may be said of references: 'each reference to "A" shall be deemed a reference to "B"'."""
_ENDED = re.compile(
    r"\b(?:(?:shall|will|does|do)\s+)?(?:no\s+longer\s+(?:apply|applies|have\s+(?:any\s+)?effect|be\s+(?:in\s+force|effective))"
    r"|(?:is|are|be)\s+of\s+no\s+(?:further\s+)?(?:force|effect)(?:\s+(?:and|or)\s+effect)?|ceases?\s+to\s+(?:apply|have\s+effect|be\s+in\s+force))"
    r"(?P<whole>\s*(?:\Z|[.;]|,?\s*(?:from|as\s+of|with\s+effect|effective|on\s+and\s+after)\b))?",
    re.I,
)
"""'shall no longer apply': the clause ends, unless it goes on to say where."""
_IMPERATIVE = re.compile(
    r"(?:\A|(?<=[.;:]\s)|\n)\s*(?:\(?\w{1,4}[.)]\s+)*(?P<verb>delet|remov|replac|strik|add|insert|amend|substitut)e?\s+(?=\S)",
    re.I,
)
_CONDITION = re.compile(
    r"\s*(?:\(?\w{1,4}[.)]\s+)?(?:if|unless|where|whenever|should|to\s+the\s+extent"
    r"|in\s+the\s+event|in\s+case)\b",
    re.I,
)
"""A sentence that begins so ends no clause, whatever it says of it."""
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
_QUOTED_TITLE = re.compile(r"\([\"“][^\"“”()]*[\"”]\)")
_VERBS = re.compile(
    r"delet|remov|replac|supersed|struck|stricken|strik|amend(?!ment)|restat|modif|chang|revis|insert"
    r"|add(?!ress|ition)|substitut|rais|increas|reduc|lower|extend|alter(?!nat)|updat|varied|supplemented|renumber"
)
"""What the verbs above begin with."""
_OTHER_WORDS = (
    (("except", " as if", " as though"), _EXCEPT),
    (("no longer", "of no ", "cease"), _ENDED),
    (("reference",), _DEEMED),
)
_BEFORE_ACTIVE = (
    "to", "by", "hereby", "shall", "and", "will", "amendment", "addendum", "letter", "party", "parties",
)  # fmt: skip
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
    r"[^.;]{0,40}?(?:\b(?:and|&)\s+(?:(?:hereby|is|are|be|shall|will)\s+)*(?:replac|substitut)|,\s*(?:replac|substitut)"
    r"|\b(?:and|&)\s+the\s+following\s+(?:\w+\s+){0,3}(?:substitut|insert)"
    r"|\bin\s+(?:its|their)\s+(?:place|stead)|\bin\s+lieu)"
    r"|[^.;]{0,120}?\b(?:substituted|inserted|replaced)\s+therefor\b",
    re.I,
)
_NAMED_BEFORE = re.compile(
    r"^[^.;:]{0,80}?(?=\s+(?:to\s+(?:now\s+)?read|in\s+(?:its|their)\s+entirety)\b)", re.I
)
_INSIDE = re.compile(
    r"\b(?:in|of|to|under|from|by|at|within|into|with|per|for|including|limitation|after|before|listed|see)[\s,]+"
    r"(?:(?:the|this|said|such|existing)\s+)*$",
    re.I,
)
"""What stands before a number where not the clause is meant but something in it."""
_OTHER_PART = re.compile(
    r"[^.;:\"“”]{0,60}?\b(?:in|of|to|from)\s+(?:the\s+|such\s+)?"
    r"(?:Supplement|Statement\s+of\s+Work|(?:Work|Purchase|Order)\s+(?:Order|Form)|Order\s+No|Policy|Manual)\b"
)
"""What says that a number is one of an attached text that has numbers of its own."""
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
    found = [change for read in _READINGS for change in read(said, places)]
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
    for verb in _VERBS.finditer(lower):
        at, end = verb.span()
        begin = max(0, at - LONGEST_VERB)
        before = lower[begin:at]
        if ("is" in before or "are" in before or "be" in before) and _PASSIVE.search(text, begin, end + 2):
            return True
        stripped = before.rstrip()
        opens = not stripped or "\n" in before[len(stripped) :] or stripped[-1] in ".;:)"
        if opens and _IMPERATIVE.search(text, max(0, at - 12), end + 8):
            return True
        if stripped.endswith(_BEFORE_ACTIVE) and _ACTIVE.search(text, max(0, at - 24), end + 120):
            return True
    return any(
        any(word in lower for word in words) and pattern.search(text) is not None
        for words, pattern in _OTHER_WORDS
    )


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
        if verb == "substitut" and _is_replaced(said, subject[0].start, subject[-1].end, match, direct):
            how = "replaced"
        if _CONDITION.match(said, begin) and how in ("replaced", "deleted"):
            how = "changed"
        for place in subject:
            yield from _each(how, place, match.end())


def _is_replaced(said: str, start: int, end: int, verb: re.Match[str], direct: bool) -> bool:
    """'Clause 7 is substituted by the following', 'for clause 7 there is substituted the following'."""
    if direct:
        return re.match(r"\s*(?:by|with)\b", said[verb.end() :]) is not None
    before = re.search(r"\bfor\s+(?:the\s+)?$", said[:start], re.I)
    return before is not None and _PIECE.search(said, end, verb.start()) is None


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
        direct = _OTHER_PART.match(said, place.end) is None
        yield from _each(_how(match["verb"].lower(), tail, direct, new), place, place.end)


def _imperative(said: str, places: list[Cited]) -> Iterator[Change]:
    """'Delete the second sentence of Section 3', 'Insert the following new Section 4'. What names its clause
    at once is read as in any other sentence."""
    for match in _IMPERATIVE.finditer(said):
        stop = match.end() + len(_rest(said, match.end()))
        place = next((p for p in places if match.end() < p.start < stop), None)
        if any(p.start == match.end() for p in places):
            continue
        if place is None:
            place = next((p for p in places if said[p.end : match.start("verb")].strip() == ":"), None)
            if place is not None:
                yield from _each("changed", place, match.end())
            continue
        adding = match["verb"].lower() in ("add", "insert")
        new = adding and _is_new(said, match.end(), place.start)
        yield from _each("inserted" if new else "changed", place, place.end)


def _other(said: str, places: list[Cited]) -> Iterator[Change]:
    """'Clause 2.2 stays as it is, except that ...', 'Clause 3 shall no longer apply', 'B is substituted for A
    as "Buyer"'."""
    for match in _DEEMED.finditer(said):
        for place in _subject(said, [p for p in places if p.end <= match.start()], match.start()):
            if said[place.start : place.start + 9].lower() == "reference":
                yield from _each("changed", place, match.end())
    for match in _ENDED.finditer(said):
        begin = max([0, *(m.end() for m in _SENTENCE.finditer(said, 0, match.start()))])
        subject = _subject(
            said, [p for p in places if begin <= p.start and p.end <= match.start()], match.start()
        )
        if not subject:
            continue
        direct = not _is_inside(said, begin, subject[0].start, subject[-1].end, match.start())
        whole = direct and match["whole"] is not None and not _CONDITION.match(said, begin)
        for place in subject:
            yield from _each("deleted" if whole else "changed", place, match.end())
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
            new = _is_new(said, verb.end(), place.start) or said[: place.start].endswith(" as ")
            yield from _each("inserted" if new else "changed", place, place.end)


def _subject(said: str, before: list[Cited], verb: int) -> list[Cited]:
    """Of the places named before a verb those it speaks of: the nearest, and what 'and' joins to it."""
    if not before or verb - before[-1].end > REACH:
        return []
    chosen = [before[-1]]
    joined = False
    for place in reversed(before[:-1]):
        gap = said[place.end : chosen[0].start]
        found = _AND.search(gap) if len(gap) <= REACH // 2 else None
        if found is None or found.end() != len(gap):
            break
        joined = joined or re.search(r"\b(?:and|or)\b|&", gap) is not None
        if not joined:
            break
        chosen.insert(0, place)
    return chosen


def _is_inside(said: str, begin: int, start: int, end: int, verb: int) -> bool:
    """Whether not the clause named is spoken of but something in it, or one of another text."""
    if _OTHER_PART.match(said, end) is not None:
        return True
    if said[start : start + 9].lower() == "reference":
        return True
    if _INSIDE.search(said, begin, start) is not None:
        return True
    # A heading in brackets behind the number is the clause's own.
    return _PIECE.search(_QUOTED_TITLE.sub("", said[end:verb])) is not None


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


_READINGS = (_passive, _active, _imperative, _other)
