"""Styles of a DOCX with what they inherit, and what a paragraph's own properties make of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from docx.oxml.ns import qn

from assets.documents.reading.word_numbering import LEVELS, Numbering
from assets.documents.reading.word_values import (
    Indent,
    child_value,
    half_points,
    indent_of,
    is_on,
    points,
    whole,
)

_P_PR, _R_PR, _STYLE, _NUM_PR = qn("w:pPr"), qn("w:rPr"), qn("w:style"), qn("w:numPr")
_IND, _SPACING, _BEFORE = qn("w:ind"), qn("w:spacing"), qn("w:before")
_BOLD, _SIZE, _VANISH = qn("w:b"), qn("w:sz"), qn("w:vanish")
_ID = qn("w:styleId")
_DEFAULT_SIZE = f"{qn('w:docDefaults')}/{qn('w:rPrDefault')}/{_R_PR}/{_SIZE}"
_USUAL_SIZE = 10.0
"""Points, where neither style nor defaults say (ECMA-376 part 1, 17.3.2.38)."""
NO_LIST = "0"
"""The list id that takes a paragraph out of the list its style puts it in."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a run looks, as far as it is said: None = as what it stands in."""

    bold: bool | None = None
    size: float | None = None
    hidden: bool | None = None

    def over(self, base: Look) -> Look:
        return Look(
            base.bold if self.bold is None else self.bold,
            base.size if self.size is None else self.size,
            base.hidden if self.hidden is None else self.hidden,
        )


@dataclass(frozen=True, slots=True)
class Style:
    """A style, or a paragraph's style with its own properties put on top. Lengths in points."""

    ids: tuple[str, ...] = ()
    """The style and those it is based on, the nearest first."""
    name: str = ""
    look: Look = field(default_factory=Look)
    indent: Indent = field(default_factory=Indent)
    before: float = 0.0
    list_id: str | None = None
    level: int | None = None

    @property
    def numbered(self) -> tuple[str, int] | None:
        """List and level, or None for a paragraph in no list."""
        if self.list_id is None or self.list_id == NO_LIST:
            return None
        return self.list_id, self.level or 0


def numbering_styles(root: Any) -> dict[str, str]:
    """Every style's own list, which a list definition may be linked to."""
    found: dict[str, str] = {}
    for element in root.iterchildren(_STYLE):
        number = element.find(f"{_P_PR}/{_NUM_PR}")
        if number is not None and (list_id := child_value(number, "numId")):
            found[element.get(_ID) or ""] = list_id
    return found


class Styles:
    """The styles of one document."""

    def __init__(self, root: Any | None, numbering: Numbering) -> None:
        self._numbering = numbering
        self._elements = {} if root is None else {s.get(_ID) or "": s for s in root.iterchildren(_STYLE)}
        size = None if root is None else half_points(root.find(_DEFAULT_SIZE))
        self._default = Style(look=Look(False, _USUAL_SIZE if size is None else size, False))
        self._resolved: dict[str, Style] = {}
        self._plain = next(
            (
                name
                for name, element in self._elements.items()
                if element.get(qn("w:type")) == "paragraph"
                and element.get(qn("w:default")) in ("1", "true", "on")
            ),
            "",
        )

    @property
    def plain(self) -> Style:
        """The style of paragraphs that name none."""
        return self._style(self._plain)

    def paragraph(self, element: Any) -> Style:
        """The look, place and list of a paragraph."""
        properties = element.find(_P_PR)
        if properties is None:
            return self.plain
        style = self._style(child_value(properties, "pStyle") or self._plain)
        return self._own(style, properties)

    def run(self, properties: Any | None, base: Look) -> Look:
        """The look of a run in a paragraph that looks like `base`."""
        if properties is None:
            return base
        name = child_value(properties, "rStyle")
        if name is not None and name in self._elements:
            base = self._character(name).over(base)
        return _look(properties).over(base)

    def _style(self, name: str) -> Style:
        if name not in self._elements:
            name = self._plain
        if name not in self._resolved:
            self._resolved[name] = self._resolve(name)
        return self._resolved[name]

    def _chain(self, name: str) -> list[str]:
        chain: list[str] = []
        while name in self._elements and name not in chain:
            chain.append(name)
            name = child_value(self._elements[name], "basedOn") or ""
        return chain

    def _resolve(self, name: str) -> Style:
        chain = self._chain(name)
        style = self._default
        for at in reversed(range(len(chain))):
            element = self._elements[chain[at]]
            style = replace(style, ids=tuple(chain[at:]))
            properties, look = element.find(_P_PR), element.find(_R_PR)
            if look is not None:
                style = replace(style, look=_look(look).over(style.look))
            style = self._inherit(style, chain[at], () if properties is None else properties)
        title = None if name not in self._elements else child_value(self._elements[name], "name")
        return replace(style, name=title or "")

    def _character(self, name: str) -> Look:
        look = Look()
        for link in reversed(self._chain(name)):
            properties = self._elements[link].find(_R_PR)
            if properties is not None:
                look = _look(properties).over(look)
        return look

    def _inherit(self, style: Style, name: str, properties: Any) -> Style:
        """`style` with the paragraph properties of a style based on it."""
        own = {child.tag: child for child in properties}
        list_id, said = _number(own)
        list_id, level = list_id or style.list_id, style.level if said is None else said
        # The level that belongs to a style wins over the level that the style names.
        linked = None if list_id is None else self._numbering.level_of_style(list_id, name)
        return self._placed(style, own, list_id, level if linked is None else linked)

    def _own(self, style: Style, properties: Any) -> Style:
        """A paragraph's style with its own properties on top."""
        own = {child.tag: child for child in properties}
        list_id, level = _number(own)
        if list_id is not None and level is None:
            levels = (self._numbering.level_of_style(list_id, name) for name in style.ids)
            level = next((found for found in levels if found is not None), None)
        return self._placed(style, own, list_id or style.list_id, style.level if level is None else level)

    def _placed(self, style: Style, own: dict[str, Any], list_id: str | None, level: int | None) -> Style:
        """Where properties put a paragraph into a list, the list's indent lies over what was inherited
        and under what they say themselves."""
        indent = style.indent
        if list_id is not None and (list_id, level) != (style.list_id, style.level):
            defined = self._numbering.level(list_id, level or 0)
            indent = indent if defined is None else defined.indent.over(indent)
        spacing = own.get(_SPACING)
        before = None if spacing is None else points(spacing.get(_BEFORE))
        return replace(
            style,
            indent=indent_of(own.get(_IND)).over(indent),
            before=style.before if before is None else before,
            list_id=list_id,
            level=level,
        )


def _number(own: dict[str, Any]) -> tuple[str | None, int | None]:
    """List and level as a `w:numPr` among properties says them."""
    number = own.get(_NUM_PR)
    if number is None:
        return None, None
    level = child_value(number, "ilvl")
    return child_value(number, "numId"), None if level is None else min(max(whole(level, 0), 0), LEVELS - 1)


def _look(properties: Any) -> Look:
    return Look(
        is_on(properties.find(_BOLD)), half_points(properties.find(_SIZE)), is_on(properties.find(_VANISH))
    )
