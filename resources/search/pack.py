"""Hits into a token budget: strongest first, each counted as it is given to the reader."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from resources.embedder import Embedder
from resources.record import Chunk
from resources.search.access import doc_key


@dataclass(slots=True)
class Hit:
    """One returned chunk. `text` is what the reader is given: context and body, the title line only on
    the first hit of each document. `partial` marks a part of a unit whose other parts did not come along."""

    chunk: Chunk
    score: float
    citation: str
    text: str = ""
    tokens: int = 0
    partial: bool = False


def citation(chunk: Chunk) -> str:
    """Title, the headings down to the unit, and the part: 'Acme MSA > 12 Liability > 12.3 Cap'."""
    trail = list(chunk.heading_path)
    if not trail and chunk.unit not in ("passage", "whole"):
        trail = [chunk.path]
    if chunk.part[1] > 1:
        trail.append(f"part {chunk.part[0]} of {chunk.part[1]}")
    if chunk.family == "prose" and chunk.page:
        trail.append(f"p. {chunk.page}")
    return " > ".join([chunk.title, *trail])


def pack(ranking: Iterable[Hit], budget: int, embedder: Embedder) -> tuple[list[Hit], int]:
    """The hits that fit, in order, and the tokens they use. What does not fit is skipped, never cut."""
    taken: list[Hit] = []
    titled: set[str] = set()
    used = 0
    for hit in ranking:
        if used >= budget:
            break
        key = doc_key(hit.chunk.collection, hit.chunk.doc_id)
        text, tokens = reading_text(hit.chunk, embedder, first=key not in titled)
        if used + tokens > budget:
            continue
        hit.text, hit.tokens = text, tokens
        used += tokens
        titled.add(key)
        taken.append(hit)
    _mark_partial(taken)
    return taken, used


def reading_text(chunk: Chunk, embedder: Embedder, *, first: bool) -> tuple[str, int]:
    """What is given to the reader for one hit, and its tokens: the first line of the context names the
    document and is given once a document."""
    if first or not chunk.parent_context:
        return chunk.text, chunk.tokens
    title, _, trail = chunk.parent_context.partition("\n")
    rest = chunk.text[len(title) + 1 :] if chunk.text.startswith(title + "\n") else chunk.text
    return rest, embedder.count([rest])[0]


def _mark_partial(hits: list[Hit]) -> None:
    have: dict[tuple[str, str, str], set[int]] = {}
    for hit in hits:
        chunk = hit.chunk
        have.setdefault((chunk.collection, chunk.doc_id, chunk.path), set()).add(chunk.part[0])
    for hit in hits:
        chunk = hit.chunk
        hit.partial = len(have[chunk.collection, chunk.doc_id, chunk.path]) < chunk.part[1]
