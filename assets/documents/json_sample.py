"""The first records of a JSON file, as far as they tell what it holds. Nothing of their texts is kept: what a
record is shows in the names of its fields."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

LARGEST = 8 * 1024 * 1024
"""Bytes that are looked at: a record before which a longer one stands does not tell."""
_ENOUGH = 256 * 1024
"""Bytes in which most files tell."""
_LINES = 20
"""A line each: users may stand before the first ticket."""
_ITEMS, _FIELDS, _RECORDS = 3, 300, 24
_VALUE = 40
"""Characters of a value that is a word, not a text."""
_NAME = re.compile(r'"([\w .-]{1,40})"\s*:')
_FIRST = re.compile(r"\[\s*(?=\{)")

Record = dict[str, str]


def records(path: Path) -> list[Record]:
    """The fields of the first records in the file at `path`, and of what is nested in them, each with its
    value where that is a word. Of what is no JSON, or too large to tell where a record ends, the names that
    stand there. Raises OSError."""
    for size in (_ENOUGH, LARGEST):
        with path.open("rb") as stream:
            data = stream.read(size)
        text = _decode(data)
        whole = len(data) < size
        values = _lines(text) or (_document(text, whole) if whole or size == LARGEST else [])
        if found := [record for value in values for record in _of(value, 3)]:
            return found[:_RECORDS]
    return [dict.fromkeys(_NAME.findall(text)[:_FIELDS], "")]


def _decode(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def _lines(text: str) -> list[Any]:
    """What the first lines hold that are an object each."""
    return [
        value
        for line in text.split("\n", _LINES)[:_LINES]
        if line.startswith("{") and line.rstrip().endswith("}") and (value := _loaded(line)) is not None
    ]


def _document(text: str, whole: bool) -> list[Any]:
    """The document, or the first item of its first list of which one can be read."""
    if whole and (value := _loaded(text)) is not None:
        return [value]
    for match in islice(_FIRST.finditer(text), _LINES):
        try:
            return [json.JSONDecoder().raw_decode(text, match.end())[0]]
        except (ValueError, RecursionError):
            continue
    return []


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _of(value: Any, depth: int) -> Iterator[Record]:
    """An object's fields, then those of the objects in it and of the first items of its lists."""
    if isinstance(value, list):
        for item in value[:_ITEMS]:
            yield from _of(item, depth)
    elif isinstance(value, dict):
        fields = list(value.items())[:_FIELDS]
        yield {name[:_VALUE]: _word(item) for name, item in fields}
        for _, item in fields if depth else ():
            if isinstance(item, (dict, list)):
                yield from _of(item, depth - 1)


def _word(value: Any) -> str:
    if isinstance(value, dict):  # Jira's status is an object with a name
        value = value.get("name")
    return value.strip().lower() if isinstance(value, str) and len(value) <= _VALUE else ""
