"""Tickets as rows of a table: as they were read, and what follows from links that hold and the settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import pyarrow as pa

from assets.documents.settings import TicketSettings
from assets.tickets.links import Links, links_of
from assets.tickets.mail_threads import names_of
from assets.tickets.model import ORIGINAL_MISSING, Ticket
from assets.tickets.solved import standing
from assets.tickets.stored import from_json, to_json
from assets.tickets.thread import READER, notes_id, notes_text, thread_text

_STR = pa.string()
SCHEMA = pa.schema(
    [
        pa.field("file", _STR, nullable=False),
        pa.field("source", _STR, nullable=False),
        pa.field("sources", pa.list_(_STR), nullable=False),
        pa.field("place", pa.int32(), nullable=False),
        pa.field("tracker", _STR, nullable=False),
        pa.field("parts", _STR, nullable=False),
        pa.field("title", _STR, nullable=False),
        pa.field("internal", pa.bool_(), nullable=False),
        pa.field("ticket", pa.large_string(), nullable=False),
        pa.field("told", _STR, nullable=False),
        pa.field("mails", pa.list_(_STR), nullable=False),
        pa.field("links", _STR, nullable=False),
        pa.field("settings", _STR, nullable=False),
        pa.field("dropped", _STR, nullable=False),
        pa.field("alone", _STR, nullable=False),
        pa.field("messages", pa.int32(), nullable=False),
        pa.field("automatic", pa.int32(), nullable=False),
        pa.field("unaccounted", pa.int32(), nullable=False),
        pa.field("said", pa.int64(), nullable=False),
        pa.field("stripped", pa.int64(), nullable=False),
        pa.field("opened", _STR, nullable=False),
        pa.field("latest", _STR, nullable=False),
        pa.field("talk", pa.bool_(), nullable=False),
        pa.field("body_end", pa.int64(), nullable=False),
        pa.field("pages", pa.int32(), nullable=False),
        pa.field("flags", pa.list_(_STR), nullable=False),
        pa.field("reader", _STR, nullable=False),
        pa.field("source_hash", _STR, nullable=False),
        pa.field("parsed_hash", _STR, nullable=False),
        pa.field("corrections", _STR, nullable=False),
        pa.field("error", _STR),
    ]
)
"""One row a ticket and one for the internal notes of each that has some, sorted by `file`.

file: the ticket's id, by which the graph knows it as a document. source: the export it was read from, as its
`place`-th. tracker: within what its id means one ticket: its format; of one without an id the export.
sources: the files that say who may read it. parts: which parts it was joined of, empty where it is as it was
read. title: its subject. ticket: the ticket with those messages alone, as JSON, as it was read. told: what
it says of others. mails: `names_of` its mails. links: what holds over the whole
collection, empty where that is what it says. dropped: why it is not kept under `links` and `settings`, empty
where it is. alone: why it would not be if none of those were that it leads to. messages, automatic,
unaccounted: how many there are, that nobody wrote, of which nothing is left. said, stripped: characters of
bodies, of what was cut. opened, latest: when it began and last changed, ISO 8601 in UTC; its end is no
change, since one that was opened again has none. talk: whether the record told the comments. An export that
cannot be read is a row with its error, `file` being its name."""


def rows_of(
    ticket: Ticket, source: str, sources: Sequence[str], settings: TicketSettings, place: int = 0
) -> list[dict[str, Any]]:
    """The row of a ticket's public messages, and one of its internal notes where it has some."""
    public = replace(ticket, messages=[message for message in ticket.messages if message.public])
    notes = [message for message in ticket.messages if not message.public]
    times = (ticket.opened, ticket.updated, *(each.at for each in ticket.messages))
    of_ticket: dict[str, Any] = {
        "sources": list(sources),
        "place": place,
        "opened": _moment(ticket.opened),
        "latest": _moment(max((at for at in times if at), default=None)),
        "talk": ticket.talk_given,
    }
    found = [_row(public, source, settings, internal=False) | of_ticket]
    if notes:
        apart = Ticket(ticket.id, ticket.subject, ticket.status, notes, source=ticket.source)
        of_ticket["dropped"] = found[0]["dropped"]
        found.append(_row(apart, source, settings, internal=True) | of_ticket)
    return found


def unreadable_row(name: str, error: str, settings: TicketSettings) -> dict[str, Any]:
    """The row of an export that cannot be read."""
    empty = _row(Ticket(name, "", "", []), name, settings, internal=False)
    return empty | {"error": error, "dropped": "unreadable", "source_hash": "", "parsed_hash": ""}


def judged(row: Mapping[str, Any], links: str, settings: TicketSettings) -> dict[str, Any]:
    """The row of a ticket's public messages with what follows from these links and settings."""
    ticket = from_json(row["ticket"])
    if links:
        Links.from_text(links).onto(ticket)
    dropped = _dropped(ticket, settings)
    return {
        **row,
        "links": links,
        "settings": judged_by(settings),
        "dropped": dropped,
        "alone": _alone(ticket, dropped, settings),
        "flags": thread_text(ticket, lines=False).document.flags,
        "parsed_hash": digest(row["ticket"], links, judged_by(settings)),
    }


def alone_of(row: Mapping[str, Any], settings: TicketSettings) -> str:
    """Why the ticket of a row would not be kept if none of those it leads to were; empty where it would."""
    if row["settings"] == judged_by(settings):
        return str(row["alone"])
    ticket = from_json(row["ticket"])
    return _alone(ticket, _dropped(ticket, settings), settings)


def judged_notes(row: Mapping[str, Any], dropped: str, settings: TicketSettings) -> dict[str, Any]:
    """The row of a ticket's internal notes, which are kept where it is."""
    by = judged_by(settings)
    return {**row, "settings": by, "dropped": dropped, "parsed_hash": digest(row["ticket"], "", by)}


def judged_by(settings: TicketSettings) -> str:
    """The settings that decide what is kept; who may read notes is none of them."""
    return settings.model_dump_json(exclude={"notes_acl"})


def digest(*parts: str) -> str:
    """Identity of these texts."""
    return blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _row(ticket: Ticket, source: str, settings: TicketSettings, *, internal: bool) -> dict[str, Any]:
    kept = to_json(ticket)
    thread = notes_text(ticket, lines=False) if internal else thread_text(ticket, lines=False)
    assert thread is not None  # a row for notes is made of some
    document, by = thread.document, judged_by(settings)
    dropped = "" if internal else _dropped(ticket, settings)
    return {
        "file": notes_id(ticket.id) if internal else ticket.id,
        "source": source,
        "sources": [source],
        "place": 0,
        "tracker": source if "without_id" in ticket.flags else ticket.source,
        "parts": "",
        "title": " ".join(ticket.subject.split()),
        "internal": internal,
        "ticket": kept,
        "told": "" if internal else links_of(ticket).to_text(),
        "mails": names_of(ticket.messages),
        "links": "",
        "settings": by,
        "dropped": dropped,
        "alone": _alone(ticket, dropped, settings),
        "messages": len(ticket.messages),
        "automatic": sum(message.automatic is not None for message in ticket.messages),
        "unaccounted": sum(
            any(map(str.isalnum, message.raw)) and not message.body.strip() and not message.cut
            for message in ticket.messages
        ),
        "said": sum(len(message.body) for message in ticket.messages),
        "stripped": sum(len(part) for message in ticket.messages for _, part in message.cut),
        "opened": "",
        "latest": "",
        "talk": True,
        "body_end": document.body_end,
        "pages": 0,
        "flags": document.flags,
        "reader": READER,
        "source_hash": digest(kept),
        "parsed_hash": digest(kept, "", by),
        "corrections": "[]",
        "error": None,
    }


def _moment(at: datetime | None) -> str:
    return at.astimezone(UTC).isoformat() if at else ""


def _dropped(ticket: Ticket, settings: TicketSettings) -> str:
    found = standing(ticket, settings)
    return "" if found.kept else found.reason or "unsolved"


def _alone(ticket: Ticket, dropped: str, settings: TicketSettings) -> str:
    if dropped not in ("merged", "duplicate"):
        return dropped
    return _dropped(replace(ticket, flags=[*ticket.flags, ORIGINAL_MISSING]), settings)
