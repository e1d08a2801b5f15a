"""Exports of every format, small and by hand, read by the one door; then the real ones."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from assets.documents.content import look
from assets.documents.exports import document_sets
from assets.documents.routing import evidence_of_content, route
from assets.tickets.cleaning import read_cleaned
from assets.tickets.exports import read_tickets
from assets.tickets.model import Ticket
from assets.tickets.values import BadRecord

EXPORTS = Path(__file__).parent / "exports"
TABLES = ["ticket_comments.csv", "ticket_field_history.csv", "users.csv"]


def read(name: str, siblings: Iterable[str] = ()) -> list[Ticket | BadRecord]:
    path = EXPORTS / name
    return list(read_cleaned(path, name, [path.with_name(other) for other in siblings]))


def shown(found: Iterable[Ticket | BadRecord]) -> str:
    """Tickets as a person reads them."""
    lines = []
    for each in found:
        if isinstance(each, BadRecord):
            lines += [f"! {each}", ""]
            continue
        lines.append(f"{each.id}  {each.subject}  [{each.status}, {each.outcome}, from {each.source}]")
        for name in ("product", "versions", "components", "priority", "opened", "closed", "resolution",
                     "environment", "merged_into", "duplicate_of", "flags", "extra"):  # fmt: skip
            value = getattr(each, name)
            if value not in (None, "", [], {}):
                said = json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value
                lines.append(f"  {name}: {said}")
        for message in each.messages:
            notes = [*message.flags, *(f"cut {reason}" for reason, _ in message.cut), *message.attachments]
            kind = "" if message.public else " INTERNAL"
            nobody = f" {message.automatic}" if message.automatic else ""
            at = message.at.isoformat() if message.at else "no date"
            lines.append(f"  - {message.role} {message.author}, {at}{kind}{nobody} {notes or ''}".rstrip())
            lines += [f"      {line}".rstrip() for line in message.body.split("\n")]
        lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "siblings"),
    [
        ("zendesk.json", []),
        ("zendesk.ndjson", []),
        ("tables/tickets.csv", TABLES),
        ("freshdesk.json", []),
        ("jira.json", []),
        ("issues.csv", []),
        ("tickets.jsonl", []),
        ("box.mbox", []),
    ],
)
def test_an_export_is_read(name: str, siblings: list[str], snapshot: SnapshotAssertion) -> None:
    assert shown(read(name, siblings)) == snapshot


@pytest.mark.parametrize(
    "name",
    ["zendesk.json", "zendesk.ndjson", "tables/tickets.csv", "freshdesk.json", "jira.json", "issues.csv",
     "tickets.jsonl", "box.mbox"],
)  # fmt: skip
def test_an_export_is_of_the_family(name: str) -> None:
    routing = route(evidence_of_content(look(EXPORTS / name)))
    assert (routing.family, routing.unsure) == ("ticket", False), routing


def test_the_tables_of_a_help_desk_are_one_set() -> None:
    columns = {
        path.name: path.read_text().split("\n")[0].split(",") for path in (EXPORTS / "tables").iterdir()
    }
    assert document_sets(columns) == {"tickets.csv": TABLES}


def test_a_mail_is_told_by_content(tmp_path: Path) -> None:
    path = tmp_path / "mail.txt"
    path.write_bytes((EXPORTS / "box.mbox").read_bytes().split(b"\n\nFrom rolf")[0].partition(b"\n")[2])
    (ticket,) = read_tickets(path, "mail.txt")
    assert isinstance(ticket, Ticket)
    assert (ticket.id, ticket.source, ticket.messages[0].attachments) == (
        "a1@mill.example", "mail", ["Protokoll März.log"])  # fmt: skip


def test_mails_in_several_files_are_one_thread(tmp_path: Path) -> None:
    mails = (EXPORTS / "box.mbox").read_bytes().split(b"\n\nFrom rolf")[:2]
    paths = [tmp_path / "2.eml", tmp_path / "1.eml"]
    for path, mail in zip(paths, mails, strict=True):
        path.write_bytes(mail.partition(b"\n")[2])
    (ticket,) = read_tickets(paths[1], "in/1.eml", paths[:1])
    assert isinstance(ticket, Ticket)
    assert [message.id for message in ticket.messages] == ["a1@mill.example", "b1@pumps.example"]
    assert ticket.extra == {"files": ["in/2.eml", "in/1.eml"]}


@pytest.mark.shared
def test_every_issue_of_a_tracker_is_read(shared: Path) -> None:
    folder = shared / "data/tickets/titanium/raw_jira_sample"
    found = [each for path in sorted(folder.glob("*.json")) for each in read_tickets(path, path.name)]
    tickets = [each for each in found if isinstance(each, Ticket)]
    assert [ticket.id for ticket in tickets] == [path.stem for path in sorted(folder.glob("*.json"))]
    raw = {path.stem: json.loads(path.read_bytes())["fields"] for path in folder.glob("*.json")}
    for ticket in tickets:
        fields = raw[ticket.id]
        said = [comment for comment in fields["comment"]["comments"] if comment.get("body")]
        assert len(ticket.messages) == len(said) + bool(fields.get("description"))
        assert (ticket.source, ticket.opened is not None, ticket.subject) == (
            "jira", True, " ".join(fields["summary"].split()))  # fmt: skip
    duplicates = {ticket.id: ticket.duplicate_of for ticket in tickets if ticket.duplicate_of}
    assert duplicates == {"AC-1294": ["TISTUD-6274"], "AC-5187": ["TIMOB-24891"]}
    for ticket in tickets:
        talk = raw[ticket.id]["comment"]
        missing = talk["total"] - len(talk["comments"])
        assert ticket.flags == ([f"comments_missing:{missing}"] if missing else [])


@pytest.mark.shared
def test_json_lines_of_a_tracker_are_read(shared: Path) -> None:
    path = shared / "landing/support/titanium/tickets.jsonl"
    raw = [json.loads(line) for line in path.read_bytes().splitlines()]
    tickets = [each for each in read_tickets(path, path.name) if isinstance(each, Ticket)]
    assert [ticket.id for ticket in tickets] == [record["id"] for record in raw]
    for ticket, record in zip(tickets, raw, strict=True):
        said = (re.sub(r"\{html\}|<[^<>]*>", "", message["body"] or "") for message in record["messages"])
        assert len(ticket.messages) == sum(bool(body.strip()) for body in said)
        assert (ticket.outcome, ticket.resolution) == (record["resolution"], "")
        versions = record["versions"] or [record["version"]] * bool(record["version"])
        assert ticket.versions == list(dict.fromkeys(versions))
    roles = Counter(message.role for ticket in tickets for message in ticket.messages)
    assert roles == {"requester": 6805, "agent": 3958, "other": 10757}


@pytest.mark.shared
def test_the_tables_of_a_real_help_desk_are_joined(shared: Path) -> None:
    folder = shared / "data/tickets/zendesk-csv"
    others = sorted(path for path in folder.glob("*.csv") if path.name != "ticket_data.csv")
    found = list(read_cleaned(folder / "ticket_data.csv", "ticket_data.csv", others))
    tickets = {each.id: each for each in found if isinstance(each, Ticket)}
    assert len(tickets) == 10
    assert {each.file for each in found if isinstance(each, BadRecord)} == {
        "ticket_chat_data.csv",
        "ticket_comment_data.csv",
        "ticket_field_history_data.csv",
        "ticket_tag_data.csv",
    }
    assert tickets["1966"].extra["merged"] == ["1967"]
    assert [message.raw for message in tickets["6605"].messages][-1] == "TALK TO A HUMAN"
    closed = tickets["11071"].closed
    assert closed is not None
    assert closed.isoformat() == "2020-11-15T11:01:27+00:00"


@pytest.mark.shared
def test_mails_that_nobody_wrote_are_told_apart(shared: Path) -> None:
    paths = sorted((shared / "data/tickets/mail").glob("*/*.eml"))
    found = [each for path in paths for each in read_cleaned(path, path.name)]
    tickets = [each for each in found if isinstance(each, Ticket)]
    assert len(tickets) == len(paths) == 28
    for ticket in tickets:
        (message,) = ticket.messages
        assert message.automatic, ticket.subject
        assert message.role == "system"
        assert message.body.strip()
