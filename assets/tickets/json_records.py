"""The records of a JSON file, a line each or one document, whatever is broken in between; hostile sizes and
depths are refused, not followed."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from assets.tickets.values import BadRecord

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line, and so of one ticket: 10,000 long messages."""
LARGEST = 256 * 1024 * 1024
"""Bytes of a file that is one JSON document, which has to be held as a whole."""
DEEPEST = 100
"""Levels of nesting. A formatted text in JSON has some twenty; what recurses must not run out of stack."""
_LISTS = re.compile(r'"(?:tickets|issues|results|data|records|items|ticket_events)"\s*:\s*\[')
_NEXT = re.compile(r",\s*(?=\{)|(?<=\n)(?=\{)")
_SPACE = re.compile(r"[\s,]*")
_MEND_LINE = "Export that record again, or mend the line."
_MEND_FILE = "Export it again: what stands before was read."


class Record(NamedTuple):
    """One value and the line it begins on, where that is known; `flags` are doubts about its text."""

    line: int | None
    value: Any
    flags: list[str]


def read_json(path: Path, file: str) -> Iterator[Record | BadRecord]:
    """The records of the file at `path`: every line's, or the items of a document that is a list, or the
    document. Lines are read one by one; of a broken document everything that can be made out is given."""
    with path.open("rb") as stream:
        if holds_lines(stream):
            stream.seek(0)
            yield from _lines(stream, file)
            return
        stream.seek(0)
        data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        mend = "Export it as JSON Lines, a ticket a line, or in several files."
        yield BadRecord(file, None, f"one JSON document of more than {LARGEST >> 20} MB", mend)
        return
    text, flags = _decode(data)
    yield from _document(text, file, flags)


def holds_lines(stream: BinaryIO) -> bool:
    """Whether each line is a record of its own: two of the first that hold something are whole objects, or
    the only one is, or they stand one under another at the margin where one of them is broken."""
    if stream.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return False
    stream.seek(0)
    whole = starts = 0
    for _ in range(6):
        line = stream.readline(LONGEST_LINE).lstrip(codecs.BOM_UTF8)
        if not line:
            return whole == 1 or whole + starts > 1
        if line.strip():
            if line.rstrip() in (b"{", b"[", b"[{"):
                return False
            starts += line.startswith((b'{"', b'{ "'))
            whole += line.startswith(b"{") and line.rstrip().endswith(b"}")
            if whole > 1:
                return True
    return whole + starts > 1


def _lines(stream: BinaryIO, file: str) -> Iterator[Record | BadRecord]:
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LONGEST_LINE)
            why = f"a line of more than {LONGEST_LINE >> 20} MB"
            yield BadRecord(file, number, why, "Leave out what is pasted or attached there.")
            continue
        if raw.isspace():
            continue
        text, flags = _decode(raw)
        try:
            value = json.loads(text.rstrip("\r\n"))
        except RecursionError:
            yield BadRecord(file, number, f"it is nested deeper than {DEEPEST} levels", _MEND_LINE)
        except ValueError as error:
            yield BadRecord(file, number, f"it is no JSON ({_said(error)})", _MEND_LINE)
        else:
            yield _sound(Record(number, value, flags), raw, file)


def _sound(record: Record, raw: bytes, file: str) -> Record | BadRecord:
    if raw.count(b"{") + raw.count(b"[") > DEEPEST and depth(record.value) > DEEPEST:
        return BadRecord(file, record.line, f"it is nested deeper than {DEEPEST} levels", _MEND_LINE)
    if b"\\u" in raw:
        return record._replace(value=_storable(record.value))
    return record


def _document(text: str, file: str, flags: list[str]) -> Iterator[Record | BadRecord]:
    try:
        value = json.loads(text)
    except RecursionError:
        yield BadRecord(file, None, f"it is nested deeper than {DEEPEST} levels", "Export it again.")
    except ValueError:
        yield from _salvaged(text, file, flags)
    else:
        for item in value if isinstance(value, list) else [value]:
            if depth(item) > DEEPEST:
                mend = "Leave that record out."
                yield BadRecord(file, None, f"a record is nested deeper than {DEEPEST} levels", mend)
            else:
                yield Record(None, _storable(item), flags)


def _salvaged(text: str, file: str, flags: list[str]) -> Iterator[Record | BadRecord]:
    """The whole items of a list that is broken somewhere. After a fault the next object that has the fields
    of those before is tried, so that a fault costs its own item."""
    start = text.lstrip()
    at = len(text) - len(start) + 1
    if not start.startswith("["):
        opened = _LISTS.search(text)
        if opened is None:
            try:
                json.loads(text)
            except ValueError as error:
                yield BadRecord(file, _line(error), f"it is no JSON ({_said(error)})", _MEND_FILE)
            return
        at = opened.end()
    broken = _Broken(text)
    while True:
        at = _end(_SPACE.match(text, at))
        if at >= len(text):
            yield BadRecord(file, broken.line(at), "the file ends in the middle of its list", _MEND_FILE)
            return
        if text[at] == "]":
            return
        value = broken.decode(at)
        if isinstance(value, (ValueError, RecursionError)):
            why = f"a record is no JSON ({_said(value)})"
            yield BadRecord(file, broken.line(getattr(value, "pos", at)), why, _MEND_LINE)
            found = broken.next_like(getattr(value, "pos", at))
            if found is None:
                return
            at = found
            continue
        if isinstance(value, dict):
            broken.keys = broken.keys or set(value)
        at = broken.end
        if depth(value) > DEEPEST:
            yield BadRecord(file, None, f"a record is nested deeper than {DEEPEST} levels", _MEND_LINE)
        else:
            yield Record(None, _storable(value), flags)


class _Broken:
    """A broken document: decodes from anywhere in it, and gives up after ten times its length."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.keys: set[str] = set()
        self.end = 0
        self._left = 10 * len(text) + 100_000
        self._decoder = json.JSONDecoder()

    def decode(self, at: int) -> Any:
        """The value that begins at `at` (`end` is then behind it), or the error that says there is none."""
        try:
            value, self.end = self._decoder.raw_decode(self.text, at)
        except (ValueError, RecursionError) as error:
            self._left -= getattr(error, "pos", at + 100_000) - at
            return error
        return value

    def next_like(self, at: int) -> int | None:
        """Where the next object begins that has most of the fields of those before: one inside of another
        has not."""
        for match in _NEXT.finditer(self.text, at):
            if self._left < 0:
                return None
            value = self.decode(match.end())
            if isinstance(value, dict):
                if not self.keys or 2 * len(self.keys & set(value)) > len(self.keys):
                    return match.end()
                self._left -= self.end - match.end()
        return None

    def line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1


def _end(match: re.Match[str] | None) -> int:
    assert match is not None  # it matches nothing as well
    return match.end()


def _decode(data: bytes) -> tuple[str, list[str]]:
    """JSON is UTF-8; a byte order mark says UTF-16, and what is not valid was written as Windows-1252."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace"), []
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), ["charset_guessed:cp1252"]


def depth(value: Any) -> int:
    """Levels of nesting, told without recursion."""
    level, here = 0, [value]
    while here:
        level += 1
        below: list[Any] = []
        for item in here:
            if isinstance(item, dict):
                below += (inner for inner in item.values() if isinstance(inner, (dict, list)))
            elif isinstance(item, list):
                below += (inner for inner in item if isinstance(inner, (dict, list)))
        here = below
        if level > 10 * DEEPEST:
            break
    return level


def _storable(value: Any) -> Any:
    """Without halves of surrogate pairs and NUL, which JSON can escape and no store takes."""
    if isinstance(value, str):
        return value if value.isprintable() else _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in value.items()}
    return value


_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def _said(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg[:1].lower()}{error.msg[1:]}, column {error.colno}"
    return "a number too long" if isinstance(error, ValueError) else "nested too deep"


def _line(error: ValueError) -> int | None:
    return error.lineno if isinstance(error, json.JSONDecodeError) else None
