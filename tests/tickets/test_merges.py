"""The notes that help desks leave when tickets are merged, and what only sounds like one."""

from __future__ import annotations

import pytest

from assets.tickets.merges import note
from assets.tickets.model import Message, Role, Ticket


def told(text: str, role: Role = "agent", status: str = "closed") -> tuple[str | None, list[str], str]:
    message = Message("1", "Rolf", role, None, text)
    ticket = Ticket("5", "Pump", status, [message])
    note(message, ticket)
    return ticket.merged_into, ticket.extra.get("merged", []), message.role


@pytest.mark.parametrize(
    "text",
    [
        'This request was closed and merged into request #812 "Feed pump stops".',
        "This ticket is closed and merged into ticket 812",
        "Request #5 was closed and merged into request #812.",
        "Diese Anfrage wurde geschlossen und in Anfrage #812 zusammengeführt.",
        "Cette demande a été fermée et fusionnée avec la demande n° 812.",
        "Esta solicitud se cerró y se fusionó con la solicitud n.º 812.",
        "Dit verzoek is gesloten en samengevoegd met verzoek #812.",
        "Questa richiesta è stata chiusa e unita alla richiesta n. 812.",
        'This request was closed and merged into request #812 "Two PDFs are merged in this folder".',
        "このリクエストは解決済みになり、リクエスト#812「ポンプ」に統合されました。",
    ],
)
def test_a_ticket_that_was_merged_says_into_which(text: str) -> None:
    assert told(text) == ("812", [], "system")


@pytest.mark.parametrize(
    "text",
    [
        "Request #812 was closed and merged into this request.",
        "Ticket with ID 812 is merged into this ticket",
        "Die Anfrage #812 wurde geschlossen und in diese Anfrage zusammengeführt.",
        'Request #812 "Not merged into this request" was closed and merged into this request.',
    ],
)
def test_a_ticket_says_which_was_merged_into_it(text: str) -> None:
    assert told(text) == (None, ["812"], "system")


def test_what_a_merge_brings_along_is_a_persons() -> None:
    text = "Request #812 was closed and merged into this request. Last comment in request #812:\n\nIt hums."
    assert told(text) == (None, ["812"], "agent")


@pytest.mark.parametrize(
    "text",
    [
        "I merged pull request 812 yesterday, please try the nightly build.\n\nIt has the fix for your pump.",
        "The two cells are merged in row 812.",
        "See ticket 812.",
        "> Request #812 was closed and merged into this request.",
        "Request #812 was closed and merged into this request by mistake, please undo that.",
        "Request #811 was closed and merged into request #812.",
        "Please tell me why request #812 was merged into this request.",
    ],
)
def test_people_write_of_other_things(text: str) -> None:
    assert told(text) == (None, [], "agent")


def test_whoever_asks_takes_no_ticket_out() -> None:
    for role in ("requester", "other"):
        assert told("Request #812 was closed and merged into this request.", role) == (None, [], role)  # type: ignore[arg-type]


def test_a_ticket_that_goes_on_was_not_merged_away() -> None:
    text = "This request was closed and merged into request #812."
    assert told(text, status="open") == (None, [], "agent")
