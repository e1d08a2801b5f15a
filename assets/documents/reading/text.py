"""Plain text and Markdown, whatever its encoding; form feeds are page breaks."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from assets.documents.reading import furniture
from assets.documents.reading.assemble import Piece, assemble
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.normalise import clean, squeeze

READER, MARKDOWN_READER = "text-1", "markdown-1"

_COLUMN = 6.0
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
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*")
_BREAK = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_TABLE_RULE = re.compile(r"\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?")
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|\*|___|__|_|`+)(?=\S)(.+?)(?<=\S)\1")


def read(path: Path, file: str) -> ParsedDocument:
    """Raises `UnreadableDocument` for binary content."""
    pages, flags = _pages(path)
    pieces: list[Piece] = []
    placed: list[furniture.Placed] = []
    for number, lines in enumerate(pages, start=1):
        count = len(lines)
        blank = 0
        for row, line in enumerate(lines):
            shown = line.lstrip()
            if not shown:
                blank += 1
                continue
            column = len(line) - len(shown)
            text = squeeze(shown)
            piece = Piece(text, number, indent=column * _COLUMN, gap=float(blank))
            blank = 0
            pieces.append(piece)
            # Rows count from the top in the upper half and from the bottom in the lower one, so that
            # footers of pages of different length stand at one height.
            y = 12.0 * row if row * 2 < count else 12.0 * (1_000_000 - (count - row))
            placed.append(furniture.Placed(text, number, piece.indent, _COLUMN * len(line), y, y + 10.0))
    left_out = furniture.find(placed, len(pages))
    _against_usual(pieces, left_out)
    return assemble(file, pieces, left_out, pages=len(pages), reader=READER, flags=flags)


def read_markdown(path: Path, file: str) -> ParsedDocument:
    """Heading lines lose their marks and have style 'h1' ... 'h6'; all else stays as typed. Raises
    `UnreadableDocument` for binary content."""
    pages, flags = _pages(path)
    pieces: list[Piece] = []
    left_out: dict[int, str] = {}
    fence = ""
    for number, lines in enumerate(pages, start=1):
        blank = 0
        for line in lines:
            shown = line.strip()
            if not shown:
                blank += 1
                continue
            piece = Piece(
                squeeze(shown), number, indent=(len(line) - len(line.lstrip())) * _COLUMN, gap=float(blank)
            )
            above = pieces[-1] if pieces and blank == 0 and len(pieces) - 1 not in left_out else None
            blank = 0
            mark = _FENCE.match(line)
            if fence:
                if mark and mark[1].startswith(fence) and shown == mark[1]:
                    fence = ""
            elif mark:
                fence = mark[1]
            elif (heading := _HEADING.fullmatch(line)) and heading[2]:
                piece.style, piece.bold = f"h{len(heading[1])}", True
                piece.text = squeeze(_EMPHASIS.sub(r"\2", heading[2])) or piece.text
            elif (
                (under := _UNDERLINE.fullmatch(line))
                and above is not None
                and not (above.style or above.table)
            ):
                above.style, above.bold = ("h1" if under[1][0] == "=" else "h2"), True
                above.text = squeeze(_EMPHASIS.sub(r"\2", above.text)) or above.text
                left_out[len(pieces)] = furniture.RULE
            elif _BREAK.fullmatch(line):
                left_out[len(pieces)] = furniture.RULE
            elif "|" in line and _TABLE_RULE.fullmatch(shown):
                left_out[len(pieces)] = furniture.RULE
                if above is not None:
                    above.table = True
            elif shown.startswith("|") or (above is None and pieces and pieces[-1].table and "|" in shown):
                piece.table = True
            pieces.append(piece)
    return assemble(file, pieces, left_out, pages=len(pages), reader=MARKDOWN_READER, flags=flags)


def _pages(path: Path) -> tuple[list[list[str]], list[str]]:
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
        if "\0" not in text:
            return text, [f"encoding:{encoding}"]
    if b"\0" in sample:
        raise UnreadableDocument("the file is binary, not text; save it as PDF, DOCX or UTF-8 text")
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    if len(_CONTROL.findall(text[:65536])) * 50 > min(len(text), 65536):
        raise UnreadableDocument("the file is binary, not text; save it as PDF, DOCX or UTF-8 text")
    return text, ["encoding:cp1252"]


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
