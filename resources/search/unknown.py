"""Names in a question that nothing in view carries: what is asked for may be hidden, or not exist."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from resources.search.catalogue import LEGAL_FORMS, ordinary
from resources.search.words import Word, words

LONGEST = 60
"""Words of a question that may be looked through for names: a longer one (a ticket with its log) tells a
story, and its capitals name no document."""
_KINDS = frozenset(
    """agreement agreements contract contracts lease leases licence licences license licenses amendment
    amendments addendum msa nda sow deal""".split()
)
"""What a name stands before where it names a document: 'the Acme contract'."""
_ARTICLES = frozenset("the our their your my".split())
_TITLES = frozenset(
    "mr mrs ms miss dr sir lord lady president senator minister king queen prince professor judge".split()
)
_BEFORE_TERMS = _ARTICLES | _TITLES | frozenset("a an any each every all no this".split())
"""What stands before a defined term ('the Representative') or a person, hardly before a party's name."""
_PLACES_IN_TEXT = frozenset(
    """section sections clause clauses article articles paragraph schedule schedules exhibit exhibits annex
    annexes annexure appendix attachment part chapter page question answer""".split()
)
_BEFORE_PLACES = frozenset("in within outside throughout inside".split())
_AUXILIARIES = frozenset("has have is was must may can could shall should will would".split())
"""What stands behind a name that opens a sentence, and never behind another word that does."""
_BEHIND_PLACES = frozenset("law laws courts court time dollars language subsidiaries".split())
_CALENDAR_AND_PLACES = frozenset(
    """january february march april may june july august september october november december monday
    tuesday wednesday thursday friday saturday sunday christmas easter america american africa african
    asia asian europe european england english britain british scotland scottish wales welsh ireland
    irish france french germany german austria austrian switzerland swiss italy italian spain spanish
    portugal portuguese belgium belgian netherlands dutch luxembourg denmark danish norway norwegian
    sweden swedish finland finnish iceland poland polish czechia czech slovakia hungary hungarian
    romania bulgaria greece greek turkey turkish russia russian ukraine china chinese japan japanese
    korea korean taiwan india indian pakistan singapore malaysia indonesia thailand vietnam philippines
    australia australian zealand canada canadian mexico mexican brazil brazilian argentina chile
    colombia peru israel egypt nigeria kenya emirates qatar saudi arabia iran iraq alabama alaska
    arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois
    indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi
    missouri montana nebraska nevada hampshire jersey york carolina dakota ohio oklahoma oregon
    pennsylvania rhode tennessee texas utah vermont virginia washington wisconsin wyoming ontario quebec
    london paris berlin hague vienna geneva united kingdom states union republic""".split()
)
_COMMON = _CALENDAR_AND_PLACES | _PLACES_IN_TEXT | _TITLES | LEGAL_FORMS | _KINDS
_INITIAL = re.compile(r"(?:^|[.!?:;\n•])[\s\"'“”‘’(\[-]*$")
_ACRONYM = re.compile(r"[A-Z0-9]{1,5}s?")


def unknown_names(
    question: str,
    named: Sequence[tuple[int, int]],
    in_view: Callable[[str], bool],
    *,
    people: bool = True,
) -> list[str]:
    """The names in a question that stand nowhere in view, as they are written. `named` are the characters
    that did name documents; `in_view` tells whether a word stands anywhere in what the asker may read, so
    that what is hidden and what does not exist are the same. Without `people` only what is said to be an
    agreement ('the Acme contract'): of texts that have no parties, a name is no document's."""
    asked = words(question)
    if len(asked) > LONGEST:
        return []
    found: list[str] = []
    for first, end in _names(question, asked, people):
        run = asked[first:end]
        if any(start < run[-1].end and run[0].start < stop for start, stop in named):
            continue
        if any(not _says_nothing(word) and not in_view(word.text) for word in run):
            found.append(question[run[0].start : run[-1].end])
    return list(dict.fromkeys(found))


def _names(question: str, asked: Sequence[Word], people: bool) -> list[tuple[int, int]]:
    """Runs [i, j) of words that are written as a name: with capitals inside a sentence, or between an
    article and 'agreement'."""
    shouting = sum(word.capital for word in asked) > 0.75 * len(asked)
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(asked):
        end = at
        while end < len(asked) and _is_name(question, asked, end, people and not shouting):
            end += 1
        if end > at:
            found.append((at, end))
        at = max(end, at + 1)
    return found


def _is_name(question: str, asked: Sequence[Word], at: int, people: bool) -> bool:
    word = asked[at]
    if _says_nothing(word):
        return False
    before = asked[at - 1].text.lower() if at else ""
    behind = asked[at + 1].text.lower() if at + 1 < len(asked) else ""
    if before in _ARTICLES and _before_kind(asked[at + 1 : at + 4]):
        return True
    if not people or not word.text[0].isupper() or _ACRONYM.fullmatch(word.text):
        return False
    if before in _BEFORE_PLACES | _BEFORE_TERMS or behind in _BEHIND_PLACES:
        return False
    if at and asked[at - 1].text[0].isupper() and _is_phrase(question, asked, at - 1):
        return False
    opens = behind in _AUXILIARIES or question[word.end : word.end + 2] in ("'s", "’s", ": ")
    return opens or not _INITIAL.search(question[: word.start])


def _says_nothing(word: Word) -> bool:
    """An ordinary word, a place, a month or a number: it names no document by itself."""
    return word.empty or not word.text.isalpha() or word.text.lower() in _COMMON or word.term in ordinary()


def _is_phrase(question: str, asked: Sequence[Word], at: int) -> bool:
    """Whether the capital is an ordinary word's inside a sentence ('Most Favoured Nation'): what follows
    it with a capital is one more word of a term, not a name."""
    word = asked[at]
    inside = not _INITIAL.search(question[: word.start])
    return inside and _says_nothing(word) and word.text.lower() not in LEGAL_FORMS


def _before_kind(behind: Sequence[Word]) -> bool:
    """Whether 'agreement' or the like follows, with nothing between but what may belong to its name."""
    for word in behind:
        if word.text.lower() in _KINDS:
            return True
        if word.empty:
            return False
    return False
