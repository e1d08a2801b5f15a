"""Tickets as a family: problem and fix of solved threads, internal notes apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assets.documents.corrections import Correction
from assets.documents.family import Cut, Family
from assets.documents.reading.model import ParsedDocument
from assets.tickets.cut import cut_notes, cut_ticket
from assets.tickets.document import ThreadDocument, document_of
from assets.tickets.hidden import hidden_texts
from assets.tickets.statement import State, state
from assets.tickets.written import WrittenStatements
from resources.embedder import Embedder
from resources.facts import DocumentFacts

NOT_WRITTEN = "statement_not_written"
"""The flag of a ticket whose statement is an extract, since the language model failed."""


def cut_thread(
    document: ParsedDocument,
    facts: DocumentFacts,
    corrections: Sequence[Correction],
    embedder: Embedder,
    state: State = state,
) -> Cut:
    """The chunks of a ticket, or of its internal notes. It has no clauses, so corrections of clauses do not
    touch it. `state` writes the problem statement."""
    assert isinstance(document, ThreadDocument)
    if document.internal:
        return cut_notes(document.ticket, facts, embedder)
    return cut_ticket(document.ticket, facts, document.settings, embedder, state)


FAMILY = Family(
    name="ticket",
    module="assets.tickets.family",
    cut=cut_thread,
    table="threads",
    document=document_of,
    many=True,
    hidden=hidden_texts,
)


def writing(statements: WrittenStatements) -> Family:
    """The family with these problem statements, where the settings of a collection ask for written ones."""

    def cut(
        document: ParsedDocument,
        facts: DocumentFacts,
        corrections: Sequence[Correction],
        embedder: Embedder,
    ) -> Cut:
        assert isinstance(document, ThreadDocument)
        if document.settings.statement != "written":
            return cut_thread(document, facts, corrections, embedder)
        made = cut_thread(document, facts, corrections, embedder, statements)
        if document.ticket.id in statements.missed and not document.internal:
            made.flags.append(NOT_WRITTEN)
            made.provisional = True
        return made

    return replace(FAMILY, cut=cut, version=statements.version)
