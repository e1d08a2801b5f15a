"""A thread as a document of the graph: its text, with the ticket it was made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from assets.documents.reading.model import ParsedDocument
from assets.documents.settings import TicketSettings
from assets.tickets.links import Links
from assets.tickets.model import Ticket
from assets.tickets.stored import from_json
from assets.tickets.thread import notes_text, thread_text


@dataclass(slots=True)
class ThreadDocument(ParsedDocument):
    """The text of a ticket's public messages, or (`internal`) of its internal notes; `ticket` holds those
    messages alone. `settings` say when it counts as solved."""

    ticket: Ticket = field(kw_only=True)
    settings: TicketSettings = field(kw_only=True)
    internal: bool = field(kw_only=True)


def thread_document(ticket: Ticket, settings: TicketSettings, *, internal: bool) -> ThreadDocument:
    """The document of a ticket of which only public messages, or only notes, are given."""
    thread = notes_text(ticket) if internal else thread_text(ticket)
    assert thread is not None  # whoever keeps a row for notes has seen some
    plain = {each.name: getattr(thread.document, each.name) for each in fields(ParsedDocument)}
    return ThreadDocument(**plain, ticket=ticket, settings=settings, internal=internal)


def document_of(row: Mapping[str, Any]) -> ParsedDocument:
    """The document in one row of the table of threads."""
    settings = TicketSettings.model_validate_json(row["settings"])
    ticket = from_json(row["ticket"])
    if links := row.get("links"):  # a table that an older version wrote has none
        Links.from_text(links).onto(ticket)
    return thread_document(ticket, settings, internal=row["internal"])
