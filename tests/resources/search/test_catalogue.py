"""Which documents a question names."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.facts import DocumentFacts
from resources.search.catalogue import Catalogue
from tests.resources.corpus import document


def contract(doc_id: str, title: str, *parties: str, day: date | None = None) -> DocumentFacts:
    return document(doc_id, title=title, counterparty=list(parties), effective_date=day)


SUPPLY = contract("supply.pdf", "Pump Supply Agreement", "Quennick Pumps Ltd", "Orrimund GmbH")
CHANGE = contract(
    "change.pdf", "Amendment No. 1 to the Pump Supply Agreement", "Quennick Pumps Ltd", "Orrimund GmbH"
)
LEASE = contract("lease.pdf", "Yard Lease", "Tavrelle Holdings Inc. (d/b/a Northyard)", "Orrimund GmbH")
SERVICE = contract("service.pdf", "IT Service Agreement", "General Data Corp.", "Belmarrow plc")
LICENCE = contract("licence.pdf", "Software Licence", "First Corp.", "Thistlewick SA", day=date(2022, 3, 1))
LATER = contract("later.pdf", "Software Licence", "First Corp.", "Thistlewick SA", day=date(2024, 9, 1))
ALL = Catalogue([SUPPLY, CHANGE, LEASE, SERVICE, LICENCE, LATER])


def named(question: str, catalogue: Catalogue = ALL) -> set[str]:
    return {key.removeprefix("sales/") for key in catalogue.resolve(question).documents}


def kept(question: str) -> str:
    """The question without the names found in it."""
    spans = ALL.resolve(question).spans
    left = (c for at, c in enumerate(question) if not any(start <= at < end for start, end in spans))
    return " ".join("".join(left).split())


@pytest.mark.parametrize(
    "question",
    [
        "What does Quennick pay for late delivery?",
        "What does quennick pay for late delivery?",
        "WHAT DOES QUENNICK PAY FOR LATE DELIVERY?",
        "What do Quennick Pumps Ltd and Orrimund GmbH pay for late delivery?",
        "Quennick's price for late delivery?",
    ],
)
def test_a_party_by_its_short_or_full_name(question: str) -> None:
    """The agreement and its amendment have the same parties: both are in view."""
    assert named(question) == {"supply.pdf", "change.pdf"}
    assert set(ALL.resolve(question).documents.values()) == {1.0}


def test_a_party_by_another_name_it_trades_under() -> None:
    assert named("When does the Northyard lease end?") == {"lease.pdf"}
    assert named("When does Tavrelle have to leave?") == {"lease.pdf"}


def test_a_party_of_several_contracts_gives_all_of_them() -> None:
    assert named("What does Orrimund have to insure?") == {"supply.pdf", "change.pdf", "lease.pdf"}


def test_two_parties_give_the_contracts_of_both() -> None:
    assert named("What do Orrimund and Tavrelle have to insure?") == {"lease.pdf"}


def test_a_title_counts_where_hardly_any_other_document_has_it() -> None:
    assert named("When does the Yard Lease end?") == {"lease.pdf"}
    assert named("When does the yard lease end?") == {"lease.pdf"}
    leases = Catalogue([contract(f"{n}.pdf", "Yard Lease", f"Tenant{n} Ltd") for n in range(3)])
    assert named("When does the Yard Lease end?", leases) == set()


def test_a_date_tells_two_contracts_of_the_same_parties_apart() -> None:
    assert named("What does the Thistlewick licence of March 2022 cost?") == {"licence.pdf"}
    assert named("What does the Thistlewick licence cost?") == {"licence.pdf", "later.pdf"}


@pytest.mark.parametrize(
    "question",
    [
        "Which law governs?",
        "what is the general liability cap?",
        "What is the general liability cap?",
        "General liability: what is the cap?",
        "Is there a right of first refusal?",
        "Is there a Right Of First Refusal?",
        "First, which data is personal?",
        "the services",
        "",
        "?!",
    ],
)
def test_a_question_that_names_nobody_is_not_narrowed(question: str) -> None:
    assert named(question) == set()


def test_ordinary_words_that_are_names_count_where_they_are_written_as_names() -> None:
    assert named("What is the liability cap of General Data?") == {"service.pdf"}
    assert named("Must First Corp. deliver the source code?") == {"licence.pdf", "later.pdf"}
    assert named("Must First deliver the source code?") == {"licence.pdf", "later.pdf"}


def test_names_and_aliases_leave_the_question() -> None:
    question = 'What does Quennick Pumps Ltd ("Supplier") pay Orrimund GmbH for late delivery?'
    assert kept(question) == "What does pay for late delivery?"
    assert kept("When does the Yard Lease end?") == "When does the end?"


def test_a_topic_word_that_a_title_holds_too_stays() -> None:
    assert "software" in kept("Who owns the software that Thistlewick delivers?")


def test_a_catalogue_of_nothing_names_nothing() -> None:
    assert named("What does Quennick pay?", Catalogue([])) == set()
    assert named("What does Quennick pay?", Catalogue([contract("a.pdf", "")])) == set()


@given(st.text(max_size=200), st.lists(st.text(max_size=30), max_size=3), st.text(max_size=40))
def test_any_question_and_any_names(question: str, parties: list[str], title: str) -> None:
    catalogue = Catalogue([contract("a.pdf", title, *parties), SUPPLY])
    found = catalogue.resolve(question)
    assert set(found.documents) <= {"sales/a.pdf", "sales/supply.pdf"}
    assert all(0 <= start < end <= len(question) for start, end in found.spans)
    assert all(0 < fit <= 1 for fit in found.documents.values())


def test_what_is_asked_of_a_party_stays_though_its_name_holds_the_word() -> None:
    assert kept("How soon must missing pumps to Quennick be reported?") == (
        "How soon must missing pumps to be reported?"
    )
    assert kept("What do Quennick Pumps pay?") == "What do pay?"
    assert kept("what is due for pumps to quennick?") == "what is due for ?"
