"""Where a contract defines its terms: entries of their own ('"Net Sales" means ...') and, inside other
sentences, names given in brackets ('(the "Closing")')."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 80
"""Characters of a term; what stands between quotes and is longer is a quotation."""
WORDS = 10
"""Words of a term, likewise."""

_OPEN, _CLOSE = '"“„«', '"”“»'
_NO_QUOTE = f"[^{_OPEN}{_CLOSE}]"
_QUOTED = re.compile(
    rf"(?<![\w{_CLOSE}])[{_OPEN}]\s?(?P<term>[^\s{_OPEN}{_CLOSE}]{_NO_QUOTE}{{0,{LONGEST}}}?)\s?[{_CLOSE}](?!\w)"
)
_MARK = re.compile(f"[{_OPEN}]")
_MEAN = re.compile("mean|definition")
_JOINED = re.compile(rf"(?:\s*(?:,|;|/|&|and/or|or|and|\(|each,|the|an?))+\s*(?=[{_OPEN}])")
_MEANS = (
    r"(?P<means>means?\b)"
    r"|(?P<meaning>(?:ha(?:s|ve)|bears?)\s+the\s+(?:\w+\s+)?(?:meaning|definition)s?\b)"
)
_TIGHT = re.compile(
    r"\s*\)?(?:\s*\([^()]{0,120}\))?\s*[,:]?\s*(?:as\s+used\s+(?:herein|in\s+this\s+\w+),?\s+)?"
    rf"(?:(?:shall|will|may)\s+(?:also\s+)?)?(?:{_MEANS}"
    r"|(?P<defined>(?:(?:is|are|be)\s+|as\s+)(?:hereby\s+)?defined\b)"
    r"|(?P<like>have\s+(?:a\s+)?(?:comparable|corresponding|correlative|similar|like)\s+meanings?\b)"
    r"|(?P<not>(?:(?:does|do|shall|will)\s+)?not\s+include\b|excludes?\b)"
    r"|includes?\b|refers?\s+to\b|designates?\b|denotes?\b|signif(?:y|ies)\b"
    r"|(?:is|are|be)\s+(?:understood|deemed|construed)\s+(?:to\s+(?:mean|be|include|refer)|as)\b)",
    re.I,
)
"""Verbs of defining right behind the term."""
_LOOSE = re.compile(
    rf"(?:\s*\([^()]*\))?(?:[,\s][^.;:|{_OPEN}{_CLOSE}]{{0,160}}?)?,?\s(?:shall\s+|will\s+)?(?:{_MEANS})",
    re.I,
)
"""The same with words between: '"Affiliate", with respect to a person, means'."""
_FOR_PURPOSES = re.compile(r"\bfor\s+(?:the\s+|all\s+)?purposes?\s+of\b[^.;:]*$", re.I)
_SHALL_BE = re.compile(r"(?:\s+(?:to|of|for)\s+[\w.]+)?,?\s+(?:(?:shall|will)\s+be|is|are)\b", re.I)
"""A verb of defining behind 'for purposes of this Section': 'a "competitor" of the buyer is'."""
_HEADED = re.compile(r"\s*(?:[:|–—]|[-.]\s|(?:(?:shall|will)\s+be|is|are)\b|(?:the|any|an?|all|each|as)\s)")
"""What may stand for the verb where the heading says that these are definitions."""
_BARE = re.compile(
    r"(?P<term>[A-Z][\w.&/’'-]*(?:[ \t]+(?:[A-Z][\w.&/’'-]*|of|and|or|to|the|in|for|on|&)){0,7}?)"
    rf"(?:\s*\([^()\n]{{0,40}}\))?\s*[,:]?\s+(?:(?:shall|will)\s+)?(?:{_MEANS})"
)
"""A term without quotes: bold or underlined where it was printed."""
_LEAD = re.compile(
    r"(?:(?:as\s+used|when\s+used|wherever\s+used|for\s+(?:the\s+|all\s+)?purposes?\s+(?:here)?of|in\s+this\s+\w+|unless)\b"
    r"[^\"“”.;:]{0,90}?,?\s+)?"
    r"(?:(?:and\s+)?(?:the|each\s+of\s+the)\s+(?:(?:capitali[sz]ed|following|defined)\s+)?"
    r"(?:terms?|expressions?|phrases?|words?)\s*,?\s*)?(?:(?:the|an?)\s+)?$",
    re.I,
)
"""Words that lead to a term: 'For purposes of this Section, the term'."""
_NESTED = re.compile(
    r"purposes?\s+of\s+(?:this\s+(?:definition|paragraph|sentence|clause\s*\(|subparagraph)"
    r"|the\s+(?:foregoing|preceding|definition)|(?:such|that)\s+definition|applying)",
    re.I,
)
"""A definition that serves the one before it: it belongs to it."""
_LABEL = re.compile(
    r"\s*(?:(?:section\s+)?\d{1,3}[A-Z]?(?:\.\d{1,3}[A-Z]?)*[.)]?\s|\(?[A-Za-z]{1,5}[).]\s|\(\d{1,3}\)\s"
    r"|[-•*–·▪◦‣o]\s)?\s*",
    re.I,
)
_GIVEN = re.compile(
    r"(?:\(|,\s*|\b(?:the|an?|this|these|that|such|as|collectively|individually|each|or|and|being|together"
    r"|jointly|called|with|hereinafter|herein|hereafter|under|by)\s*,?\s*)$",
    re.I,
)
"""What stands before a name given in brackets."""
_NUMBERED = re.compile(
    r"\b(?:exhibit|schedule|annex(?:ure)?|appendix|attachment|articles?|sections?|clauses?|paragraph)"
    r"\s+(?P<number>[\w.()-]+)\s*$",
    re.I,
)
"""'Exhibit 9 ("Spare Parts")' repeats the heading of Exhibit 9, if that is its heading."""
_ALONE = re.compile(r"(?:the|an?|each,?|each,?\s+an?|collectively,?(?:\s+the)?)", re.I)
_GOES_ON = re.compile(r"(?:and|or|in|for|as|which|herein|with|collectively|being)\b|[);]")
_REFERRED = re.compile(
    r"\b(?:hereinafter|hereafter|hereinbelow|herein)\b[^.;\"“”]{0,60}$"
    r"|\b(?:(?:collectively|individually|sometimes)\s+)?(?:referred\s+to|known|designated)"
    r"\s+(?:herein\s+|hereinafter\s+|collectively\s+|in\s+this\s+\w+\s+)?as\s+(?:the\s+|an?\s+)?$"
    r"|\b(?:collectively|individually|jointly|each),?\s+(?:as\s+)?(?:the\s+|an?\s+)?$",
    re.I,
)
_PLAIN = re.compile(
    r"\((?:(?:hereinafter|hereafter|collectively|together|each)\W{1,2})?(?:the|an?)\s+"
    r"(?P<term>[A-Z][\w'’&-]*(?:\s[A-Z][\w'’&-]*){0,3})\)"
)
"""A name given in brackets without quotes: '(the Contractor)'."""
_NO_NAME = re.compile(
    r"\b(?:as\s+defined|defined\s+in|within\s+the\s+meaning|as\s+such\s+term|entitled|titled|marked|words?"
    r"|labell?ed|stamped)\b",
    re.I,
)
"""Words before a quotation that names no term: '(as defined in the "Plan")'."""
_OF_WORDS = re.compile(r"(?:words?|phrases?)\s*,?\s*$", re.I)
_ARTICLE = re.compile(r"\A(?:the|an?)\s+(?=[A-Z])")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Definition:
    """`terms` (more than one where they are defined together) at character `at`; the text that defines
    them begins at `start`, with the label or the words that lead to the first term."""

    terms: tuple[str, ...]
    at: int
    start: int
    entry: bool = False
    """It opens a line or a sentence, so that it may stand alone."""
    line: bool = False
    """It opens a line."""
    headed: bool = False
    """It is one only below a heading that says so: no quotes, or no verb of defining."""
    elsewhere: bool = False
    """It says no more than where the term is defined."""
    excludes: bool = False
    """It says what the term does not include."""
    given: bool = False
    """A name given inside another sentence: '(the "Closing")'."""


def find_definitions(text: str, end: int | None = None) -> list[Definition]:
    """All definitions in text[:end] in order."""
    end = len(text) if end is None else end
    found: list[Definition] = []
    at = 0
    while (mark := _MARK.search(text, at, end)) is not None:
        match = _QUOTED.match(text, mark.start(), end)
        if match is None:
            at = mark.end()
            continue
        names, at = [match["term"]], match.end()
        while more := _next_quoted(text, at, end):
            names.append(more["term"])
            at = more.end()
        terms = tuple(term for term in dict.fromkeys(map(_clean, names)) if _is_name(term))
        if terms:
            readings = (_given, _formal) if text[at : at + 1] == ")" else (_formal, _given)
            made = next(filter(None, (read(text, match.start(), at, terms) for read in readings)), None)
            if made is not None:
                found.append(made)
    taken = {text.rfind("\n", 0, each.at) for each in found if not each.given}
    found += [each for each in _bare(text, end) if text.rfind("\n", 0, each.at) not in taken]
    found += _plain(text, end)
    return sorted(found, key=lambda each: each.at)


def slug(term: str) -> str:
    """A term as a part of a path: 'Net Sales' -> 'net-sales'."""
    letters = [c for c in unicodedata.normalize("NFKD", term).casefold() if not unicodedata.combining(c)]
    return re.sub(r"[^\w]+", "-", "".join(letters)).strip("-") or "term"


def _next_quoted(text: str, stop: int, end: int) -> re.Match[str] | None:
    """The quoted term that is joined to the one ending at `stop`: '"Exploit," "Exploited" or'."""
    joined = _JOINED.match(text, stop, end)
    if joined is not None:
        return _QUOTED.match(text, joined.end(), end)
    if text[stop - 2] == "," and text[stop : stop + 1].isspace():
        return _QUOTED.match(text, stop + 1, end)
    return None


def _clean(term: str) -> str:
    return _ARTICLE.sub("", _SPACE.sub(" ", term).strip(" ,.;:"))


def _is_name(term: str) -> bool:
    return any(c.isalpha() for c in term) and len(term.split()) <= WORDS and term[-1] not in "?!"


def _formal(text: str, start: int, stop: int, terms: tuple[str, ...]) -> Definition | None:
    """The definition that the quoted terms at start .. stop open, if a verb of defining follows."""
    begin, line, sentence = _opening(text, start)
    entry = line or sentence
    verb = _TIGHT.match(text, stop) or (_LOOSE.match(text, stop) if entry else None)
    said = verb.groupdict() if verb else {}
    if verb is None and _FOR_PURPOSES.search(text, max(0, start - 120), start):
        verb = _SHALL_BE.match(text, stop)
        if verb is not None:
            return Definition(terms, start, begin if entry else start, entry, line)
    headed = verb is None and line and _HEADED.match(text, stop) is not None
    if verb is None and not headed:
        return None
    means = bool(said.get("means") or said.get("meaning"))
    lower = not _has_capital(terms)
    if lower and (not means or _OF_WORDS.search(text[max(0, start - 12) : start])):
        return None
    if not entry and not means and not said.get("defined"):
        return None
    if (
        said.get("like")
        or _NESTED.search(text[begin:start])
        or (lower and (not line or _goes_on(text, begin)))
    ):
        entry = line = False
    return Definition(
        terms,
        start,
        begin if entry else start,
        entry,
        line,
        headed,
        elsewhere=bool(said.get("meaning") or said.get("defined")),
        excludes=bool(said.get("not")),
    )


def _opening(text: str, start: int) -> tuple[int, bool, bool]:
    """Where that which leads to a quoted term begins, and whether this opens a line or a sentence. A line
    that goes on from the one above it opens nothing where words lead to the term: they began up there."""
    lead = _LEAD.search(text, max(0, start - 140), start)
    for begin in dict.fromkeys((start - len(lead[0]) if lead else start, start)):
        above = text.rfind("\n", 0, begin) + 1
        if _LABEL.fullmatch(text, above, begin) is not None:
            label = text[above:begin]
            return begin - len(label.lstrip()), True, False
        before = text[max(0, begin - 6) : begin].rstrip()
        if before.endswith((".", ";", ":", ",", " and")):
            return begin, False, True
        if "term" in text[begin:start]:
            break
    return start, False, False


def _goes_on(text: str, at: int) -> bool:
    """Whether the line that begins at `at` goes on from the one above it."""
    before = text[:at].rstrip()[-1:] if at < 200 else text[at - 200 : at].rstrip()[-1:]
    return before.islower() or before in ("(", ",")


def _given(text: str, start: int, stop: int, terms: tuple[str, ...]) -> Definition | None:
    """A name given in brackets, or by 'hereinafter referred to as'."""
    before = text[max(0, start - 200) : start]
    opened = before.rfind("(")
    if opened > before.rfind(")") and text.find(")", stop, stop + 200) >= 0:
        inside = before[opened + 1 :].strip()
        if not inside:
            named = not _repeats_heading(text, before[:opened], terms[0])
        elif _ALONE.fullmatch(inside):
            named = True
        else:
            named = bool(_has_capital(terms) and _GIVEN.search(before) and not _NO_NAME.search(inside))
        if named and _GOES_ON.match(text[stop : stop + 40].lstrip(" ,.\n")):
            return Definition(terms, start, start, given=True)
    if _has_capital(terms) and _REFERRED.search(before) and not _NO_NAME.search(before[-40:]):
        return Definition(terms, start, start, given=True)
    return None


def _has_capital(terms: tuple[str, ...]) -> bool:
    return any(c.isupper() or c.isdigit() for term in terms for c in term)


def _repeats_heading(text: str, before: str, term: str) -> bool:
    """Whether a name in brackets is the heading of the part that is cited before it."""
    cited = _NUMBERED.search(before)
    if cited is None:
        return False
    heading = rf"{re.escape(cited['number'])}[\s.:–—-]{{1,6}}[\"“]?{re.escape(term)}"
    return re.search(heading, text, re.I) is not None


def _bare(text: str, end: int) -> Iterator[Definition]:
    """Unquoted terms at the start of a line."""
    done = -1
    for word in _MEAN.finditer(text, 0, end):
        # A term and what may stand behind it are no longer than this: only lines that begin there count.
        at = text.rfind("\n", 0, max(done, word.start() - 2 * LONGEST, 0)) + 1
        while at <= word.start():
            stop = text.find("\n", at, end)
            stop = end if stop < 0 else stop
            if at > done:
                done = at
                yield from _bare_line(text, at, stop, end)
            at = stop + 1


def _bare_line(text: str, at: int, stop: int, end: int) -> Iterator[Definition]:
    label = _LABEL.match(text, at, stop)
    first = label.end() if label else at
    if first < stop and text[first].isupper():
        match = _BARE.match(text, first, min(end, first + 2 * LONGEST))
        if match is not None:
            terms = (_clean(match["term"]),)
            yield Definition(
                terms, first, at, entry=True, line=True, headed=True, elsewhere=bool(match["meaning"])
            )


def _plain(text: str, end: int) -> Iterator[Definition]:
    """Unquoted names in brackets."""
    at = text.find("(", 0, end)
    while at >= 0:
        match = _PLAIN.match(text, at, end)
        if match is not None:
            begin = match.start("term")
            yield Definition((_clean(match["term"]),), begin, begin, given=True)
        at = text.find("(", match.end() if match else at + 1, end)
