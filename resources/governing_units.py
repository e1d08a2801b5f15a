"""Where a clause or a defined term of another document stands among its chunks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from resources.record import chunk_id

_SCHEDULES = ("schedule", "exhibit", "annex", "appendix", "attachment", "addendum", "text-", "cover")


@dataclass(slots=True)
class Row:
    """What is looked at of one chunk. `at` is its place in the table it comes from."""

    at: int
    id: str
    doc_id: str
    unit: str
    path: str
    part: Sequence[int]
    keys: Sequence[str]
    """The paths it covers: its own, and those of the items inside it."""
    parent_id: str | None
    body: str
    section_id: str = ""
    """The id by which the chunks below it name it as their parent."""


@dataclass(frozen=True, slots=True)
class Located:
    """The rows that hold what was named, and those of the clauses `below` it. `whole` says that they hold
    nothing else; `repeated`, that the document uses the number twice."""

    rows: tuple[int, ...]
    whole: bool
    below: tuple[int, ...] = ()
    repeated: bool = False


@dataclass(slots=True)
class Units:
    """The chunks of one document in order, by the numbers they are cited by."""

    rows: Sequence[Row]
    _units: dict[str, list[list[Row]]] = field(init=False)
    _items: dict[str, list[Row]] = field(init=False)

    def __post_init__(self) -> None:
        units: dict[str, list[list[Row]]] = defaultdict(list)
        items: dict[str, list[Row]] = defaultdict(list)
        for row in self.rows:
            path = _form(row.path)
            if row.part[0] == 1 or not units[path]:
                units[path].append([])
            units[path][-1].append(row)
            for key in row.keys:
                if (form := _form(key)) != path:
                    items[form].append(row)
        self._units, self._items = dict(units), dict(items)

    def at(self, path: str) -> list[Row]:
        """The rows of the unit with exactly this path, none where the number is used twice."""
        found = self._units.get(_form(path), [])
        return found[0] if len(found) == 1 else []

    def unit_of(self, row: Row) -> list[Row]:
        """All parts of the unit a row belongs to."""
        return next(unit for unit in self._units[_form(row.path)] if any(part.at == row.at for part in unit))

    def following(self, row: Row) -> Row | None:
        """The row behind the unit of a row."""
        last = self.unit_of(row)[-1]
        place = next(index for index, each in enumerate(self.rows) if each.at == last.at)
        return self.rows[place + 1] if place + 1 < len(self.rows) else None

    def clause(self, path: str) -> Located | None:
        """Where the clause with this number stands. An item that shares its chunk with
        others is found there, but is not the whole of it."""
        form = _form(path)
        for candidate in dict.fromkeys((form, *self._in_namespace(form), _other_form(form))):
            found = self._exactly(candidate)
            if found is not None:
                return found
        outer = form.rpartition("(")[0]
        if not outer:
            return None
        within = self.clause(outer)
        return Located(within.rows, False, repeated=within.repeated) if within else None

    def term(self, term: str) -> Located | None:
        """Where a term is defined: its own chunk where it has one, else the clause that defines it."""
        quoted = re.compile(rf"[\"“”'‘’]{{1,2}}{re.escape(term)}s?[,.]?[\"“”'‘’]{{1,2}}", re.I)
        said = [(row, match) for row in self.rows for match in [quoted.search(row.body)] if match]
        if not said:
            return None
        row, match = max(said, key=lambda pair: (_defines(*pair), -pair[0].at))
        return Located((row.at,), row.unit == "definition" and match.start() < 12)

    def _exactly(self, form: str) -> Located | None:
        units = self._units.get(form, [])
        if len(units) > 1:
            return Located(tuple(row.at for unit in units for row in unit), False, repeated=True)
        below = self._below(form, units[0][0] if units else None)
        own = units[0] if units else []
        if own or below:
            return Located(tuple(row.at for row in own), True, tuple(row.at for row in below))
        return self._item(form)

    def _below(self, form: str, own: Row | None) -> list[Row]:
        sections = {own.section_id} if own is not None else set()
        return [
            row
            for row in self.rows
            if (path := _form(row.path)) != form
            and (
                path.startswith((f"{form}.", f"{form}/"))
                or (row.parent_id is not None and row.parent_id in sections)
            )
        ]

    def _item(self, form: str) -> Located | None:
        """An item inside a clause: whole where one or more parts of a split clause hold it alone."""
        rows = self._items.get(form, [])
        if not rows:
            return None
        unit = self.unit_of(rows[0])
        covering = [row for row in unit if any(_form(key).startswith(form) for key in row.keys)]
        first, last = unit.index(covering[0]), unit.index(covering[-1])
        while last + 1 < len(unit) and all(
            _form(k) == _form(unit[last + 1].path) for k in unit[last + 1].keys
        ):
            last += 1
        held = unit[first : last + 1]
        own = _form(rows[0].path)
        alone = all(_form(key) == own or _form(key).startswith(form) for row in held for key in row.keys)
        label = re.escape(form.rpartition("(")[2].strip(")"))
        opens = re.match(rf"\s*\(?{label}[).]", held[0].body, re.I) is not None
        return Located(tuple(row.at for row in held), alone and opens and len(held) < len(unit))

    def _in_namespace(self, form: str) -> list[str]:
        """Paths inside an article or a part that end in this number; schedules have numbers of their own."""
        if "/" in form or form.startswith(_SCHEDULES):
            return []
        known = [*self._units, *self._items]
        found = [p for p in known if p.endswith(f"/{form}") and not p.startswith(_SCHEDULES)]
        return found if len(found) == 1 else []


def section_id(tenant: str, collection: str, doc_id: str, strategy: str, path: str) -> str:
    """The id by which chunks name the clause above them as their parent."""
    return chunk_id(tenant, collection, doc_id, strategy, "section", path, 0)


def above(path: str) -> str:
    """The path one level up: 2.2(b) -> 2.2 -> 2; '' at the top."""
    if path.endswith(")"):
        return path.rpartition("(")[0]
    head, dot, last = path.rpartition(".")
    if dot and "/" not in last:
        return head
    return path.rpartition("/")[0]


def _form(path: str) -> str:
    return re.sub(r"[\s\"“”]", "", path).casefold()


def _other_form(form: str) -> str:
    """'Article 4' may be cited as Section 4, and a Section 4 as Article 4."""
    return form.removeprefix("article-") if form.startswith("article-") else f"article-{form}"


def _defines(row: Row, match: re.Match[str]) -> int:
    behind = row.body[match.end() : match.end() + 40]
    if row.unit == "definition" and match.start() < 12:
        return 3
    if re.match(
        r"\s*(?:\([^)]*\)\s*)?(?:shall\s+)?(?:means?|has\s+the|have\s+the|is\s+defined|refers?|includes?|:)",
        behind,
        re.I,
    ):
        return 2
    return int(re.search(r"\([^()]{0,60}$", row.body[: match.start()]) is not None)
