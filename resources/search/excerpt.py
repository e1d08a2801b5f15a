"""The matching part of a unit that is too large for what is left of a budget: whole sentences, verbatim."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from resources.embedder import Embedder
from resources.keywords import terms
from resources.lead_in import Span, above
from resources.record import Chunk

_ITEM = re.compile(r"\s*(?:\(?\w{1,4}[.)]\s|[-•*–·▪◦]|[a-z])")
"""How an item of a list begins: its label, a bullet, or a small letter."""
_SENTENCE = re.compile(
    r"[.;:!?][\"”’)\]]*\s+(?=[\"“(\[]?[A-Z0-9(])|\n\s*(?=\(\w{1,4}\)|[-•*–·▪◦])|[。！？；]+"
)


def term_weights(
    asked: str, wording: Sequence[str], wording_weight: float, bodies: Sequence[str]
) -> dict[str, float]:
    """Weight of each term of a question, rarer among the hits' bodies counting more."""
    weights = dict.fromkeys((t for phrase in wording for t in terms(phrase)), wording_weight)
    weights |= dict.fromkeys(terms(asked), 1.0)
    held: Counter[str] = Counter()
    for body in bodies:
        held.update(weights.keys() & _terms(body))
    return {t: w * math.log(1 + (len(bodies) + 0.5) / (held[t] + 0.5)) for t, w in weights.items()}


@lru_cache(maxsize=512)
def _terms(text: str) -> frozenset[str]:
    """The terms of a text. Kept, since the same bodies come for question after question."""
    return frozenset(terms(text))


@lru_cache(maxsize=16)
def _sentence_terms(body: str) -> list[frozenset[str]]:
    """The terms of each of a body's sentences. Kept for a few: where a unit is a whole document, all
    questions are asked of the same ones."""
    return [frozenset(terms(body[a:b])) for a, b in sentences(body)]


def sentences(body: str) -> list[tuple[int, int]]:
    """Characters start .. end of the sentences and items of a body, which together are all of it."""
    edges = [0, *(m.end() for m in _SENTENCE.finditer(body)), len(body)]
    return [(a, b) for a, b in itertools.pairwise(edges) if a < b]


def excerpt(chunk: Chunk, weights: Mapping[str, float], room: int, embedder: Embedder) -> Chunk | None:
    """The run of whole sentences of the chunk's body that holds most of the question's weight in at most
    `room` tokens, context included; None where no sentence fits."""
    spans = sentences(chunk.body)
    sizes = [n + 1 for n in embedder.count([chunk.body[a:b] for a, b in spans])]
    values = [sum(weights[t] for t in weights.keys() & held) for held in _sentence_terms(chunk.body)]
    left = room - embedder.count([chunk.parent_context])[0] - 3
    if left <= 0:
        return None
    best, chosen = 0.0, (0, 0)
    first, used, value = 0, 0, 0.0
    for last, size in enumerate(sizes):
        used, value = used + size, value + values[last]
        while used > left:
            used, value = used - sizes[first], value - values[first]
            first += 1
        if value > best + 1e-9:
            best, chosen = value, (first, last + 1)
    if best <= 0.0:
        return None
    led = _led(chunk, spans, chosen[0])
    if led is not chunk and sum(sizes[slice(*chosen)]) + embedder.count([led.parent_context])[0] + 3 <= room:
        chunk = led
    start, stop = spans[chosen[0]][0], spans[chosen[1] - 1][1]
    body = chunk.body[start:stop].strip()
    start += len(chunk.body[start:stop]) - len(chunk.body[start:stop].lstrip())
    at = chunk.char_start + start
    text = f"{chunk.parent_context}\n{body}" if chunk.parent_context else body
    return replace(
        chunk, body=body, text=text, char_start=at, char_end=at + len(body), tokens=embedder.count([text])[0]
    )


def _led(chunk: Chunk, spans: Sequence[Span], first: int) -> Chunk:
    """The chunk under the words that open the list of which its sentence `first` is an item."""
    if not _ITEM.match(chunk.body[slice(*spans[first])]):
        return chunk
    for start, end in reversed(spans[:first]):
        if chunk.body[start:end].rstrip().endswith(":"):
            words = chunk.body[start:end].split()
            at = chunk.char_start + start
            return above(chunk, [" ".join(words)], [(at, chunk.char_start + end)]) if words else chunk
    return chunk
