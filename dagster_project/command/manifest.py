"""`docgrain manifest`: what is known and read of a folder's documents, as a metadata.csv to keep."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dagster_project.command.output import CommandError, Json, progress, warn
from dagster_project.command.review import show

if TYPE_CHECKING:
    from assets.documents.read_facts import ReadFact
    from assets.documents.scan import Scanned
    from resources.facts import DocumentFacts


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
    app.command()(manifest)


def manifest(
    folder: Annotated[Path, typer.Argument(help="A collection's folder: LANDING/TENANT/COLLECTION.")],
    force: Annotated[
        bool,
        typer.Option("--force", help="Write metadata.csv anew: what it says is kept, the rest filled in."),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what was read and write nothing.")] = False,
    json: Json = False,
) -> None:
    """Read titles, parties, dates, kinds, governing law and what amends what from the contracts themselves,
    show each with where it stands and how sure it is, and write them down as metadata.csv. A link that only
    the text tells is marked ?: take the sign away to confirm it, write none to refuse it."""
    from assets.documents.landing import CollectionDir, walk
    from assets.documents.manifest import load_manifest
    from assets.documents.manifest_draft import manifest_text, may_write, write_manifest
    from assets.documents.scan import scan_collection
    from assets.families import BUILT
    from assets.review.facts import rows_of_facts
    from assets.review.links import rows_of_links
    from assets.review.rows import in_order
    from resources.governing_links import find_links

    path = folder.resolve()
    if not path.is_dir():
        raise CommandError(f"{folder}: there is no such folder. Give a collection's folder.")
    collection = CollectionDir(path.parent.name, path.name, path)
    if not dry_run:
        may_write(path, collection.key, force=force)
    scanned = scan_collection(collection, built=BUILT)
    names = [file.name for file in walk(collection)[0]]
    said = load_manifest(path, collection.key, names, scanned.settings.defaults.locale).rows
    with progress(collection.key):
        read = _read(path, scanned)
    facts = [fact for fact, _ in read.known]
    links, findings = find_links(facts, read.claims)
    rows = [
        *rows_of_facts(read.known, {}, read.families),
        *rows_of_links(links, findings, read.page_of, {}),
    ]
    show(collection.key, in_order(rows), everything=True, json=json)
    if dry_run:
        return
    written = write_manifest(path, manifest_text(facts, said, scanned.settings, links))
    warn(f"{written}: {len(facts)} row(s) to correct and keep")


@dataclass(slots=True)
class _Read:
    """What the documents say themselves: their facts, what they claim to amend, where their pages begin."""

    families: frozenset[str]
    known: list[tuple[DocumentFacts, list[ReadFact]]] = field(default_factory=list)
    claims: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    pages: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    def page_of(self, file: str, character: int) -> int | None:
        lines = self.pages.get(file)
        return lines[max(bisect_right(lines, (character, 1 << 31)) - 1, 0)][1] if lines else None


def _read(path: Path, scanned: Scanned) -> _Read:
    from assets.contracts.amendments_claims import claims
    from assets.documents.read_facts import complete
    from assets.documents.read_incremental import parsed_document, read_documents
    from assets.families import FAMILIES

    readers = {family.name: family for family in FAMILIES if family.facts is not None}
    found = _Read(frozenset(readers))
    rows = {
        row["file"]: row
        for row in scanned.documents.to_pylist()
        if row["family"] in readers and row["status"] == "ready"
    }
    sources = {file: row["source_hash"] for file, row in rows.items()}
    forms = {file: row["form"] for file, row in rows.items()}
    parsed = read_documents(path, sources, {}, None, "", forms, scanned.settings.limits)
    for file, error in parsed.unreadable.items():
        warn(f"{file}: {error}")
    documents = {row["file"]: row for row in parsed.table.to_pylist() if row["error"] is None}
    for fact in scanned.facts:
        if fact.error is not None:
            warn(f"{fact.file}: {fact.error}")
        if fact.file not in documents:
            found.known.append(complete(fact, ()))
            continue
        document = parsed_document(documents.pop(fact.file))
        known = readers[fact.family].known(fact, document)
        said = claims(document.text[: document.body_end], known[0].title)
        found.known.append(known)
        found.claims[fact.doc_id] = [claim.noted() for claim in said]
        found.pages[fact.doc_id] = [(line.start, line.page) for line in document.lines]
    return found
