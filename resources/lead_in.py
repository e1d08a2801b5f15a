"""The words that open a list, and a chunk that repeats them above its text: an item is half a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from resources.record import Chunk

Span = tuple[int, int]

_OPEN = (":", "–", "—", "-", ",")
"""What a clause ends with that only its items complete."""
_SENTENCE_END = re.compile(r"[.;!?][\"”’)\]]*\s+(?=[\"“(\[]?[A-Z0-9])")


def lead_in(body: str) -> Span | None:
    """The last sentence of a clause that ends open ("The Supplier shall:"), as characters of its body; None
    where the clause says all it has to say."""
    end = len(body.rstrip())
    if not body[:end].endswith(_OPEN):
        return None
    starts = [0, *(match.end() for match in _SENTENCE_END.finditer(body, 0, end))]
    return (starts[-1], end)


def above(chunk: Chunk, lines: Sequence[str], spans: Sequence[Span]) -> Chunk:
    """The chunk with further lines of context, which repeat the source's characters `spans`. Its tokens
    and hash are the caller's to renew."""
    if not lines or not chunk.text.startswith(chunk.parent_context):
        return chunk
    context = "\n".join([*filter(None, [chunk.parent_context]), *lines])
    rest = chunk.text[len(chunk.parent_context) :].removeprefix("\n")
    return replace(chunk, parent_context=context, text=f"{context}\n{rest}", payload=repeating(chunk, spans))


def repeating(chunk: Chunk, spans: Sequence[Span]) -> str:
    """The chunk's payload, with further characters of the document that its text repeats."""
    if not spans:
        return chunk.payload
    payload = json.loads(chunk.payload)
    return json.dumps({**payload, "trail_spans": [*payload.get("trail_spans", ()), *map(list, spans)]})
