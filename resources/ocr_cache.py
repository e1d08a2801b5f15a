"""What text recognition read, kept by the content of the page's image, so that no page is read twice.

One folder a collection, in it one file a document (named by the document's hash), in it one line a page."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from pathlib import Path

from resources.ocr import Engine, OcrLine, PageImage, Quad

_SUFFIX = ".jsonl"


class Memory:
    """Reads what is kept in a folder once; writes each page as it comes, so that a run that is stopped goes
    on where it was. A torn last line is no page."""

    def __init__(self, folder: Path, source: str) -> None:
        self._file = folder / f"{source}{_SUFFIX}"
        self._pages: dict[str, list[OcrLine]] = {}
        for file in sorted(folder.glob(f"*{_SUFFIX}")):
            for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
                try:
                    page, found = json.loads(line)
                    self._pages[page] = [OcrLine(text, _quad(quad), sure) for text, quad, sure in found]
                except (ValueError, TypeError):
                    continue
        self._own = self._file.read_text(encoding="utf-8", errors="replace") if self._file.exists() else ""

    def recall(self, key: str) -> list[OcrLine] | None:
        """The lines of a page, None where it was not read yet."""
        found = self._pages.get(key)
        if found is not None and key not in self._own:
            self._write(key, found)  # another document has the same page, and may go
        return found

    def keep(self, key: str, lines: list[OcrLine]) -> None:
        """Keep the lines of a page that was read."""
        self._pages[key] = lines
        self._write(key, lines)

    def _write(self, key: str, lines: list[OcrLine]) -> None:
        found = [(line.text, line.quad, round(line.confidence, 4)) for line in lines]
        self._own += key
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps([key, found], ensure_ascii=True) + "\n")


_folder: ContextVar[Path | None] = ContextVar("ocr_folder", default=None)
_memory: ContextVar[Memory | None] = ContextVar("ocr_memory", default=None)


@contextmanager
def remembering(folder: Path, sources: Collection[str] | None = None) -> Iterator[None]:
    """Inside the block, pages of documents are kept in `folder`. Where `sources` are given, what was kept of
    other documents than those (hashes) is deleted at its end."""
    token = _folder.set(folder)
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
    token = _memory.set(Memory(folder, source) if folder else None)
    try:
        yield
    finally:
        _memory.reset(token)


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
