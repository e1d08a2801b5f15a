"""The words of a question: tokens with their place and case, and those that ask but say nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from resources.keywords import terms

_TOKEN = re.compile(r"(?<![\w'’])\w+(?:['’](?!s\b)\w+)?")
"""A word without its possessive s, so that "Acme's" names Acme."""

EMPTY = frozenset(
    """a an the of in on for to and or nor is are be been being was were has have had do does did will would
    shall should can could may might must what which who whom whose when where why how that this these those
    there here any some it its their our your my we you they i me us them him her he she by with from at as
    under into about if not no so than then too also please tell show give find list let know need want
    consider contract contracts agreement agreements document documents between provided specified stated
    included include includes contain contains say says said according described mentioned regarding
    concerning respect own one ones both either each e g eg ie etc just exactly actually""".split()
)
"""Words that ask and say nothing of what is asked for; every question of a contract says 'contract'."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a question at characters start .. end; `term` is its stem as the index holds it."""

    text: str
    term: str
    start: int
    end: int

    @property
    def capital(self) -> bool:
        return self.text[:1].isupper() or self.text[:1].isdigit()

    @property
    def empty(self) -> bool:
        return self.text.lower() in EMPTY


@lru_cache(maxsize=65_536)
def term(word: str) -> str:
    """A word's stem as the keyword index holds it."""
    found = terms(word)
    return found[0] if len(found) == 1 else word.casefold()


def words(text: str) -> list[Word]:
    """The words of a text in order."""
    return [Word(m[0], term(m[0]), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def runs(items: Sequence[Word], wanted: frozenset[str], through: frozenset[str]) -> list[tuple[int, int]]:
    """Runs [i, j) of words whose terms are wanted; words in `through` may stand inside a run, not at
    its ends."""
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(items):
        if items[at].term not in wanted:
            at += 1
            continue
        end = at + 1
        ahead = end
        while ahead < len(items) and (items[ahead].term in wanted or items[ahead].text.lower() in through):
            ahead += 1
            if items[ahead - 1].term in wanted:
                end = ahead
        found.append((at, end))
        at = end
    return found
