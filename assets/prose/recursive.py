"""Recursive splitting: a text is cut at its strongest boundaries until every piece is small enough,
neighbouring pieces are packed again, and each takes along the end of the one before. All by offsets."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise

from assets.documents.reading.model import ParsedDocument

Span = tuple[int, int]
Boundaries = Sequence[Sequence[int]]
"""Offsets at which a text may be cut, strongest kind first, each kind in order."""

PARAGRAPH_GAP = 0.5
"""White space above a line, in line heights, from which it begins a paragraph: half a blank line."""
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
_SENTENCE = re.compile(
    r"[.!?;:](?:[\"'”’)\]]|\[\d+\])*\s+(?=[^\s\da-z])"  # then a capital, a quote, a bracket
    r"|[。！？；]+[」』”’）]*"
)
_WORD = re.compile(r"\s+")


def boundaries(document: ParsedDocument, start: int, end: int) -> Boundaries:
    """Where [start, end) of a document may be cut: paragraphs, lines (of formats whose lines the writer
    broke, not the printer), sentences, words."""
    text = document.text
    paragraphs = {m.end() for m in _PARAGRAPH.finditer(text, start, end)}
    lines = []
    first, last = (bisect_left(document.lines, at, key=lambda line: line.start) for at in (start, end))
    for line in islice(document.lines, first, last):
        if line.gap >= PARAGRAPH_GAP or line.style:
            paragraphs.add(line.start)
        if line.x1 == 0 or line.table:
            lines.append(line.start)
    sentences = [m.end() for m in _SENTENCE.finditer(text, start, end)]
    words = [m.end() for m in _WORD.finditer(text, start, end)]
    return sorted(paragraphs), lines, sentences, words


def split(start: int, end: int, cuts: Boundaries, size: int) -> list[Span]:
    """Pieces of at most `size` characters, in order and gapless, each cut at the strongest kind of
    boundary that suffices; at a character where none does."""
    if end - start <= size:
        return [(start, end)] if start < end else []
    if not cuts:
        return [(at, min(at + size, end)) for at in range(start, end, size)]
    at = cuts[0][bisect_right(cuts[0], start) : bisect_left(cuts[0], end)]
    edges = [start, *at, end]
    return [piece for a, b in pairwise(edges) for piece in split(a, b, cuts[1:], size)]


def pack(pieces: Sequence[Span], size: int) -> list[Span]:
    """Neighbouring pieces joined for as long as they have at most `size` characters together."""
    packed: list[Span] = []
    for start, end in pieces:
        if packed and end - packed[-1][0] <= size:
            packed[-1] = (packed[-1][0], end)
        else:
            packed.append((start, end))
    return packed


def lap(spans: Sequence[Span], starts: Sequence[int], overlap: int) -> list[Span]:
    """Spans that each begin up to `overlap` characters earlier, at one of `starts` (sentences, say), so
    that what stands across a cut stands whole in one of them. The first stays as it is."""
    lapped = list(spans[:1])
    for (before, _), (start, end) in pairwise(spans):
        earlier = bisect_left(starts, max(start - overlap, before + 1))
        lapped.append(
            (starts[earlier], end) if earlier < len(starts) and starts[earlier] < start else (start, end)
        )
    return lapped


def recursive_spans(document: ParsedDocument, start: int, end: int, size: int, overlap: int) -> list[Span]:
    """[start, end) of a document in spans of at most `size` characters, `overlap` of them shared with the
    span before and beginning with a sentence."""
    cuts = boundaries(document, start, end)
    spans = pack(split(start, end, cuts, size - overlap), size - overlap)
    return lap(spans, sorted({*cuts[0], *cuts[2]}), overlap)


def trim(text: str, span: Span) -> Span:
    """The span without the white space around it; empty where it holds nothing else."""
    body = text[span[0] : span[1]]
    start = span[0] + len(body) - len(body.lstrip())
    return start, start + len(body.strip())


def hard_cut(text: str, span: Span, fits: Callable[[str], bool]) -> Iterator[Span]:
    """A span as the fewest leading stretches that fit, each cut at the last word edge that is left in
    it, else at a character. Raises ValueError where not even one character fits."""
    start, end = span
    while not fits(text[start:end]):
        low, high = 1, end - start  # low fits, high does not
        if not fits(text[start : start + 1]):
            raise ValueError("not even one character fits under the ceiling: the text's prefix is too long")
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if fits(text[start : start + middle]) else (low, middle)
        cut = start + low
        if not (text[cut].isspace() or text[cut - 1].isspace()):
            word = max(text.rfind(" ", start, cut), text.rfind("\n", start, cut)) + 1
            cut = word if word > start and fits(text[start:word]) else cut
        yield start, cut
        start = cut
    if start < end:
        yield start, end
