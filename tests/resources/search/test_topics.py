"""The vocabulary of clause topics is sound."""

from __future__ import annotations

from collections import Counter

from resources.search.topics import topics, topics_of
from resources.search.words import words


def named(question: str) -> list[str]:
    return [topic.name for topic in topics_of([word.term for word in words(question)])]


def test_every_topic_has_a_name_cues_and_wording() -> None:
    assert len({topic.name for topic in topics()}) == len(topics()) > 30
    for topic in topics():
        assert topic.cues, topic.name
        assert all(cue and all(cue) for cue in topic.cues), topic.name
        assert topic.wording, topic.name
        assert all(any(word.term for word in words(phrase)) for phrase in topic.wording), topic.name


def test_nothing_stands_twice_in_a_topic() -> None:
    for topic in topics():
        assert [cue for cue, n in Counter(topic.cues).items() if n > 1] == [], topic.name
        assert [phrase for phrase, n in Counter(topic.wording).items() if n > 1] == [], topic.name


def test_every_cue_finds_its_own_topic() -> None:
    for topic in topics():
        for cue in topic.cues:
            assert topic in topics_of(cue), (topic.name, cue)


def test_cues_are_found_in_any_form_of_their_words_and_in_order() -> None:
    assert "governing law" in named("Which laws govern, and what is the governing law?")
    assert "assignment" in named("May a party be assigning this?")
    assert "governing law" not in named("Is the law about governing?")
    assert named("How loud are the pumps?") == []
