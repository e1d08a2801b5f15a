"""PDF with a text layer, one `get_text("dict")` a page."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pymupdf

from assets.documents.reading import furniture, quality
from assets.documents.reading.assemble import Piece, assemble
from assets.documents.reading.layout import Fragment, arrange
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.normalise import clean, squeeze

READER = "pdf-1"

# Images stay out and ligatures are spelled out. Nothing is clipped: clipping at the page's edge cuts
# the number off a heading that hangs over it.
_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE
_ALL = pymupdf.Rect(-1e5, -1e5, 1e5, 1e5)
_BOLD = 16
_MONOSPACED = 8
# Width of a space in ems: Courier's every character, and the usual of Times, Helvetica and Arial.
_MONO_SPACE, _SPACE = 0.6, 0.26

# Fewer letters say nothing about a language: one page of a text that is sound elsewhere must show
# more than a document that is garbled throughout.
_LETTERS_PAGE, _LETTERS_DOCUMENT = 200, 60

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def read(path: Path, file: str) -> ParsedDocument:
    """Raises `UnreadableDocument` for an encrypted, cut-off, damaged or page-less file."""
    try:
        document = pymupdf.open(path, filetype="pdf")
    except Exception as error:
        raise UnreadableDocument(f"the PDF is damaged ({error}); export or download it again") from error
    with document:
        if document.needs_pass:
            raise UnreadableDocument("the PDF is encrypted; save a copy without its password")
        if document.is_repaired and _cut_off(path):
            raise UnreadableDocument("the PDF breaks off before its end; download or copy it again")
        if document.page_count == 0:
            raise UnreadableDocument("the PDF has no pages; export it again")
        return _read(document, file)


def _cut_off(path: Path) -> bool:
    with path.open("rb") as stream:
        stream.seek(0, 2)
        stream.seek(max(0, stream.tell() - 4096))
        return b"%%EOF" not in stream.read()


def _read(document: Any, file: str) -> ParsedDocument:
    pieces: list[Piece] = []
    columns: list[int] = []
    empty: list[int] = []
    garbled: dict[int, str] = {}
    outside: list[tuple[str, str]] = []
    for number in range(1, document.page_count + 1):
        page = document[number - 1]
        width, height = page.rect[2:]
        inside: list[Fragment] = []
        for fragment in page_fragments(page):
            if fragment.x1 > 0 and fragment.y1 > 0 and fragment.x0 < width and fragment.y0 < height:
                inside.append(fragment)
            else:  # wholly beside the page: a printer's or a tool's note
                outside.append((squeeze(fragment.text), "off_page"))
        layout = arrange(inside)
        if layout.columns:
            columns.append(number)
        if not layout.lines:
            empty.append(number)
        elif evidence := quality.unusable("\n".join(line.text for line in layout.lines), _LETTERS_PAGE):
            garbled[number] = evidence
        pieces.extend(piece for line in layout.lines if (piece := _piece(line, number)).text)
    left_out = furniture.find(pieces, document.page_count)
    set_gaps(pieces, left_out)
    flags = []
    if empty:
        flags.append(_flag("no_text_layer", empty, document.page_count))
    if garbled:
        flags.append(
            _flag("text_layer_unusable", list(garbled), document.page_count, next(iter(garbled.values())))
        )
    elif evidence := quality.unusable("\n".join(piece.text for piece in pieces[:400]), _LETTERS_DOCUMENT):
        flags.append(f"text_layer_unusable ({evidence})")
    if columns:
        flags.append("two_columns:" + ",".join(map(str, columns)))
    if document.is_repaired:
        flags.append("repaired")
    return assemble(
        file, pieces, left_out, pages=document.page_count, reader=READER, flags=flags, extra=outside
    )


def _piece(line: Fragment, page: int) -> Piece:
    box = (round(line.x0, 2), round(line.y0, 2), round(line.x1, 2), round(line.y1, 2))
    return Piece(squeeze(line.text), page, *box, indent=box[0], size=round(line.size, 2), bold=line.bold)


def _flag(name: str, pages: list[int], of: int, evidence: str = "") -> str:
    """'name' for the whole document, 'name:2,5' for some of its pages, evidence in brackets behind."""
    where = "" if len(pages) == of else ":" + ",".join(map(str, pages))
    return name + where + (f" ({evidence})" if evidence else "")


def page_fragments(page: Any) -> list[Fragment]:
    """The page's runs of text with boxes in display space; blank runs are left out."""
    fragments: list[Fragment] = []
    matrix = page.rotation_matrix if page.rotation else None
    for block in page.get_textpage(clip=_ALL, flags=_FLAGS).extractDICT()["blocks"]:
        for line in block.get("lines", ()):
            fragment = _fragment(line)
            if fragment is None:
                continue
            if matrix is not None:
                box = pymupdf.Rect(fragment.x0, fragment.y0, fragment.x1, fragment.y1) * matrix
                fragment.x0, fragment.y0, fragment.x1, fragment.y1 = box.x0, box.y0, box.x1, box.y1
            fragments.append(fragment)
    return fragments


def _fragment(line: dict[str, Any]) -> Fragment | None:
    spans = line["spans"]
    x0, y0, x1, y1 = line["bbox"]
    if len(spans) == 1:
        span = spans[0]
        text = clean(span["text"])
        visible = text.strip()
        if not visible:
            return None
        first = last = span
        size, bold = span["size"], bool(span["flags"] & _BOLD)
        lead, trail = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
    else:
        spans = [span for span in spans if not span["text"].isspace()]
        if not spans:
            return None
        first, last = spans[0], spans[-1]
        x0, x1 = first["bbox"][0], last["bbox"][2]
        start, end = clean(first["text"]), clean(last["text"])
        lead, trail = len(start) - len(start.lstrip()), len(end) - len(end.rstrip())
        visible = clean("".join(span["text"] for span in line["spans"])).strip()
        if not visible:
            return None
        size, bold = _main_style(spans)
    if lead:
        x0 += lead * _space(first)
    if trail:
        x1 -= trail * _space(last)
    return Fragment(visible, x0, y0, x1, y1, size, bold)


def _main_style(spans: list[dict[str, Any]]) -> tuple[float, bool]:
    """Size of the longest span, and whether most letters are bold."""
    letters = heavy = longest = 0
    size = 0.0
    for span in spans:
        count = len(span["text"])
        letters += count
        if span["flags"] & _BOLD:
            heavy += count
        if count > longest:
            longest, size = count, span["size"]
    return size, heavy * 2 > letters


def _space(span: dict[str, Any]) -> float:
    font = span["font"]
    mono = span["flags"] & _MONOSPACED or "Cour" in font or "Mono" in font or "Consol" in font
    return float(span["size"] * (_MONO_SPACE if mono else _SPACE))


def set_gaps(pieces: list[Piece], left_out: dict[int, str]) -> None:
    """White space above each line in line heights, against the document's usual distance. Behind a
    page break and behind page furniture nothing is known about it: 0."""
    shown = [pieces[i] for i in range(len(pieces)) if i not in left_out]
    pitches = sorted(
        (below.y1 - above.y1) / below.size
        for above, below in pairwise(shown)
        if below.page == above.page and below.size > 0 and 0 < below.y1 - above.y1 < 3 * below.size
    )
    usual = max(1.0, pitches[int(len(pitches) * 0.3)]) if pitches else 1.2
    previous: Piece | None = None
    for index, piece in enumerate(pieces):
        if index in left_out:
            if left_out[index] != furniture.RULE:
                previous = None
            continue
        if previous is not None and previous.page == piece.page and piece.size > 0:
            gap = (piece.y1 - previous.y1) / (usual * piece.size) - 1
            piece.gap = round(gap, 2) if gap > 0.1 else 0.0
        previous = piece
