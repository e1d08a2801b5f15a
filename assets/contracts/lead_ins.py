"""What opens a list stands on each of its items: 'The Supplier shall:' above '(a) keep the pumps dry'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from resources.embedder import Embedder
from resources.lead_in import Span, above, lead_in
from resources.record import CEILING, Chunk, chunk_id, text_hash

LEAD_TOKENS = 80
"""Tokens above which what opens a list is too long to stand on each of its items."""


def with_lead_ins(chunks: Sequence[Chunk], embedder: Embedder) -> list[Chunk]:
    """One document's chunks, each under the words that open the list it is an item of, from the outermost
    list to its own; a chunk that would exceed the ceiling stays as it is. An item without them is half a
    sentence. Full recall on non-disclosure agreements at 500 tokens 0.571 without and 0.585 with them, on
    the contract questions 0.867 and 0.865."""
    parents = {_as_section(chunk): chunk for chunk in reversed(chunks) if chunk.part == [1, 1]}
    led = [_led(chunk, parents, embedder) for chunk in chunks]
    changed = [at for at, (old, new) in enumerate(zip(chunks, led, strict=True)) if new is not old]
    sizes = embedder.count([led[at].text for at in changed])
    found = list(chunks)
    for at, size in zip(changed, sizes, strict=True):
        if size <= CEILING:
            found[at] = replace(led[at], tokens=size, text_hash=text_hash(led[at].text))
    return found


def _as_section(chunk: Chunk) -> str:
    """The id by which the clauses below a clause name it as their parent."""
    return chunk_id(chunk.tenant_id, chunk.collection, chunk.doc_id, chunk.strategy, "section", chunk.path, 0)


def _led(chunk: Chunk, parents: dict[str, Chunk], embedder: Embedder) -> Chunk:
    lines: list[str] = []
    spans: list[Span] = []
    seen = {chunk.id}
    parent = parents.get(chunk.parent_id or "")
    while chunk.part == [1, 1] and parent is not None and parent.id not in seen:
        seen.add(parent.id)
        opening = lead_in(parent.body)
        line = " ".join(parent.body[slice(*opening)].split()) if opening else ""
        if opening and embedder.fits(line, LEAD_TOKENS):
            lines.insert(0, line)
            spans.append((parent.char_start + opening[0], parent.char_start + opening[1]))
        parent = parents.get(parent.parent_id or "")
    return above(chunk, lines, spans)
