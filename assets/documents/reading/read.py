"""One door for every format."""

from __future__ import annotations

from pathlib import Path

from assets.documents.reading import (
    azure,
    digits,
    docling,
    docx,
    markdown,
    parser_output,
    pdf,
    text,
    unstructured,
)
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.sniff import kind

_READERS = {
    "pdf": pdf.read,
    "docx": docx.read,
    "text": text.read,
    "markdown": markdown.read,
    "docling": docling.read,
    "azure": azure.read,
    "unstructured": unstructured.read,
}
_EXTENSIONS = {".pdf": "pdf", ".docx": "docx", ".txt": "text", ".md": "markdown", ".markdown": "markdown"}
_OF_PARSERS = {"docling": docling.read, "azure": azure.read, "unstructured": unstructured.read}


def read(path: Path, file: str, form: Path | None = None) -> ParsedDocument:
    """The document at `path`, read by what it is, not by what its name says; `file` is its path inside
    the collection, `form` what another parser wrote about it, which is then read in its place. Raises
    `UnreadableDocument`, whose message says why and how to mend it."""
    if form is not None:
        return read_form(form, file, path)
    found = kind(path)
    document = _READERS[found](path, file)
    named = _EXTENSIONS.get(Path(file).suffix.lower())
    if named is not None and named != found and {named, found} != {"text", "markdown"}:
        document.flags.append(f"named_{named}_is_{found}")
    document.flags += digits.doubts(document)
    return document


def read_form(form: Path, file: str, original: Path) -> ParsedDocument:
    """The document that another parser wrote to `form` about the file at `original`. Raises
    `UnreadableDocument`."""
    parser = parser_output.parser_of(form)
    if parser is None:
        raise UnreadableDocument("it is no parser's output; export it again")
    document = _OF_PARSERS[parser](form, file, original)
    document.flags += digits.doubts(document)
    return document
