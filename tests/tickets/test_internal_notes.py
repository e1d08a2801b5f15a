"""What may not be read by everybody who may read the ticket is told so in every format; in doubt it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assets.tickets.cleaning import read_cleaned
from assets.tickets.exports import read_tickets
from assets.tickets.model import Ticket
from assets.tickets.threads import Export, read_threads
from assets.tickets.values import BadRecord, published
from tests.tickets.made import KEEP


def hidden(tmp_path: Path, record: dict[str, Any]) -> dict[str, bool]:
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps({"id": 1, "subject": "Pump", "status": "closed"} | record))
    (ticket,) = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    assert not ticket.extra.keys() & record.keys()
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
        ({"ArticleType": "note-internal"}, True),
        ({"type": "N"}, True),
        ({"author_type": "staff"}, False),
        ({"kind": "release"}, False),
        ({"channel": "internal"}, True),
        ({"IsVisibleForCustomer": 1}, False),
        ({"IsVisibleForCustomer": 0}, True),
        ({"customer_visible": "no"}, True),
        ({"visible_to": "agents"}, True),
        ({"visible_to": "everyone"}, False),
        ({"is_note": True}, True),
        ({"private_note": False}, False),
        ({"staff_only": "1"}, True),
        ({"deleted": True}, True),
        ({"deleted": None}, False),
        ({"public": None}, True),
        ({"private": ""}, True),
    ],
)
def test_a_message_says_whether_it_is_internal(tmp_path: Path, said: dict[str, Any], secret: bool) -> None:
    assert hidden(tmp_path, {"messages": [{"body": "Hm."} | said]}) == {"Hm.": secret}


@pytest.mark.parametrize(
    "record",
    [
        {"work_notes": ["Hm."]},
        {"notes": [{"body": "Hm."}]},
        {"Internal Comments": "Hm."},
        {"agent_notes": ["Hm."]},
        {"comments_and_work_notes": "Hm."},
        {"journals": [{"notes": "Hm.", "private_notes": False}]},
        {"staff_only": [{"body": "Hm.", "author": "x"}]},
    ],
)
def test_so_does_where_it_stands(tmp_path: Path, record: dict[str, Any]) -> None:
    assert hidden(tmp_path, record) == {"Hm.": True}


def test_where_some_are_said_to_be_public_what_says_nothing_is_not(tmp_path: Path) -> None:
    talk = [{"body": "Seen."}, {"body": "Hm.", "public": True}]
    assert hidden(tmp_path, {"messages": talk}) == {"Seen.": True, "Hm.": False}


def test_where_only_notes_are_marked_the_others_are_public(tmp_path: Path) -> None:
    talk = [{"body": "Seen."}, {"body": "Hm.", "internal": True}]
    assert hidden(tmp_path, {"messages": talk}) == {"Seen.": False, "Hm.": True}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("marked", [1, 2])
def test_so_it_is_over_a_file_where_most_are_marked(tmp_path: Path, order: int, marked: int) -> None:
    talk = [{"body": f"{number}.", "isPrivate": False} for number in range(marked)]
    records: list[dict[str, Any]] = [
        {"id": 1, "subject": "Pump", "messages": [{"body": "One."}]},
        {"id": 2, "subject": "Pump", "messages": talk},
    ]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(json.dumps(record) for record in records[::order]))
    said = {
        message.raw: (message.public, message.flags)
        for ticket in read_tickets(path, path.name)
        if isinstance(ticket, Ticket)
        for message in ticket.messages
    }
    assert said.pop("One.") == ((True, []) if marked == 1 else (False, ["visibility_not_said"]))
    assert set(map(repr, said.values())) == {"(True, [])"}


@pytest.mark.parametrize(
    ("said", "restricted"),
    [
        ({}, False),
        ({"private": True}, True),
        ({"Confidential": "yes"}, True),
        ({"private": None, "visibility": ""}, False),
        ({"internal": False, "public": True}, False),
        ({"public": False}, True),
        ({"Security Level": "Partners"}, True),
        ({"Security Level": "None"}, False),
        ({"visibility": "team"}, True),
        ({"external": False, "type": "Internal request", "work_notes": "Called back."}, False),
        ({"Public comments": 3}, False),
        ({"Public Replies": "Try again."}, False),
        ({"visible_to": ["customers", "agents"]}, False),
        ({"visible_to": "customers, agents"}, False),
        ({"visible_to": ["agents"]}, True),
        ({"visible_to": "everyone but partners"}, True),
        ({"audience": "End users"}, False),
        ({"security": "Standard"}, False),
        ({"security": "-"}, False),
        ({"security": {"name": "Default"}}, True),
        ({"access_level": "P2"}, False),
        ({"access_level": "P2 partners"}, True),
    ],
)
def test_a_ticket_says_that_not_everybody_may_read_it(
    tmp_path: Path, said: dict[str, Any], restricted: bool
) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps({"id": 1, "subject": "Pump", "status": "closed", "body": "Hm."} | said))
    ticket, *remarks = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    assert ticket.restricted is restricted
    assert len(remarks) == restricted


def test_which_fields_keep_tickets_back_is_said(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("Id,Subject,Status,Private,Access level\n1,Pump,Closed,yes,\n2,Tap,Closed,no,gold\n"
                    "3,Vat,Closed,,gold\n4,Belt,Closed,no,\n")  # fmt: skip
    *tickets, remark = read_tickets(path, path.name)
    assert [isinstance(ticket, Ticket) and ticket.restricted for ticket in tickets] == [
        True,
        True,
        True,
        False,
    ]
    assert isinstance(remark, BadRecord)
    assert str(remark) == (
        "t.csv: 3 ticket(s) are shown to nobody, since a field says that not all may read them "
        "('access level': 2, 'private': 1). Leave the field out of the export if it means something else."
    )
    assert not remark.lost


def test_a_ticket_that_is_kept_back_is_no_loss(tmp_path: Path) -> None:
    """What leaves an export together with it is taken out, not kept as what could not be read."""
    path = tmp_path / "t.jsonl"
    last = None
    for number, more in enumerate([{}, {"private": True}]):
        records = [{"id": 1, "subject": "Pump", "status": "closed", "body": "Hm."} | more]
        records += [{"id": 2, "subject": "Tap", "status": "closed", "body": "Hm."}] if number == 0 else []
        path.write_text("\n".join(map(json.dumps, records)))
        export = {path.name: Export(str(number), (path.name,))}
        found = read_threads(tmp_path, export, last, "1", KEEP, read_cleaned)
        last = found.table, found.others, found.files
    assert found.table["file"].to_pylist() == ["1"]
    assert [line.partition(",")[0] for line in found.bad] == ["t.jsonl: 1 ticket(s) are shown to nobody"]


@pytest.mark.parametrize(
    ("properties", "secret"),
    [
        ([], False),
        ([{"key": "sd.public.comment", "value": {"internal": False}}], False),
        ([{"key": "sd.public.comment", "value": {"internal": True}}], True),
        ([{"key": "sd.public.comment", "value": None}], True),
        ([{"key": "example.visible-to", "value": 3}], True),
        ([{"key": "example.language", "value": "de"}], False),
        ({"internal": True}, True),
    ],
)
def test_a_service_desk_says_so_in_a_property(tmp_path: Path, properties: Any, secret: bool) -> None:
    comment = {"id": "1", "body": "Hm.", "properties": properties}
    path = tmp_path / "i.json"
    path.write_text(
        json.dumps({"key": "P-1", "fields": {"summary": "Pump", "comment": {"comments": [comment]}}})
    )
    (ticket,) = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    assert [not message.public for message in ticket.messages] == [secret]


def test_files_of_an_internal_comment_stand_at_it(tmp_path: Path) -> None:
    def file(name: str, author: str, day: int) -> dict[str, Any]:
        return {"filename": name, "author": {"name": author}, "created": f"2024-01-0{day}T10:00:00.000+0000"}

    fields = {
        "summary": "Pump",
        "description": "It hums.",
        "reporter": {"name": "ida"},
        "comment": {
            "comments": [
                {
                    "id": "1",
                    "body": "See [^bill.pdf].",
                    "jsdPublic": False,
                    "created": "2024-01-02T10:00:00.000+0000",
                },
                {"id": "2", "body": "Wait for !part.png!.", "jsdPublic": True},
                {"id": "3", "body": "Again.", "jsdPublic": False, "created": "2024-01-04T10:00:00.000+0000"},
            ]
        },
        "attachment": [
            file("hum.wav", "ida", 1),
            file("bill.pdf", "al", 2),
            file("part.png", "al", 3),
            file("margin.xls", "al", 4),
        ],
    }
    path = tmp_path / "i.json"
    path.write_text(json.dumps({"key": "P-1", "fields": fields}))
    (ticket,) = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    assert [(message.id, message.attachments) for message in ticket.messages] == [
        ("description", ["hum.wav", "part.png"]),
        ("1", ["bill.pdf"]),
        ("2", ["part.png"]),
        ("3", ["margin.xls"]),
    ]


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
    ticket, _ = read_tickets(path, path.name)
    assert isinstance(ticket, Ticket)
    assert ticket.restricted


def test_whatever_level_a_table_of_issues_names_not_everybody_has_it(tmp_path: Path) -> None:
    path = tmp_path / "i.csv"
    path.write_text("Issue key,Summary,Status,Security Level\nP-1,Pump,Done,Default\nP-2,Pump,Done,None\n")
    *tickets, remark = read_tickets(path, path.name)
    assert [isinstance(ticket, Ticket) and ticket.restricted for ticket in tickets] == [True, False]
    assert "1 ticket(s)" in str(remark)


def test_a_table_of_issues_is_said_to_be_silent_about_its_comments(tmp_path: Path) -> None:
    path = tmp_path / "i.csv"
    path.write_text(
        "Issue key,Summary,Status,Comment\nP-1,Pump,Done,03/Jul/23 1:05 PM;al;Hm.\nP-2,Pump,Done,\n"
    )
    tickets = [each for each in read_tickets(path, path.name) if isinstance(each, Ticket)]
    assert [ticket.flags for ticket in tickets] == [["comments_taken_for_public"], []]


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("issuetype", {"name": "Bug", "description": "What is broken."}, "Bug"),
        ("Fix Version/s", [{"name": "3.1"}, "3.2"], ["3.1", "3.2"]),
        ("custom_fields", {"cf_browser": "Lynx", "Root cause": "Us."}, {"cf_browser": "Lynx"}),
        ("Custom field (Operating System)", "Plan 9", "Plan 9"),
        ("Numéro de série", 312, 312),
        ("Gerätetyp", "Pumpe", "Pumpe"),
        ("type", [["relates to", "P-2"]], None),
        ("platform", "They have not paid since March and we should let them wait", None),
        ("platform", "One\ntwo", None),
        ("release", {"version": "3"}, None),
        ("model", {"value": "Owes us.", "public": False}, None),
        ("tags", ["churn_risk"], None),
        ("labels", ["churn_risk"], None),
        ("group_name", "Recovery", None),
        ("cf_root_cause", "Owes us.", None),
        ("Root cause category", "Owes us.", None),
        ("Customer type", "Owes us.", None),
        ("handoff", "Recovery", None),
        ("parent", {"key": "SEC-1"}, None),
        ("links", [["relates to", "SEC-1"]], None),
        ("customfield_10050", "Owes us.", None),
        ("Internal product", "Owes us.", None),
    ],
)
def test_of_other_fields_only_what_is_of_the_product_is_shown(name: str, value: Any, shown: Any) -> None:
    assert published({name: value}) == ({} if shown is None else {name: shown})
