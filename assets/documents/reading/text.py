"""Plain text, whatever its encoding; form feeds are page breaks."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from assets.documents.reading import furniture
from assets.documents.reading.assemble import Piece, assemble
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.normalise import clean, squeeze

READER = "text-1"

COLUMN = 6.0
"""Points a column of typewritten text is taken to be wide (10 pitch is 7.2, 12 pitch 6)."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LINE_BREAKS = re.compile("\r\n|[\r\v\u0085\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")


def read(path: Path, file: str) -> ParsedDocument:
    """Raises `UnreadableDocument` for binary content."""
    pages, flags = pages_of(path)
    pieces: list[Piece] = []
    placed: list[Piece] = []
    for number, lines in enumerate(pages, start=1):
        count = len(lines)
        blank = 0
        for row, line in enumerate(lines):
            shown = line.lstrip()
            text = squeeze(shown)
            if not text:
                blank += 1
                continue
            column = len(line) - len(shown)
            piece = Piece(text, number, indent=column * COLUMN, gap=float(blank))
            blank = 0
            pieces.append(piece)
            # Rows count from the top in the upper half and from the bottom in the lower one, so that
            # footers of pages of different length stand at one height.
            y = 12.0 * row if row * 2 < count else 12.0 * (1_000_000 - (count - row))
            placed.append(Piece(text, number, piece.indent, y, COLUMN * len(line), y + 10.0))
    left_out = furniture.find(placed, len(pages))
    _against_usual(pieces, left_out)
    return assemble(file, pieces, left_out, pages=len(pages), reader=READER, flags=flags)


def pages_of(path: Path) -> tuple[list[list[str]], list[str]]:
    """The lines of each page, cleaned but with their spaces, and flags."""
    text, flags = decode(path.read_bytes())
    text = _LINE_BREAKS.sub("\n", text)
    pages = text.split("\f")
    while len(pages) > 1 and not pages[-1].strip():
        del pages[-1]
    return [[clean(line.expandtabs(8)) for line in page.split("\n")] for page in pages], flags


def decode(data: bytes) -> tuple[str, list[str]]:
    """Text of a file's bytes, and the flag 'encoding:cp1252' where that is a guess."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            try:
                return data.decode(encoding), []
            except UnicodeDecodeError as error:
                raise UnreadableDocument(f"the text is no valid {encoding}; save it as UTF-8") from error
    sample = data[:65536]
    if sample.count(0) * 4 > len(sample):
        encoding = "utf-16-le" if sample[1::2].count(0) >= sample[0::2].count(0) else "utf-16-be"
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            text = "\0"
        if not _is_binary(text):
            return text, [f"encoding:{encoding}"]
    if b"\0" in sample:
        raise UnreadableDocument("the file is binary, not text; save it as PDF, DOCX or UTF-8 text")
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if _is_binary(text):
        raise UnreadableDocument("the file is binary, not text; save it as PDF, DOCX or UTF-8 text")
    return text, ["encoding:cp1252"]


def _is_binary(text: str) -> bool:
    """More than one control character in fifty: no text of any encoding has so many."""
    sample = text[:65536]
    return len(_CONTROL.findall(sample)) * 50 > len(sample)


def _against_usual(pieces: list[Piece], left_out: dict[int, str]) -> None:
    """Blank rows above each line against the document's usual number (double-spaced texts)."""
    shown = sorted(piece.gap for index, piece in enumerate(pieces) if index not in left_out)
    usual = shown[len(shown) * 3 // 10] if shown else 0.0
    behind = True
    for index, piece in enumerate(pieces):
        if index in left_out:
            behind = behind or left_out[index] != furniture.RULE
            continue
        piece.gap = 0.0 if behind else max(0.0, piece.gap - usual) / (1 + usual)
        behind = index + 1 < len(pieces) and pieces[index + 1].page != piece.page
