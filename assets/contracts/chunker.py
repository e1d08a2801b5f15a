"""How a contract is cut: the clause tree of a read document, cut at its lowest numbered clauses."""

from __future__ import annotations

from collections.abc import Sequence

from assets.contracts.annotate import annotate
from assets.contracts.cut import cut, is_shortened
from assets.contracts.doubts import few_headings
from assets.contracts.lead_ins import with_lead_ins
from assets.contracts.report import numbering_report
from assets.contracts.tree import build_tree
from assets.documents.corrections import Correction
from assets.documents.family import Cut
from assets.documents.reading.model import ParsedDocument
from resources.embedder import Embedder
from resources.facts import DocumentFacts


def cut_contract(
    document: ParsedDocument, facts: DocumentFacts, corrections: Sequence[Correction], embedder: Embedder
) -> Cut:
    """The document's clauses, with what its numbering and its citations lack as the report."""
    tree = build_tree(document, corrections)
    cut_chunks, left_out = cut(document, tree, facts, embedder)
    chunks = with_lead_ins(cut_chunks, embedder)
    numbering = numbering_report(document, tree)
    references = annotate(document, chunks, facts.title, numbering.again)
    flags = [
        *tree.flags,
        *few_headings(document, tree),
        *(["context_shortened"] if any(map(is_shortened, chunks)) else []),
    ]
    return Cut(chunks, left_out, report=numbering.to_json() | references.to_json(), flags=flags)
