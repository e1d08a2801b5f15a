"""`docgrain manifest`: what is known and read of a folder's documents, as a metadata.csv to keep."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dagster_project.command.output import CommandError, Json, progress, warn, write, write_json, write_table

if TYPE_CHECKING:
    from assets.documents.manifest_draft import ReviewRow
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
    """Read titles, parties, dates, kinds and governing law from the contracts themselves, show each with
    where it stands and how sure it is, and write them down as metadata.csv."""
    from assets.documents.landing import CollectionDir, walk
    from assets.documents.manifest import load_manifest
    from assets.documents.manifest_draft import manifest_text, may_write, review, write_manifest
    from assets.documents.scan import scan_collection

    path = folder.resolve()
    if not path.is_dir():
        raise CommandError(f"{folder}: there is no such folder. Give a collection's folder.")
    collection = CollectionDir(path.parent.name, path.name, path)
    if not dry_run:
        may_write(path, collection.key, force=force)
    scanned = scan_collection(collection)
    names = [file.name for file in walk(collection)[0]]
    said = load_manifest(path, collection.key, names, scanned.settings.defaults.locale).rows
    with progress(collection.key):
        facts = _completed(path, scanned)
    _show(review(facts), json)
    if dry_run:
        return
    written = write_manifest(path, manifest_text(facts, said, scanned.settings))
    warn(f"{written}: {len(facts)} row(s) to correct and keep")


def _completed(path: Path, scanned: Scanned) -> list[DocumentFacts]:
    """The facts of all documents, those of contracts with what their text says."""
    from assets.contracts.front_matter import complete, read_front_matter
    from assets.documents.reading.model import UnreadableDocument
    from assets.documents.reading.read import read
    from resources.progress import report

    found = []
    for at, fact in enumerate(scanned.facts, start=1):
        done = fact
        if fact.error is not None:
            warn(f"{fact.file}: {fact.error}")
        elif fact.family == "contract":
            try:
                done = complete(fact, read_front_matter(read(path / fact.file, fact.file)))
            except (UnreadableDocument, OSError) as error:
                warn(f"{fact.file}: {error}")
        found.append(done)
        report("read first pages", at, len(scanned.facts))
    return found


def _show(rows: list[ReviewRow], json: bool) -> None:
    if json:
        for row in rows:
            write_json(asdict(row))
        return
    columns = ("", "file", "fact", "value", "short names", "sure", "place", "how")
    shown = [
        ("?" if row.doubtful else "" if row.used else "-", row.file, row.fact, row.value, row.short_names,
         row.confidence, row.place, row.how)
        for row in rows
    ]  # fmt: skip
    write_table(columns, shown)
    doubtful = sum(row.doubtful for row in rows)
    write(
        f"{len(rows)} fact(s) read; {doubtful} to look at first (?); those marked - the manifest says itself"
    )
