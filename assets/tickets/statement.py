"""One line on what a ticket's problem is: an extract of the thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assets.tickets.model import Ticket
from assets.tickets.symptoms import MOST, Symptoms

State = Callable[[Ticket, Sequence[str], Symptoms], str]
"""Writes the statement of a ticket from its public messages' bodies and what was found in them."""


def state(ticket: Ticket, messages: Sequence[str], found: Symptoms) -> str:
    """Product, versions, the sentence that states the symptom, exceptions and error codes, as far as they
    are said; on one line."""
    where = " ".join([ticket.product or "", *ticket.versions[:MOST]]).strip()
    parts = [where, found.sentence]
    said = f"{ticket.subject} {found.sentence}".casefold()
    # Codes of the ticket's own project are other tickets, not errors.
    project = ticket.id.rpartition("-")[0]
    codes = [code for code in found.codes if not project or code.rpartition("-")[0] != project]
    named = [*found.exceptions[:MOST], *codes[:MOST]]
    parts.append(", ".join(dict.fromkeys(each for each in named if each.casefold() not in said)))
    return " | ".join(" ".join(part.split()) for part in parts if part)
