"""What other parsers wrote about a document: told by its content, loaded without trusting it."""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Literal, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from assets.documents.reading.model import UnreadableDocument

Parser = Literal["docling", "azure", "unstructured"]
PARSERS: tuple[Parser, ...] = get_args(Parser)
"""Those whose output says most of a document's structure first: where two of them stand beside one file,
the first of this order is read."""
NAMES: dict[Parser, str] = {
    "docling": "docling",
    "azure": "Azure Document Intelligence",
    "unstructured": "Unstructured",
}

LARGEST = 256 * 2**20
"""Bytes of JSON. Without pictures a page takes 10 to 200 KB."""

_Model = TypeVar("_Model", bound=BaseModel)
_TOKEN = re.compile(rb'"([^"\\]*+(?:\\.[^"\\]*+)*+)"(\s*:)?|[{}\[\]]', re.DOTALL)
"""Possessive, so that no string however long is gone over twice."""
_TOKENS, _DEPTH = 10_000_000, 100
"""How far a file is followed to tell what it is; no parser's output is nested half as deep."""
_BLANK = b" \t\r\n\xef\xbb\xbf"
_DOCLING = re.compile(rb'"schema_name"\s*:\s*"DoclingDocument"')
_AZURE = re.compile(rb'"(?:analyzeResult|analyze_result|readResults|modelId|model_id)"\s*:')
_ELEMENT = frozenset({b"type", b"text", b"metadata"})
# The classes of unstructured.documents.elements that a partition begins with.
_ELEMENTS = re.compile(
    rb'"type"\s*:\s*"(?:Title|NarrativeText|ListItem|List|UncategorizedText|Text|Paragraph|Abstract|Table'
    rb"|TableChunk|Header|Headline|Subheadline|Page-header|Section-header|Footer|PageBreak|PageNumber|Address"
    rb"|EmailAddress|FigureCaption|Figure|Caption|Image|Picture|Formula|Footnote|CodeSnippet|CompositeElement"
    rb'|CheckBox|FormKeysValues|Form|Link|BulletedText|Threading|Value|Page-footer)"'
)


def parser_of(path: Path) -> Parser | None:
    """Whose output the file at `path` is, None where it is no parser's: only what stands at the top of the
    JSON counts, so that an export that quotes such a file is not taken for one."""
    with path.open("rb") as stream:
        start = stream.read(64).lstrip(_BLANK)
        if not start.startswith((b"{", b"[")):
            return None
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return _elements_in(data) if start.startswith(b"[") else _object_in(data)


def load(path: Path, model: type[_Model], parser: Parser) -> _Model:
    """The file as `model`. Raises `UnreadableDocument` that names the place inside it, whatever it holds:
    pydantic's reader refuses deep nesting, and keeps nothing of what the model does not name."""
    what, mend = f"the output of {NAMES[parser]}", "export it again"
    if (size := path.stat().st_size) > LARGEST:
        raise UnreadableDocument(f"{what} has {size >> 20} MB; export it without pictures")
    try:
        return model.model_validate_json(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = "/".join(map(str, fault["loc"]))
        where = f" at {place[:120]}" if place else ""
        reason = fault["msg"].splitlines()[0][:160].replace(";", ",")
        raise UnreadableDocument(f"{what} is damaged{where} ({reason}); {mend}") from error


def _object_in(data: mmap.mmap) -> Parser | None:
    if _DOCLING.search(data) is not None and any(key == b"schema_name" for key in _keys(data, 1)):
        return "docling"
    if _AZURE.search(data) is None:
        return None
    keys = set()
    for key in _keys(data, 1):
        keys.add(key)
        if keys & {b"analyzeResult", b"analyze_result", b"readResults"}:
            return "azure"
        if keys & {b"modelId", b"model_id"} and {b"content", b"pages"} <= keys:
            return "azure"
    return None


def _elements_in(data: mmap.mmap) -> Parser | None:
    keys = set(_keys(data, 2, first=True))
    if keys >= _ELEMENT and _ELEMENTS.search(data, 0, 1 << 20) is not None:
        return "unstructured"
    return None


def _keys(data: mmap.mmap, depth: int, first: bool = False) -> Iterator[bytes]:
    """The keys of the objects `depth` brackets deep, of the `first` such object alone if so wanted; a file
    that breaks off has those before its end."""
    open_ = 0
    for token in islice(_TOKEN.finditer(data), _TOKENS):
        mark = data[token.start()]
        if mark in b"{[":
            open_ += 1
            if open_ > _DEPTH:
                return
        elif mark in b"}]":
            open_ -= 1
            if first and open_ < depth:
                return
        elif token[2] is not None and open_ == depth:
            yield token[1]
