"""Ids, codes and versions are names of their own; tickets and contracts of one tenant are one ranking."""

import pytest

from resources.search.access import Principal, Scope
from resources.search.ask import Answer, Search
from tests.resources.corpus import chunk
from tests.resources.search.test_tickets import SUPPORT, opened, tickets, unit

UPLOADS = [
    unit(
        "602",
        "Upload fails",
        "Upload answers HTTP 500, nothing is stored.",
        "Raise the limit.",
        codes=["500"],
    ),
    unit("500", "Lamp flickers", "The lamp flickers at night in the hall.", "Swap the ballast."),
    unit("603", "Handshake refused", "The broker refuses the handshake.", "Renew the certificate."),
    *[
        unit(
            f"70{n}",
            f"Checksum of part {n}",
            f"SHA-256 of part {n} is wrong.",
            "Send it again.",
            codes=["SHA-256"],
        )
        for n in range(6)
    ],
    unit("OLD-1", "Slow list", "The list is slow in 2.1.", "Add an index.", versions=["2.1"]),
    unit("OLD-12", "Crash at start", "It crashes at start in 2.1.3.", "Update.", versions=["2.1.3"]),
]


@pytest.fixture(scope="module")
def uploads(tmp_path_factory: pytest.TempPathFactory) -> Search:
    return opened(tmp_path_factory.mktemp("uploads") / "index", UPLOADS)


def ask(search: Search, question: str, collection: str | None = "desk", budget: int = 2_000) -> Answer:
    scope = Scope(collections=frozenset({collection})) if collection else None
    return search.ask(question, Principal("acme", SUPPORT), scope=scope, budget=budget)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("ticket 602", "602"),
        ("What about ticket no. 603?", "603"),
        ("Has #500 been solved?", "500"),
        ("500", "500"),
        ("HTTP 500", "602"),
        ("error 500 when saving a file", "602"),
        ("the broker refuses the handshake with a SHA-256 certificate", "603"),
        ("Problem-1: upload fails", "602"),
        ("2.1", "OLD-1"),
        ("version 2.1.3", "OLD-12"),
        ("V2.1.3", "OLD-12"),
        ("OLD-1", "OLD-1"),
        ("old-12", "OLD-12"),
    ],
)
def test_a_number_names_what_the_words_around_it_say(uploads: Search, question: str, first: str) -> None:
    assert tickets(ask(uploads, question))[0] == first


def test_a_fix_of_which_only_the_beginning_is_read_is_marked_in_part_at_any_place(tmp_path) -> None:
    rows = [
        unit(f"L-{n}", f"Valve {n} leaks", "It leaks.", f"Step {n}: tighten it. " + "Turn the key. " * 120)
        for n in range(30)
    ]
    hits = ask(opened(tmp_path / "index", rows), "valve leaks", budget=20_000).hits
    assert len(hits) == 30
    assert all(hit.partial and hit.text.endswith("…") for hit in hits)


def test_a_party_named_in_a_question_does_not_hide_the_tickets(tmp_path) -> None:
    clauses = [
        chunk(
            "msa.txt",
            "1",
            "Quennick pays each invoice within thirty days.",
            counterparty=["Quennick AS"],
            acl=["support"],
        ),
        chunk(
            "msa.txt",
            "2",
            "Either party may terminate on notice.",
            counterparty=["Quennick AS"],
            acl=["support"],
        ),
    ]
    search = opened(tmp_path / "index", UPLOADS, clauses)
    assert tickets(ask(search, "Quennick's upload fails and nothing is stored", collection=None))[0] == "602"
    assert tickets(ask(search, "When does Quennick pay an invoice?", collection=None))[0] == "msa.txt"
