"""Tickets per CPU-second: an export read, its messages cleaned, its solved tickets cut. Target: 1,000."""

from __future__ import annotations

import time

from assets.documents.settings import TicketSettings
from assets.tickets.cleaning import clean_ticket
from assets.tickets.cut import cut_ticket
from assets.tickets.exports import read_tickets
from assets.tickets.model import Ticket
from bench.shared import shared
from resources.embedder import load_embedder
from resources.facts import DocumentFacts

EXPORT = "landing/support/titanium/tickets.jsonl"
TARGET = 1_000


def main() -> None:
    """Prints the rate of each step and of all together, in one run on one core."""
    path = shared() / EXPORT
    embedder, settings = load_embedder(), TicketSettings(require_resolution=False)
    embedder.count(["warm"])
    seconds: dict[str, float] = {}
    begun = time.process_time()
    tickets = [found for found in read_tickets(path, path.name) if isinstance(found, Ticket)]
    seconds["read"], begun = time.process_time() - begun, time.process_time()
    for ticket in tickets:
        clean_ticket(ticket)
    seconds["clean"], begun = time.process_time() - begun, time.process_time()
    chunks = 0
    for ticket in tickets:
        facts = DocumentFacts(
            "bench", "tickets", ticket.id, path.name, ticket.subject, "0" * 32, "ticket", acl=["support"]
        )
        chunks += len(cut_ticket(ticket, facts, settings, embedder).chunks)
    seconds["cut"] = time.process_time() - begun
    whole = sum(seconds.values())
    print(f"\n{len(tickets):,} tickets, {chunks:,} chunks")
    for step, used in [*seconds.items(), ("all", whole)]:
        print(f"  {step:<6} {len(tickets) / used:8,.0f} tickets per CPU-second")
    print(f"  target {TARGET:,}")


if __name__ == "__main__":
    main()
