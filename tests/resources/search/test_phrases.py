"""Phrases with gaps tell what a clause is about."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from resources.search.phrases import Phrase, Phrasebook, strength
from resources.search.topics import topics_in


def stands(phrase: str, text: str) -> bool:
    return bool(Phrasebook([("it", Phrase.of(phrase))]).found(text))


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("exclusive ~2 right/licence", "an exclusive, non-transferable licence"),
        ("exclusive right", "It is EXCLUSIVE; rights follow."),
        ("up to # user", "up to fifty users"),
        ("up to # user", "up to 1,500 users"),
        ("up to # user", "up to [***] users"),
        ("renewal", "it renews"),
    ],
)
def test_a_phrase_stands_in_a_text(phrase: str, text: str) -> None:
    assert stands(phrase, text)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("exclusive ~2 right", "an exclusive one, as a matter of right"),
        ("exclusive ~2 right", "a right that is exclusive"),
        ("up to # user", "up to many users"),
        ("renewal", ""),
    ],
)
def test_order_gap_and_number_are_kept(phrase: str, text: str) -> None:
    assert not stands(phrase, text)


def test_a_number_alone_is_found() -> None:
    assert stands("at least #", "at least 3 pumps")


def test_a_phrase_needs_words() -> None:
    with pytest.raises(ValueError, match="without words"):
        Phrase.of("~3")


def test_two_phrases_in_one_sentence_say_more_than_two_apart() -> None:
    both = {(1, "cap"), (2, "cap")}
    together, apart = strength(both, [both]), strength(both, [{(1, "cap")}, {(2, "cap")}])
    alone = strength({(1, "cap")}, [{(1, "cap")}])
    assert 0 < alone["cap"] < apart["cap"] < together["cap"] <= 1


def test_phrases_of_the_vocabulary_are_found_as_they_are_written() -> None:
    raw = tomllib.loads(files("resources.search").joinpath("topics.toml").read_text("utf-8"))["topic"]
    written = [(topic["name"], phrase) for topic in raw for phrase in topic.get("phrases", ())]
    assert len(written) > 100
    for name, phrase in written:
        words = [token.split("/")[0] for token in phrase.split() if not token.startswith("~")]
        assert name in topics_in(" ".join("7" if word == "#" else word for word in words)), phrase


@pytest.mark.parametrize(
    ("clause", "topic"),
    [
        ("Neither party's aggregate liability shall exceed the fees paid.", "liability cap"),
        ("The Distributor shall not sell goods of any other maker in the Territory.", "exclusivity"),
        ("The Buyer shall order at least forty pumps in each year.", "minimum commitment"),
        ("All inventions shall be the sole property of the Client.", "ownership of intellectual property"),
        ("Either party may terminate this Agreement at any time upon thirty days' notice.",
         "termination for convenience"),
    ],
)  # fmt: skip
def test_a_clause_is_about_its_topic(clause: str, topic: str) -> None:
    assert topics_in(clause)[topic] > 0.4


def test_a_clause_may_be_about_none() -> None:
    assert topics_in("The pump is painted blue.") == {}
    assert topics_in("") == {}
