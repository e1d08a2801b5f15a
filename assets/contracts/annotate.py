"""What the clauses of one contract say of each other and of other documents, noted on its chunks."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence

from assets.contracts.amendments import amendments
from assets.contracts.citations_elsewhere import names_of
from assets.contracts.definitions_use import add_terms
from assets.contracts.links import link, neighbours
from assets.contracts.report_references import ReferenceReport, reference_report
from assets.documents.reading.model import ParsedDocument
from resources.record import Chunk
from resources.search.topics import topics_in


def annotate(
    document: ParsedDocument, chunks: Sequence[Chunk], title: str, twice: Mapping[str, Sequence[int]]
) -> ReferenceReport:
    """Fills `refs` and `terms` of one document's chunks, given in document order, and adds to their
    payload: `neighbours`, ids of the clauses beside each; `cites`, clauses of other documents with the name
    the text gives these; `ambiguous`, paths cited that stand twice; `claims` and `changes`, what the document
    says it does to others; `rare_terms`, how many of the leading `terms` are worth bringing along;
    `topics`, what each is about.
    `twice`: numbers that stand again inside a clause, with characters of the document."""
    noted: dict[int, dict[str, object]] = defaultdict(dict)
    for at, ids in neighbours(chunks).items():
        noted[at]["neighbours"] = ids
    amended = amendments(document, chunks, title)
    own = names_of(document.text[: document.body_end], title, amended.amending)
    links = link(chunks, own, twice, amended.named if amended.amending else {})
    terms = add_terms(chunks, links.leads)
    for found in (links.payload, amended.payload, terms.payload):
        for at, extra in found.items():
            noted[at] |= extra
    for at, chunk in enumerate(chunks):
        if about := topics_in(chunk.body):
            noted[at]["topics"] = {name: round(surely, 2) for name, surely in about.items()}
    for at, extra in noted.items():
        chunks[at].payload = json.dumps(json.loads(chunks[at].payload) | extra)
    return reference_report(chunks, links.dangling, links.ambiguous, terms.twice, terms.by_itself)
