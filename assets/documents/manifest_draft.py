"""A manifest to correct and keep: what is said and read of a collection's documents as the rows of a
metadata.csv."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath

from assets.documents.facts import readers
from assets.documents.manifest import COLUMNS, FILE_NAMES, UNCONFIRMED, ManifestRow
from assets.documents.problems import ManifestError
from assets.documents.settings import CollectionSettings
from resources.facts import DocumentFacts
from resources.governing_links import Link

FILE_NAME = FILE_NAMES[0]
_LIST = " | "


def manifest_text(
    facts: Sequence[DocumentFacts],
    said: Mapping[str, Sequence[ManifestRow]],
    settings: CollectionSettings,
    links: Iterable[Link] = (),
) -> str:
    """The text of a metadata.csv that says what `facts` say: a row a document, sorted by file; the columns
    that every manifest has, then further facts. `said` are the rows that the collection's manifest has now.
    `links` that nobody confirmed are marked with `UNCONFIRMED`: whoever takes the sign away confirms them.
    What holds for the whole collection stays in its collection.toml: were its groups written into the rows,
    a group taken out there would go on reading. Rows of parts of documents are kept with their groups."""
    further = sorted({name for fact in facts for name in fact.extra if name not in COLUMNS})
    columns = [*COLUMNS, *further]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    unconfirmed = [link for link in links if not link.confirmed]
    for fact in sorted(facts, key=lambda fact: fact.file):
        own = [link for link in unconfirmed if link.doc_id == fact.doc_id]
        cells = _cells(fact, said.get(fact.file, ()), settings, own)
        writer.writerow({name: cells.get(name, "") for name in columns})
    # Parts of documents, whose groups count for the whole.
    for file in sorted(said.keys() - {fact.file for fact in facts}):
        if groups := _groups([row for row in said[file] if row.acl is not None], None):
            writer.writerow({"file": file, "acl": groups})
    return out.getvalue()


def _cells(
    fact: DocumentFacts, said: Sequence[ManifestRow], settings: CollectionSettings, found: Sequence[Link]
) -> Mapping[str, str]:
    row = said[0] if said else ManifestRow(line=0)
    defaults = settings.defaults
    named = fact.title != PurePosixPath(fact.file).stem
    parties = [] if fact.counterparty == defaults.counterparty and not row.counterparty else fact.counterparty
    kind = None if fact.doc_type == defaults.doc_type and not row.doc_type else fact.doc_type
    usual = defaults.extra_facts()
    further = {n: v for n, v in fact.extra.items() if n in row.extra or usual.get(n) != v}
    amends, supersedes = (
        [f"{UNCONFIRMED} {link.target}" for link in found if link.relation == relation]
        for relation in ("amends", "supersedes")
    )
    return further | {
        "file": fact.file,
        "title": fact.title if named else "",
        "counterparty": _LIST.join(map(_item, parties)),
        "doc_type": kind or "",
        "effective_date": fact.effective_date.isoformat() if fact.effective_date else "",
        "acl": _groups(said, settings.acl),
        "amends": _LIST.join(fact.amends or amends),
        "supersedes": _LIST.join(fact.supersedes or supersedes),
        "revision": fact.revision or "",
        "family": row.family or "",
    }


def _groups(said: Sequence[ManifestRow], collection_acl: list[str] | None) -> str:
    """The groups of those rows, empty where they name none; a list without names, which nobody is in, is kept
    as one."""
    if all(row.acl is None for row in said):
        return ""
    return _LIST.join(readers(said, collection_acl)) or _LIST.strip()


def _item(value: str) -> str:
    """A list's item: the sign that separates items cannot stand in one."""
    return " ".join(value.replace("|", "/").split())


def may_write(directory: Path, label: str, *, force: bool = False) -> None:
    """Raises ManifestError where the collection in `directory` has a manifest already, unless `force`: what
    people wrote by hand is not lost by mistake. `label` (its key) starts the file's name in the message."""
    there = [name for name in FILE_NAMES if (directory / name).exists()]
    what = "the collection has a manifest already"
    if other := [name for name in there if name != FILE_NAME]:
        raise ManifestError(f"{label}/{other[0]}", None, what, "Move it away to have a draft written.")
    if there and not force:
        mend = "Give --force to write it anew: what it says is kept, what it leaves open filled in."
        raise ManifestError(f"{label}/{FILE_NAME}", None, what, mend)


def write_manifest(directory: Path, text: str) -> Path:
    """Writes `text` as the metadata.csv of the collection in `directory`, whole or not at all."""
    path, beside = directory / FILE_NAME, directory / f".{FILE_NAME}.{os.getpid()}"
    try:
        beside.write_text(text, encoding="utf-8", newline="")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return path
