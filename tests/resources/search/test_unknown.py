"""Names that nothing in view carries: told from ordinary words, and no more said than was asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.search.unknown import unknown_names

IN_VIEW = frozenset("acme quennick goods late pay liability fee discount exclusive sell deliver".split())


def unknown(question: str, *, people: bool = True) -> list[str]:
    return unknown_names(question, [], lambda word: word.lower() in IN_VIEW, people=people)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which law governs the Orrimund agreement?", ["Orrimund"]),
        ("which law governs the orrimund agreement?", ["orrimund"]),
        ("WHICH LAW GOVERNS THE ORRIMUND CONTRACT?", ["ORRIMUND"]),
        ("What does Orrimund pay for late goods?", ["Orrimund"]),
        ("What does Northwind Traders Ltd pay?", ["Northwind Traders"]),
        ("Orrimund's liability?", ["Orrimund"]),
        ("Orrimund: what is the fee?", ["Orrimund"]),
        ("Orrimund must pay which fee?", ["Orrimund"]),
        ("What do Orrimund and Tavrelle pay?", ["Orrimund", "Tavrelle"]),
        ("What did Acme agree with Orrimund?", ["Orrimund"]),
    ],
)
def test_a_name_that_nothing_in_view_carries(question: str, names: list[str]) -> None:
    assert unknown(question) == names


@pytest.mark.parametrize(
    "question",
    [
        "What does Quennick pay for late goods?",
        "Summarise the liability.",
        "May we sell in Orrimund, and under Norwegian law?",
        "Does the fee rise in March or on Monday?",
        "Is there a Most Favoured Nation clause?",
        "Which discount does the Representative give?",
        "Does Section 4 or Exhibit B say what Mr Smith has to deliver?",
        "Does GDPR apply, and who pays VAT?",
        "Is there a Force Majeure clause or a Right of First Refusal?",
        "What Is The Late Delivery Fee?",
        "the rules of this agreement",
        "",
        "?!",
    ],
)
def test_ordinary_words_places_and_terms_are_no_names(question: str) -> None:
    assert unknown(question) == []


def test_what_named_documents_is_not_looked_at_again() -> None:
    question = "What does Orrimund pay?"
    assert unknown_names(question, [(10, 18)], lambda word: False) == []


def test_of_texts_without_parties_a_name_is_no_documents_but_an_agreement_is() -> None:
    assert unknown("What does Orrimund say of the fee?", people=False) == []
    assert unknown("What does the Orrimund agreement say of the fee?", people=False) == ["Orrimund"]


def test_a_long_story_names_no_document() -> None:
    assert unknown("It broke. " * 40 + "What does Orrimund pay?") == []


@given(st.text(max_size=200), st.booleans())
def test_any_question(question: str, people: bool) -> None:
    for name in unknown_names(question, [], lambda word: False, people=people):
        assert name in question
