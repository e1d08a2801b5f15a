"""Cutting a document that has no tree: section by section, each split recursively with overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from assets.documents.reading.model import LeftOut, ParsedDocument
from assets.prose.passage import passage
from assets.prose.recursive import Span, hard_cut, recursive_spans, trim
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.record import CEILING, Chunk

STRATEGY = "structure"
CHUNKER = "prose-recursive"
SIZE = 1000
"""Most characters of a passage."""
OVERLAP = 100
"""Most characters that a passage shares with the one before, whole sentences: what stands across a cut
stands whole in one of the two, and little of the asker's budget is read twice."""
CONTEXT_TOKENS = 64
"""Title and headings are put in front of a passage only where they are short beside it."""


@dataclass(frozen=True, slots=True)
class _Section:
    start: int
    end: int
    above: tuple[str, ...]
    """The headings over it, outermost first."""
    own: tuple[str, ...]
    """The headings its text begins with."""


def cut(
    document: ParsedDocument, facts: DocumentFacts, embedder: Embedder
) -> tuple[list[Chunk], list[LeftOut]]:
    """Passages in document order, every one at most `CEILING` tokens, prefix included; together they hold
    every character of the reading order that is not white space. Left out is what the reader left out."""
    chunks: list[Chunk] = []
    for section in _sections(document):
        trail = section.above + section.own
        for start, end in recursive_spans(document, section.start, section.end, SIZE, OVERLAP):
            shown = section.above if start == section.start else trail
            context = _context(facts.title, shown, embedder)
            for body in under_ceiling(document.text, (start, end), context, embedder):
                chunks.append(
                    passage(
                        document,
                        facts,
                        body,
                        seq=len(chunks),
                        strategy=STRATEGY,
                        chunker=CHUNKER,
                        context=context,
                        heading_path=trail,
                    )
                )
    return counted(chunks, embedder), list(document.left_out)


def counted(chunks: list[Chunk], embedder: Embedder) -> list[Chunk]:
    """The chunks with the tokens of their texts, all counted in one call."""
    for chunk, tokens in zip(chunks, embedder.count([chunk.text for chunk in chunks]), strict=True):
        chunk.tokens = tokens
    return chunks


def under_ceiling(text: str, span: Span, context: str, embedder: Embedder) -> Iterator[Span]:
    """The span without white space around it, cut further where prefix and body exceed the ceiling."""
    prefix = f"{context}\n" if context else ""
    fits: Callable[[str], bool] = lambda body: embedder.fits(prefix + body, CEILING)  # noqa: E731
    trimmed = trim(text, span)
    if trimmed[0] == trimmed[1]:
        return
    for part in hard_cut(text, trimmed, fits):
        if (body := trim(text, part))[0] < body[1]:
            yield body


def _context(title: str, headings: tuple[str, ...], embedder: Embedder) -> str:
    """Title and heading trail; only the innermost that leave the prefix short."""
    trail = [" ".join(part.split()) for part in (title, *headings)]
    while trail and not embedder.fits(" > ".join(trail), CONTEXT_TOKENS):
        trail.pop(0)
    return " > ".join(part for part in trail if part)


def _sections(document: ParsedDocument) -> list[_Section]:
    """The reading order cut before every heading; a heading without text of its own stays with what
    follows it."""
    sections: list[_Section] = []
    trail: list[tuple[int, str]] = []
    start, above = 0, 0
    in_headings = False

    def close(end: int) -> None:
        names = tuple(text for _, text in trail)
        if document.text[start:end].strip():
            sections.append(_Section(start, end, names[:above], names[above:]))

    for line in document.lines:
        level = _heading_level(line.style)
        if level is not None:
            if not in_headings:
                close(line.start)
                start = line.start
            while trail and trail[-1][0] >= level:
                trail.pop()
            above = min(above, len(trail)) if in_headings else len(trail)
            trail.append((level, document.line_text(line).lstrip("#").strip()))
        in_headings = level is not None
    close(document.body_end)
    return sections


def _heading_level(style: str) -> int | None:
    return int(style[1]) if len(style) == 2 and style[0] == "h" and style[1].isdigit() else None
