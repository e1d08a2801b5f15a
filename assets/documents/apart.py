"""Documents looked at and read in a process of their own: one that never ends, eats the memory or breaks the
reader ends there, and is quarantined."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from assets.documents.content import Content, fault_of
from assets.documents.content import look as look_here
from assets.documents.problems import Fault
from assets.documents.reading.model import ParsedDocument, UnreadableDocument
from assets.documents.reading.read import read as read_here
from assets.documents.reading.rows import from_row, to_row
from assets.documents.settings import LimitSettings
from resources import ocr, ocr_cache
from resources.limits import Limits
from resources.workers import Overrun, call

_OF_ONE = 5_000_000
"""Bytes for which the seconds of the settings are meant."""
_WITHIN = "; within: "
_MENDS = {
    "seconds": "raise limits.seconds",
    "memory": "raise limits.memory_mb",
    "answer": "split the document",
}
NO_LIMITS_OF_ITS_OWN = LimitSettings()


class Overran(UnreadableDocument):
    """Reading the document took more than it may, or ended the process."""


def look(path: Path, limits: LimitSettings = NO_LIMITS_OF_ITS_OWN) -> Content:
    """`content.look`; a file that overruns the limits has an error and is of unknown kind. Raises OSError."""
    try:
        found = _call("look", path, limits)
    except Overran as overrun:
        return Content("unknown", error=fault_of(overrun), overran=True)
    error = found.pop("error")
    return Content(**found, error=Fault(*error) if error else None)


def read(
    path: Path, file: str, form: Path | None = None, limits: LimitSettings = NO_LIMITS_OF_ITS_OWN
) -> ParsedDocument:
    """`read.read`; raises `Overran` as well where the document overruns the limits."""
    return from_row(read_row(path, file, form, limits))


def read_row(
    path: Path, file: str, form: Path | None = None, limits: LimitSettings = NO_LIMITS_OF_ITS_OWN
) -> dict[str, Any]:
    """The document as a row of `PARSED_SCHEMA`. Raises as `read` does."""
    more = form.stat().st_size if form else 0
    row: dict[str, Any] = _call("read", path, limits, file, str(form) if form else None, more=more)
    return row


def marked(reader: str, limits: LimitSettings) -> str:
    """The version of what looked at or read a document, where that overran the limits."""
    return f"{reader}{_WITHIN}{limits.seconds:g} s, {limits.memory_mb} MB"


def holds(before: str, reader: str | None, limits: LimitSettings) -> bool:
    """Whether what the version `before` found still holds: it was `reader` (None: whichever), and either it
    did not overrun its limits or they are the same today."""
    by, overran, _ = before.partition(_WITHIN)
    return (reader is None or by == reader) and (not overran or before == marked(by, limits))


def _call(function: str, path: Path, limits: LimitSettings, *arguments: object, more: int = 0) -> Any:
    size = max(1.0, (path.stat().st_size + more) / _OF_ONE)
    allowed = Limits(limits.seconds * size, limits.memory_mb)
    around = (os.environ.get(ocr.SETTING), ocr_cache.place())
    try:
        kind, found = call(__name__, function, str(path), around, *arguments, within=allowed)
    except Overrun as overrun:
        mend = _MENDS.get(overrun.limit)
        mend = f"{mend} in collection.toml if it is sound" if mend else "export it again, or print it to PDF"
        raise Overran(f"reading it {overrun}; {mend}") from None
    if kind == "unreadable":
        raise UnreadableDocument(found)
    if kind == "system":
        raise OSError(*found)
    if kind == "ocr":
        raise ocr.OcrError(found)
    return found


Around = tuple[str | None, ocr_cache.Place | None]


def _guarded(work: Callable[..., Any]) -> Callable[..., tuple[str, Any]]:
    """What the other process answers: a kind and what was found, both of plain values."""

    def guarded(path: str, around: Around, *arguments: Any) -> tuple[str, Any]:
        engine, place = around
        if engine is None:
            os.environ.pop(ocr.SETTING, None)
        else:
            os.environ[ocr.SETTING] = engine
        try:
            with ocr_cache.at(place):
                return "found", work(Path(path), *arguments)
        except UnreadableDocument as error:
            return "unreadable", str(error)
        except ocr.OcrError as error:
            return "ocr", str(error)
        except OSError as error:
            if error.errno is None:
                raise
            return "system", (error.errno, error.strerror, path)

    return guarded


def _look(path: Path) -> dict[str, Any]:
    content = asdict(look_here(path))
    content["error"] = content["error"] and tuple(content["error"])
    return content


def _read(path: Path, file: str, form: str | None) -> dict[str, Any]:
    return to_row(read_here(path, file, Path(form) if form else None))


SERVED = {"look": _guarded(_look), "read": _guarded(_read)}
