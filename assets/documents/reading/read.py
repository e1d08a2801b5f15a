"""One door for every format: what a file is, is told by its content."""

from __future__ import annotations

from pathlib import Path

from assets.documents.reading import pdf
from assets.documents.reading.model import ParsedDocument, UnreadableDocument


def read(path: Path, file: str) -> ParsedDocument:
    """Read `path`; `file` is its name inside the collection. Raises `UnreadableDocument`."""
    head = path.open("rb").read(1024)
    if b"%PDF-" in head:
        return pdf.read(path, file)
    raise UnreadableDocument("not a PDF, DOCX, Markdown or text file; save it as one of these")
