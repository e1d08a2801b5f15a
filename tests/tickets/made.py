"""Tickets of our own for tests."""

from __future__ import annotations

from assets.documents.settings import TicketSettings
from assets.tickets.model import Message, Role, Ticket
from resources.facts import DocumentFacts

KEEP = TicketSettings(require_resolution=False)
MAIL = TicketSettings(solved_by="last-answer")


def message(role: Role, body: str, *, public: bool = True, automatic: str | None = None) -> Message:
    """A cleaned message."""
    return Message("", role, role, None, body, body, public=public, automatic=automatic)


def ticket(
    ticket_id: str = "PUMP-112", subject: str = "Pump P-4 hums", *said: Message, **more: object
) -> Ticket:
    """A solved ticket of these messages."""
    values: dict[str, object] = {"status": "solved", "outcome": "Fixed", "source": "tickets"}
    return Ticket(ticket_id, subject, messages=list(said), **{**values, **more})  # type: ignore[arg-type]


def facts(doc_id: str, *groups: str) -> DocumentFacts:
    """Facts of a ticket, or of its notes, that these groups may read."""
    return DocumentFacts("acme", "support", doc_id, "export.jsonl", doc_id, "0", "ticket", acl=list(groups))
