"""A collection's chunks of one family, cut again only where what decides them changed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from hashlib import blake2b
from statistics import median
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.documents.corrections import Correction
from assets.documents.family import Cutter
from assets.documents.read_incremental import parsed_document
from assets.documents.reading.model import ParsedDocument
from assets.documents.soundness import examine
from resources import record
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.progress import report

CUT_KEY = pa.field("cut_key", pa.string(), nullable=False)
CHUNKS_SCHEMA = pa.schema([*record.SCHEMA, CUT_KEY])
LINEAGE = ("cut_key", "chunker_version")
"""Columns that say which code made a chunk; where all others are equal, the chunks are."""
CUTS_SCHEMA = pa.schema(
    [
        pa.field("doc_id", pa.string(), nullable=False),
        CUT_KEY,
        pa.field("chunks", pa.int32(), nullable=False),
        pa.field("prefix_tokens", pa.int64(), nullable=False),
        pa.field(
            "left_out", pa.list_(pa.struct({"start": pa.int64(), "end": pa.int64(), "reason": pa.string()}))
        ),
        pa.field("report", pa.string(), nullable=False),
        pa.field("flags", pa.list_(pa.string())),
        pa.field("uncovered", pa.int64(), nullable=False),
        pa.field("overlapping", pa.int64(), nullable=False),
        pa.field("misplaced", pa.int64(), nullable=False),
        pa.field("over_ceiling", pa.int64(), nullable=False),
        pa.field("places", pa.list_(pa.string())),
    ]
)
"""What cutting a document gave beside its chunks. `prefix_tokens` is the part of their tokens that is
context stapled on; the counts of `Soundness` stand beside it."""
_PROVISIONAL = "provisional"
_ROWS = 16
"""Read documents that are held as objects at once; a long one takes megabytes."""
_FACT_COLUMNS = ("file", "doc_type", "acl", "counterparty", "effective_date", "amends", "revision")
"""Facts that chunks carry for filtering: renewed on every run, without cutting again."""
_AT_ONCE = 4_000
"""Chunks and cuts that are held as objects before they become tables."""


@dataclass(slots=True)
class Cutting:
    """All chunks and cuts of a family in a collection, and how many documents were cut now."""

    chunks: pa.Table
    cuts: pa.Table
    cut: int = 0
    kept: int = 0
    problems: list[str] = field(default_factory=list)


def cut_documents(
    cutter: Cutter,
    strategy: str,
    version: str,
    parsed: pa.Table,
    facts: Mapping[str, DocumentFacts],
    previous: tuple[pa.Table, pa.Table] | None,
    embedder: Embedder,
    document_of: Callable[[Mapping[str, Any]], ParsedDocument] = parsed_document,
) -> Cutting:
    """Cut every readable document of `parsed` that has facts. `previous` is the last chunks and cuts; a
    document is kept if both agree that it was cut from the same text, facts in its text and code.
    `document_of` makes the document of a row."""
    rows = parsed.select(["file", "error", "parsed_hash", "corrections"]).to_pylist()
    keys = {
        row["file"]: _cut_key(row, facts[row["file"]], strategy, version, embedder)
        for row in rows
        if row["error"] is None and row["file"] in facts
    }
    old_chunks, old_cuts = _kept(previous, keys)
    known = set(old_cuts["doc_id"].to_pylist())
    missing = [file for file in sorted(keys) if file not in known]
    new = _New()
    for at, row in enumerate(_rows(parsed, set(missing))):
        file = row["file"]
        report("cut", at, len(missing))
        document = document_of(row)
        corrections = [Correction(**item) for item in json.loads(row["corrections"])]
        try:
            made = cutter(document, facts[file], corrections, embedder)
        except Exception as bug:
            bug.add_note(f"while cutting {file}")
            raise
        for chunk in made.chunks:
            chunk.chunker_version = version
        # A key that no document has is never found again.
        key = _PROVISIONAL if made.provisional else keys[file]
        sound = examine(document, made.chunks, made.left_out, embedder)
        new.add(
            made.chunks,
            {
                "doc_id": file,
                "cut_key": key,
                "chunks": len(made.chunks),
                "prefix_tokens": sum(embedder.count([chunk.parent_context for chunk in made.chunks])),
                "left_out": [{"start": r.start, "end": r.end, "reason": r.reason} for r in made.left_out],
                "report": json.dumps(made.report, default=str, sort_keys=True),
                "flags": made.flags,
                "uncovered": sound.uncovered,
                "overlapping": sound.overlapping,
                "misplaced": sound.misplaced,
                "over_ceiling": sound.over_ceiling,
                "places": sound.places,
            },
        )
    if missing:
        report("cut", len(missing), len(missing))
    new_chunks, new_cuts = new.tables()
    table = pa.concat_tables([old_chunks, new_chunks])
    table = table.take(
        pc.sort_indices(table, [("doc_id", "ascending"), ("seq", "ascending"), ("id", "ascending")])
    )
    cuts = pa.concat_tables([old_cuts, new_cuts])
    cuts = cuts.take(pc.sort_indices(cuts["doc_id"])).combine_chunks()
    return Cutting(with_facts(table.combine_chunks(), facts), cuts, cut=len(missing), kept=len(known))


def _rows(parsed: pa.Table, files: Set[str]) -> Iterator[dict[str, Any]]:
    """The rows of these files, some at a time: to take a row out alone takes as long as to take ten."""
    for start in range(0, parsed.num_rows, _ROWS):
        some = parsed.slice(start, _ROWS)
        told = zip(some["file"].to_pylist(), some["error"].to_pylist(), strict=True)
        wanted = pa.array([file in files and error is None for file, error in told], pa.bool_())
        yield from some.filter(wanted).to_pylist()


class _New:
    """Chunks and cuts made now, kept as tables: a hundred thousand as objects would take twice the room."""

    def __init__(self) -> None:
        self._chunks: list[record.Chunk] = []
        self._keys: list[str] = []
        self._cuts: list[dict[str, Any]] = []
        self._tables: list[tuple[pa.Table, pa.Table]] = []

    def add(self, chunks: Sequence[record.Chunk], cut: dict[str, Any]) -> None:
        self._chunks += chunks
        self._keys += [cut["cut_key"]] * len(chunks)
        self._cuts.append(cut)
        if len(self._chunks) + len(self._cuts) > _AT_ONCE:
            self._flush()

    def tables(self) -> tuple[pa.Table, pa.Table]:
        self._flush()
        chunks, cuts = zip(*self._tables, strict=True)
        return pa.concat_tables(chunks), pa.concat_tables(cuts)

    def _flush(self) -> None:
        chunks = record.to_table(self._chunks).append_column(CUT_KEY, pa.array(self._keys, pa.string()))
        self._tables.append((chunks, pa.Table.from_pylist(self._cuts, schema=CUTS_SCHEMA)))
        self._chunks, self._keys, self._cuts = [], [], []


def with_facts(chunks: pa.Table, facts: Mapping[str, DocumentFacts]) -> pa.Table:
    """The chunks with the filter columns their documents' facts have now."""
    owners = chunks["doc_id"].to_pylist()
    for name in _FACT_COLUMNS:
        at = chunks.schema.get_field_index(name)
        values = [getattr(facts[doc_id], name) for doc_id in owners]
        chunks = chunks.set_column(
            at, chunks.schema.field(at), pa.array(values, chunks.schema.field(at).type)
        )
    return chunks


def figures(cutting: Cutting) -> dict[str, int | float]:
    """The numbers people plot: sizes, prefix share of all tokens, numbering gaps found."""
    tokens = cutting.chunks["tokens"].to_pylist()
    gaps = sum(len(json.loads(text).get("gaps", ())) for text in cutting.cuts["report"].to_pylist())
    return {
        "documents": cutting.cut + cutting.kept,
        "documents_cut": cutting.cut,
        "documents_kept": cutting.kept,
        "chunks": len(tokens),
        "median_tokens": float(median(tokens)) if tokens else 0.0,
        "prefix_share": sum(cutting.cuts["prefix_tokens"].to_pylist()) / sum(tokens) if sum(tokens) else 0.0,
        "numbering_gaps": gaps,
        "flagged_documents": sum(1 for flags in cutting.cuts["flags"].to_pylist() if flags),
    }


def duplicate_ids(chunks: pa.Table) -> list[str]:
    """Chunk ids that stand more than once."""
    return [name for name, count in Counter(chunks["id"].to_pylist()).items() if count > 1]


def _cut_key(
    row: dict[str, Any], facts: DocumentFacts, strategy: str, version: str, embedder: Embedder
) -> str:
    """What decides a document's chunks: its text and corrections, the facts that stand in the text, the
    code, and the model whose tokens the ceiling counts."""
    parts = [row["parsed_hash"], row["corrections"], facts.title, *facts.counterparty, strategy, version,
             embedder.model_id]  # fmt: skip
    return blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()


def _kept(previous: tuple[pa.Table, pa.Table] | None, keys: Mapping[str, str]) -> tuple[pa.Table, pa.Table]:
    """The part of the last tables that still holds. Chunks and cuts are two files, and a run may die
    between writing them: a document counts only where both carry the key and the number agrees."""
    if previous is None or previous[0].schema.names != CHUNKS_SCHEMA.names:
        return CHUNKS_SCHEMA.empty_table(), CUTS_SCHEMA.empty_table()
    chunks, cuts = previous
    pairs = list(zip(chunks["doc_id"].to_pylist(), chunks["cut_key"].to_pylist(), strict=True))
    counted = Counter(pair for pair in pairs if keys.get(pair[0]) == pair[1])
    foreign = {doc_id for doc_id, key in pairs if keys.get(doc_id) != key}
    good = {
        row["doc_id"]
        for row in cuts.select(["doc_id", "cut_key", "chunks"]).to_pylist()
        if keys.get(row["doc_id"]) == row["cut_key"]
        and counted[row["doc_id"], row["cut_key"]] == row["chunks"]
        and row["doc_id"] not in foreign
    }
    return (
        chunks.filter(pa.array([doc_id in good for doc_id, _ in pairs], pa.bool_())).cast(CHUNKS_SCHEMA),
        cuts.filter(pa.array([doc_id in good for doc_id in cuts["doc_id"].to_pylist()], pa.bool_())).cast(
            CUTS_SCHEMA
        ),
    )
