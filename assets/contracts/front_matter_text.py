"""A contract's text as paragraphs, each character where it was, so that what is found keeps its place."""

from __future__ import annotations

from assets.contracts.evidence import usual_width
from assets.documents.reading.model import ParsedDocument

SHORT_LINE = 0.55
"""A line shorter than this share of a full one ends its paragraph."""


def flowing(doc: ParsedDocument) -> str:
    """The document's text, character by character, with a blank where a printed line goes on in the next
    and a newline only between paragraphs."""
    texts = [doc.line_text(line) for line in doc.lines]
    width = usual_width(texts)
    paragraphs = width > 160 and not any(line.y1 for line in doc.lines[:50])
    letters = list(doc.text[: doc.body_end])
    for index in range(1, len(texts)):
        at = doc.lines[index].start - 1
        before = texts[index - 1]
        full = len(before) > (0.85 if doc.lines[index].gap >= 0.5 else SHORT_LINE) * width
        if letters[at] == "\n" and full and not paragraphs:
            letters[at] = " "
    return "".join(letters)
