"""A ticket as one text: subject and messages in order, what was cut behind them; notes apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assets.documents.reading.model import LeftOut, Line, ParsedDocument
from assets.tickets.model import Message, Ticket

READER = "ticket-1"
BETWEEN = "\n\n"
NOTES = "/internal-notes"
"""Internal notes are a document of their own, named after the ticket: its access groups are others, and
whatever is done to a document's rights is done to all of its text."""


@dataclass(frozen=True, slots=True)
class Said:
    """One message and where its body stands: characters start .. end of the thread's text."""

    message: Message
    start: int
    end: int


@dataclass(slots=True)
class Thread:
    """`document.text` is the subject, then the bodies in order, each after an empty line, then (after a form
    feed) everything that was cut from them. `subject` are the characters of the subject, `said` the messages
    that have a body."""

    document: ParsedDocument
    subject: tuple[int, int]
    said: list[Said]


def notes_id(ticket_id: str) -> str:
    """The doc_id of a ticket's internal notes."""
    return ticket_id + NOTES


def thread_text(ticket: Ticket, *, lines: bool = True) -> Thread:
    """What may be read by whoever may read the ticket: everything but internal notes. Without `lines` the
    document has none, for those who need the text alone."""
    return _thread(ticket, [message for message in ticket.messages if message.public], lines)


def notes_text(ticket: Ticket, *, lines: bool = True) -> Thread | None:
    """The internal notes of a ticket, None where it has none."""
    notes = [message for message in ticket.messages if not message.public]
    return _thread(ticket, notes, lines) if notes else None


def _thread(ticket: Ticket, messages: Sequence[Message], lines: bool) -> Thread:
    subject = " ".join(ticket.subject.split())
    pieces = [subject] if subject else []
    at = len(subject)
    said: list[Said] = []
    for message in messages:
        body = message.body.strip()
        if body:
            start = at + len(BETWEEN) if pieces else at
            pieces.append(body)
            at = start + len(body)
            said.append(Said(message, start, at))
    text = BETWEEN.join(pieces)
    left_out = [LeftOut(each.start, each.end, each.message.automatic) for each in said
                if each.message.automatic]  # fmt: skip
    body_end = len(text)
    cut = [(reason, part.strip()) for message in messages for reason, part in message.cut if part.strip()]
    parts = [text]
    at = body_end
    for reason, part in cut:
        left_out.append(LeftOut(at + 1, at + 1 + len(part), reason))
        parts.append(part)
        at += 1 + len(part)
    whole = "\f".join(parts[:2]) + "".join(f"\n{part}" for part in parts[2:])
    flags = [*ticket.flags, *(flag for message in messages for flag in message.flags)]
    document = ParsedDocument(
        file=ticket.id,
        text=whole,
        lines=_lines(text) if lines else [],
        left_out=left_out,
        pages=0,
        reader=READER,
        body_end=body_end,
        flags=list(dict.fromkeys(flags)),
    )
    return Thread(document, (0, len(subject)), said)


def _lines(text: str) -> list[Line]:
    lines: list[Line] = []
    at, blank = 0, 0
    for line in text.split("\n"):
        if line.strip():
            lines.append(Line(at, at + len(line), page=0, gap=float(blank)))
            blank = 0
        else:
            blank += 1
        at += len(line) + 1
    return lines
