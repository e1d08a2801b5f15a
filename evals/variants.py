"""`structure` with one thing added to each chunk, so that what it gives can be measured alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from evals.context_sentence import extract
from partitions.strategies import VARIANTS
from resources.embedder import Embedder
from resources.record import CEILING, Chunk, chunk_id, text_hash

APPENDED = 3
"""Most definitions or headings appended to one chunk."""
LEAD_TOKENS = 80
"""Tokens above which what opens a list is too long to stand on each of its items."""
Write = Callable[[Sequence[Chunk]], Sequence[str]]
"""Gives one sentence a chunk; empty where there is none."""
Span = tuple[int, int]

_OPEN = (":", "–", "—", "-", ",")
"""What a clause ends with that only its items complete."""
_SENTENCE_END = re.compile(r"[.;!?][\"”’)\]]*\s+(?=[\"“(\[]?[A-Z0-9])")


def vary(name: str, chunks: Sequence[Chunk], embedder: Embedder, write: Write = extract) -> list[Chunk]:
    """One document's chunks with what the variant adds; a chunk that would exceed the ceiling stays as it
    is. Ids stay those of `structure`, so that what leads from one to another still does. `write` makes the
    context sentences."""
    if name not in VARIANTS:
        raise ValueError(f"there is no variant {name!r}: use one of {', '.join(VARIANTS)}")
    if name == "context-sentence":
        sentences = write(chunks)
        varied = [_above(c, [s] if s else [], []) for c, s in zip(chunks, sentences, strict=True)]
    elif name == "lead-ins":
        varied = list(_with_lead_ins(chunks, embedder))
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


def _with_lead_ins(chunks: Sequence[Chunk], embedder: Embedder) -> Iterator[Chunk]:
    above = {chunk_id(c.tenant_id, c.collection, c.doc_id, c.strategy, "section", c.path, 0): c
             for c in reversed(chunks) if c.part == [1, 1]}  # fmt: skip
    for chunk in chunks:
        lines: list[str] = []
        spans: list[Span] = []
        seen = {chunk.id}
        parent = above.get(chunk.parent_id or "")
        while chunk.part == [1, 1] and parent is not None and parent.id not in seen:
            seen.add(parent.id)
            opening = lead_in(parent.body)
            line = " ".join(parent.body[slice(*opening)].split()) if opening else ""
            if opening and embedder.fits(line, LEAD_TOKENS):
                lines.insert(0, line)
                spans.append((parent.char_start + opening[0], parent.char_start + opening[1]))
            parent = above.get(parent.parent_id or "")
        yield _above(chunk, lines, spans)


def lead_in(body: str) -> Span | None:
    """The last sentence of a clause that ends open ("The Supplier shall:"), as characters of its body; None
    where the clause says all it has to say."""
    end = len(body.rstrip())
    if not body[:end].endswith(_OPEN):
        return None
    starts = [0, *(match.end() for match in _SENTENCE_END.finditer(body, 0, end))]
    return (starts[-1], end)


def _above(chunk: Chunk, lines: Sequence[str], spans: Sequence[Span]) -> Chunk:
    """The chunk with further lines of context, which repeat the source's characters `spans`."""
    if not lines or not chunk.text.startswith(chunk.parent_context):
        return chunk
    context = "\n".join([*filter(None, [chunk.parent_context]), *lines])
    rest = chunk.text[len(chunk.parent_context) :].removeprefix("\n")
    return replace(chunk, parent_context=context, text=f"{context}\n{rest}", payload=_read(chunk, spans))


def _below(chunk: Chunk, texts: Sequence[str], spans: Sequence[Span]) -> Chunk:
    """The chunk with texts behind its body."""
    return (
        replace(chunk, text="\n".join([chunk.text, *texts]), payload=_read(chunk, spans)) if texts else chunk
    )


def _read(chunk: Chunk, spans: Sequence[Span]) -> str:
    if not spans:
        return chunk.payload
    payload = json.loads(chunk.payload)
    return json.dumps({**payload, "trail_spans": [*payload.get("trail_spans", ()), *map(list, spans)]})
