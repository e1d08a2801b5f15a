"""A clause that is too long, split at its items, then at paragraphs and sentences, then at a word."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from assets.documents.reading.model import ParsedDocument
from resources.embedder import Embedder

PART_TOKENS = 310
"""A clause that must be split is split small: its items are cited and returned one by one. Measured on the
contract questions, full recall at 2,000 tokens: parts of 800 tokens 0.842, 500 0.845, 280 to 350 0.855."""
LEAST = 40
"""Tokens below which a stretch (a heading run into the text) makes no part of its own."""
MARGIN = 8
"""Tokens kept free: a part's first word, which stands behind a newline now, may count a few more there."""
_SENTENCE = re.compile(r"[.;:!?][\"”’)\]]*\s+(?=[\"“(\[]?[A-Z0-9(])|\n(?=[-•*–·▪◦])")
_SPACE = re.compile(r"\s+")
_ODD_SPACE = re.compile(r"[^\S \n]")
_WORD = re.compile(r"\S+\s*")

Span = tuple[int, int]


def split_long(
    doc: ParsedDocument,
    span: Span,
    items: Sequence[tuple[int, int]],
    embedder: Embedder,
    room: int,
    solid: Sequence[Span] = (),
) -> list[Span]:
    """Spans of doc.text[start:end] of at most `room` tokens each, and about `PART_TOKENS` where there is
    more room. `items` are (offset, depth) of its items; cuts prefer the outermost item, then a paragraph,
    then a sentence, then a word, and a single overlong word is cut at a character. Spans cover all but
    the white space between them. A `solid` stretch (a small table) is cut before and behind, and inside
    only where it does not fit. Raises ValueError where the room is too small for a word."""
    if room < 2 * MARGIN:
        raise ValueError(f"a context that leaves {room} tokens under the ceiling leaves no room for text")
    splitter = _Splitter(doc.text, span, min(room, PART_TOKENS + MARGIN) - MARGIN, embedder)
    splitter.fill(*span, _around(_cuts(doc, *span, items), solid))
    return splitter.spans


def _cuts(doc: ParsedDocument, start: int, end: int, items: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Offsets where a cut may stand, strongest kind first; each kind sorted."""
    levels: dict[int, list[int]] = {}
    for offset, depth in items:
        if start < offset < end:
            levels.setdefault(min(depth, 2), []).append(offset)
    first = bisect_left(doc.lines, start, key=lambda line: line.start)
    paragraphs = []
    for line in doc.lines[first:]:
        if line.start >= end:
            break
        if line.start > start and line.gap >= 0.5:
            paragraphs.append(line.start)
    sentences = [m.end() for m in _SENTENCE.finditer(doc.text, start, end)]
    words = [m.end() for m in _SPACE.finditer(doc.text, start, end)]
    return [*(levels[k] for k in sorted(levels)), paragraphs, sentences, words]


def _around(cuts: list[list[int]], solid: Sequence[Span]) -> list[list[int]]:
    """Cuts that leave solid stretches whole; those inside come last."""
    if not solid:
        return cuts
    kept = [[at for at in level if not any(a < at < b for a, b in solid)] for level in cuts]
    inside = sorted({at for level in cuts[-1:] for at in level if any(a < at < b for a, b in solid)})
    kept[-3] = sorted({*kept[-3], *(edge for stretch in solid for edge in stretch)})
    return [*kept, inside]


def _pieces(body: str, embedder: Embedder) -> list[Span]:
    """(end, tokens) of the pieces of a text, none with white space inside."""
    pieces = embedder.pieces(body)
    if len(pieces) > 1 and not _ODD_SPACE.search(body):
        return [(end, tokens) for _, end, tokens in pieces]
    words = list(_WORD.finditer(body))
    return [(m.end(), n + 1) for m, n in zip(words, embedder.count([m[0] for m in words]), strict=True)]


class _Splitter:
    """Fills parts greedily. The text is tokenized once; the tokens of a stretch are then a difference of
    two sums, each piece counted where it ends."""

    def __init__(self, text: str, span: Span, room: int, embedder: Embedder) -> None:
        self.text, self.room, self.embedder = text, room, embedder
        self.spans: list[Span] = []
        start, end = span
        pieces = _pieces(text[start:end], embedder)
        self._ends = [start + stop for stop, _ in pieces]
        self._sums = [0, *accumulate(tokens for _, tokens in pieces)]

    def fill(self, start: int, end: int, cuts: Sequence[Sequence[int]]) -> None:
        """Consecutive stretches between cuts of the first kind are joined while they fit; one that does
        not fit alone is cut at the next kind."""
        if not cuts:
            self._fill_word(start, end)
            return
        marks = cuts[0][bisect_right(cuts[0], start) : bisect_left(cuts[0], end)]
        at = start
        for a, b in pairwise([start, *marks, end]):
            if self._tokens(at, b) <= self.room:
                continue
            if self._tokens(a, b) <= self.room:
                self._append(at, a)
                at = a
                continue
            if self._tokens(at, a) >= LEAST:
                self._append(at, a)
                at = a
            self.fill(at, b, cuts[1:])
            at = b
        self._append(at, end)

    def _fill_word(self, start: int, end: int) -> None:
        """A stretch without any white space, which pieces do not divide: halved until it fits."""
        if end - start < 2 or self.embedder.fits(self.text[start:end], self.room):
            self._append(start, end)
            return
        middle = (start + end) // 2
        self._fill_word(start, middle)
        self._fill_word(middle, end)

    def _tokens(self, start: int, end: int) -> int:
        first, stop = bisect_right(self._ends, start), bisect_right(self._ends, end)
        return self._sums[stop] - self._sums[first]

    def _append(self, start: int, end: int) -> None:
        piece = self.text[start:end]
        stripped = piece.strip()
        if stripped:
            begin = start + len(piece) - len(piece.lstrip())
            self.spans.append((begin, begin + len(stripped)))
