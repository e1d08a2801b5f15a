"""One look over a collection: which documents it holds, what they are, what is known about them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.documents import apart
from assets.documents.content import Content, of_form
from assets.documents.facts import facts_of, readers
from assets.documents.landing import CollectionDir, walk
from assets.documents.manifest import ManifestRow, load_manifest
from assets.documents.problems import Fault, Problem
from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.parser_output import parser_of
from assets.documents.routing import (
    evidence_of_content,
    evidence_of_names,
    from_json,
    is_unclaimed,
    route,
    to_json,
)
from assets.documents.settings import CollectionSettings, LimitSettings, load_settings
from assets.documents.sources import Source, sources_of
from resources import ocr_cache
from resources.facts import DocumentFacts, Family, Status

_STR, _STRS = pa.string(), pa.list_(pa.string())
DOCUMENTS_SCHEMA = pa.schema(
    [
        pa.field("tenant_id", _STR, nullable=False),
        pa.field("collection", _STR, nullable=False),
        pa.field("doc_id", _STR, nullable=False),
        pa.field("file", _STR, nullable=False),
        pa.field("members", _STRS, nullable=False),
        pa.field("form", _STR, nullable=False),
        pa.field("parser", _STR, nullable=False),
        pa.field("size", pa.int64(), nullable=False),
        pa.field("stamp", _STR, nullable=False),
        pa.field("source_hash", _STR, nullable=False),
        pa.field("kind", _STR, nullable=False),
        pa.field("family", _STR, nullable=False),
        pa.field("family_from", _STR, nullable=False),
        pa.field("family_routed", _STR, nullable=False),
        pa.field("family_confidence", pa.float32(), nullable=False),
        pa.field("unsure", pa.bool_(), nullable=False),
        pa.field("evidence", _STR, nullable=False),
        pa.field("content_evidence", _STR, nullable=False),
        pa.field("status", _STR, nullable=False),
        pa.field("error", _STR),
        pa.field("mend", _STR),
        pa.field("notes", _STRS, nullable=False),
        pa.field("scanner", _STR, nullable=False),
    ]
)
"""One row a document. `members`: the other tables of a set, and what other parsers wrote about it; `form`:
which of these is read in its place, `parser`: whose that is (both empty where the file itself is read);
`stamp`: sizes and times of its files; `kind`: what it is by content; `family_from`: manifest,
collection.toml or routing, `family_routed` and its confidence being the heuristics' own answer, `unsure`
where that counts and is doubtful; evidence as JSON; `scanner`: version of the code that looked at it,
with the limits where it overran them."""


@dataclass(slots=True)
class Scanned:
    """What a scan found. `facts` are what people say. `hashed` and `looked_at` count the documents whose
    bytes were read and whose content was looked at; the rest came from the scan before."""

    documents: pa.Table
    facts: list[DocumentFacts]
    settings: CollectionSettings
    problems: list[Problem] = field(default_factory=list)
    hashed: int = 0
    looked_at: int = 0


def scan_collection(
    collection: CollectionDir,
    previous: pa.Table | None = None,
    version: str = "",
    *,
    built: Collection[Family],
    on_file: Callable[[str], None] | None = None,
) -> Scanned:
    """Scan a collection. `previous`: the documents table of the scan before, whose hashes are kept for
    files of the same size and time, and whose findings are kept if `version` (of the scanning code) is
    the same as well. Documents of families that are not `built` wait. `on_file` is called with each
    document's name as it is done. A document that cannot be read is a row with its error; raises
    ManifestError where what people wrote beside the documents is broken."""
    settings = load_settings(collection.path, collection.key)
    files, problems = walk(collection)
    sources = sources_of(files, settings.parser_output)
    names = [source.name for source in sources]
    parts = {part: source.name for source in sources for part in source.parts}
    manifest = load_manifest(collection.path, collection.key, names, settings.defaults.locale, parts)
    before = {row["file"]: row for row in previous.to_pylist()} if previous is not None else {}
    scanned = Scanned(DOCUMENTS_SCHEMA.empty_table(), [], settings, problems + manifest.problems)
    rows = []
    for source in sources:
        said = manifest.rows.get(source.name, [])
        row = _document(collection, source, before.get(source.name), version, scanned)
        _decide(row, said[0] if said else None, settings, built)
        rows.append(row)
        of_parts = [each for part in source.parts for each in manifest.rows.get(part, ())]
        scanned.facts.append(facts_of(row, said, settings, of_parts))
        scanned.problems += _problems_of(row, collection.key)
        if not scanned.facts[-1].acl and readers(said, settings.acl):
            what = f"no group may read both it and {', '.join(source.parts)}"
            mend = "Name one in the rows of both."
            scanned.problems.append(Problem(f"{collection.key}/{source.name}", None, what, mend))
        if on_file:
            on_file(source.name)
    scanned.documents = pa.Table.from_pylist(rows, schema=DOCUMENTS_SCHEMA)
    if unreadable := [fact.file for fact in scanned.facts if not fact.acl]:
        what = f"{len(unreadable)} document(s) can be read by nobody: {', '.join(unreadable[:3])}"
        mend = "Give their rows an acl, or collection.toml."
        scanned.problems.append(Problem(collection.key, None, what, mend))
    return scanned


def nothing() -> Scanned:
    """What is left of a collection whose folder is gone."""
    return Scanned(DOCUMENTS_SCHEMA.empty_table(), [], CollectionSettings())


def still_there(collection: CollectionDir, facts: pa.Table) -> pa.Table:
    """The rows of `facts` whose files are in the folder, whatever is said of them."""
    files = [file.name for file in walk(collection)[0]]
    return facts.filter(pc.is_in(facts["file"], pa.array(files, pa.string())))


def _document(
    collection: CollectionDir, source: Source, before: dict[str, Any] | None, version: str, scanned: Scanned
) -> dict[str, Any]:
    """The row of a document without its family and status; from the scan before where it still holds."""
    same_files = before is not None and before["stamp"] == source.stamp and before["source_hash"] != ""
    limits = scanned.settings.limits
    if before is not None and same_files and apart.holds(before["scanner"], version, limits):
        return before
    row = {
        "tenant_id": collection.tenant,
        "collection": collection.collection,
        "doc_id": source.name,
        "file": source.name,
        "members": [file.name for file in source.files[1:]],
        "size": sum(file.size for file in source.files),
        "stamp": source.stamp,
        "source_hash": "",
        "scanner": version,
    }
    try:
        if before is not None and same_files:
            row["source_hash"] = before["source_hash"]
        else:
            row["source_hash"] = _hash([file.path for file in source.files])
            scanned.hashed += 1
        with ocr_cache.document(str(row["source_hash"])):
            content, form, parser = _look(source, limits)
        scanned.looked_at += 1
    except OSError as error:
        fault = Fault(
            f"it cannot be opened ({error.strerror})", "Mend its permissions or put it there again."
        )
        content, form, parser = Content("unknown", error=fault), "", ""
    if content.overran:
        row["scanner"] = apart.marked(version, limits)
    return row | {
        "kind": content.kind,
        "form": form,
        "parser": parser,
        "content_evidence": to_json(evidence_of_content(content)),
        "error": content.error.what if content.error else None,
        "mend": content.error.mend if content.error else None,
        "notes": content.notes,
    }


def _look(source: Source, limits: LimitSettings) -> tuple[Content, str, str]:
    """What a document is, the name of the form that is read in its place, and whose that is."""
    main = source.files[0]
    content, notes = apart.look(main.path, limits), list(source.doubts)
    overran = content.overran
    for form in source.forms:
        try:
            document = apart.read(main.path, main.name, form.path, limits)
        except UnreadableDocument as error:
            notes.append(f"{form.name} is not used: {error}")
            overran |= isinstance(error, apart.Overran)
            continue
        content = of_form(content, document)
        parser = str(parser_of(form.path))
        break
    else:
        form, parser = None, ""
    content.notes += notes
    content.overran = overran
    return content, form.name if form else "", parser


def _hash(paths: Sequence[Path]) -> str:
    digests = []
    for path in paths:
        with path.open("rb") as stream:
            digests.append(hashlib.file_digest(stream, lambda: hashlib.blake2b(digest_size=16)).hexdigest())
    if len(digests) == 1:
        return digests[0]
    return hashlib.blake2b("".join(digests).encode(), digest_size=16).hexdigest()


def _decide(
    row: dict[str, Any], said: ManifestRow | None, settings: CollectionSettings, built: Collection[Family]
) -> None:
    """Family and status of a document: what people say counts, the heuristics' answer is kept beside."""
    title, doc_type = (said.title, said.doc_type) if said else (None, None)
    names = evidence_of_names(row["file"], title, doc_type or settings.defaults.doc_type)
    routing = route(names + from_json(row["content_evidence"]))
    chosen: list[tuple[str, Family | None]] = [
        ("manifest", said.family if said else None),
        ("collection.toml", settings.family),
        ("routing", routing.family),
    ]
    row["family_from"], row["family"] = next((source, family) for source, family in chosen if family)
    row["family_routed"], row["family_confidence"] = routing.family, routing.confidence
    row["evidence"] = to_json(routing.evidence)
    row["unsure"] = routing.unsure and row["family_from"] == "routing" and not row["error"]
    unclaimed = row["family_from"] == "routing" and not row["form"] and is_unclaimed(row["kind"], routing)
    row["status"] = "waiting" if unclaimed and not row["error"] else _status(row, built)


def _status(row: dict[str, Any], built: Collection[Family]) -> Status:
    if row["error"]:
        return "quarantined"
    if (row["kind"] == "image" and not row["form"]) or row["family"] not in built:
        return "waiting"
    return "ready"


def _problems_of(row: dict[str, Any], key: str) -> list[Problem]:
    place = f"{key}/{row['file']}"
    if row["error"]:
        return [Problem(place, None, row["error"], row["mend"])]
    problems = [_problem(place, note) for note in row["notes"]]
    if row["status"] == "waiting" and row["family_from"] == "routing" and row["kind"] in ("json", "jsonl"):
        what = "it is JSON whose fields are not those of tickets, so it waits"
        problems.append(Problem(place, None, what, "Name its family in its row or in collection.toml."))
    elif row["unsure"]:
        what = "its family is in doubt, so it is cut as prose"
        problems.append(Problem(place, None, what, "Name its family in its row or in collection.toml."))
    return problems


def _problem(place: str, note: str) -> Problem:
    """A note is what somebody should know, and the mend where one is to be had."""
    what, _, mend = note.rpartition("; ")
    if not what:
        return Problem(place, None, note, "See whether the original can be had.")
    return Problem(place, None, what, f"{mend[:1].upper()}{mend[1:].rstrip('.')}.")
