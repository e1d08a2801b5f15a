"""The general vocabulary of clause topics: lawyers' shorthand in questions, in the words clauses use, and
the phrases that tell what a clause is about."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from resources.search.excerpt import sentences
from resources.search.phrases import Phrase, Phrasebook, strength
from resources.search.words import words


@dataclass(frozen=True, slots=True)
class Topic:
    """A clause topic. `cues` are stemmed phrases of questions, `wording` words and phrases of clauses;
    `phrases` stand in clauses of the topic and seldom in others."""

    name: str
    cues: tuple[tuple[str, ...], ...]
    wording: tuple[str, ...]
    phrases: tuple[Phrase, ...]


@cache
def topics() -> tuple[Topic, ...]:
    """All topics of topics.toml."""
    raw = tomllib.loads(files("resources.search").joinpath("topics.toml").read_text("utf-8"))
    return tuple(
        Topic(
            t["name"],
            tuple(tuple(w.term for w in words(cue)) for cue in t["cues"]),
            tuple(t["wording"]),
            tuple(Phrase.of(phrase) for phrase in t.get("phrases", ())),
        )
        for t in raw["topic"]
    )


def topics_of(terms: Sequence[str]) -> list[Topic]:
    """The topics whose cue stands in a question's terms, in order."""
    found = []
    held = set(terms)
    for topic in topics():
        for cue in topic.cues:
            if cue[0] in held and any(
                tuple(terms[at : at + len(cue)]) == cue for at, t in enumerate(terms) if t == cue[0]
            ):
                found.append(topic)
                break
    return found


@cache
def _phrasebook() -> Phrasebook:
    return Phrasebook((topic.name, phrase) for topic in topics() for phrase in topic.phrases)


def topics_in(body: str) -> dict[str, float]:
    """The topics a clause is about, by name, with how surely, 0 .. 1."""
    book = _phrasebook()
    whole = book.found(body)
    times = Counter(name for _, name in whole)
    # What stands once in all of it stands at most once in a sentence.
    often = [each for each in whole if times[each[1]] > 1]
    return strength(whole, [book.found_again(body[a:b], often) for a, b in sentences(body)] if often else ())
