"""Phrases of clauses with gaps between their words, and finding many of them in a text at once."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from resources.search.words import term

_WORD = re.compile(r"\d[\d.,]*\d|\w+|\[\s?\*+\s?\]")
"""A word, or a figure that was struck out before the contract was made public: '[***]'."""
_NUMBER = "#"
_NUMBERS = frozenset(
    term(word)
    for word in """one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty
    fifty sixty ninety hundred thousand million half""".split()
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in order. `words` holds the stems that may stand at each place ('#' for a number), `gaps` how
    many other words may stand in front of each place."""

    words: tuple[frozenset[str], ...]
    gaps: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Phrase:
        """A phrase as it is written in topics.toml: 'exclusive ~4 right/licence' is 'exclusive', then
        'right' or 'licence' with at most four words between; '#' is a number in digits or words."""
        words: list[frozenset[str]] = []
        gaps: list[int] = []
        gap = 0
        for token in text.split():
            if token.startswith("~"):
                gap = int(token[1:])
                continue
            words.append(frozenset(_NUMBER if w == _NUMBER else term(w) for w in token.split("/")))
            gaps.append(gap)
            gap = 0
        if not words:
            raise ValueError(f"a phrase without words: {text!r}")
        return cls(tuple(words), tuple(gaps))

    def stands_in(self, places: dict[str, list[int]]) -> bool:
        """Whether it stands in a text of which `places` gives where each stem stands."""
        reached: list[int] | None = None
        for wanted, gap in zip(self.words, self.gaps, strict=True):
            here = [at for word in wanted for at in places.get(word, ())]
            if reached is not None:
                here = [at for at in here if any(0 < at - before <= gap + 1 for before in reached)]
            if not here:
                return False
            reached = here
        return True


class Phrasebook:
    """Phrases that are looked for together, each with the name it counts for."""

    def __init__(self, phrases: Iterable[tuple[str, Phrase]]) -> None:
        self._phrases = [(number, name, phrase) for number, (name, phrase) in enumerate(phrases)]
        usual = Counter(word for _, _, phrase in self._phrases for place in phrase.words for word in place)
        self._by_rarest: dict[str, list[tuple[int, str, Phrase]]] = defaultdict(list)
        for each in self._phrases:
            for word in min(each[2].words, key=lambda place: sum(usual[word] for word in place)):
                self._by_rarest[word].append(each)

    def found(self, text: str) -> set[tuple[int, str]]:
        """The number and the name of each phrase that stands in a text."""
        places = _places(text)
        return {
            (number, name)
            for word in places.keys() & self._by_rarest.keys()
            for number, name, phrase in self._by_rarest[word]
            if phrase.stands_in(places)
        }

    def found_again(self, text: str, whole: Iterable[tuple[int, str]]) -> set[tuple[int, str]]:
        """Those that stand in a part of a text, given those that stand in the `whole` of it."""
        places = _places(text)
        return {(number, name) for number, name in whole if self._phrases[number][2].stands_in(places)}


def _places(text: str) -> dict[str, list[int]]:
    """Where each stem of a text stands."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(_WORD.findall(text)):
        stem = term(word) if word[0] != "[" else _NUMBER
        places[stem].append(at)
        if stem[0].isdigit() or stem in _NUMBERS:
            places[_NUMBER].append(at)
    return places


def strength(whole: set[tuple[int, str]], sentences: Sequence[set[tuple[int, str]]]) -> dict[str, float]:
    """How surely a text is about each name, 0 .. 1, from what was found in all of it and in each of its
    sentences: two phrases in one sentence say more than two apart, and one alone may be chance."""
    ever = Counter(name for _, name in sorted(whole))
    best = {name: max((Counter(n for _, n in each)[name] for each in sentences), default=0) for name in ever}
    return {name: 0.4 * min(max(best[name], 1), 2) + 0.2 * min(n, 3) / 3 for name, n in ever.items()}
