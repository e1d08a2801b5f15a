"""What may not be read by everybody who may read the ticket is told so in every format; in doubt it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assets.tickets.exports import read_tickets
from assets.tickets.model import Ticket


def hidden(tmp_path: Path, record: dict[str, Any]) -> dict[str, bool]:
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps({"id": 1, "subject": "Pump", "status": "closed"} | record))
    (ticket,) = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    assert not ticket.extra.keys() & record.keys() - {"private", "security"}
    return {message.raw: not message.public for message in ticket.messages}


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ({}, False),
        ({"public": True}, False),
        ({"public": "TRUE", "private": False}, False),
        ({"visibility": "public"}, False),
        ({"internal": 0}, False),
        ({"type": "reply"}, False),
        ({"public": False}, True),
        ({"Internal": "yes"}, True),
        ({"isPrivate": True, "public": True}, True),
        ({"jsdPublic": False}, True),
        ({"visibility": {"type": "role", "value": "Developers"}}, True),
        ({"visibility": "team"}, True),
        ({"public": "perhaps"}, True),
        ({"type": "Internal note"}, True),
    ],
)
def test_a_message_says_whether_it_is_internal(tmp_path: Path, said: dict[str, Any], secret: bool) -> None:
    assert hidden(tmp_path, {"messages": [{"body": "Hm."} | said]}) == {"Hm.": secret}


@pytest.mark.parametrize(
    "record",
    [
        {"work_notes": ["Hm."]},
        {"staff_only": [{"body": "Hm.", "author": "x"}]},
        {"private": True, "description": "Hm."},
        {"private": True, "messages": [{"body": "Hm."}]},
    ],
)
def test_so_does_where_it_stands(tmp_path: Path, record: dict[str, Any]) -> None:
    assert hidden(tmp_path, record) == {"Hm.": True}


def test_talk_of_a_help_desk_under_a_name_not_known_is_left_out_and_said(tmp_path: Path) -> None:
    record = {"id": 1, "subject": "Pump", "status": "open", "requester_id": 4, "submitter_id": 4}
    path = tmp_path / "t.jsonl"
    path.write_text(
        json.dumps(record | {"side_conversations": [{"preview_text": "To the supplier"}], "x": [{"id": 1}]})
    )
    (ticket,) = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    assert (ticket.source, ticket.extra) == ("zendesk", {"x": [{"id": 1}]})
    assert ticket.flags == ["left_out:side_conversations", "without_messages"]


def test_an_issue_with_a_security_level_is_not_everybodys(tmp_path: Path) -> None:
    fields = {"summary": "Pump", "description": "Hm.", "security": {"name": "Partners"}}
    path = tmp_path / "i.json"
    path.write_text(json.dumps({"key": "P-1", "fields": fields}))
    (ticket,) = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    assert [message.public for message in ticket.messages] == [False]
