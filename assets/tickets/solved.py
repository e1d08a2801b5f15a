"""Which tickets have been solved, by what, and why the others stay out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from assets.documents.settings import TicketSettings
from assets.tickets.model import ORIGINAL_MISSING, Message, Ticket
from assets.tickets.outcomes import outcome_of
from assets.tickets.speech.acts import Act, acts
from assets.tickets.speech.stance import (
    Stance,
    confirms,
    found_out,
    proposes,
    reply,
    reports_failure,
    says_what_was_done,
    stance,
)

Reason = Literal["unsolved", "empty_resolution", "thanks", "auto_close", "duplicate", "merged", "restricted"]
"""Why a ticket is not kept. `empty_resolution`: solved, and nobody said how; `restricted`: not everybody who
may read the export may read it."""

HELPDESKS = frozenset(("zendesk", "freshdesk"))
"""Exports without a field for the resolution, whose agents' last answer it is: an outcome stands in a field
that people added, and takes nothing from a ticket that was answered and that its desk calls solved."""

_LOOKED_AT = 500
"""Messages from the end of a thread among which an answer is sought."""
_COURTESIES: frozenset[Act] = frozenset(("thanks", "greeting", "farewell", "courtesy", "confirmation"))

_APPROVING: frozenset[Act] = _COURTESIES | {"approval", "closing"}
_HELPED: frozenset[Act] = frozenset(("verification", "approval", "confirmation"))


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
    helpdesk = ticket.source in HELPDESKS
    if not ended or status.unsolved or (outcome.unsolved and not helpdesk):
        return Standing(False, reason="unsolved")
    said = ticket.resolution.strip()
    if said and (fault := says_nothing(said)) is None:
        return Standing(True, said)
    empty = Standing(False, reason=fault if said else "empty_resolution")
    if settings.require_resolution and not helpdesk:
        return empty
    found = last_answer(ticket.messages)
    if found is not None:
        answer = ticket.messages[found]
        return Standing(True, answer.body.strip(), answer, flags=["resolution_derived"])
    if outcome.unsolved:
        return Standing(False, reason="unsolved")
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
    if behind and not confirms(behind[-1].body) and _replied(ticket.messages, found) != "helped":
        return Standing(False, reason="unsolved")
    return Standing(True, answer.body.strip(), answer)


def last_answer(messages: Sequence[Message]) -> int | None:
    """The number of the message of a thread, or of a part of one that begins with a problem, that says what
    mended it: the last by somebody who helps that says something, or that proposes in a question what helped
    as who asked says right behind it, or the last by who asked and found out; where there is none, what who
    asked says to have done. None where there is none either, or where who asked says behind it that it
    failed, and nobody that it did help after all."""
    helping = helping_roles(message for message in messages if _spoken(message))
    told: Stance | None = None
    replied: Stance | None = None
    proposed: int | None = None
    own: int | None = None
    for number in range(len(messages) - 1, max(len(messages) - 1 - _LOOKED_AT, 0), -1):
        message = messages[number]
        if not _spoken(message):
            continue
        if message.role == "requester":
            if proposed is not None:
                return proposed
            if found_out(message.body):
                return number
            replied = reply(message.body, _before(messages, number)) or _tried(message)
            told = told or replied
            if own is None and told == "helped" and says_what_was_done(message.body):
                own = number
        elif message.role in helping and _answers(message):
            return None if told == "failed" else number
        else:
            told = told or _tried(message)
            is_confirmed = told == replied == "helped" and message.role in helping
            if proposed is None and is_confirmed and proposes(message.body):
                proposed = number
    return own if proposed is None else proposed


def _answers(message: Message) -> bool:
    """Whether who helps says something that may mend it."""
    done = acts(message.body)
    if done is not None:
        return message.role == "agent" and _approves(done)
    has_it_too = message.role == "other" and stance(message.body) == "failed"
    return not has_it_too and not reports_failure(message.body)


def _tried(message: Message) -> Stance | None:
    """Whether somebody tried what was done, and it helped or failed."""
    if reports_failure(message.body):
        return "failed"
    done = acts(message.body)
    return "helped" if done is not None and not _HELPED.isdisjoint(done) else None


def _before(messages: Sequence[Message], number: int) -> str:
    """What was said before a message by somebody else than who asked, where that comes right before it."""
    for message in reversed(messages[max(number - _LOOKED_AT, 0) : number]):
        if _spoken(message):
            return "" if message.role == "requester" else message.body
    return ""


def _replied(messages: Sequence[Message], answer: int) -> Stance | None:
    """What who asked says last behind an answer."""
    last = max(
        number
        for number in range(answer + 1, len(messages))
        if messages[number].role == "requester" and _spoken(messages[number])
    )
    return reply(messages[last].body, _before(messages, last))


def helping_roles(messages: Iterable[Message]) -> frozenset[str]:
    """Who helps in a thread: agents; where none speaks, whoever did not ask."""
    return frozenset({"agent"} if any(message.role == "agent" for message in messages) else {"other"})


def says_nothing(text: str) -> Reason | None:
    """Why a text mends nothing: it thanks, says that the ticket was closed, promises ...; None where it may
    mend."""
    done = acts(text)
    if done is None:
        return None
    if _approves(done):
        return None
    if "auto_close" in done:
        return "auto_close"
    return "thanks" if done and _COURTESIES.issuperset(done) else "empty_resolution"


def _approves(done: Sequence[Act]) -> bool:
    """Whether a text grants what was asked for, and does nothing else."""
    return "approval" in done and _APPROVING.issuperset(done)


def _spoken(message: Message) -> bool:
    return message.public and message.automatic is None and bool(message.body.strip())
