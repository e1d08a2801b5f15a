"""Words broken over a line end: whether the hyphen goes, stays, or is not a broken word at all."""

from __future__ import annotations

import re
from collections.abc import Iterable

from assets.documents.reading.normalise import SOFT_HYPHEN

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_TAIL = re.compile(r"(?<![-\w])([^\W_]+(?:-[^\W_]+)*)-$")
_HEAD = re.compile(r"[^\W_]+")
# 'pre- and post-closing': the hyphen stands for a word that follows later.
_SUSPENDED = frozenset({"and", "or", "nor", "to", "und", "oder", "et", "ou", "y", "o"})
# First parts that English writes with a hyphen before almost any word.
_PREFIXES = frozenset(
    {
        *("long", "short", "non", "self", "well", "third", "first", "second", "one", "two", "three", "four"),
        *("five", "six", "seven", "eight", "nine", "ten", "cross", "full", "part", "half", "high", "low"),
        *("co", "post", "ex", "year", "day", "month", "all", "so", "by", "on", "off", "up", "follow", "per"),
        *("good", "arms", "case", "point", "end", "stand", "take", "royalty", "fee", "pro", "vice", "anti"),
    }
)

# In the CUAD contracts, hardly any of which breaks words, one line in 400 ends in a hyphen, and 13 of
# 14 ambiguous ones are compounds; a text set with hyphenation breaks a word every 10 to 30 lines. A
# short text is no ground to judge by.
_RARE, _SHORT = 200, 400


class WordList:
    """The words of one document, and the compounds it writes with a hyphen inside a line. The halves
    of words broken over a line end do not count."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.words: set[str] = set()
        self.compounds: set[str] = set()
        broken = False
        count = breaks = 0
        for line in lines:
            count += 1
            found = _WORD.findall(line.lower())
            if broken:
                del found[:1]
            broken = may_break(line)
            if broken:
                breaks += 1
                del found[-1:]
            for word in found:
                if "-" in word:
                    self.compounds.add(word)
                    self.words.update(word.split("-"))
                else:
                    self.words.add(word)
        self.hyphenated = count < _SHORT or breaks * _RARE >= count
        """The text breaks words at line ends at all: else a hyphen there is a compound's own."""


def may_break(text: str) -> bool:
    """Whether a line's end looks like half a word."""
    return text.endswith(("-", SOFT_HYPHEN)) and len(text) > 1 and text[-2].isalnum()


def join(above: str, below: str, words: WordList) -> str | None:
    """How `above` (which `may_break`) ends when `below` follows: without its hyphen, with it, or None
    where the two are separate lines. "instru-/ment" joins, "short-/term" keeps its hyphen."""
    head = _HEAD.match(below)
    if head is None:
        return None
    if above.endswith(SOFT_HYPHEN):
        return above[:-1]
    tail = _TAIL.search(above)
    if tail is None:
        return None
    left, right = tail.group(1), head.group()
    low_left, low_right = left.lower(), right.lower()
    if low_right in _SUSPENDED:
        return None
    if not left[-1].isalpha():
        return above if right[0].isdigit() or len(right) == 1 else None
    if not right[0].isalpha():
        return above
    if right[0].isupper() and not left.isupper():
        return above
    last = low_left.rsplit("-", 1)[-1]
    if f"{low_left}-{low_right}" in words.compounds or f"{last}-{low_right}" in words.compounds:
        return above
    if last + low_right in words.words:
        return above[:-1]
    if last in _PREFIXES or (last in words.words and low_right in words.words):
        return above
    return above[:-1] if words.hyphenated else above
