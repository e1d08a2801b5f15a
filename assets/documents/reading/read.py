"""One door for every format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from assets.documents.reading import digits, parser_output
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.parser_output import Parser
from assets.documents.reading.sniff import Kind, kind

_EXTENSIONS = {".pdf": "pdf", ".docx": "docx", ".txt": "text", ".md": "markdown", ".markdown": "markdown"}


def read(path: Path, file: str, form: Path | None = None) -> ParsedDocument:
    """The document at `path`, read by what it is, not by what its name says; `file` is its path inside
    the collection, `form` what another parser wrote about it, which is then read in its place. Raises
    `UnreadableDocument`, whose message says why and how to mend it."""
    if form is not None:
        return read_form(form, file, path)
    found = kind(path)
    document = _reader(found)(path, file)
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
    document = _reader_of(parser)(form, file, original)
    document.flags += digits.doubts(document)
    return document


# Each brings libraries of its own, and most collections have files of one kind.


def _reader(found: Kind) -> Callable[[Path, str], ParsedDocument]:
    match found:
        case "pdf":
            from assets.documents.reading import pdf

            return pdf.read
        case "docx":
            from assets.documents.reading import docx

            return docx.read
        case "text":
            from assets.documents.reading import text

            return text.read
        case "markdown":
            from assets.documents.reading import markdown

            return markdown.read
        case _:
            return _reader_of(found)


def _reader_of(parser: Parser) -> Callable[..., ParsedDocument]:
    match parser:
        case "docling":
            from assets.documents.reading import docling

            return docling.read
        case "azure":
            from assets.documents.reading import azure

            return azure.read
        case "unstructured":
            from assets.documents.reading import unstructured

            return unstructured.read
