"""Files that hold many documents (exports of tickets): each document's facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from assets.documents.family import Family
from resources.facts import DocumentFacts
from resources.groups import joined
from resources.lake import Lake

_COLUMNS = ("file", "source", "sources", "title", "internal", "dropped", "source_hash", "error")
"""What a table of such documents has to say: the document's id, its file, all files that say who may read
it, its title, whether it is internal, why it is not kept (empty where it is), the identity of its content,
why its file was not read."""


def each_document(
    facts: Iterable[DocumentFacts], lake: Lake, key: str, families: Iterable[Family], internal: Sequence[str]
) -> list[DocumentFacts]:
    """The facts with those of a file that holds many documents in the place of that file's, one for each
    that is kept, as they were last read. Whoever may read all the files that a document was read from may
    read it; an internal one only who belongs to one of the groups in `internal` as well, and it is not there
    at all without any, or where nobody may read its file. A document never takes the name of a file. What was
    kept of a file that cannot be read any more stands beside its own facts."""
    facts = list(facts)
    taken = {fact.doc_id for fact in facts}
    holding: dict[str, list[DocumentFacts]] = {}
    for family in families:
        if not family.many:
            continue
        files = {fact.file: fact for fact in facts if fact.family == family.name or fact.status != "ready"}
        if files:
            holding |= {file: [] for file, fact in files.items() if fact.status == "ready"}
            for file, documents in _documents(files, lake, key, family, internal, taken).items():
                holding[file] = [*holding.get(file, [files[file]]), *documents]
    return [each for fact in facts for each in holding.get(fact.doc_id, [fact])]


def _documents(
    files: dict[str, DocumentFacts],
    lake: Lake,
    key: str,
    family: Family,
    internal: Sequence[str],
    taken: set[str],
) -> dict[str, list[DocumentFacts]]:
    found: defaultdict[str, list[DocumentFacts]] = defaultdict(list)
    table = lake.read(family.documents, key, columns=list(_COLUMNS))
    for row in table.to_pylist() if table is not None else ():
        of_files = [files[source] for source in row["sources"] if source in files]
        if len(of_files) < len(row["sources"]) or row["dropped"] or row["error"] or row["file"] in taken:
            continue
        of_file = files[row["source"]]
        acl = [group for group in of_file.acl if all(group in each.acl for each in of_files)]
        if row["internal"]:
            acl = joined(acl, internal)
            if not acl:
                continue
        found[row["source"]].append(
            replace(
                of_file,
                doc_id=row["file"],
                title=row["title"] or row["file"],
                family=family.name,
                status="ready",
                error=None,
                source_hash=row["source_hash"],
                acl=acl,
            )
        )
    return found
