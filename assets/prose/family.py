"""Prose as a family: what has no tree, split recursively with overlap."""

from __future__ import annotations

from collections.abc import Sequence

from assets.documents.corrections import Correction
from assets.documents.family import Cut, Family
from assets.documents.reading.model import ParsedDocument
from assets.prose.cut import cut
from resources.embedder import Embedder
from resources.facts import DocumentFacts


def cut_prose(
    document: ParsedDocument, facts: DocumentFacts, corrections: Sequence[Correction], embedder: Embedder
) -> Cut:
    """The document's passages. It has no clauses, so corrections of clauses do not touch it."""
    chunks, left_out = cut(document, facts, embedder)
    return Cut(chunks, left_out, flags=list(document.flags))


FAMILY = Family(name="prose", module="assets.prose.family", cut=cut_prose, overlap=True)
