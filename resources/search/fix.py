"""What of a ticket is read: the problem, as far as the question asks for it, and what solved it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from resources.embedder import Embedder
from resources.keywords import THREAD, TICKET, terms
from resources.record import Chunk
from resources.search.excerpt import excerpt, sentences

PROBLEM_TOKENS = 80
"""Most tokens of a ticket's problem that are read; the rest of the budget goes to more tickets. With 120,
0.800 of 526 questions are answered in 2,000 tokens, with 80 0.808, with 40 0.812."""
FIX_TOKENS = 200
"""Most tokens of what solved it."""
_FIELD, _ANSWER = "Resolution: ", "Last answer: "
"""Before what the export says solved it, and before what was said last, which need not have."""
MORE = " …"


def shortened(chunk: Chunk, weights: Mapping[str, float], embedder: Embedder) -> tuple[Chunk, bool]:
    """A ticket's unit with at most `PROBLEM_TOKENS` of its problem, those sentences that hold most of the
    question's weight, or else the first, and nothing of its statement twice; and whether anything of it is
    left out."""
    if chunk.tokens <= PROBLEM_TOKENS:
        return _once(chunk, embedder), False
    room = max(PROBLEM_TOKENS, embedder.count([chunk.parent_context])[0] + PROBLEM_TOKENS // 3)
    part = excerpt(chunk, weights, room, embedder)
    if part is None:
        start, end = _telling_lines(chunk.body, weights, PROBLEM_TOKENS // 3, embedder)
        at = chunk.char_start + start
        part = replace(chunk, body=chunk.body[start:end], char_start=at, char_end=chunk.char_start + end)
    return _once(part, embedder), True


def _once(chunk: Chunk, embedder: Embedder) -> Chunk:
    """The chunk without what its statement takes from the very words that stand below it."""
    below = " ".join(chunk.body.split())
    lines = [
        " | ".join(part for part in line.split(" | ") if part not in below)
        for line in chunk.parent_context.split("\n")
    ]
    context = "\n".join(line for line in lines if line)
    text = f"{context}\n{chunk.body}" if context else chunk.body
    return replace(chunk, parent_context=context, text=text, tokens=embedder.count([text])[0])


def _telling_lines(
    body: str, weights: Mapping[str, float], tokens: int, embedder: Embedder
) -> tuple[int, int]:
    """Where in a log, which has no sentences, the line stands that holds most of the question's weight, and
    what follows it in at most that many tokens; the beginning where no line holds any."""
    best, start, at = 0.0, 0, 0
    for line in body.split("\n"):
        value = sum(weights[term] for term in weights.keys() & set(terms(line)))
        if value > best + 1e-9:
            best, start = value, at
        at += len(line) + 1
    return start, start + len(_leading(body[start:], tokens, embedder))


def with_fix(text: str, chunk: Chunk, embedder: Embedder) -> str:
    """The text to be read with what solved the problem behind it, as far as `FIX_TOKENS` go."""
    resolution = resolution_of(chunk)
    if not resolution:
        return text
    if not embedder.fits(resolution, FIX_TOKENS):
        resolution = _leading(resolution, FIX_TOKENS, embedder) + MORE
    return f"{text}\n{lead(chunk)}{resolution}"


def lead(chunk: Chunk) -> str:
    """What stands before the fix: whether the export says that it solved the problem, or it is an answer."""
    return _ANSWER if told(chunk.payload).get("resolution_from") == "answer" else _FIELD


def fix_in_part(chunk: Chunk, embedder: Embedder) -> bool:
    """Whether only the beginning of what solved it is read."""
    return chunk.family == TICKET and not embedder.fits(resolution_of(chunk), FIX_TOKENS)


def resolution_of(chunk: Chunk) -> str:
    """What solved the problem, empty where nothing says."""
    return str(told(chunk.payload).get("resolution") or "")


@lru_cache(maxsize=8_192)
def told(payload: str) -> Mapping[str, Any]:
    """What a payload tells, a ticket's without its thread. Kept, since the same chunks come question after
    question."""
    return {name: value for name, value in json.loads(payload).items() if name != THREAD}


def _leading(text: str, tokens: int, embedder: Embedder) -> str:
    """The leading sentences of a text in at most that many tokens; of a longer first one its beginning."""
    stop = 0
    for _, end in sentences(text[: tokens * 40]):
        if not embedder.fits(text[:end], tokens):
            break
        stop = end
    if not stop:
        used = 0
        for _, end, size in embedder.pieces(text[: tokens * 40]):
            used += size
            if used > tokens:
                break
            stop = end
    return text[:stop].rstrip()
