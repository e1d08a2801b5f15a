"""Records of any tracker: the forms in which their fields come."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assets.tickets.exports import read_tickets
from assets.tickets.model import Ticket

ADF = {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "It hums."}]}]}


def read(tmp_path: Path, content: Any) -> Ticket:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(content))
    (ticket,) = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    return ticket


@pytest.mark.parametrize(
    ("said", "originals"),
    [(1, ["1"]), ("0", ["0"]), ("#7, 8", ["7", "8"]), ([{"key": "P-3"}], ["P-3"]), (True, []), ("no", [])],
)
def test_a_duplicate_may_be_of_any_number(tmp_path: Path, said: Any, originals: list[str]) -> None:
    ticket = read(tmp_path, {"id": 2, "subject": "Pump", "status": "closed", "duplicate_of": said})
    assert ticket.duplicate_of == originals


@pytest.mark.parametrize("talk", [ADF, [ADF], {"comments": [{"body": ADF}]}, {"values": ["It hums."]}])
def test_a_comment_may_be_a_formatted_text_or_a_page(tmp_path: Path, talk: Any) -> None:
    ticket = read(tmp_path, {"key": "P-1", "summary": "Pump", "status": "Done", "comment": talk})
    assert [message.raw for message in ticket.messages] == ["It hums."]


def test_names_may_be_written_in_one(tmp_path: Path) -> None:
    said = {"createdAt": "2024-01-02T10:00:00Z", "author": {"name": "Al", "type": "admin"}}
    record = {"CaseNumber": "7", "Subject": "Pump", "Status": "Closed", "closedAt": "2024-01-03"}
    ticket = read(tmp_path, [record | {"comments": [{"commentBody": "x", "bodyText": "New seal."} | said]}])
    (message,) = ticket.messages
    assert (ticket.id, str(ticket.closed), message.raw) == ("7", "2024-01-03 00:00:00+00:00", "New seal.")
    assert (message.author, message.role, message.at is not None) == ("Al", "agent", True)


@pytest.mark.parametrize("page", ["result", "results", "records"])
def test_records_may_stand_on_a_page(tmp_path: Path, page: str) -> None:
    record = {"number": "INC7", "short_description": "Pump", "state": "Closed", "close_notes": "New seal."}
    ticket = read(tmp_path, {page: [record]})
    assert (ticket.id, ticket.subject, ticket.resolution) == ("INC7", "Pump", "New seal.")


@pytest.mark.parametrize("wrap", ["ticket", "issue", "record"])
def test_a_record_may_stand_in_another(tmp_path: Path, wrap: str) -> None:
    ticket = read(
        tmp_path, {"results": [{wrap: {"id": 3, "subject": "Pump", "status": "closed", "body": "Hm."}}]}
    )
    assert (ticket.id, ticket.subject, len(ticket.messages)) == ("3", "Pump", 1)
