"""What a file is, told by its content; its extension only decides between text and Markdown."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Literal

from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.parser_output import parser_of

Kind = Literal["pdf", "docx", "text", "markdown", "docling", "azure", "unstructured"]

_HEAD = 1024
"""The PDF header may stand anywhere in the first 1,024 bytes (ISO 32000-1, annex H, note 13)."""
_MARKDOWN = frozenset({".md", ".markdown"})
_OTHERS: tuple[tuple[bytes, str], ...] = (
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "an old Office file (.doc) or a password-protected one; save it as DOCX or PDF",
    ),
    (b"{\\rtf", "an RTF file; save it as DOCX or PDF"),
    (b"\x89PNG", "an image; run it through text recognition and save a PDF"),
    (b"\xff\xd8\xff", "an image; run it through text recognition and save a PDF"),
    (b"GIF8", "an image; run it through text recognition and save a PDF"),
    (b"II*\x00", "an image; run it through text recognition and save a PDF"),
    (b"MM\x00*", "an image; run it through text recognition and save a PDF"),
    (b"\x1f\x8b", "a gzip archive; unpack it"),
    (b"7z\xbc\xaf", "a 7-Zip archive; unpack it"),
    (b"Rar!", "a RAR archive; unpack it"),
    (b"%!PS", "a PostScript file; print it to PDF"),
    (b"<!doctype html", "a web page; print it to PDF"),
    (b"<html", "a web page; print it to PDF"),
)


def kind(path: Path) -> Kind:
    """Raises `UnreadableDocument` for an empty file and for formats no reader is there for."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
    if not head.strip(b"\x00\t\n\r\f \xef\xbb\xbf") and path.stat().st_size <= _HEAD:
        raise UnreadableDocument("the file is empty; copy or export it again")
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith(b"PK"):
        return _office(path)
    start = head.lstrip().lower()
    for magic, what in _OTHERS:
        if head.startswith(magic) or start.startswith(magic):
            raise UnreadableDocument(f"the file is {what}")
    if parser := parser_of(path):
        return parser
    return "markdown" if path.suffix.lower() in _MARKDOWN else "text"


def _office(path: Path) -> Kind:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise UnreadableDocument(
            f"the file is a damaged DOCX or zip archive ({error}); copy it again"
        ) from error
    if "[Content_Types].xml" in names:
        if "word/document.xml" in names or any(n.startswith("word/document") for n in names):
            return "docx"
        raise UnreadableDocument("the file is an Office file but no text document; save it as DOCX or PDF")
    raise UnreadableDocument("the file is a zip archive; unpack it")
