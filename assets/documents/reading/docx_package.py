"""A DOCX as a package: refused while still packed where it is damaged, encrypted or a bomb; its parts by
what they are for."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.package import Package

from assets.documents.reading.model import UnreadableDocument

_MAX_BYTES = 512 * 2**20
_MAX_RATIO = 250
"""Office XML shrinks 10 to 60 times; a zip bomb a thousand times (judged from 4 MB unpacked on)."""
_RATIO_FROM = 4 * 2**20
_MAX_PARTS = 20_000
_STRICT = b"http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument"
_LARGEST_INDEX = 2**20
"""Bytes of `_rels/.rels` to look at; Word's has under a thousand."""


def open_main_part(path: Path) -> Any:
    """The part that holds the text, of a document, a template or one with macros (which are not read).
    Raises `UnreadableDocument`, and whatever python-docx raises for a package that is damaged inside."""
    _check_archive(path)
    part = Package.open(str(path)).main_document_part
    if not part.content_type.endswith("main+xml") or "word" not in part.content_type:
        raise UnreadableDocument("the file is an Office file but no text document; save it as DOCX or PDF")
    return part


def root_of(part: Any) -> Any:
    """The part's XML. External entities are never resolved: python-docx parses with entities off."""
    return part.element if hasattr(part, "element") else parse_xml(part.blob)


def related(part: Any, relationship: str) -> Iterator[Any]:
    """Root elements of the parts that a part relates to in this way."""
    for relation in part.rels.values():
        if relation.reltype == relationship and not relation.is_external:
            yield root_of(relation.target_part)


def first_related(part: Any, relationship: str) -> Any | None:
    """The root element of the one part of that kind."""
    return next(related(part, relationship), None)


def count_embedded(part: Any) -> int:
    """Documents inside the document, which Word would unfold on opening it."""
    return sum(relation.reltype == RELATIONSHIP_TYPE.A_F_CHUNK for relation in part.rels.values())


def _check_archive(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            _check_entries(entries)
            with archive.open("_rels/.rels") as index:
                strict = _STRICT in index.read(_LARGEST_INDEX)
    except KeyError as error:
        raise UnreadableDocument("the DOCX is damaged (it has no index); copy or save it again") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
        raise UnreadableDocument(f"the DOCX is damaged ({error}); copy or save it again") from error
    if strict:
        raise UnreadableDocument(
            "the DOCX is of the 'Strict Open XML' kind; save it as an ordinary Word document or PDF"
        )


def _check_entries(entries: list[zipfile.ZipInfo]) -> None:
    if any(entry.flag_bits & 1 for entry in entries):
        raise UnreadableDocument("the DOCX is encrypted; save a copy without its password")
    total = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    if (
        total > _MAX_BYTES
        or len(entries) > _MAX_PARTS
        or (total > _RATIO_FROM and total > _MAX_RATIO * packed)
    ):
        raise UnreadableDocument(
            f"the DOCX unpacks to {total >> 20} MB; remove what fills it or save it as PDF"
        )
