"""Phrases written with choices, and where in a line of words one of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

GAP = 6
"""Words that a `*` stands for at most."""
_PART = re.compile(r"[\[\]()/;*…#]|\{\w+\}|[^\s\[\]()/;*…]+")
_CLOSING = {"(": ")", "[": "]"}
_LANGUAGES = re.compile(r"^(?:[a-z]{2} ?)+:", re.MULTILINE)
"""A line begins with the languages of what follows."""


def read(text: str) -> list[str]:
    """The phrases of a text, in which they are parted by `;` and a new language."""
    return [phrase for phrase in _LANGUAGES.sub(";", text).split(";") if phrase.strip()]


@dataclass(slots=True, eq=False)
class _Node:
    words: dict[str, list[_Node]] = field(default_factory=dict)
    anything: list[_Node] = field(default_factory=list)
    number: list[_Node] = field(default_factory=list)
    name: str = ""
    """Of the phrase that ends here."""
    is_open: bool = False
    """Whether the phrase goes on to the end of the sentence."""


class Phrases:
    """Phrases by name: `[x]` may be missing, `(a/b)` is either, `#` a word with a
    digit, `*` up to six words, `{name}` a word of that class, and `…` all the rest. Words of
    `light` are left out of them, as whoever asks leaves them out of what is read. Raises ValueError where a
    phrase has no other word."""

    def __init__(
        self,
        phrases: Mapping[str, Iterable[str]],
        light: frozenset[str] = frozenset(),
        classes: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        self._root = _Node()
        self._light, self._classes = light, classes or {}
        for name, each in phrases.items():
            for text in each:
                self._add(name, text)

    @property
    def openings(self) -> Set[str]:
        """The words with which phrases begin."""
        return self._root.words.keys()

    def at(self, words: Sequence[str], start: int) -> tuple[str, int] | None:
        """The name of the longest phrase that begins with the word of that number, and the number of the
        word behind it; None where none does."""
        found: tuple[str, int] | None = None
        nodes: Sequence[_Node] = self._root.words.get(words[start], ())
        number = start + 1
        while nodes:
            for node in nodes:
                if node.name:
                    if node.is_open:
                        return node.name, len(words)
                    found = node.name, number
                    break
            if number == len(words):
                break
            nodes = _next(nodes, words[number])
            number += 1
        return found

    def any(self, words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
        """The phrases among these words from left to right, none within another: name, first word, end."""
        number = 0
        while number < len(words):
            found = self.at(words, number)
            if found is not None:
                yield found[0], number, found[1]
            number = found[1] if found is not None else number + 1

    def _add(self, name: str, phrase: str) -> None:
        try:
            ends, rest = self._choices([self._root], _PART.findall(phrase))
        except IndexError:
            ends, rest = [], [phrase]
        if rest or self._root in ends or self._root.anything or self._root.number:
            raise ValueError(
                f"the phrase {phrase.strip()!r} of {name}: brackets that do not match, or no word"
            )
        for node in ends:
            node.name = node.name or name

    def _choices(self, nodes: list[_Node], parts: list[str]) -> tuple[list[_Node], list[str]]:
        """The nodes behind a sequence, or behind either of several; stops before what closes the bracket."""
        ends: list[_Node] = []
        while True:
            reached, parts = self._sequence(nodes, parts)
            ends += [node for node in reached if node not in ends]
            if not parts or parts[0] != "/":
                return ends, parts
            parts = parts[1:]

    def _sequence(self, nodes: list[_Node], parts: list[str]) -> tuple[list[_Node], list[str]]:
        while parts and parts[0] not in ("]", ")", "/"):
            part, parts = parts[0], parts[1:]
            if part in ("[", "("):
                reached, parts = self._choices(nodes, parts)
                if parts.pop(0) != _CLOSING[part] or (part == "(" and not set(nodes).isdisjoint(reached)):
                    raise IndexError
                nodes = [*nodes, *(n for n in reached if n not in nodes)] if part == "[" else reached
            elif part == "*":
                for _ in range(GAP):
                    nodes = [*nodes, self._behind(nodes, part)]
            elif part == "…":
                for node in nodes:
                    node.is_open = True
            elif part not in self._light:
                nodes = [self._behind(nodes, part)]
        return nodes, parts

    def _behind(self, nodes: Sequence[_Node], part: str) -> _Node:
        made = _Node()
        for node in nodes:
            if part == "*":
                node.anything.append(made)
            elif part == "#":
                node.number.append(made)
            elif part.startswith("{"):
                for word in self._classes[part[1:-1]]:
                    node.words.setdefault(word, []).append(made)
            else:
                node.words.setdefault(part, []).append(made)
        return made


def _next(nodes: Sequence[_Node], word: str) -> list[_Node]:
    """The nodes behind these by that word, each once."""
    found: list[_Node] = []
    for node in nodes:
        found += node.words.get(word, ())
        found += node.anything
        if node.number and any(map(str.isdigit, word)):
            found += node.number
    return found if len(found) < 2 else list(dict.fromkeys(found))
