"""One file cut as the graph would cut it, with no more known of it than its name."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from assets.documents.content import look
from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.read import read
from assets.documents.routing import evidence_of_content, evidence_of_names, route
from assets.families import FAMILIES, family_named
from evals.strategies import CollectionStrategies
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.record import Chunk


def chunks_of_file(path: Path, family: str | None, strategy: str) -> tuple[list[Chunk], list[str]]:
    """The chunks, and what a person should know of them. Raises UnreadableDocument, OSError, and
    ValueError where family or strategy is none."""
    notes: list[str] = []
    content = look(path)
    if content.error is not None:
        raise UnreadableDocument(f"{content.error.what}. {content.error.mend}")
    if family is None:
        routing = route(evidence_of_names(path.name) + evidence_of_content(content))
        family = routing.family
        notes.append(f"taken for {family} (confidence {routing.confidence:.2f})")
    built = family_named(family)
    if built is None:
        known = ", ".join(each.name for each in FAMILIES)
        raise ValueError(f"family {family!r} is not built: name another with --family ({known})")
    cutter, version = CollectionStrategies().cutter(built, strategy)
    document = read(path, path.name)
    facts = DocumentFacts(
        tenant_id="local",
        collection="local",
        doc_id=path.name,
        file=path.name,
        title=path.stem,
        source_hash=blake2b(path.read_bytes(), digest_size=16).hexdigest(),
        family=built.name,
    )
    cut = cutter(document, facts, (), load_embedder())
    for chunk in cut.chunks:
        chunk.chunker_version = version
    return cut.chunks, [*notes, *(f"flagged: {flag}" for flag in cut.flags)]
