"""DoclingDocument JSON, as docling exports it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from pydantic import BaseModel, Field

from assets.documents.reading import furniture, parser_output
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.parser_blocks import (
    Block,
    Box,
    Cell,
    Found,
    Sheet,
    document,
    heading_style,
    rows_of,
)

READER = "docling-1"
_MAJOR = "1"
"""The version of the schema that is read; minor ones add members."""

_LAYERS = {"background": "background", "invisible": "hidden_text", "notes": "notes"}
"""Layers that docling does not print with the body either, with the reason given for it."""
_FURNITURE = {"page_header": furniture.HEADER, "page_footer": furniture.FOOTER}
_BOXES = {"checkbox_selected": "☒", "checkbox_unselected": "☐"}
_INLINE, _CONTENTS = "inline", "document_index"


class _Reference(BaseModel):
    ref: str = Field(alias="$ref")


class _BoundingBox(BaseModel):
    left: float = Field(alias="l")
    top: float = Field(alias="t")
    right: float = Field(alias="r")
    bottom: float = Field(alias="b")
    coord_origin: str = "TOPLEFT"


class _Provenance(BaseModel):
    page_no: int
    bbox: _BoundingBox
    charspan: tuple[int, int] = (0, 0)


class _TableCell(BaseModel):
    text: str = ""
    bbox: _BoundingBox | None = None
    row_span: int = 1
    start_row_offset_idx: int
    start_col_offset_idx: int


class _TableData(BaseModel):
    table_cells: list[_TableCell] = []


class _Item(BaseModel):
    """A text, table, picture, form or group, with the members of its kind."""

    label: str = ""
    content_layer: str = "body"
    children: list[_Reference] = []
    prov: list[_Provenance] = []
    text: str = ""
    orig: str = ""
    level: int | None = None
    enumerated: bool = False
    marker: str | None = None
    captions: list[_Reference] = []
    footnotes: list[_Reference] = []
    data: _TableData | None = None


class _Size(BaseModel):
    width: float
    height: float


class _Page(BaseModel):
    size: _Size


class _Origin(BaseModel):
    mimetype: str = ""
    binary_hash: int | None = None


class _Docling(BaseModel):
    version: str
    origin: _Origin | None = None
    body: _Item
    furniture: _Item = _Item()
    groups: list[_Item] = []
    texts: list[_Item] = []
    tables: list[_Item] = []
    pictures: list[_Item] = []
    key_value_items: list[_Item] = []
    form_items: list[_Item] = []
    pages: dict[int, _Page] = {}


_LISTS = frozenset(("groups", "texts", "tables", "pictures", "key_value_items", "form_items"))


def read(path: Path, file: str, original: Path | None = None) -> ParsedDocument:
    """`original` is the file that docling read, if it is there. Raises `UnreadableDocument`."""
    found = parser_output.load(path, _Docling, "docling")
    if found.version.split(".")[0] != _MAJOR:
        raise UnreadableDocument(
            f"the output of docling is of version {found.version[:20]} of its schema, and version {_MAJOR} "
            "is read; export it with a docling that writes that one"
        )
    if original is not None and found.origin is not None and _is_stale(found.origin, path, original):
        raise UnreadableDocument(
            "the output of docling was made of an older version of this file; run docling on it again"
        )
    sheets = {number: Sheet(page.size.width, page.size.height) for number, page in found.pages.items()}
    return document(file, Found(READER, list(_Walk(found, sheets).blocks()), sheets), original)


def _is_stale(origin: _Origin, path: Path, original: Path) -> bool:
    """Whether the file was written after docling read another. docling hashes what it reads: the last 64
    bits of its SHA-256 (DocumentOrigin.binary_hash). The hash alone would refuse a copy that a document
    system stamped before docling's output was laid beside it."""
    kind = "pdf" if origin.mimetype.endswith("/pdf") else "docx"
    if not origin.binary_hash or original.suffix.lower() != f".{kind}":
        return False
    if original.stat().st_mtime_ns <= path.stat().st_mtime_ns:
        return False
    with original.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").digest()
    return origin.binary_hash != int.from_bytes(digest[-8:], "big")


class _Walk:
    """Goes through the tree of items once each, whatever their references say."""

    def __init__(self, found: _Docling, sheets: dict[int, Sheet]) -> None:
        self._found = found
        self._sheets = sheets
        self._seen: set[tuple[str, int]] = set()

    def blocks(self) -> Iterator[Block]:
        """All items in reading order, what no reference leads to behind them."""
        for root in (self._found.body, self._found.furniture):
            yield from self._below(root)
        for name in ("texts", "tables"):
            for number in range(len(getattr(self._found, name))):
                yield from self._tree(_Reference.model_validate({"$ref": f"#/{name}/{number}"}))

    def _below(self, item: _Item) -> Iterator[Block]:
        for reference in item.children:
            yield from self._tree(reference)

    def _tree(self, root: _Reference) -> Iterator[Block]:
        waiting = [root]
        while waiting:
            reference = waiting.pop()
            item = self._take(reference)
            if item is None:
                continue
            behind = [*item.footnotes, *item.children]
            if item.data is not None:
                for caption in item.captions:
                    yield from self._captions(caption)
                yield from self._table(item)
            elif item.label == _INLINE:
                yield from self._text(item, self._inline(item))
                behind = []
            else:
                text, inline = self._own_text(item)
                yield from self._text(item, text)
                behind = [child for child in behind if child.ref not in inline]
            waiting += reversed(behind)

    def _take(self, reference: _Reference) -> _Item | None:
        """The item that is referred to, the first time, however the reference is written."""
        place = _place(reference)
        if place is None or place in self._seen:
            return None
        self._seen.add(place)
        return self._item(reference)

    def _item(self, reference: _Reference) -> _Item | None:
        place = _place(reference)
        if place is None:
            return None
        items = getattr(self._found, place[0])
        return items[place[1]] if place[1] < len(items) else None

    def _captions(self, reference: _Reference) -> Iterator[Block]:
        caption = self._take(reference)
        if caption is not None:
            yield from self._text(caption, caption.text or caption.orig)

    def _own_text(self, item: _Item) -> tuple[str, set[str]]:
        """An item's text with its number or bullet, and the references whose text that is: a list item of
        several looks holds none itself but an inline group."""
        text, used = item.text or item.orig, set()
        if not text:
            for child in item.children:
                inner = self._item(child)
                if inner is not None and inner.label == _INLINE and self._take(child) is not None:
                    text = self._inline(inner)
                    used.add(child.ref)
                    break
        marker = (item.marker or "").strip()
        if text and marker and item.label == "list_item" and not text.startswith(marker):
            text = f"{marker} {text}"
        if text and item.label in _BOXES and text[0] not in _BOXES.values():
            text = f"{_BOXES[item.label]} {text}"
        return text, used

    def _inline(self, group: _Item) -> str:
        """The runs of one paragraph."""
        runs = []
        for child in group.children:
            item = self._take(child)
            if item is not None:
                runs.append(item.text or item.orig)
        return " ".join(run for run in runs if run)

    def _text(self, item: _Item, text: str) -> Iterator[Block]:
        if not text.strip():
            return
        style = ""
        if item.label == "title":
            style = "title"
        elif item.label == "section_header":
            style = heading_style(item.level)
        provenance: Sequence[_Provenance | None] = item.prov or [None]
        for number, (part, place) in enumerate(zip(_parts(text, item), provenance, strict=True)):
            if part:
                yield Block(
                    part,
                    page=1 if place is None else place.page_no,
                    box=None if place is None else self._box(place.bbox, place.page_no),
                    style=style,
                    bold=bool(style),
                    left_out=_reason(item),
                    begins=number == 0,
                )

    def _table(self, table: _Item) -> Iterator[Block]:
        place = table.prov[0] if table.prov else None
        page = 1 if place is None else place.page_no
        around = None if place is None else self._box(place.bbox, page)
        cells = [
            Cell(
                cell.start_row_offset_idx,
                cell.start_col_offset_idx,
                cell.text,
                cell.row_span,
                None if cell.bbox is None or place is None else self._box(cell.bbox, page),
            )
            for cell in (table.data.table_cells if table.data else ())
        ]
        contents = table.label == _CONTENTS
        for number, (text, box) in enumerate(rows_of(cells)):
            yield Block(
                text.replace(" | ", " ") if contents else text,
                page=page,
                box=box or around,
                style="toc 1" if contents else "",
                left_out=_reason(table),
                table=not contents,
                begins=number == 0,
            )

    def _box(self, box: _BoundingBox, page: int) -> Box | None:
        if box.coord_origin != "BOTTOMLEFT":
            return box.left, box.top, box.right, box.bottom
        if page not in self._sheets:
            return None
        height = self._sheets[page].height
        return box.left, height - box.top, box.right, height - box.bottom


def _place(reference: _Reference) -> tuple[str, int] | None:
    """The list that a reference names, and the place in it: '#/texts/12'."""
    _, _, place = reference.ref.partition("#/")
    name, _, number = place.partition("/")
    if name not in _LISTS or not number.isdecimal() or len(number) > 9:
        return None
    return name, int(number)


def _reason(item: _Item) -> str:
    if item.content_layer == "furniture" or item.label in _FURNITURE:
        return _FURNITURE.get(item.label, furniture.HEADER)
    return _LAYERS.get(item.content_layer, "")


def _parts(text: str, item: _Item) -> list[str]:
    """The text's share of each place it stands at: a paragraph over a page break has two. Where docling
    counts characters that it then took out, the nearest space counts."""
    places = item.prov[1:]
    length = max((place.charspan[1] for place in item.prov), default=0) or len(text)
    cuts = []
    for place in places:
        at = min(len(text), max(0, place.charspan[0]) * len(text) // length)
        before, after = text.rfind(" ", 0, at + 1), text.find(" ", at)
        near = [space for space in (before, after) if space >= 0] or [len(text)]
        cuts.append(min(near, key=lambda space: abs(space - at)))
    edges = [0, *sorted(cuts), len(text)]
    return [text[start:end].strip() for start, end in pairwise(edges)]
