"""The sample tickets: enough of them, in three formats and five languages, each difficulty in the files."""

from __future__ import annotations

from collections import Counter
from functools import cache

from assets.documents.settings import load_settings
from assets.tickets.cleaning import read_cleaned
from assets.tickets.model import Ticket
from assets.tickets.solved import standing
from assets.tickets.values import BadRecord
from evals.labels import load_labels
from tests.samples.conftest import SAMPLES

SUPPORT = SAMPLES / "acme" / "support"
EXPORTS = ("helpdesk.json", "service.mbox", "tracker.json")


@cache
def tickets(name: str) -> list[Ticket]:
    read = list(read_cleaned(SUPPORT / name, name))
    assert not [found for found in read if isinstance(found, BadRecord)]
    return [found for found in read if isinstance(found, Ticket)]


def everything() -> list[Ticket]:
    return [ticket for name in EXPORTS for ticket in tickets(name)]


def test_sixty_tickets_of_three_formats() -> None:
    assert Counter(ticket.source for ticket in everything()) == {"zendesk": 24, "jira": 19, "mail": 17}
    assert len({ticket.id for ticket in everything()}) == 60


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
    settings = load_settings(SUPPORT, "acme/support").tickets
    reasons = Counter(standing(ticket, settings).reason for ticket in everything())
    assert {"unsolved", "duplicate", "merged", "auto_close"} <= set(reasons)
    assert reasons[None] >= 40


def test_every_question_has_a_ticket_that_is_kept() -> None:
    settings = load_settings(SUPPORT, "acme/support").tickets
    kept = {ticket.id for ticket in everything() if standing(ticket, settings).kept}
    read = load_labels(SUPPORT / "labels.jsonl")
    assert not read.problems
    assert len({label.question for label in read.labels}) == len(read.labels) == 25
    for label in read.labels:
        assert {gold.ticket for gold in label.gold} <= kept, label.id
