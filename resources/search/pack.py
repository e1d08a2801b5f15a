"""Hits into a token budget: strongest first, each counted as it is given to the reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from resources.embedder import Embedder
from resources.record import Chunk
from resources.search.access import doc_key
from resources.search.excerpt import excerpt, term_weights
from resources.search.query import Query

LEAST = 40
"""Tokens left in a budget below which nothing more is looked for."""
LEAST_EXCERPT = 80
"""Tokens left below which no part of a larger unit is looked for: a sentence without its surroundings misleads."""


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


def pack(ranking: Sequence[Hit], budget: int, embedder: Embedder, query: Query) -> tuple[list[Hit], int]:
    """The hits that fit, strongest first, and the tokens they use. A unit larger than what is left comes
    as its matching sentences, marked partial; where none of them fit either it is skipped."""
    taken: list[Hit] = []
    titled: set[str] = set()
    used = 0
    weights: dict[str, float] | None = None
    for ranked in ranking:
        hit, left = replace(ranked), budget - used
        if left < LEAST:
            break
        first = (key := doc_key(hit.chunk.collection, hit.chunk.doc_id)) not in titled
        hit.text, hit.tokens = reading_text(hit.chunk, embedder, first=first)
        if hit.tokens > left:
            if left < LEAST_EXCERPT:
                continue
            if weights is None:
                bodies = [other.chunk.body for other in ranking]
                weights = term_weights(query.text, query.wording, query.wording_weight, bodies)
            part = excerpt(hit.chunk, weights, left, embedder)
            if part is None:
                continue
            hit.chunk, hit.partial = part, True
            hit.text, hit.tokens = reading_text(part, embedder, first=first)
        used += hit.tokens
        titled.add(key)
        taken.append(hit)
    _mark_partial(taken)
    return taken, used


def reading_text(chunk: Chunk, embedder: Embedder, *, first: bool) -> tuple[str, int]:
    """What is given to the reader for one hit, and its tokens: the first line of the context names the
    document and is given once a document. Tokens are counted as they stand in the chunk's text."""
    title, _, _ = chunk.parent_context.partition("\n")
    opening = title + "\n"
    if first or not title or not chunk.text.startswith(opening):
        return chunk.text, chunk.tokens
    return chunk.text[len(opening) :], chunk.tokens - embedder.count([opening])[0]


def _mark_partial(hits: list[Hit]) -> None:
    have: dict[tuple[str, str, str], set[int]] = {}
    for hit in hits:
        chunk = hit.chunk
        have.setdefault((chunk.collection, chunk.doc_id, chunk.path), set()).add(chunk.part[0])
    for hit in hits:
        chunk = hit.chunk
        hit.partial = hit.partial or len(have[chunk.collection, chunk.doc_id, chunk.path]) < chunk.part[1]
