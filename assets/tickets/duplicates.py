"""Which ticket a duplicate leads to: links and merges followed to their end, circles broken."""

from __future__ import annotations

from collections.abc import Sequence

from assets.tickets.model import Ticket

CIRCLE = "merged_in_a_circle"
"""Flag of the ticket that a circle of merges and duplicates is taken to lead to."""


def link(tickets: Sequence[Ticket]) -> None:
    """Writes into each ticket, as `duplicates`, the ids of those that lead to it by merge or duplicate links,
    whether straight or over others. Where tickets lead to each other in a circle, the one that was opened
    first (else the first by id) is the original: its own links are taken off and it is flagged. Links to
    tickets that are not there are left as they are."""
    by_id = {ticket.id: ticket for ticket in tickets}
    found: dict[str, list[str]] = {}
    for ticket in tickets:
        original = _original(ticket, by_id)
        if original is not ticket:
            found.setdefault(original.id, []).append(ticket.id)
    for ticket in tickets:
        ticket.duplicates = sorted(found.get(ticket.id, ()))


def _original(ticket: Ticket, by_id: dict[str, Ticket]) -> Ticket:
    trail = [ticket]
    passed = {ticket.id}
    while (after := _leads_to(trail[-1], by_id)) is not None:
        if after.id in passed:
            return _break(trail[next(n for n, each in enumerate(trail) if each.id == after.id) :])
        trail.append(after)
        passed.add(after.id)
    return trail[-1]


def _leads_to(ticket: Ticket, by_id: dict[str, Ticket]) -> Ticket | None:
    names = [*([ticket.merged_into] if ticket.merged_into else []), *ticket.duplicate_of]
    return next((by_id[name] for name in names if name in by_id), None)


def _break(circle: Sequence[Ticket]) -> Ticket:
    # Moments with and without a zone cannot be compared; as text they are in order all the same.
    first = min(circle, key=lambda each: (each.opened is None, str(each.opened), each.id))
    first.merged_into, first.duplicate_of = None, []
    first.flags.append(CIRCLE)
    return first
