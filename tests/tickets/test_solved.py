"""Which tickets are kept, by what they were solved, and why the others are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assets.documents.settings import TicketSettings
from assets.tickets.model import ORIGINAL_MISSING
from assets.tickets.solved import says_nothing, standing
from tests.tickets.made import KEEP, MAIL, message, ticket

HUMS = message("requester", "Pump P-4 hums and does not start.")
FUSE = message("agent", "Fuse F2 was blown. Replace it by a 10 A slow one.")
THANKS = message("requester", "Thanks a lot, it works now!")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"resolution": "Fuse F2 replaced."}, None),
        ({}, "empty_resolution"),
        ({"resolution": "Thanks, that works."}, "thanks"),
        ({"resolution": "Vielen Dank für die schnelle Hilfe!"}, "thanks"),
        ({"resolution": "Merci beaucoup, ça marche maintenant"}, "thanks"),
        ({"resolution": "This ticket was closed automatically after 14 days."}, "auto_close"),
        ({"resolution": "Closing due to inactivity."}, "auto_close"),
        ({"resolution": "Das Ticket wurde automatisch geschlossen."}, "auto_close"),
        ({"resolution": "Fuse F2 replaced.", "status": "open"}, "unsolved"),
        ({"resolution": "Fuse F2 replaced.", "status": "In Progress"}, "unsolved"),
        ({"resolution": "Fuse F2 replaced.", "outcome": "Won't Fix"}, "unsolved"),
        ({"resolution": "Fuse F2 replaced.", "outcome": "Duplicate"}, "duplicate"),
        ({"resolution": "Fuse F2 replaced.", "duplicate_of": ["PUMP-9"]}, "duplicate"),
        ({"resolution": "Fuse F2 replaced.", "duplicate_of": ["PUMP-9"], "flags": [ORIGINAL_MISSING]}, None),
        ({"outcome": "Duplicate", "duplicate_of": ["PUMP-9"], "flags": [ORIGINAL_MISSING]}, "duplicate"),
        ({"resolution": "Fuse F2 replaced.", "merged_into": "PUMP-9"}, "merged"),
        ({"resolution": "Fuse F2 replaced.", "status": "Not done"}, "unsolved"),
        ({"resolution": "Fuse F2 replaced.", "status": "Released", "ended": True}, None),
        ({"resolution": "Fuse F2 replaced.", "status": "Done", "ended": False}, "unsolved"),
        ({"resolution": "Fuse F2 replaced.", "restricted": True}, "restricted"),
        ({"resolution": "Sicherung F2 getauscht.", "status": "Gelöst", "outcome": None}, None),
    ],
)
def test_a_ticket_is_kept_if_it_is_solved_and_says_how(
    changes: dict[str, object], reason: str | None
) -> None:
    found = standing(ticket("PUMP-112", "Hums", HUMS, FUSE, THANKS, **changes), TicketSettings())
    assert (found.kept, found.reason) == (reason is None, reason)


def test_a_tracker_without_resolution_text_keeps_its_solved_tickets_flagged() -> None:
    found = standing(ticket("PUMP-112", "Hums", HUMS, FUSE, THANKS), KEEP)
    assert (found.resolution, found.by, found.flags) == (FUSE.body, FUSE, ["resolution_derived"])
    silent = standing(ticket("PUMP-113", "Hums", HUMS), KEEP)
    assert (silent.kept, silent.resolution, silent.flags) == (True, "", ["no_resolution"])


def test_the_last_answer_is_none_that_asks_back_closes_or_is_internal() -> None:
    said = [
        HUMS,
        FUSE,
        message("agent", "Should we keep this one open?"),
        message("agent", "Closed due to inactivity."),
        message("agent", "The customer is behind with payments.", public=False),
        message("agent", "I am out of office until Monday and will answer then.", automatic="auto_reply"),
    ]
    assert standing(ticket("PUMP-112", "Hums", *said), KEEP).by is FUSE


@pytest.mark.parametrize(
    ("said", "solved"),
    [
        ((HUMS, FUSE), True),
        ((HUMS, FUSE, THANKS), True),
        ((HUMS, FUSE, message("requester", "It still hums, with the new fuse as well.")), False),
        ((HUMS,), False),
        ((HUMS, message("agent", "Which pump is it?")), False),
    ],
)
def test_a_mail_thread_is_solved_where_an_answer_ends_it(said: tuple[object, ...], solved: bool) -> None:
    thread = ticket("<1@acme.example>", "Hums", status="", outcome=None, source="mail")
    thread = replace(thread, messages=list(said))  # type: ignore[arg-type]
    assert standing(thread, MAIL).kept is solved


@pytest.mark.parametrize(
    "text",
    ["Thanks, the fuse was blown.", "Great, we replaced F2 and cleaned the filter.", "Set the limit to 40."],
)
def test_thanks_that_say_more_are_no_mere_thanks(text: str) -> None:
    assert says_nothing(text) is None
