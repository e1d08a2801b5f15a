"""Values as WordprocessingML writes them: switches, whole numbers, lengths, indents. What is malformed
counts as not written."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn

VAL = qn("w:val")
_OFF = frozenset({"0", "false", "off"})
_LARGEST = 10**7
_LENGTH = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)(mm|cm|in|pt|pc|pi)?")
_POINTS = {"mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72.0, "pt": 1.0, "pc": 12.0, "pi": 12.0}
_TWIPS = 20.0


@dataclass(frozen=True, slots=True)
class Indent:
    """Left indent and what the first line has more (or less), in points; None = not said here."""

    left: float | None = None
    first: float | None = None

    def over(self, base: Indent) -> Indent:
        return Indent(
            base.left if self.left is None else self.left, base.first if self.first is None else self.first
        )

    @property
    def first_line(self) -> float:
        return (self.left or 0.0) + (self.first or 0.0)


def is_on(element: Any | None) -> bool | None:
    """A switch such as `w:b`; None where it is not there."""
    return None if element is None else element.get(VAL) not in _OFF


def child_value(parent: Any, name: str) -> str | None:
    """The `w:val` of the child of that name."""
    child = parent.find(qn(f"w:{name}"))
    value = None if child is None else child.get(VAL)
    return None if value is None else str(value)


def whole(text: str | None, default: int) -> int:
    """A whole number of no absurd size."""
    try:
        value = int(text or "")
    except ValueError:
        return default
    return value if abs(value) <= _LARGEST else default


def points(text: str | None) -> float | None:
    """A length: twentieths of a point, or with its unit."""
    match = _LENGTH.fullmatch(text or "")
    if match is None:
        return None
    value = float(match[1])
    return value * _POINTS[match[2]] if match[2] else value / _TWIPS


def half_points(element: Any | None) -> float | None:
    """A font size (`w:sz`) in points."""
    try:
        size = float(element.get(VAL)) / 2 if element is not None else math.nan
    except (TypeError, ValueError):
        return None
    return size if math.isfinite(size) and size >= 0 else None


def indent_of(element: Any | None) -> Indent:
    """A `w:ind`."""
    if element is None:
        return Indent()
    left = points(element.get(qn("w:left")) or element.get(qn("w:start")))
    hanging, first = points(element.get(qn("w:hanging"))), points(element.get(qn("w:firstLine")))
    return Indent(left, first if hanging is None else -hanging)
