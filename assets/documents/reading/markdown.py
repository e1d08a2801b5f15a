"""Markdown: headings as styles, rules and table rules left out, bold marks and inline tags taken off."""

from __future__ import annotations

import re
from pathlib import Path

from assets.documents.reading import furniture
from assets.documents.reading.assemble import Piece, assemble
from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.normalise import squeeze
from assets.documents.reading.text import COLUMN, pages_of

READER = "markdown-2"

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*")
_BREAK = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_TABLE_RULE = re.compile(r"\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?")
_ORDERED = re.compile(r"\d{1,3}[.)]\s")
_BOLD = re.compile(r"(\*\*\*|\*\*)(?=\S)(.+?)(?<=\S)\1")
_TAG = re.compile(r"</?(?:span|strong|em|b|i|u|a|sup|sub|mark|br)\b[^<>]*>", re.I)
_EMPHASIS = re.compile(r"(\*\*\*|\*\*|\*|___|__|_|`+)(?=\S)(.+?)(?<=\S)\1")


def read(path: Path, file: str) -> ParsedDocument:
    """Heading lines lose their marks and have style 'h1' ... 'h6'. Raises `UnreadableDocument` for
    binary content."""
    pages, flags = pages_of(path)
    pieces: list[Piece] = []
    left_out: dict[int, str] = {}
    lists: list[int] = []
    for number, lines in enumerate(pages, start=1):
        fence, table, blank = "", False, 0
        for line in lines:
            shown = squeeze(line)
            if not shown:
                table, blank = False, blank + 1
                continue
            indent = (len(line) - len(line.lstrip())) * COLUMN
            above = pieces[-1] if pieces and not blank and len(pieces) - 1 not in left_out else None
            piece = Piece(shown, number, indent=indent, gap=float(blank))
            blank = 0
            mark = _FENCE.match(line)
            if fence or mark:
                if mark and (not fence or (mark[1].startswith(fence) and shown == mark[1])):
                    fence = "" if fence else mark[1]
            elif "|" in line and _TABLE_RULE.fullmatch(shown):
                table = True
                left_out[len(pieces)] = furniture.RULE
                if above is not None:
                    above.table = True
            elif _is_rule(line, piece, above):
                left_out[len(pieces)] = furniture.RULE
            else:
                piece.table = "|" in shown and (table or shown.startswith("|"))
                if piece.style:
                    lists.clear()
                else:
                    _unmark(piece)
                    _nest(piece, len(line) - len(line.lstrip()), lists)
            if not piece.text:
                blank += 1
                continue
            pieces.append(piece)
    return assemble(file, pieces, left_out, pages=len(pages), reader=READER, flags=flags)


def _is_rule(line: str, piece: Piece, above: Piece | None) -> bool:
    """Give a heading its style, on this line or on the one above that this one underlines; whether
    the line itself is only a rule."""
    heading = _HEADING.fullmatch(line)
    if heading is not None and heading[2]:
        piece.text = heading[2]
        _make_heading(piece, len(heading[1]))
        return False
    under = _UNDERLINE.fullmatch(line)
    if under is not None and above is not None and not above.style and not above.table:
        _make_heading(above, 1 if under[1][0] == "=" else 2)
        return True
    return _BREAK.fullmatch(line) is not None


def _unmark(piece: Piece) -> None:
    """Takes the marks of bold type and inline tags off a line: '**5.1.** Use' begins with a number. A line
    that is bold but for its punctuation is a bold line."""
    bare = _TAG.sub("", piece.text)
    piece.bold = bool(_BOLD.search(bare)) and not re.search(r"\w", _BOLD.sub("", bare))
    piece.text = squeeze(_BOLD.sub(r"\2", bare))


def _nest(piece: Piece, column: int, lists: list[int]) -> None:
    """Gives an item of an ordered list within another its depth as style, 'list 2' ...; `lists` are the
    columns of the open ones."""
    if not _ORDERED.match(piece.text):
        return
    while lists and lists[-1] >= column:
        lists.pop()
    lists.append(column)
    if len(lists) > 1:
        piece.style = f"list {len(lists)}"


def _make_heading(piece: Piece, level: int) -> None:
    piece.style, piece.bold = f"h{level}", True
    piece.text = squeeze(_EMPHASIS.sub(r"\2", piece.text))
