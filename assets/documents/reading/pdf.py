"""PDF: one `get_text("dict")` a page, and text recognition where the text layer is missing or useless."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pymupdf

from assets.documents.reading import flags, furniture, quality, scanned
from assets.documents.reading.assemble import Piece, assemble
from assets.documents.reading.layout import Fragment, arrange_page
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.normalise import clean, squeeze
from assets.tables.model import FoundTable
from assets.tables.rules import Rules, page_rules
from resources import ocr

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


@dataclass(slots=True)
class _Page:
    """One page on its way: its runs of text, and why they do not say what the page shows, by flag."""

    fragments: list[Fragment]
    unusable: str = ""
    seen: str = ""
    scan: scanned.ScannedPage | None = None


def _read(document: Any, file: str) -> ParsedDocument:
    beside: list[tuple[str, str]] = []
    pages = [_look(document[number], beside) for number in range(document.page_count)]
    _look_at_all(pages)
    read_flags = _read_again(document, pages, file, beside)
    pieces: list[Piece] = []
    columns: list[int] = []
    above: FoundTable | None = None
    for number, page in enumerate(pages, 1):
        layout = arrange_page(page.fragments, partial(_rules, document, number), above)
        above = layout.last_table
        if layout.columns:
            columns.append(number)
        pieces.extend(piece for line in layout.lines if (piece := _piece(line, number, page.scan)).text)
    left_out = furniture.find(pieces, document.page_count)
    set_gaps(pieces, left_out)
    for piece in pieces:
        if (scan := pages[piece.page - 1].scan) is not None:
            piece.x0, piece.y0, piece.x1, piece.y1 = scan.on_page((piece.x0, piece.y0, piece.x1, piece.y1))
    found = [*_unusable_flags(pages), *read_flags]
    if columns:
        found.append(flags.flag("two_columns", columns, 0))
    if document.is_repaired:
        found.append("repaired")
    reader = ocr.read_by(READER) if any(page.unusable for page in pages) else READER
    return assemble(
        file, pieces, left_out, pages=document.page_count, reader=reader, flags=found, extra=beside
    )


def _rules(document: Any, number: int) -> Rules:
    return page_rules(document[number - 1])


def _look(page: Any, beside: list[tuple[str, str]]) -> _Page:
    """A page's text layer, and whether it is any good. What stands wholly beside the page (a printer's or a
    tool's note) goes to `beside`."""
    width, height = page.rect[2:]
    inside: list[Fragment] = []
    for fragment in page_fragments(page):
        if fragment.x1 > 0 and fragment.y1 > 0 and fragment.x0 < width and fragment.y0 < height:
            inside.append(fragment)
        else:
            beside.append((squeeze(fragment.text), "off_page"))
    if evidence := scanned.missing_text(page, inside):
        return _Page(inside, flags.NO_TEXT_LAYER, evidence)
    if evidence := quality.unusable(_text(inside), _LETTERS_PAGE):
        return _Page(inside, flags.TEXT_LAYER_UNUSABLE, evidence)
    return _Page(inside)


def _look_at_all(pages: Sequence[_Page]) -> None:
    """Pages of few letters each show what they are only together."""
    if any(page.unusable == flags.TEXT_LAYER_UNUSABLE for page in pages):
        return
    rest = [page for page in pages if page.fragments and not page.unusable]
    if evidence := quality.unusable("\n".join(_text(page.fragments) for page in rest), _LETTERS_DOCUMENT):
        for page in rest:
            page.unusable, page.seen = flags.TEXT_LAYER_UNUSABLE, evidence


def _read_again(document: Any, pages: Sequence[_Page], file: str, beside: list[tuple[str, str]]) -> list[str]:
    """Put what text recognition reads in the place of unusable pages, as far as it is installed; the flags
    that say so. A useless text layer goes to `beside`, read or not."""
    unusable = [number for number, page in enumerate(pages, 1) if page.unusable]
    engine = ocr.engine() if unusable else None
    scans = scanned.read_pages(document, unusable, engine, file) if engine else scanned.Scans()
    for number in unusable:
        page = pages[number - 1]
        page.scan = scans.pages.get(number)
        if page.scan is not None or page.unusable == flags.TEXT_LAYER_UNUSABLE:
            beside += [(text, page.unusable) for each in page.fragments if (text := squeeze(each.text))]
            page.fragments = page.scan.fragments if page.scan else []
    return scanned.flags_of(scans, len(pages), engine.version if engine else "")


def _unusable_flags(pages: Sequence[_Page]) -> list[str]:
    """One flag for each way in which pages that still wait are unusable, with what was seen on the first."""
    found = []
    for name in (flags.NO_TEXT_LAYER, flags.TEXT_LAYER_UNUSABLE):
        numbers = [n for n, page in enumerate(pages, 1) if page.unusable == name and page.scan is None]
        if numbers:
            found.append(flags.flag(name, numbers, len(pages), pages[numbers[0] - 1].seen))
    return found


def _text(fragments: Sequence[Fragment]) -> str:
    return "\n".join(fragment.text for fragment in fragments)


def _piece(line: Fragment, page: int, scan: scanned.ScannedPage | None) -> Piece:
    box = (round(line.x0, 2), round(line.y0, 2), round(line.x1, 2), round(line.y1, 2))
    piece = Piece(squeeze(line.text), page, *box, indent=box[0], size=round(line.size, 2), bold=line.bold)
    piece.row, piece.table = line.row, line.row is not None
    if scan is not None:
        piece.confidence = round(scan.confidence_of(line), 3)
    return piece


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
