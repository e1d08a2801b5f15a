"""Tickets as a family: problem and fix of solved threads, internal notes apart."""

from __future__ import annotations

from collections.abc import Sequence

from assets.documents.corrections import Correction
from assets.documents.family import Cut, Family
from assets.documents.reading.model import ParsedDocument
from assets.tickets.cut import cut_notes, cut_ticket
from assets.tickets.document import ThreadDocument, document_of
from resources.embedder import Embedder
from resources.facts import DocumentFacts


def cut_thread(
    document: ParsedDocument, facts: DocumentFacts, corrections: Sequence[Correction], embedder: Embedder
) -> Cut:
    """The chunks of a ticket, or of its internal notes. It has no clauses, so corrections of clauses do not
    touch it."""
    assert isinstance(document, ThreadDocument)
    if document.internal:
        return cut_notes(document.ticket, facts, embedder)
    return cut_ticket(document.ticket, facts, document.settings, embedder)


FAMILY = Family(
    name="ticket",
    module="assets.tickets.family",
    cut=cut_thread,
    table="threads",
    document=document_of,
    many=True,
)
