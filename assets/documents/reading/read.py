"""One door for every format."""

from __future__ import annotations

from pathlib import Path

from assets.documents.reading import docx, markdown, pdf, text
from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.sniff import kind

_READERS = {"pdf": pdf.read, "docx": docx.read, "text": text.read, "markdown": markdown.read}
_EXTENSIONS = {".pdf": "pdf", ".docx": "docx", ".txt": "text", ".md": "markdown", ".markdown": "markdown"}


def read(path: Path, file: str) -> ParsedDocument:
    """The document at `path`, read by what it is, not by what its name says; `file` is its path inside
    the collection. Raises `UnreadableDocument`, whose message says why and how to mend it."""
    found = kind(path)
    document = _READERS[found](path, file)
    named = _EXTENSIONS.get(Path(file).suffix.lower())
    if named is not None and named != found and {named, found} != {"text", "markdown"}:
        document.flags.append(f"named_{named}_is_{found}")
    return document
