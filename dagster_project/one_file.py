"""One file cut as the graph would cut it, with no more known of it than its name and what it says itself."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import cast

from assets.documents import apart
from assets.documents.content import of_form
from assets.documents.landing import FoundFile, is_document
from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.parser_output import NAMES, Parser, parser_of
from assets.documents.routing import evidence_of_content, evidence_of_names, is_unclaimed, route
from assets.documents.settings import load_settings
from assets.documents.sources import forms_of
from assets.families import FAMILIES, family_named
from dagster_project.one_export import chunks_of_export
from evals.strategies import CollectionStrategies
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.record import Chunk


def chunks_of_file(path: Path, family: str | None, strategy: str) -> tuple[list[Chunk], list[str]]:
    """The chunks, and what a person should know of them; a collection.toml beside the file says what reading
    it may take. Raises UnreadableDocument, OSError, ManifestError, and ValueError where family or strategy is
    none."""
    notes: list[str] = []
    limits = load_settings(path.parent, path.parent.name).limits
    content = apart.look(path, limits)
    form = _form_beside(path, notes)
    if form is not None:
        try:
            content = of_form(content, apart.read(path, path.name, form, limits))
            notes.append(f"read as {NAMES[cast(Parser, parser_of(form))]} gave it in {form.name}")
        except UnreadableDocument as error:
            notes.append(f"{form.name} is not used: {error}")
            form = None
    if content.error is not None:
        raise UnreadableDocument(f"{content.error.what}. {content.error.mend}")
    if family is None:
        routing = route(evidence_of_names(path.name) + evidence_of_content(content))
        if form is None and is_unclaimed(content.kind, routing):
            raise UnreadableDocument(
                "it is JSON whose fields are not those of tickets; name its family with --family"
            )
        family = routing.family
        notes.append(f"taken for {family} (confidence {routing.confidence:.2f})")
    built = family_named(family)
    if built is None:
        known = ", ".join(each.name for each in FAMILIES)
        raise ValueError(f"family {family!r} is not built: name another with --family ({known})")
    cutter, version = CollectionStrategies().cutter(built, strategy)
    if built.many:
        chunks, told = chunks_of_export(path, cutter)
        for chunk in chunks:
            chunk.chunker_version = version
        return chunks, [*notes, *told]
    document = apart.read(path, path.name, form, limits)
    facts = DocumentFacts(
        tenant_id="local",
        collection="local",
        doc_id=path.name,
        file=path.name,
        title="",
        source_hash=blake2b(path.read_bytes(), digest_size=16).hexdigest(),
        family=built.name,
    )
    facts, _ = built.known(facts, document)
    cut = cutter(document, facts, (), load_embedder())
    for chunk in cut.chunks:
        chunk.chunker_version = version
    return cut.chunks, [*notes, *(f"flagged: {flag}" for flag in cut.flags)]


def _form_beside(path: Path, notes: list[str]) -> Path | None:
    """What another parser wrote about the file, as the graph would find it."""
    if not path.is_file():
        return None
    beside = {entry.name: entry for entry in path.parent.iterdir() if is_document(entry.name)}
    files = {name: FoundFile(name, entry, 0, 0) for name, entry in beside.items() if entry.is_file()}
    forms, doubts = forms_of(files)
    notes += doubts.get(path.name, ())
    return next((form.path for form in forms.get(path.name, ())), None)
