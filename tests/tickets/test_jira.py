"""What Jira says of links and statuses, as its interfaces and its table export write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assets.tickets.exports import read_tickets
from assets.tickets.model import Ticket
from assets.tickets.relations import relation_of


def issue(tmp_path: Path, **fields: Any) -> Ticket:
    path = tmp_path / "i.json"
    path.write_text(json.dumps({"key": "P-1", "fields": {"summary": "Pump", **fields}}))
    (ticket,) = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    return ticket


@pytest.mark.parametrize(
    ("said", "relation"),
    [
        ("duplicates", "duplicate_of"),
        ("is a duplicate of", "duplicate_of"),
        ("dupliziert", "duplicate_of"),
        ("ist ein Duplikat von", "duplicate_of"),
        ("est un doublon de", "duplicate_of"),
        ("es duplicado de", "duplicate_of"),
        ("Merged  into", "merged_into"),
        ("wurde zusammengeführt mit", "merged_into"),
        ("is duplicated by", None),
        ("wird dupliziert von", None),
        ("is not a duplicate of", None),
        ("has possible duplicate", None),
        ("may be a duplicate of", None),
        ("merged from", None),
        ("relates to", None),
        ("", None),
    ],
)
def test_a_relation_is_told_by_its_words(said: str, relation: str | None) -> None:
    assert relation_of(said) == relation


@pytest.mark.parametrize(
    ("kind", "side", "duplicate", "merged"),
    [
        ({"outward": "duplicates", "inward": "is duplicated by"}, "outward", True, False),
        ({"outward": "duplicates", "inward": "is duplicated by"}, "inward", False, False),
        ({"outward": "is duplicated by", "inward": "duplicates"}, "outward", False, False),
        ({"outward": "is duplicated by", "inward": "duplicates"}, "inward", True, False),
        ({"outward": "merged from", "inward": "merged into"}, "inward", False, True),
        ({"name": "Duplicate"}, "outward", True, False),
        ({"name": "Duplicate"}, "inward", False, False),
    ],
)
def test_a_link_is_read_from_the_issue_it_stands_at(
    tmp_path: Path, kind: dict[str, str], side: str, duplicate: bool, merged: bool
) -> None:
    ticket = issue(tmp_path, issuelinks=[{"type": kind, f"{side}Issue": {"key": "P-9"}}])
    assert (ticket.duplicate_of, ticket.merged_into) == (["P-9"] * duplicate, "P-9" if merged else None)
    assert ("links" in ticket.extra) is not (duplicate or merged)


def test_columns_of_links_and_of_the_statuss_category_are_read(tmp_path: Path) -> None:
    columns = (
        "Issue key,Summary,Status,Status Category,Outward issue link (Duplicate),"
        "Outward issue link (Duplicate),Inward issue link (Duplicate),Outward issue link (Blocks)"
    )
    path = tmp_path / "i.csv"
    path.write_text(f"{columns}\nP-1,Pump,Released,Done,P-2,P-3,P-4,P-5\nP-6,Fan,Done,In Progress,,,,\n")
    one, other = (each for each in read_tickets(path, path.name) if isinstance(each, Ticket))
    assert (one.duplicate_of, one.ended) == (["P-2", "P-3"], True)
    assert one.extra["links"] == [["duplicate (inward)", "P-4"], ["blocks (outward)", "P-5"]]
    assert (other.duplicate_of, other.ended) == ([], False)


def test_a_service_desks_request_is_an_issue(tmp_path: Path) -> None:
    request = {
        "issueId": "10", "issueKey": "DESK-1", "createdDate": {"iso8601": "2024-01-02T10:00:00+0000"},
        "reporter": {"accountId": "a", "displayName": "Ida"},
        "requestFieldValues": [
            {"fieldId": "summary", "label": "What", "value": "Pump"},
            {"fieldId": "description", "label": "Details", "value": "It hums."},
        ],
        "currentStatus": {"status": "Sent out", "statusCategory": "DONE"},
        "comments": {"values": [
            {"id": "1", "body": "New seal.", "public": True, "created": {"epochMillis": 1704276000000}},
            {"id": "2", "body": "Owes us.", "public": False, "author": {"displayName": "Al"}},
        ]},
    }  # fmt: skip
    path = tmp_path / "r.json"
    path.write_text(json.dumps({"size": 1, "start": 0, "values": [request]}))
    (ticket,) = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    assert (ticket.id, ticket.subject, ticket.status, ticket.ended) == ("DESK-1", "Pump", "Sent out", True)
    said = [(each.raw, each.author, each.public, each.at is not None) for each in ticket.messages]
    assert said == [
        ("It hums.", "Ida", True, True),
        ("New seal.", "", True, True),
        ("Owes us.", "Al", False, False),
    ]


@pytest.mark.parametrize(("category", "ended"), [("done", True), ("new", False), ("undefined", None)])
def test_a_status_ends_an_issue_if_its_category_does(
    tmp_path: Path, category: str, ended: bool | None
) -> None:
    ticket = issue(tmp_path, status={"name": "Released", "statusCategory": {"key": category}})
    assert (ticket.status, ticket.ended) == ("Released", ended)
