"""Everything that a person should look at in one collection, from what was materialized of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import pyarrow as pa

from assets.documents.facts_incremental import TABLE as READ_FACTS
from assets.documents.facts_incremental import completed
from assets.documents.family import Family
from assets.documents.read_facts import ReadFact
from assets.review.facts import rows_of_facts
from assets.review.links import pages_of_chunks, rows_of_links
from assets.review.numbering import rows_of_numbering
from assets.review.reading import rows_of_documents, rows_of_reading
from assets.review.rows import ReviewRow, in_order
from resources.facts import DocumentFacts, from_table
from resources.governing import COLUMNS, govern
from resources.lake import Lake

_CHUNKS = tuple(dict.fromkeys((*COLUMNS, "char_start", "page")))


@dataclass(slots=True)
class Review:
    """`rows` in order, and each document's facts with what was read of them."""

    rows: list[ReviewRow]
    known: list[tuple[DocumentFacts, list[ReadFact]]]


def collect(lake: Lake, key: str, families: Iterable[Family], *, quote: bool) -> Review:
    """The review of a collection. What was not materialized yet is left out. `quote`: the texts may
    be quoted."""
    families = list(families)
    rows: list[ReviewRow] = []
    texts: dict[str, str] = {}
    flags: dict[str, list[str]] = defaultdict(list)
    errors: dict[str, str | None] = {}
    chunks: list[pa.Table] = []
    for family in families:
        if family.many:  # of each ticket there is nothing to correct by hand
            continue
        columns = ["file", "error", "flags", *(["text"] if quote else [])]
        parsed = lake.read(family.documents, key, columns=columns)
        for row in parsed.to_pylist() if parsed is not None else ():
            errors[row["file"]] = row["error"]
            flags[row["file"]] += row["flags"]
            if quote:
                texts[row["file"]] = row["text"]
        cuts = lake.read(f"{family.name}_cuts", key, columns=["doc_id", "report", "flags"])
        if cuts is not None:
            for row in cuts.select(["doc_id", "flags"]).to_pylist():
                flags[row["doc_id"]] += row["flags"] or ()
            rows += rows_of_numbering(cuts)
        if (made := lake.read(family.chunks, key, columns=list(_CHUNKS))) is not None:
            chunks.append(made)
    for file, error in errors.items():
        rows += rows_of_reading(file, error, flags[file])
    known: list[tuple[DocumentFacts, list[ReadFact]]] = []
    said, facts = lake.read("manifest", key), lake.read("facts", key)
    documents = lake.read("documents", key)
    if said is not None and facts is not None and documents is not None:
        known = completed(from_table(said), lake.read(READ_FACTS, key))
        readers = {fact.file: fact.acl for fact, _ in known}
        rows += rows_of_documents(documents.to_pylist(), readers)
        reading = frozenset(family.name for family in families if family.facts is not None)
        rows += rows_of_facts(known, texts, reading)
        if chunks:
            table = pa.concat_tables(chunks).combine_chunks()
            ruled = govern(table, facts)
            rows += rows_of_links(ruled.links, ruled.findings, pages_of_chunks(table), texts)
    return Review(in_order(rows), known)
