"""A question made ready for both searches: cut to length, names and empty words out, references found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from resources.roman import worth
from resources.search.topics import Topic, topics_of
from resources.search.words import words

LONGEST = 4_000
"""Characters of a question that are read: more than the longest tracker ticket that was asked with."""

_NUMBER = (
    r"(?:\d{1,3}[A-Z]?(?:\.\d{1,3}[A-Z]?)*|(?-i:[IVXLC]+(?![\w'’])|[A-Z](?:-?\d{1,2})?(?![\w'’])))"
    r"(?:\s?\([A-Za-z0-9]{1,5}\))*"
)
_REFERENCE = re.compile(
    r"(?:\b(?P<word>sections?|clauses?|articles?|paragraphs?|parts?|schedules?|exhibits?|annex(?:ure|e)?s?"
    r"|appendix|appendices|attachments?|sec\.)|§+)"
    rf"\s*(?P<numbers>{_NUMBER}(?:\s*(?:,|and|or|to|&)\s*{_NUMBER})*)",
    re.I,
)
_BARE = re.compile(
    r"(?<![\w.])\d{1,3}[A-Z]?(?:(?:\.\d{1,3}[A-Z]?)+(?:\([A-Za-z0-9]{1,5}\))+|(?:\.\d{1,3}[A-Z]?){2,})(?!\w)"
)
"""A number that is no amount and stands without a word before it: '7.1(a)', '4.2.1'."""
_NAMESPACES = {
    "schedule": "schedule",
    "exhibit": "exhibit",
    "annex": "annex",
    "annexure": "annex",
    "annexe": "annex",
    "appendix": "appendix",
    "appendice": "appendix",
    "attachment": "attachment",
}


WORDING = 0.5
"""Weight of the wording beside the question's own words. Measured full recall on the contract questions:
0 gives 0.72, 0.1 0.77, 0.2 0.80, 0.3 0.81, 0.5 0.82; from there on it is flat."""
FEW_WORDS = 4
"""Words of a question from which on its topics weigh less: a longer one says itself what it asks for. Full
recall on non-disclosure agreements, whose questions are whole sentences, rises from 0.602 to 0.639; on the
contract questions it falls from 0.874 to 0.872."""


@dataclass(slots=True)
class Query:
    """What is searched for. `text` are the words left of the question; `wording` the usual words of the
    clauses it asks for; `references` the paths it cites."""

    text: str
    wording: list[str] = field(default_factory=list)
    topics: list[Topic] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    unnamed: str = ""
    """All words of the question but those that name documents."""
    shorthand: float = 1.0
    """How much of the question is shorthand, 0 .. 1: what its topics weigh."""

    @property
    def wording_weight(self) -> float:
        """Weight of the wording beside the question's own words."""
        return WORDING * self.shorthand


def shorten(question: str) -> tuple[str, list[str]]:
    """The part of a question that is read, and a note where something was cut."""
    if len(question) <= LONGEST:
        return question, []
    return question[:LONGEST], [
        f"the question has {len(question):,} characters; the first {LONGEST:,} were searched for: "
        "ask a shorter one"
    ]


def prepare(question: str, names: Sequence[tuple[int, int]]) -> Query:
    """The query of a question in which `names` are the characters that name documents."""
    kept = [w for w in words(question) if not any(start <= w.start < end for start, end in names)]
    found = topics_of([w.term for w in kept])
    asked = [w.text for w in kept if not w.empty]
    held = {w.term for w in kept}
    wording = list(dict.fromkeys(phrase for topic in found for phrase in topic.wording))
    wording = [phrase for phrase in wording if not {w.term for w in words(phrase)} <= held]
    # A question of nothing but names and empty words ("what does the Acme agreement say?") is asked as it is.
    text = " ".join(asked) or question
    unnamed = " ".join(w.text for w in kept) or question
    shorthand = min(1.0, FEW_WORDS / max(len(asked), 1))
    return Query(text, wording, found, references(question), unnamed, shorthand)


def references(question: str) -> list[str]:
    """Paths a question cites: 'section 12.3(b)' gives '12.3(b)' and '12.3'; 'schedule 2' 'schedule-2'."""
    out: list[str] = []
    for match in _REFERENCE.finditer(question):
        word = (match["word"] or "section").lower().rstrip(".").removesuffix("s")
        for found in re.finditer(_NUMBER, match["numbers"], re.I):
            number, bracket, items = re.sub(r"\s", "", found[0]).partition("(")
            if word in _NAMESPACES:
                out.append(f"{_NAMESPACES[word]}-{number.lower().replace('.', '-')}")
            elif word in ("article", "part"):
                out += [f"{word}-{worth(number) if number[0].isalpha() else number.lower()}", number]
            else:
                out += [number + bracket + items, number]
    out += [re.sub(r"\s", "", m[0]) for m in _BARE.finditer(question)]
    whole = re.fullmatch(rf"\s*({_NUMBER})[\s?.]*", question)
    if whole and whole[1][0].isdigit():
        out.append(re.sub(r"\s", "", whole[1]))
    return list(dict.fromkeys(out))
