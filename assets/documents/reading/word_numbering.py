"""The numbers that Word computes for paragraphs, from word/numbering.xml. What is printed is what
Word prints; a level without a number gives none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from docx.oxml.ns import qn

from assets.documents.reading.word_number_formats import format_number
from assets.documents.reading.word_values import Indent, child_value, indent_of, is_on, whole

LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_DEFAULT_SUFFIX = "tab"
_MOST_LINKS = 16
"""Numbering styles may lead to one another; a chain longer than this is a circle."""
_LVL, _NUM, _ABSTRACT = qn("w:lvl"), qn("w:num"), qn("w:abstractNum")
_OVERRIDE, _ILVL = qn("w:lvlOverride"), qn("w:ilvl")


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list (ECMA-376 part 1, 17.9.6)."""

    start: int = 0
    """The standard's default; Word always writes it."""
    format: str = "decimal"
    pattern: str = ""
    text: str = ""
    """'%1.%2': the numbers of which levels, with what around them."""
    suffix: str = _DEFAULT_SUFFIX
    legal: bool = False
    """Every number in decimal, whatever its own level's format."""
    restart: int | None = None
    """Restarts after this level (counted from 1) or an outer one; 0 never, None after any outer one."""
    style: str | None = None
    """The paragraph style this level belongs to."""
    hidden: bool = False
    indent: Indent = field(default_factory=Indent)


@dataclass(slots=True)
class _List:
    """A `w:num`, its links followed: which counters it shares, its levels, where it starts them anew."""

    counters: str
    levels: dict[int, Level] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)

    def start(self, level: int) -> int:
        return self.starts.get(level, self.levels[level].start if level in self.levels else 1)


@dataclass(frozen=True, slots=True)
class Number:
    """A printed number, and whether Word sets the text right behind it."""

    text: str
    joined: bool = False

    def before(self, text: str) -> str:
        """The number with what stands between it and the paragraph's text: one space, even where Word
        leaves none but words would run together."""
        joined = self.joined and text and not (text[0].isalnum() or text[0] in "\"“‘'([")
        return self.text if joined else f"{self.text} "


class Numbering:
    """The lists of one document. `styles` are its numbering styles: style id -> id of their list."""

    def __init__(self, root: Any | None, styles: Mapping[str, str] | None = None) -> None:
        self._abstract: dict[str, Any] = {}
        self._nums: dict[str, Any] = {}
        for element in () if root is None else root:
            if element.tag == _ABSTRACT:
                self._abstract[element.get(qn("w:abstractNumId")) or ""] = element
            elif element.tag == _NUM:
                self._nums[element.get(qn("w:numId")) or ""] = element
        self._styles = dict(styles or {})
        self._defined_by = {
            name: key
            for key, element in self._abstract.items()
            if (name := child_value(element, "styleLink"))
        }
        self._lists: dict[str, _List | None] = {}

    def level(self, list_id: str, level: int) -> Level | None:
        found = self.find(list_id)
        return None if found is None else found.levels.get(level)

    def level_of_style(self, list_id: str, style: str) -> int | None:
        """The level of a list that belongs to a paragraph style."""
        found = self.find(list_id)
        levels = {} if found is None else found.levels
        return next((number for number, level in sorted(levels.items()) if level.style == style), None)

    def find(self, list_id: str) -> _List | None:
        """None for a list that is not defined."""
        if list_id not in self._lists:
            self._lists[list_id] = self._follow(list_id)
        return self._lists[list_id]

    def _follow(self, list_id: str) -> _List | None:
        """The list with its overrides, the outer num's before those of the one a style leads to."""
        chain: list[Any] = []
        num = self._nums.get(list_id)
        while num is not None and len(chain) < _MOST_LINKS:
            chain.append(num)
            key = child_value(num, "abstractNumId") or ""
            if (abstract := self._abstract.get(key)) is None:
                return None
            link = child_value(abstract, "numStyleLink")
            if link is None or any(True for _ in _levels(abstract)):
                return _with_overrides(key, abstract, chain)
            num = self._nums.get(self._styles.get(link, ""))
            if num is None and (key := self._defined_by.get(link, "")):
                return _with_overrides(key, self._abstract[key], chain)
        return None


class Counters:
    """Where every list of one story (body, text boxes, notes, one header) has got to."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._values: dict[str, list[int | None]] = {}
        self._started: set[tuple[str, int]] = set()

    def count(self, list_id: str, level: int) -> Number:
        """The number of the next paragraph of a list at a level (from 0); empty where none is printed."""
        found = self._numbering.find(list_id)
        if found is None or level not in found.levels:
            return Number("")
        # Lists of one definition go on counting where the other stopped; `startOverride` begins anew,
        # the first time its list comes to that level.
        values = self._values.setdefault(found.counters, [None] * LEVELS)
        anew = level in found.starts and (list_id, level) not in self._started
        self._started.add((list_id, level))
        before = values[level]
        values[level] = found.start(level) if before is None or anew else before + 1
        for outer in range(level):
            if values[outer] is None:  # a level that was skipped counts as begun
                values[outer] = found.start(outer)
        for inner in range(level + 1, LEVELS):
            if _restarts(found.levels.get(inner), inner, level):
                values[inner] = None
        definition = found.levels[level]
        return Number(_printed(found, level, values), definition.suffix == "nothing")


def _restarts(level: Level | None, number: int, used: int) -> bool:
    """Whether level `number` restarts when an outer level was used (levels from 0)."""
    after = None if level is None else level.restart
    # A level cannot restart after itself or an inner one: then the element is ignored.
    return after is None or after > number or used < after


def _printed(found: _List, number: int, values: list[int | None]) -> str:
    level = found.levels[number]
    if level.hidden or level.format == "bullet":
        return ""
    places = [int(place) - 1 for place in _PLACE.findall(level.text)]
    if any(place > number for place in places):
        return ""  # Word then ignores the whole text (MS-OI29500 2.1.283)

    def one(match: re.Match[str]) -> str:
        place = int(match[1]) - 1
        shown = found.levels.get(place, Level())
        name = "decimal" if level.legal and shown.format not in ("none", "bullet") else shown.format
        value = values[place]
        return format_number(found.start(place) if value is None else value, name, shown.pattern)

    text = _PLACE.sub(one, level.text)
    # What remains of '%1.' without its number, or a bullet in place of one, is no number.
    has_number = any(c.isalnum() for c in text) or level.format == "chicago"
    return " ".join(text.split()) if has_number else ""


def _with_overrides(counters: str, abstract: Any, chain: list[Any]) -> _List:
    found = _List(counters, dict(_levels(abstract)))
    for num in reversed(chain):
        for override in num.iterchildren(_OVERRIDE):
            number = whole(override.get(_ILVL), -1)
            if not 0 <= number < LEVELS:
                continue
            found.levels.update((number, level) for _, level in _levels(override))
            start = child_value(override, "startOverride")
            if start is not None:
                found.starts[number] = whole(start, 1)
    return found


def _levels(parent: Any) -> Iterator[tuple[int, Level]]:
    for element in parent.iterchildren(_LVL):
        number = whole(element.get(_ILVL), -1)
        if 0 <= number < LEVELS:
            yield number, _level(element)


def _level(element: Any) -> Level:
    # A newer format stands beside its nearest older one (mc:AlternateContent); the first is the newer.
    formats = list(element.iter(qn("w:numFmt")))
    restart = child_value(element, "lvlRestart")
    return Level(
        start=whole(child_value(element, "start"), 0),
        format=(formats[0].get(qn("w:val")) if formats else None) or "decimal",
        pattern=(formats[0].get(qn("w:format")) if formats else None) or "",
        text=child_value(element, "lvlText") or "",
        suffix=child_value(element, "suff") or _DEFAULT_SUFFIX,
        legal=is_on(element.find(qn("w:isLgl"))) is True,
        restart=None if restart is None else max(0, whole(restart, LEVELS)),
        style=child_value(element, "pStyle"),
        hidden=is_on(element.find(f"{qn('w:rPr')}/{qn('w:vanish')}")) is True,
        indent=indent_of(element.find(f"{qn('w:pPr')}/{qn('w:ind')}")),
    )
