"""Which tickets are kept, by what they were solved, and why the others are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assets.documents.settings import TicketSettings
from assets.tickets.model import ORIGINAL_MISSING, Message, Role
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
        ({"resolution": "Fixed."}, "empty_resolution"),
        ({"resolution": "Closing the stale connections in the pool fixes it: set maxIdle=0."}, None),
        ({"resolution": "Use auto-close=false in the settings."}, None),
        ({"resolution": "Das Ticket wurde automatisch geschlossen."}, "auto_close"),
        ({"resolution": "Fuse F2 replaced.", "status": "open"}, "unsolved"),
        ({"resolution": "Fuse F2 replaced.", "status": "In Progress"}, "unsolved"),
        ({"resolution": "Fuse F2 replaced.", "outcome": "Won't Fix"}, "unsolved"),
        ({"resolution": "Fuse F2 replaced.", "outcome": "Duplicate"}, "duplicate"),
        ({"resolution": "Fuse F2 replaced.", "duplicate_of": ["PUMP-9"]}, "duplicate"),
        ({"resolution": "Fuse F2 replaced.", "duplicate_of": ["PUMP-9"], "flags": [ORIGINAL_MISSING]}, None),
        ({"outcome": "Duplicate", "duplicate_of": ["PUMP-9"], "flags": [ORIGINAL_MISSING]}, "duplicate"),
        ({"resolution": "Fuse F2 replaced.", "merged_into": "PUMP-9"}, "merged"),
        ({"resolution": "Fuse F2 replaced.", "merged_into": "PUMP-9", "flags": [ORIGINAL_MISSING]}, None),
        ({"merged_into": "PUMP-9", "flags": [ORIGINAL_MISSING]}, "merged"),
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
    "last",
    [
        "Glad to hear that it works now. I am closing this ticket.",
        "Closed.",
        "Freut mich, dass es klappt. Ich schließe das Ticket.",
        "We have escalated this and will get back to you.",
        "This ticket was closed automatically after 14 days.",
    ],
)
def test_what_helped_is_what_was_said_before_thanks_and_closing(last: str) -> None:
    made = ticket("12", "Hums", HUMS, FUSE, THANKS, message("agent", last), source="zendesk", outcome=None)
    assert standing(made, TicketSettings()).by is FUSE


def test_who_closes_what_nobody_answered_has_solved_nothing() -> None:
    closed = message("agent", "This ticket was closed automatically after 14 days.")
    made = ticket("12", "Hums", HUMS, closed, source="zendesk", outcome=None)
    assert standing(made, TicketSettings()).reason == "auto_close"


@pytest.mark.parametrize("source", ["zendesk", "tickets", "mail"])
def test_an_answer_that_failed_is_none(source: str) -> None:
    failed = message("requester", "That did not help at all, it still hums.")
    made = ticket("12", "Hums", HUMS, FUSE, failed, source=source, outcome=None)
    found = standing(made, KEEP)
    assert (found.resolution, found.by) == ("", None)
    helped = standing(replace(made, messages=[*made.messages, FUSE, THANKS]), KEEP)
    assert (helped.kept, helped.by) == (True, FUSE)


TRIED = [
    "Retested with 4.1.1 and confirmed that the issue is still present.",
    "Tested with 3.1 and the error still occurs.",
    "Verified that it still fails on 4.2.",
    "Unable to reproduce.",
]


@pytest.mark.parametrize("text", TRIED)
@pytest.mark.parametrize("role", ["agent", "other"])
def test_what_failed_for_who_tried_it_is_no_answer(text: str, role: Role) -> None:
    failed = message("requester", "That did not help, it still hums.")
    said = (HUMS, message(role, FUSE.body), failed, message(role, text))
    found = standing(ticket("12", "Hums", *said), KEEP)
    assert (found.resolution, found.by) == ("", None)
    well = message(role, "Verified fixed in 3.5.2.")
    assert standing(ticket("12", "Hums", *said, well), KEEP).resolution == FUSE.body


UPDATE = message("agent", "Could you update to 2.3?")
WORKS = message("requester", "Updated to 2.3, it works now. Thanks!")


@pytest.mark.parametrize(
    ("said", "by"),
    [
        ((UPDATE, WORKS), 0),
        ((UPDATE, WORKS, message("agent", "Great, closing.")), 0),
        ((FUSE, message("requester", "That did not help."), UPDATE, WORKS), 2),
        ((FUSE, message("agent", "Did it help?"), message("requester", "Yes.")), 0),
        ((FUSE, message("agent", "Is it still humming?"), message("requester", "No.")), 0),
        ((message("agent", "Could you check whether the sync is enabled?"),
          message("requester", "It was disabled. Enabled it and it works.")), 1),
        ((UPDATE, message("requester", "We will see.")), None),
        ((UPDATE, message("requester", "Updated, it still hums.")), None),
        ((UPDATE, message("requester", "Works."), message("requester", "It hums again, no change.")), None),
        ((message("agent", "Which pump is it?"), message("requester", "P-4. Oh, it works now.")), None),
        ((FUSE, message("agent", "Did it help?"), message("requester", "No.")), None),
        ((FUSE, message("requester", "Nope.")), None),
        ((message("agent", "Approved."),), 0),
        ((FUSE, message("other", "Approved.")), 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("source", ["zendesk", "mail"])
def test_what_was_asked_to_be_done_helped_if_who_asked_says_so(
    said: tuple[Message, ...], by: int | None, source: str
) -> None:
    found = standing(
        ticket("12", "Hums", HUMS, *said, source=source, outcome=None), MAIL if source == "mail" else KEEP
    )
    assert found.by is (None if by is None else said[by])


def test_an_outcome_that_people_added_takes_nothing_from_what_was_answered() -> None:
    answered = ticket("12", "Hums", HUMS, FUSE, source="zendesk", outcome="Known Error 12")
    assert standing(answered, TicketSettings()).by is FUSE
    assert standing(replace(answered, messages=[HUMS]), TicketSettings()).reason == "unsolved"
    assert standing(replace(answered, source="jira"), KEEP).reason == "unsolved"


@pytest.mark.parametrize("source", ["zendesk", "tickets", "mail"])
def test_what_who_asked_found_out_is_an_answer(source: str) -> None:
    own = message("requester", "That did not help. I found it myself: the cable W3 was swapped.")
    made = ticket("12", "Hums", HUMS, FUSE, own, source=source, outcome=None)
    assert standing(made, KEEP).by is own


def test_what_others_have_too_is_no_answer() -> None:
    too = message("other", "Still the same at line 2, it still hums here.")
    assert (
        standing(ticket("12", "Hums", HUMS, message("other", FUSE.body), too), KEEP).resolution == FUSE.body
    )
    assert standing(ticket("<1@a>", "Hums", HUMS, too, source="mail"), MAIL).reason == "unsolved"


@pytest.mark.parametrize("source", ["zendesk", "jira", "tickets"])
def test_a_status_is_believed_however_mail_is_judged(source: str) -> None:
    assert standing(ticket("12", "Hums", HUMS, FUSE, status="open", source=source), MAIL).reason == "unsolved"
    rejected = ticket("12", "Hums", HUMS, FUSE, status="Closed - Won’t Fix", source=source)
    assert standing(rejected, MAIL).reason == "unsolved"


@pytest.mark.parametrize(
    ("said", "solved"),
    [
        ((HUMS, FUSE), True),
        ((HUMS, FUSE, THANKS), True),
        ((HUMS, FUSE, message("requester", "It still hums, with the new fuse as well.")), False),
        ((HUMS,), False),
        ((HUMS, message("agent", "Which pump is it?")), False),
        ((HUMS, message("agent", "We will look into it and come back to you.")), False),
        ((HUMS, FUSE, message("requester", "Thanks, I will try tomorrow and tell you.")), False),
        ((HUMS, FUSE, message("requester", "Obrigado, mas continua sem funcionar.")), False),
        ((HUMS, FUSE, message("requester", "Which fuse?"), FUSE, THANKS), True),
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
