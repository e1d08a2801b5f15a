"""The sample tickets: enough of them, in three formats and five languages, each difficulty in the files."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from assets.documents.settings import load_settings
from assets.tickets.cleaning import read_cleaned
from assets.tickets.cut import cut_ticket
from assets.tickets.model import Ticket
from assets.tickets.solved import standing
from assets.tickets.values import BadRecord
from evals.labels import Label, load_labels
from evals.squeezed import squeeze
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.search.fix import resolution_of
from tests.samples.conftest import SAMPLES

SUPPORT = SAMPLES / "acme" / "support"
EXPORTS = ("helpdesk.json", "hotline.json", "service.mbox", "tracker.json")

SETTINGS = load_settings(SUPPORT, "acme/support").tickets
LABELS = load_labels(SUPPORT / "labels.jsonl").labels


@cache
def tickets(name: str) -> list[Ticket]:
    read = list(read_cleaned(SUPPORT / name, name))
    assert not [found for found in read if isinstance(found, BadRecord)]
    return [found for found in read if isinstance(found, Ticket)]


@cache
def everything() -> list[Ticket]:
    return [ticket for name in EXPORTS for ticket in tickets(name)]


def test_eighty_tickets_of_four_formats() -> None:
    sources = Counter(ticket.source for ticket in everything())
    assert sources == {"zendesk": 24, "freshdesk": 15, "jira": 21, "mail": 20}
    assert len({ticket.id for ticket in everything()}) == 80


def test_five_languages_are_spoken() -> None:
    first = " ".join(message.body for ticket in everything() for message in ticket.messages[:1])
    for greeting in ("Hello", "Guten Tag", "Bonjour", "Buongiorno", "Buenos días"):
        assert greeting in first


def test_what_makes_them_hard_is_in_them() -> None:
    messages = [message for ticket in everything() for message in ticket.messages]
    reasons = Counter(reason for message in messages for reason, _ in message.cut)
    assert {"quote", "signature", "mobile_footer"} <= set(reasons)
    assert {"auto_reply", "bulk"} <= {message.automatic for message in messages}
    assert sum(not message.public for message in messages) >= 3
    assert max(len(ticket.messages) for ticket in everything()) > 10
    assert [ticket.id for ticket in everything() if ticket.merged_into] == ["4110"]


def test_why_some_are_not_kept() -> None:
    reasons = Counter(standing(ticket, SETTINGS).reason for ticket in everything())
    assert {"unsolved", "duplicate", "merged", "auto_close"} <= set(reasons)
    assert reasons[None] >= 60


def test_every_question_has_a_ticket_that_is_kept() -> None:
    kept = {ticket.id for ticket in everything() if standing(ticket, SETTINGS).kept}
    assert len({label.question for label in LABELS}) == len(LABELS) == 51
    for label in LABELS:
        assert {gold.ticket for gold in label.gold} <= kept, label.id


@pytest.mark.parametrize("label", LABELS, ids=lambda label: label.id)
def test_who_finds_the_gold_reads_the_answer(label: Label) -> None:
    """Of two problems the fix of each, of a long talk what helped."""
    of = next(ticket for ticket in everything() if ticket.id == label.gold[0].ticket)
    facts = DocumentFacts("acme", "support", of.id, "export", of.subject, "0", "ticket")
    chunks = cut_ticket(of, facts, SETTINGS, load_embedder()).chunks
    read = [f"{chunk.text} {resolution_of(chunk)}" for chunk in chunks]
    assert any(squeeze(label.answer or "?") in squeeze(text) for text in read)


@pytest.mark.parametrize("label", LABELS, ids=lambda label: label.id)
def test_no_ticket_beside_the_gold_says_the_answer(label: Label) -> None:
    """Else a question could be answered and counted as lost. Tickets in two languages are both golds."""
    golds = {gold.ticket for gold in label.gold}
    words = squeeze(label.answer or "?")
    for ticket in everything():
        if ticket.id not in golds and standing(ticket, SETTINGS).kept:
            assert words not in squeeze(" ".join(message.body for message in ticket.messages)), ticket.id


def test_what_the_questions_are_hard_by() -> None:
    kinds = Counter(label.kind for label in LABELS)
    assert set(kinds) == {
        "ticket", "two products", "two versions", "fix inside", "bare subject", "one digit", "quoted text",
        "signature", "duplicate", "two problems", "code alone", "log",
    }  # fmt: skip
    assert sum(kinds.values()) - kinds["ticket"] >= 25
