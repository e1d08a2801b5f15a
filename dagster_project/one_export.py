"""One export of tickets cut as the graph would cut it, under the settings that lie beside it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from assets.documents.family import Cutter
from assets.documents.reading.model import UnreadableDocument
from assets.documents.settings import load_settings
from assets.tickets.cleaning import read_cleaned
from assets.tickets.document import document_of
from assets.tickets.threads import Export, read_threads
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.record import Chunk


def chunks_of_export(path: Path, cutter: Cutter) -> tuple[list[Chunk], list[str]]:
    """The chunks of all tickets that are kept, their internal notes left out, and what a person should know:
    records that are none, how many tickets stay out and why. Raises UnreadableDocument where nothing can be
    read, OSError, and ManifestError where the collection.toml beside it is wrong."""
    settings = load_settings(path.parent, path.parent.name).tickets
    found = read_threads(path.parent, {path.name: Export("", (path.name,))}, None, "", settings, read_cleaned)
    chunks: list[Chunk] = []
    notes = found.bad
    dropped: Counter[str] = Counter()
    tickets = 0
    embedder = load_embedder()
    for at in range(found.table.num_rows):
        (row,) = found.table.slice(at, 1).to_pylist()
        if row["error"] or row["internal"]:
            continue
        tickets += 1
        if row["dropped"]:
            dropped[row["dropped"]] += 1
            continue
        facts = DocumentFacts(
            tenant_id="local",
            collection="local",
            doc_id=row["file"],
            file=path.name,
            title=row["title"] or row["file"],
            source_hash=row["source_hash"],
            family="ticket",
        )
        chunks += cutter(document_of(row), facts, (), embedder).chunks
    if not tickets and notes:
        raise UnreadableDocument("; ".join(notes))
    if dropped:
        reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(dropped.items()))
        notes.append(f"{sum(dropped.values())} of {tickets} tickets are not kept: {reasons}")
    return chunks, notes
