"""What every reader gives: one document as positioned lines over one text, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass, field

from assets.tables.model import Table


@dataclass(slots=True)
class Line:
    """One printed line (PDF, TXT, MD) or paragraph (DOCX). `start`/`end` are character offsets into
    `ParsedDocument.text`; the box is in PDF points, display space, origin top left (zeros where the
    format has no page). `indent` is x0 of the first visible character (leading spaces counted by
    width), in points; for text formats the number of leading columns x 6."""

    start: int
    end: int
    page: int
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    indent: float = 0.0
    size: float = 0.0
    bold: bool = False
    style: str = ""
    """DOCX: the paragraph style's name. Markdown: 'h1' ... 'h6' for headings, 'list 2' ... for items
    of a numbered list within another. Else empty."""
    gap: float = 0.0
    """White space above, in line heights (0 where lines follow closely; 1 = one blank line)."""
    table: bool = False
    """The line is a row of a table (cells joined by ' | '), wrapped cells whole."""
    confidence: float = 1.0
    """How sure text recognition was of the line, 0 to 1; 1 where the text was in the file."""


@dataclass(slots=True)
class LeftOut:
    """A named region of the text that no chunk covers. reason: running_header, running_footer,
    page_number, rule (a line drawn with dashes) ..."""

    start: int
    end: int
    reason: str


@dataclass(slots=True)
class ParsedDocument:
    """A read document.

    `text` is the normalised lines in reading order joined by newlines, then (after a form feed)
    everything that is left out, so that a clause over a page break is one contiguous span and still
    no source character is lost. `lines` covers the reading-order part only and is sorted; between
    two lines stands exactly one newline, or nothing where a word was hyphenated over the line end.
    """

    file: str
    text: str
    lines: list[Line]
    left_out: list[LeftOut]
    pages: int
    reader: str
    """Reader and version, e.g. 'pdf-1'."""
    body_end: int = 0
    """Where reading order ends and the left-out appendix begins."""
    flags: list[str] = field(default_factory=list)
    """Doubts about the reading: 'no_text_layer', 'two_columns:3,4' ... written by `flags.flag`, and
    taken apart and explained for a reviewer by `flags.review`."""
    tables: list[Table] = field(default_factory=list)
    """Tables in document order, stitched over pages; each row is one of `lines` (two or more where it runs
    over a page break)."""

    def line_text(self, line: Line) -> str:
        return self.text[line.start : line.end]


class UnreadableDocument(Exception):
    """The file cannot be read; the message says why and how to mend it, without the file's path."""
