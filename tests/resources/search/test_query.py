"""A question made ready: references found, names and empty words out, topics put into clauses' words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.search.query import LONGEST, prepare, references, shorten


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("What does section 12.3(b) say?", ["12.3(b)", "12.3"]),
        ("Do clauses 9 and 11(a) hold?", ["9", "11(a)", "11"]),
        ("see sec. 5.4A", ["5.4A"]),
        ("§ 4 and §§ 5, 6", ["4", "5", "6"]),
        ("paragraph 2 (a) (ii)", ["2(a)(ii)", "2"]),
        ("What is in Schedule 2?", ["schedule-2"]),
        ("Exhibit A-1 and annexure C", ["exhibit-a-1", "annex-c"]),
        ("appendices B and C", ["appendix-b", "appendix-c"]),
        ("Article IV", ["article-4", "IV"]),
        ("articles 3 and 5", ["article-3", "3", "article-5", "5"]),
        ("Part II", ["part-2", "II"]),
        ("7.1(a)", ["7.1(a)"]),
        ("what about 4.2.1 then", ["4.2.1"]),
        ("12.3?", ["12.3"]),
        ("article a of it", []),
        ("is 3.5 percent due after 30 days", []),
        ("a 3 part plan", []),
    ],
)
def test_references(question: str, paths: list[str]) -> None:
    assert references(question) == paths


def test_empty_words_are_not_searched_for() -> None:
    assert prepare("What does the agreement say about the cooling pumps?", []).text == "cooling pumps"


def test_names_are_not_searched_for() -> None:
    question = "How loud may Quennick's pumps be?"
    start = question.index("Quennick")
    assert prepare(question, [(start, start + len("Quennick's"))]).text == "loud pumps"


def test_a_question_of_names_alone_is_asked_as_it_stands() -> None:
    assert prepare("Quennick?", [(0, 8)]).text == "Quennick?"


def test_a_topic_brings_the_words_of_its_clauses_but_none_asked_already() -> None:
    query = prepare("Is there a cap on liability?", [])
    assert "liability cap" in [topic.name for topic in query.topics]
    assert "exceed" in query.wording
    assert "liability" not in query.wording
    assert prepare("How loud are the pumps?", []).wording == []


def test_a_long_question_is_cut_and_says_so() -> None:
    short, notes = shorten("pump " * 4_000)
    assert len(short) == LONGEST
    assert "20,000 characters" in notes[0]
    assert shorten("pump") == ("pump", [])


@given(st.text(max_size=400), st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400)), max_size=4))
def test_any_text_is_a_question(text: str, names: list[tuple[int, int]]) -> None:
    query = prepare(text, names)
    assert query.text or not text
    assert all(query.references)
