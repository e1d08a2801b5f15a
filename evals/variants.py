"""`structure` with one thing added to each chunk, so that what it gives can be measured alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from evals.context_sentence import extract
from partitions.strategies import VARIANTS
from resources.embedder import Embedder
from resources.lead_in import Span, above, repeating
from resources.record import CEILING, Chunk, text_hash

APPENDED = 3
"""Most definitions or headings appended to one chunk."""
Write = Callable[[Sequence[Chunk]], Sequence[str]]
"""Gives one sentence a chunk; empty where there is none."""


def vary(name: str, chunks: Sequence[Chunk], embedder: Embedder, write: Write = extract) -> list[Chunk]:
    """One document's chunks with what the variant adds; a chunk that would exceed the ceiling stays as it
    is. Ids stay those of `structure`, so that what leads from one to another still does. `write` makes the
    context sentences."""
    if name not in VARIANTS:
        raise ValueError(f"there is no variant {name!r}: use one of {', '.join(VARIANTS)}")
    if name == "context-sentence":
        sentences = write(chunks)
        varied = [above(c, [s] if s else [], []) for c, s in zip(chunks, sentences, strict=True)]
    else:
        by_id = {chunk.id: chunk for chunk in chunks}
        add = _with_definitions if name == "definitions-always" else _with_headings
        varied = [add(chunk, by_id) for chunk in chunks]
    sizes = embedder.count([chunk.text for chunk in varied])
    return [
        replace(new, tokens=size, text_hash=text_hash(new.text), strategy=name)
        if size <= CEILING
        else replace(old, strategy=name)
        for old, new, size in zip(chunks, varied, sizes, strict=True)
    ]


def _with_definitions(chunk: Chunk, by_id: dict[str, Chunk]) -> Chunk:
    rare = json.loads(chunk.payload).get("rare_terms", 0)
    used = [by_id[i] for i in chunk.terms[:rare][:APPENDED] if i in by_id and i != chunk.id]
    return _below(chunk, [c.body for c in used], [(c.char_start, c.char_end) for c in used])


def _with_headings(chunk: Chunk, by_id: dict[str, Chunk]) -> Chunk:
    cited = [by_id[i] for i in chunk.refs[:APPENDED] if i in by_id]
    return _below(chunk, [c.heading_path[-1] for c in cited if c.heading_path], [])


def _below(chunk: Chunk, texts: Sequence[str], spans: Sequence[Span]) -> Chunk:
    """The chunk with texts behind its body."""
    return (
        replace(chunk, text="\n".join([chunk.text, *texts]), payload=repeating(chunk, spans))
        if texts
        else chunk
    )
