"""From printed lines to the one text of a document: broken words joined, page furniture set apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from assets.documents.reading import hyphens
from assets.documents.reading.model import LeftOut, Line, ParsedDocument
from assets.documents.reading.normalise import SOFT_HYPHEN
from assets.tables.printed import PageRow
from assets.tables.stitch import stitch

APPENDIX = "\f"
"""Stands between the reading order and what is left out."""


@dataclass(slots=True)
class Piece:
    """One line before it has its place in the text; fields as in `model.Line`."""

    text: str
    page: int
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    indent: float = 0.0
    size: float = 0.0
    bold: bool = False
    style: str = ""
    gap: float = 0.0
    table: bool = False
    confidence: float = 1.0
    row: PageRow | None = None
    """The row of a table that was found on the page."""


def assemble(
    file: str,
    pieces: Sequence[Piece],
    left_out: Mapping[int, str],
    *,
    pages: int,
    reader: str,
    flags: list[str],
    extra: Sequence[tuple[str, str]] = (),
) -> ParsedDocument:
    """The document of `pieces` in reading order. `left_out` names pieces that go behind the form feed
    with their reason; `extra` is further text left out, as (text, reason). Tables are stitched over pages:
    what only repeats a header or carries a sum over is left out as well."""
    left_out = dict(left_out)
    tables = stitch(pieces, left_out) if any(piece.table for piece in pieces) else []
    kept = [i for i in range(len(pieces)) if i not in left_out] if left_out else range(len(pieces))
    texts = [pieces[i].text for i in kept]
    glued = _join_broken_words(texts, {number for number, i in enumerate(kept) if pieces[i].table})
    parts: list[str] = []
    lines: list[Line] = []
    places: dict[int, tuple[int, int]] = {}
    at = 0
    last = len(texts) - 1
    for number, index in enumerate(kept):
        piece, text = pieces[index], texts[number]
        end = at + len(text)
        lines.append(
            Line(
                at,
                end,
                piece.page,
                piece.x0,
                piece.y0,
                piece.x1,
                piece.y1,
                piece.indent,
                piece.size,
                piece.bold,
                piece.style,
                piece.gap,
                piece.table,
                piece.confidence,
            )
        )
        parts.append(text)
        places[index] = (at, end)
        at = end
        if number != last and number not in glued:
            parts.append("\n")
            at += 1
    body_end = at
    regions: list[LeftOut] = []
    appendix = [(pieces[i].text, reason) for i, reason in sorted(left_out.items())] + list(extra)
    for number, (text, reason) in enumerate(appendix):
        parts.append("\n" if number else APPENDIX)
        at += 1
        parts.append(text)
        regions.append(LeftOut(at, at + len(text), reason))
        at += len(text)
    found = [table.placed(places) for table in tables]
    return ParsedDocument(file, "".join(parts), lines, regions, pages, reader, body_end, flags, found)


def _join_broken_words(texts: list[str], rows: Set[int]) -> set[int]:
    """Mend words broken over a line end in place; the numbers of lines that the next one follows
    without a newline. `rows` of a table are whole."""
    broken = [
        number
        for number, text in enumerate(texts)
        if text[-1:] in "-\u00ad"
        and number + 1 < len(texts)
        and number not in rows
        and number + 1 not in rows
        and hyphens.may_break(text)
    ]
    glued: set[int] = set()
    if broken:
        words = hyphens.WordList(texts)
        for number in broken:
            joined = hyphens.join(texts[number], texts[number + 1], words)
            if joined is not None:
                texts[number] = joined
                glued.add(number)
    for number, text in enumerate(texts):
        if text.endswith(SOFT_HYPHEN):
            texts[number] = text[:-1]
    return glued
