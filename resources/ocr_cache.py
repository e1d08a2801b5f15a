"""What text recognition read, kept by the content of the page's image, so that no page is read twice.

One folder a collection, in it one file a document (named by the document's hash), in it one line a page."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from uuid import uuid4

from resources.ocr import Engine, OcrLine, PageImage, Quad

_SUFFIX = ".jsonl"


class _Folder:
    """What is kept in a folder, read once, when the first page is asked for. `block` names the block of code
    in which it is used: behind it, what the folder holds may change."""

    def __init__(self, path: Path, block: str) -> None:
        self.path, self.block = path, block

    @cached_property
    def pages(self) -> dict[str, list[OcrLine]]:
        """The lines of each page, whatever documents it is in. A torn last line is no page."""
        found: dict[str, list[OcrLine]] = {}
        for file in sorted(self.path.glob(f"*{_SUFFIX}")):
            for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
                try:
                    page, lines = json.loads(line)
                    found[page] = [OcrLine(text, _quad(quad), sure) for text, quad, sure in lines]
                except (ValueError, TypeError):
                    continue
                self.pages_of[file.stem].add(page)
        return found

    @cached_property
    def pages_of(self) -> dict[str, set[str]]:
        """The pages that are kept with each document."""
        return defaultdict(set)


class _Memory:
    """What is kept of one document. Each page is written as it comes, so that a run that is stopped goes on
    where it was."""

    def __init__(self, folder: _Folder, source: str) -> None:
        self._folder, self._source = folder, source

    @property
    def place(self) -> Place:
        """What tells another process where this is."""
        return str(self._folder.path), self._folder.block, self._source

    def recall(self, key: str) -> list[OcrLine] | None:
        """The lines of a page, None where it was not read yet."""
        found = self._folder.pages.get(key)
        if found is not None and key not in self._folder.pages_of[self._source]:
            self.keep(key, found)  # another document has the same page, and may go
        return found

    def keep(self, key: str, lines: list[OcrLine]) -> None:
        """Keep the lines of a page that was read."""
        self._folder.pages[key] = lines
        self._folder.pages_of[self._source].add(key)
        found = [(line.text, line.quad, round(line.confidence, 4)) for line in lines]
        self._folder.path.mkdir(parents=True, exist_ok=True)
        file = self._folder.path / f"{self._source}{_SUFFIX}"
        with file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps([key, found], ensure_ascii=True) + "\n")


_folder: ContextVar[_Folder | None] = ContextVar("ocr_folder", default=None)
_memory: ContextVar[_Memory | None] = ContextVar("ocr_memory", default=None)

Place = tuple[str, str, str]
"""Where pages are kept, told to another process: the folder, the block of code, the document's hash."""


@contextmanager
def remembering(folder: Path, sources: Collection[str] | None = None) -> Iterator[None]:
    """Inside the block, pages of documents are kept in `folder`. Where `sources` are given, what was kept of
    other documents than those (hashes) is deleted at its end."""
    token = _folder.set(_Folder(folder, uuid4().hex))
    try:
        yield
        if sources is not None:
            for file in folder.glob(f"*{_SUFFIX}"):
                if file.stem not in sources:
                    file.unlink(missing_ok=True)
    finally:
        _folder.reset(token)


@contextmanager
def document(source: str) -> Iterator[None]:
    """Inside the block, the document of this hash is read."""
    folder = _folder.get()
    token = _memory.set(_Memory(folder, source) if folder else None)
    try:
        yield
    finally:
        _memory.reset(token)


def place() -> Place | None:
    """Where the pages of the document that is read are kept, None where they are not."""
    memory = _memory.get()
    return memory.place if memory else None


@contextmanager
def at(place: Place | None) -> Iterator[None]:
    """Inside the block, the document is read whose pages another process keeps at `place`."""
    if place is None:
        yield
        return
    path, block, source = place
    folder = _folder.get()
    if folder is None or folder.block != block:
        folder = _Folder(Path(path), block)
        _folder.set(folder)
    with document(source):
        yield


def recall(key: str) -> list[OcrLine] | None:
    """What `keep` kept under the key; None where it did not, or nothing is remembered here."""
    memory = _memory.get()
    return memory.recall(key) if memory else None


def keep(key: str, lines: list[OcrLine]) -> None:
    """Keep the lines of a page, where something is remembered."""
    if memory := _memory.get():
        memory.keep(key, lines)


def page_key(image: PageImage, engine: Engine) -> str:
    """What decides the lines of a page: its pixels, their size, and the engine."""
    said = f"{image.pixels.shape} {image.scale:.6f} {engine.version}"
    return blake2b(image.pixels.tobytes() + said.encode(), digest_size=16).hexdigest()


def _quad(corners: list[list[float]]) -> Quad:
    (a, b), (c, d), (e, f), (g, h) = corners
    return (a, b), (c, d), (e, f), (g, h)
