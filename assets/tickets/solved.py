"""Which tickets have been solved, by what, and why the others stay out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from assets.documents.settings import TicketSettings
from assets.tickets.model import ORIGINAL_MISSING, Message, Ticket
from assets.tickets.outcomes import outcome_of
from assets.tickets.speech.acts import Act, acts
from assets.tickets.speech.stance import Stance, confirms, found_out, stance

Reason = Literal["unsolved", "empty_resolution", "thanks", "auto_close", "duplicate", "merged", "restricted"]
"""Why a ticket is not kept. `empty_resolution`: solved, and nobody said how; `restricted`: not everybody who
may read the export may read it."""

HELPDESKS = frozenset(("zendesk", "freshdesk"))
"""Exports without a field for the resolution, whose agents' last answer it is."""

_LOOKED_AT = 500
"""Messages from the end of a thread among which an answer is sought."""
_COURTESIES: frozenset[Act] = frozenset(("thanks", "greeting", "farewell", "courtesy", "confirmation"))


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a ticket is kept, and by what it was solved. `resolution` is what the asker reads; `by` the
    message it stands in, None where it is the export's own field or none. `reason` says why it is not kept.
    Flags: 'no_resolution' (kept though nothing says what mended it), 'resolution_derived' (the last answer
    stands for it)."""

    kept: bool
    resolution: str = ""
    by: Message | None = None
    reason: Reason | None = None
    flags: list[str] = field(default_factory=list)


def standing(ticket: Ticket, settings: TicketSettings) -> Standing:
    """How a ticket stands under a collection's settings."""
    if ticket.restricted:
        return Standing(False, reason="restricted")
    led = _led(ticket)
    if led and ORIGINAL_MISSING not in ticket.flags:
        return Standing(False, reason=led)
    alone = _alone(ticket, settings)
    return Standing(False, reason=led) if led and not alone.resolution else alone


def _led(ticket: Ticket) -> Reason | None:
    """Whether it is another ticket that says what mended it."""
    if ticket.merged_into:
        return "merged"
    said = outcome_of(ticket.status).duplicate or outcome_of(ticket.outcome or "").duplicate
    return "duplicate" if said or ticket.duplicate_of else None


def _alone(ticket: Ticket, settings: TicketSettings) -> Standing:
    status, outcome = outcome_of(ticket.status), outcome_of(ticket.outcome or "")
    if ticket.source == "mail" or (settings.solved_by == "last-answer" and not ticket.status.strip()):
        return _by_last_answer(ticket)
    ended = status.ended if ticket.ended is None else ticket.ended
    if not ended or status.unsolved or outcome.unsolved:
        return Standing(False, reason="unsolved")
    said = ticket.resolution.strip()
    if said and (fault := says_nothing(said)) is None:
        return Standing(True, said)
    helpdesk = ticket.source in HELPDESKS
    empty = Standing(False, reason=fault if said else "empty_resolution")
    if settings.require_resolution and not helpdesk:
        return empty
    found = last_answer(ticket.messages)
    if found is not None:
        answer = ticket.messages[found]
        return Standing(True, answer.body.strip(), answer, flags=["resolution_derived"])
    if helpdesk and _closed_by_itself(ticket):
        return Standing(False, reason="auto_close")
    return empty if settings.require_resolution else Standing(True, flags=["no_resolution"])


def _closed_by_itself(ticket: Ticket) -> bool:
    """Whether the last that anybody wrote is that nobody wrote."""
    spoken = [message for message in ticket.messages if message.public and message.body.strip()]
    return bool(spoken) and spoken[-1].role != "requester" and says_nothing(spoken[-1].body) == "auto_close"


def _by_last_answer(ticket: Ticket) -> Standing:
    """A thread of mails has no status: it is solved where somebody answered, and whoever asked said nothing
    behind it but that it helped."""
    found = last_answer(ticket.messages)
    if found is None:
        return Standing(False, reason="unsolved")
    answer = ticket.messages[found]
    behind = [m for m in ticket.messages[found + 1 :] if _spoken(m) and m.role == "requester"]
    if behind and not confirms(behind[-1].body):
        return Standing(False, reason="unsolved")
    return Standing(True, answer.body.strip(), answer)


def last_answer(messages: Sequence[Message]) -> int | None:
    """The number of the message of a thread, or of a part of one that begins with a problem, that says what
    mended it: the last by somebody who helps that says something, or by who asked and found out. None where
    there is none, or where who asked says behind it that it failed, and nobody that it did help after all."""
    helping = helping_roles(message for message in messages if _spoken(message))
    told: Stance | None = None
    for number in range(len(messages) - 1, max(len(messages) - 1 - _LOOKED_AT, 0), -1):
        message = messages[number]
        if not _spoken(message):
            continue
        if message.role == "requester":
            if found_out(message.body):
                return number
            told = told or stance(message.body)
            continue
        if told is not None and message.role not in helping:
            continue
        done = acts(message.body)
        if done is None and message.role in helping:
            if message.role == "other" and stance(message.body) == "failed":
                continue  # somebody else who has the problem
            return None if told == "failed" else number
        if done is not None and ("verification" in done or "confirmation" in done):
            told = told or "helped"
    return None


def helping_roles(messages: Iterable[Message]) -> frozenset[str]:
    """Who helps in a thread: agents; where none speaks, whoever did not ask."""
    return frozenset({"agent"} if any(message.role == "agent" for message in messages) else {"other"})


def says_nothing(text: str) -> Reason | None:
    """Why a text mends nothing: it thanks, says that the ticket was closed, promises ...; None where it may
    mend."""
    done = acts(text)
    if done is None:
        return None
    if "auto_close" in done:
        return "auto_close"
    return "thanks" if done and _COURTESIES.issuperset(done) else "empty_resolution"


def _spoken(message: Message) -> bool:
    return message.public and message.automatic is None and bool(message.body.strip())
