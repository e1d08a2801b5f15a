"""Zendesk's and Freshdesk's tickets: who may read what, what is said of a comment later, and apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.documents.settings import TicketSettings
from assets.tickets.cleaning import read_cleaned
from assets.tickets.model import Ticket
from assets.tickets.solved import standing
from assets.tickets.values import BadRecord

Record = dict[str, Any]
DAY = "2024-05-01T{:02}:00:00Z"
ASKER, AGENT = 5, 9
VPN: Record = {
    "id": 7, "subject": "VPN", "status": "solved", "requester_id": ASKER, "submitter_id": ASKER,
    "assignee_id": AGENT, "created_at": DAY.format(8), "updated_at": DAY.format(20),
    "via": {"channel": "web"}, "description": "It drops every hour.",
}  # fmt: skip
TRAY: Record = {
    "id": 61, "subject": "Tray 2", "description_text": "Tray 2 is not found.", "status": 5, "priority": 1,
    "requester_id": ASKER, "responder_id": AGENT, "fr_escalated": False, "created_at": DAY.format(8),
}  # fmt: skip


def read(tmp_path: Path, *records: Record) -> list[Ticket]:
    path = tmp_path / "export.ndjson"
    path.write_text("\n".join(map(json.dumps, records)))
    found = list(read_cleaned(path, path.name))
    assert not any(isinstance(each, BadRecord) and each.lost for each in found), found
    return [each for each in found if isinstance(each, Ticket)]


def told(tmp_path: Path, *records: Record) -> list[str]:
    """The messages of the one ticket in these records: role, text, files; what is internal in brackets."""
    (ticket,) = read(tmp_path, *records)
    lines = [" ".join([f"{each.role}:", each.body, *each.attachments]) for each in ticket.messages]
    return [line if each.public else f"[{line}]" for line, each in zip(lines, ticket.messages, strict=True)]


def comment(number: int, body: str, public: Any = True, author: int = AGENT, **more: Any) -> Record:
    """A comment of Zendesk's, written at `number` o'clock."""
    return {"id": number, "author_id": author, "public": public, "created_at": DAY.format(number),
            "body": body, **more}  # fmt: skip


def audit(number: int, *events: Record) -> Record:
    return {"id": 100 + number, "ticket_id": 7, "author_id": AGENT, "created_at": DAY.format(number),
            "events": list(events)}  # fmt: skip


FIRST = comment(8, "It drops every hour.", author=ASKER)
RENEW = comment(10, "Renew the certificate.")
TALK = ["requester: It drops every hour.", "agent: Renew the certificate."]
HIDDEN = [TALK[0], "[agent: Renew the certificate.]"]


@pytest.mark.parametrize("public", [False, "false", None, "", "perhaps", 0])
def test_what_zendesk_does_not_call_public_is_internal(tmp_path: Path, public: Any) -> None:
    assert told(tmp_path, VPN | {"comments": [FIRST, RENEW | {"public": public}]}) == HIDDEN


def test_a_comment_that_does_not_say_who_may_read_it_is_internal_and_flagged(tmp_path: Path) -> None:
    silent = {name: value for name, value in RENEW.items() if name != "public"}
    (ticket,) = read(tmp_path, VPN | {"comments": [FIRST, silent]})
    assert [(each.public, each.flags) for each in ticket.messages] == [
        (True, []), (False, ["visibility_not_said"])]  # fmt: skip


BY_AGENT = {"submitter_id": AGENT, "is_public": True}


@pytest.mark.parametrize(
    ("more", "lines"),
    [
        # An agent's note opened the ticket: its text is the description as well, without its markup.
        (
            BY_AGENT
            | {
                "description": "**Owes us** money, see [the list](https://intra.example/x)",
                "comments": [
                    comment(
                        8, "Owes us money", False, html_body="<p><b>Owes us</b> money, see <a>the list</a>"
                    ),
                    RENEW,
                ],
            },
            ["[agent: Owes us money, see the list]", TALK[1]],
        ),
        # A customer's comment that was made internal is not public as the description either.
        ({"comments": [FIRST | {"public": False}, RENEW]}, [f"[{TALK[0]}]", TALK[1]]),
        # Cut short, and at another time.
        (
            {"created_at": DAY.format(1), "description": "It drops every hour, and then"}
            | {"comments": [FIRST | {"body": "It drops every hour, and then at noon."}]},
            ["requester: It drops every hour, and then at noon."],
        ),
        # The first comment is not in the export: what customers write themselves is never a note.
        ({"comments": [RENEW]}, TALK),
        ({}, TALK[:1]),
        (BY_AGENT | {"comments": [RENEW]}, ["[agent: It drops every hour.]", TALK[1]]),
        ({"submitter_id": None, "comments": [RENEW]}, [f"[{TALK[0]}]", TALK[1]]),
        ({"submitter_id": None, "via": {"channel": "email"}, "comments": [RENEW]}, TALK),
    ],
)
def test_a_description_is_as_public_as_the_comment_it_is(
    tmp_path: Path, more: Record, lines: list[str]
) -> None:
    assert told(tmp_path, VPN | more) == lines


PRIVACY = {"id": 50, "type": "CommentPrivacyChange", "comment_id": 10, "public": False}


@pytest.mark.parametrize(
    "records",
    [
        [VPN | {"audits": [audit(8, FIRST | {"type": "Comment"}), audit(10, RENEW | {"type": "Comment"}),
                           audit(12, PRIVACY)]}],
        [VPN | {"comments": [FIRST, RENEW]}, audit(12, PRIVACY)],
        [audit(12, PRIVACY), VPN | {"comments": [FIRST, RENEW]}],
        [{"tickets": [VPN], "comments": [FIRST | {"ticket_id": 7}, RENEW | {"ticket_id": 7}]},
         {"ticket_events": [{"ticket_id": 7, "timestamp": 1714564800, "child_events": [PRIVACY]}]}],
        [VPN, FIRST | {"ticket_id": 7}, RENEW | {"ticket_id": 7}, RENEW | {"ticket_id": 7, "public": False}],
        [VPN, FIRST | {"ticket_id": 7}, RENEW | {"ticket_id": 7, "public": False}, RENEW | {"ticket_id": 7}],
    ],
)  # fmt: skip
def test_a_comment_that_was_made_internal_is_internal_wherever_it_says_so(
    tmp_path: Path, records: list[Record]
) -> None:
    assert told(tmp_path, *records) == HIDDEN


@given(
    said=st.lists(st.tuples(st.integers(1, 3), st.sampled_from([True, False, None, "change"])), max_size=8),
    where=st.lists(st.sampled_from(["inside", "line", "audit"]), min_size=8, max_size=8),
)
def test_what_was_hidden_once_is_hidden_and_stands_once(
    tmp_path_factory: Any, said: list[tuple[int, Any]], where: list[str]
) -> None:
    """Whatever is told of the same comments, wherever in the export and in whatever order."""
    ticket: Record = VPN | {"comments": [FIRST], "audits": []}
    lines = []
    for (number, public), place in zip(said, where, strict=False):
        if public == "change":
            lines.append(audit(12, PRIVACY | {"comment_id": number}))
            continue
        one = comment(number, f"Step {number}.", public)
        if place == "line":
            lines.append(one | {"ticket_id": 7})
        elif place == "inside":
            ticket["comments"] = [*ticket["comments"], one]
        else:
            ticket["audits"] = [*ticket["audits"], audit(number, one | {"type": "Comment"})]
    (read_back,) = read(tmp_path_factory.mktemp("any"), *lines, ticket)
    steps = {each.body: each.public for each in read_back.messages if each.body.startswith("Step")}
    assert len(steps) == len(read_back.messages) - 1
    told_of = {number for number, public in said if public != "change"}
    assert steps == {
        f"Step {number}.": {public for each, public in said if each == number} in ({True}, {True, None})
        for number in told_of
    }


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        ({"type": "CommentRedactionEvent", "comment_id": 10}, TALK[:1]),
        ({"type": "CommentRedactionEvent", "comment_id": 8}, [TALK[0], f"{TALK[1]} plan.pdf"]),
        ({"type": "AttachmentRedactionEvent", "comment_id": 10, "attachment_id": 3}, TALK),
    ],
)
def test_what_was_redacted_is_gone(tmp_path: Path, event: Record, lines: list[str]) -> None:
    """Where the text itself shows what was blacked out, the rest of it may be read."""
    first = FIRST | {"body": "It drops every hour. My password is ▇▇▇▇."}
    renew = RENEW | {"attachments": [{"id": 3, "file_name": "plan.pdf"}]}
    found = told(tmp_path, VPN | {"comments": [first, renew]}, audit(12, event))
    assert [line.replace(" My password is ▇▇▇▇.", "") for line in found] == lines


@pytest.mark.parametrize(
    "records",
    [
        [{"ticket": VPN, "comments": [FIRST | {"ticket_id": 7}, RENEW | {"ticket_id": 7}], "users": []}],
        [VPN | {"comments": [FIRST, RENEW]}, RENEW | {"ticket_id": 7}],
        [{"tickets": [VPN], "audits": [audit(8, FIRST | {"type": "Comment"}),
                                       audit(10, RENEW | {"type": "Comment"})]}],
        [VPN, audit(8, FIRST | {"type": "Comment"}), audit(10, RENEW | {"type": "Comment"})],
        [{"tickets": [VPN], "comments": [FIRST | {"ticket_id": 7}, RENEW | {"ticket_id": 7}]}],
        [{"tickets": [{"ticket": VPN | {"comments": [FIRST, RENEW]}}]}],
    ],
)  # fmt: skip
def test_each_comment_is_read_once_wherever_it_stands(tmp_path: Path, records: list[Record]) -> None:
    assert told(tmp_path, *records) == TALK


def test_who_writes_may_stand_behind_what_they_wrote(tmp_path: Path) -> None:
    users = [{"id": 77, "name": "Uwe", "email": "u@x.example", "role": "agent"},
             {"id": 78, "name": "Kay", "email": "k@x.example", "role": "end-user"}]  # fmt: skip
    ticket = VPN | {
        "comments": [FIRST, comment(9, "Restart it.", author=77), comment(10, "Me too.", author=78)]
    }
    lines = [TALK[0], "agent: Restart it.", "other: Me too."]
    assert told(tmp_path, ticket, *users) == told(tmp_path, *users, ticket) == lines


def test_an_event_without_a_time_of_its_own_has_that_of_its_line(tmp_path: Path) -> None:
    event = {"id": 10, "event_type": "Comment", "public": True, "body": "Renew the certificate."}
    line = {"id": 1, "ticket_id": 7, "timestamp": 1714558200, "updater_id": AGENT, "child_events": [event]}
    (ticket,) = read(tmp_path, VPN, line)
    assert [each.at.isoformat() for each in ticket.messages if each.at] == [
        "2024-05-01T08:00:00+00:00", "2024-05-01T10:10:00+00:00"]  # fmt: skip


@pytest.mark.parametrize(
    "more",
    [
        {"is_public": False, "comments": [FIRST | {"public": False}]},
        {"is_public": "false", "comments": [FIRST, RENEW]},
        {"comments": [FIRST | {"public": False}, RENEW | {"public": False}]},
        {"submitter_id": AGENT, "comments": [RENEW | {"public": None}]},
    ],
)
def test_a_ticket_of_which_customers_see_nothing_is_not_kept(tmp_path: Path, more: Record) -> None:
    """Its subject and its fields are as internal as its comments."""
    fields = {
        "custom_fields": [{"id": 1, "title": "Resolution", "value": "We paid them all that they asked."}]
    }
    (ticket,) = read(tmp_path, VPN | fields | more)
    assert standing(ticket, TicketSettings(require_resolution=False)).reason == "restricted"


def test_fields_that_customers_do_not_see_say_nothing_of_a_ticket(tmp_path: Path) -> None:
    fields = {"ticket_fields": [
        {"id": 1, "title": "Resolution", "visible_in_portal": False},
        {"id": 2, "title": "Product", "visible_in_portal": False},
        {"id": 3, "title": "Product", "visible_in_portal": True},
        {"id": 4, "title": "Site"},
    ]}  # fmt: skip
    values = {
        1: "Blame the vendor, patch the kernel.",
        2: "Prototype",
        3: "Gate 5",
        4: "Hall 2",
        9: "Unknown",
    }
    given = [{"id": key, "value": value} for key, value in values.items()]
    (ticket,) = read(tmp_path, VPN | {"custom_fields": given, "comments": [FIRST]}, fields)
    assert (ticket.resolution, ticket.product, ticket.extra["custom_fields"]) == (
        "", "Gate 5", {"Site": "Hall 2"})  # fmt: skip
    assert ticket.extra["internal_fields"] == {
        "Resolution": "Blame the vendor, patch the kernel.", "Product": "Prototype",
        "9": "Unknown"}  # fmt: skip


def test_a_ticket_of_another_tracker_is_no_comment_for_having_a_ticket_id(tmp_path: Path) -> None:
    record = {"ticket_id": 7, "title": "Pump", "status": "closed", "body": "It hums.",
              "resolution": "The seal was replaced."}  # fmt: skip
    (ticket,) = read(tmp_path, record)
    assert (ticket.id, ticket.subject, ticket.resolution) == ("7", "Pump", "The seal was replaced.")


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"private": False}, "agent: Reseat it."),
        ({"private": True}, "[agent: Reseat it.]"),
        ({"private": None}, "[agent: Reseat it.]"),
        ({"private": "perhaps"}, "[agent: Reseat it.]"),
        ({}, "[agent: Reseat it.]"),
        ({"source": 2}, "[agent: Reseat it.]"),
        ({"source": 2, "private": False}, "agent: Reseat it."),
        ({"source": 8, "private": False}, "[agent: Reseat it.]"),  # sent on to somebody else
        ({"private": False, "deleted": True}, None),
    ],
)
def test_what_freshdesk_does_not_call_public_is_internal(
    tmp_path: Path, more: Record, line: str | None
) -> None:
    item = {"id": 1, "user_id": AGENT, "created_at": DAY.format(9), "body_text": "Reseat it."}
    opening = "requester: Tray 2 is not found."
    assert told(tmp_path, TRAY | {"conversations": [item | more]}) == [opening, *([line] if line else [])]


def test_a_ticket_that_was_opened_again_has_not_ended(tmp_path: Path) -> None:
    stats = {"resolved_at": DAY.format(10), "reopened_at": DAY.format(11)}
    by_mail = {"id": 1, "user_id": AGENT, "incoming": True, "private": False, "body_text": "Reseat it."}
    (ticket,) = read(tmp_path, TRAY | {"status": 2, "stats": stats, "conversations": [by_mail]})
    assert ticket.closed is None
    assert [message.role for message in ticket.messages] == ["requester", "agent"]


@pytest.mark.parametrize("more", [{"deleted": True}, {"spam": True}])
def test_a_ticket_that_was_thrown_away_is_not_kept(tmp_path: Path, more: Record) -> None:
    solved = {"custom_fields": {"cf_resolution": "Reseated tray 2 and closed it."}}
    (ticket,) = read(tmp_path, TRAY | solved)
    assert standing(ticket, TicketSettings()).kept
    (ticket,) = read(tmp_path, TRAY | solved | more)
    assert standing(ticket, TicketSettings()).reason == "unsolved"
    (ticket,) = read(tmp_path, VPN | {"comments": [FIRST, RENEW], "deleted": True})
    assert standing(ticket, TicketSettings()).reason == "unsolved"
