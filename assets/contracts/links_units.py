"""The clauses of one document as others may cite them: by path, by item, by rank."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from assets.contracts.citations import ARTICLE, PART, SCHEDULE, Citation
from assets.contracts.citations_numbers import roman_number
from assets.contracts.numbering import SCHEDULE_WORDS, roman_value
from resources.record import Chunk

CHILDREN = 4
"""A cited heading without text of its own stands for its first clauses."""
_LOOSE = str.maketrans({".": "/", "(": "/", ")": None})
_SCHEDULE = re.compile(rf"(?:{'|'.join(SCHEDULE_WORDS)})(?=-|/|\Z)")
_PART = re.compile(r"\bpart-([a-z])\b")
_LAST_ITEM = re.compile(r"\([a-z0-9]{1,5}\)\Z")


@dataclass(slots=True, eq=False)
class Unit:
    """A clause or a term, whole or in parts: indices of its chunks."""

    path: str
    chunks: list[int]
    items: dict[str, int] = field(default_factory=dict)
    """Its items, '(b)(ii)', each with the index of the chunk in which it opens."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where a path leads. known: it is there, be it in the very chunk that cites it. missing: the item that
    the clause does not have. rivals: the places that all have this number."""

    ids: tuple[str, ...] = ()
    known: bool = False
    missing: str = ""
    rivals: tuple[str, ...] = ()


class Units:
    """Of one document's chunks, in order. `twice`: numbers that stand again inside another clause, each
    with characters of the document."""

    def __init__(self, chunks: Sequence[Chunk], twice: Mapping[str, Sequence[int]]) -> None:
        self.chunks = chunks
        self.of: list[Unit] = []
        self._exact: dict[str, list[Unit]] = defaultdict(list)
        self._loose: dict[str, list[Unit]] = defaultdict(list)
        self._below: dict[str, list[int]] = defaultdict(list)
        self._loose_below: dict[str, list[int]] = {}
        self._items: dict[str, list[int]] = defaultdict(list)
        self._terms: dict[str, Unit] = {}
        self._schedules: dict[str, list[str]] = defaultdict(list)
        self._doubled: set[str] = set()
        heads = {chunk.path.rpartition("/")[2].partition(".")[0] for chunk in chunks}
        heads |= {step for chunk in chunks for step in chunk.path.split("/")[:-1]}
        self._romans = {head.casefold() for head in heads if head.isupper()}
        self._loose_items: dict[str, list[int]] = {}
        self._numbered: list[Unit] = []
        self._places: dict[Unit, int] = {}
        self._gather()
        self._again(twice)

    def _gather(self) -> None:
        before = ""
        for at, chunk in enumerate(self.chunks):
            path = chunk.path.casefold()
            if chunk.part[0] > 1 and before == path:
                unit = self.of[-1]
                unit.chunks.append(at)
            elif chunk.unit == "clause" and before.startswith(path + "/") and path in self._exact:
                unit = self._exact[path][-1]  # what follows the terms of a definitions clause
                unit.chunks.append(at)
            else:
                unit = Unit(path, [at])
                if path != self._node(chunk):
                    self._terms.setdefault(path.rpartition("/")[2], unit)
                else:
                    self._exact[path].append(unit)
                    self._loose[_loose(path)].append(unit)
                    self._places[unit] = len(self._numbered)
                    self._numbered.append(unit)
            self.of.append(unit)
            node = self._node(chunk)
            for key in chunk.source_keys:
                cited = key.rpartition("#")[2].casefold()
                if len(cited) > len(node) and cited.startswith(node) and cited[len(node)] == "(":
                    unit.items.setdefault(cited[len(node) :], at)
                    self._items[cited].append(at)
            above = path
            while (above := _above(above)) != "":
                self._below[above].append(at)
            before = path
        for path in dict.fromkeys(chunk.path.casefold().partition("/")[0] for chunk in self.chunks):
            if (named := _SCHEDULE.match(path)) is not None:
                self._schedules[named[0]].append(path)
        for path, places in self._below.items():
            self._loose_below.setdefault(_loose(path), places)
        for path, places in self._items.items():
            self._loose_items.setdefault(_loose(path), places)

    def _node(self, chunk: Chunk) -> str:
        """The path of the clause that a chunk lies in; of a term that of its definitions clause."""
        path = chunk.path.casefold()
        if chunk.unit != "definition" or len(chunk.source_keys) < 2:
            return path
        second = chunk.source_keys[1].rpartition("#")[2].casefold()
        return second if path.startswith(second + "/") else path

    def _again(self, twice: Mapping[str, Sequence[int]]) -> None:
        starts = [chunk.char_start for chunk in self.chunks]
        for path, places in twice.items():
            for offset in places:
                at = next((n for n in range(len(starts) - 1, -1, -1) if starts[n] <= offset), None)
                if at is None:
                    continue
                self._doubled.add(path.casefold())
                if self.of[at] not in self._exact[path.casefold()]:
                    self._exact[path.casefold()].append(Unit(f"{path} in {self.of[at].path}", [at]))

    def find(self, at: int, path: str, *, here: bool = False) -> Found:
        """Where a path leads that the chunk at index `at` cites. Inside a schedule 'paragraph 3' is the
        schedule's own; 'Section 3' may be the body's, and is so where the text says it (`here`)."""
        absolute = _SCHEDULE.match(path) is not None
        if absolute and "-" not in (named := path.partition("/")[0]):
            # 'the Schedule' is the one without a number, or the only one.
            own = self._schedules[named]
            if named not in own and len(own) == 1:
                path = own[0] + path[len(named) :]
        spaces = [""] if absolute else [*self._namespaces(at), ""]
        if path.startswith("article-"):  # there is none inside another
            spaces = [space for space in spaces if "article-" not in space]
        for space in reversed(spaces) if here else spaces:
            for variant in _variants(path, self._romans):
                found = self._at(at, f"{space}/{variant}" if space else variant)
                if found is not None:
                    return found
        return Found()

    def _at(self, at: int, path: str) -> Found | None:
        """The item, else the clause that should have it, else the first clauses below the heading."""
        places = self._items.get(path)
        if places is not None:
            return self._found(places[:CHILDREN])
        clause, missing = path, ""
        while True:
            units = self._exact.get(clause) or self._loose.get(_loose(clause))
            if units:
                return self._in_units(at, units, missing, clause)
            loose = _loose(clause)
            places = self._below.get(clause) or self._loose_below.get(loose) or self._loose_items.get(loose)
            if places:
                if missing and not self._has(places, missing):
                    return self._found(places[:CHILDREN], missing)
                return self._found(places[:CHILDREN])
            item = _LAST_ITEM.search(clause)
            if item is None:
                return None
            clause, missing = clause[: item.start()], item[0] + missing
            if missing and (places := self._items.get(clause)) is not None:
                known = self._has(self.of[places[0]].chunks, missing)
                return self._found(places[:CHILDREN], "" if known else missing)

    def _in_units(self, at: int, units: Sequence[Unit], missing: str, clause: str) -> Found:
        rivals: tuple[str, ...] = ()
        unit = min(units, key=lambda u: min(abs(n - at) for n in u.chunks))
        if self.chunks[unit.chunks[0]].unit == "schedule":
            unit = units[0]  # it goes on behind a table of contents of its own
        elif len(units) > 1:
            rivals = tuple(dict.fromkeys(self._place(u) for u in units))
        elif clause in self._doubled:
            rivals = (self._place(unit), f"the {clause} that stands again inside it")
        places = unit.chunks
        if missing:
            inline = [n for n in places if _label_in(self.chunks[n].body, missing)]
            below = self._below.get(clause, [])
            known = bool(inline) or self._has(below, missing)
            return self._found(inline[:1] or places, "" if known else missing, rivals)
        return self._found(places, "", rivals)

    def _place(self, unit: Unit) -> str:
        first = self.chunks[unit.chunks[0]]
        return f"{unit.path} (p. {first.page})" if first.page else unit.path

    def _has(self, places: Sequence[int], missing: str) -> bool:
        return any(_label_in(self.chunks[n].body, missing) for n in places)

    def _found(self, places: Sequence[int], missing: str = "", rivals: tuple[str, ...] = ()) -> Found:
        return Found(tuple(self.chunks[n].id for n in places), True, missing, rivals)

    def items(self, at: int, path: str, said: Sequence[Citation]) -> Found:
        """Where 'paragraph (c)' leads: an item of the clause that says it, or of the one above."""
        unit = self.of[at]
        known = [*unit.items.items()]
        if (place := unit.items.get(path)) is None:
            ending = [(items, n) for items, n in known if items.endswith(path)]
            if ending:
                place = min(ending, key=lambda pair: abs(pair[1] - at))[1]
        if place is not None:
            return self._found([place])
        for n in sorted(unit.chunks, key=lambda n: abs(n - at)):
            body = _blanked(self.chunks[n].body, said) if n == at else self.chunks[n].body
            if _label_in(body, path):
                return self._found([n])
        above = _above(unit.path)
        while above:
            if (places := self._items.get(above + path)) is not None:
                return self._found(places[:1])
            above = _above(above)
        return Found()

    def items_of_term(self, term: str, path: str) -> Found:
        """Where 'clause (b) of the definition of "Plant"' leads."""
        unit = self._terms.get(re.sub(r"[^\w]+", "-", term.casefold()).strip("-"))
        if unit is None:
            return Found()
        place = unit.items.get(path)
        inline = [n for n in unit.chunks if _label_in(self.chunks[n].body, path)]
        return self._found([place] if place is not None else inline[:1] or unit.chunks)

    def enclosing(self, at: int, rank: int, word: str) -> list[str]:
        """Ids that stand for the unit of a rank that the chunk lies in; the clause itself is no other."""
        spaces = self._namespaces(at)
        if rank == SCHEDULE:
            paths = [space for space in spaces if "/" not in space and space.startswith(word)]
        elif rank == PART:
            paths = [space for space in spaces if "part-" in space.rpartition("/")[2]]
        elif rank == ARTICLE:
            paths = [self._article(at)]
        else:
            return []
        return [i for path in paths if path for i in self._heading(path, at)]

    def next_article(self, at: int, step: int) -> list[str]:
        head, _, number = self._article(at).rpartition("-")
        if not number.isdigit():
            return []
        return list(self.find(at, f"{head}-{int(number) + step}" if head else str(int(number) + step)).ids)

    def beside(self, at: int, step: int) -> list[str]:
        """The clause before or behind the one that the chunk lies in, of the same depth."""
        unit = self.of[at]
        if (here := self._places.get(unit)) is None:
            return []
        space, depth = unit.path.rpartition("/")[0], unit.path.count(".")
        while 0 <= (here := here + step) < len(self._numbered):
            other = self._numbered[here]
            if other.path.rpartition("/")[0] == space and other.path.count(".") == depth:
                return [self.chunks[n].id for n in other.chunks]
        return []

    def _article(self, at: int) -> str:
        path = self._node(self.chunks[at])
        for space in [path, *self._namespaces(at)]:
            if space.rpartition("/")[2].startswith("article-"):
                return space
        space, slash, last = path.rpartition("/")
        first = last.partition(".")[0]
        article = f"{space}{slash}article-{first}"
        return (
            article
            if article in self._below or article in self._exact
            else (f"{space}{slash}{first}" if "." in last else "")
        )

    def _heading(self, path: str, at: int) -> list[str]:
        units = self._exact.get(path)
        if units:
            return [self.chunks[n].id for n in units[0].chunks if n not in self.of[at].chunks]
        return [self.chunks[n].id for n in self._below.get(path, [])[:CHILDREN]]

    def _namespaces(self, at: int) -> list[str]:
        """The namespaces a chunk lies in, innermost first; the clause that holds a term is none."""
        steps = self._node(self.chunks[at]).split("/")[:-1]
        return ["/".join(steps[:n]) for n in range(len(steps), 0, -1)]


def _variants(path: str, romans: Set[str]) -> Iterator[str]:
    """A path as the tree may have it: 'part-b' is part-2 there, 'iv' may be article-4 or 4; what lies in an
    article or a part is often numbered through and cited with it all the same. `romans` are the numerals, in
    small letters, that are printed in capitals: '(v)' is no Article V."""
    yield path
    outer, slash, inner = path.rpartition("/")
    last = outer.rpartition("/")[2]
    if "part-" in path:
        yield _PART.sub(lambda m: f"part-{ord(m[1]) - 96}", path)
    if slash and last.startswith(("article-", "part-")):
        head = outer.rpartition("/")[0]
        yield f"{head}/{inner}" if head else inner
    if path.endswith(".0"):
        yield path[:-2]
    first = path.partition(".")[0].partition("(")[0]
    if not slash and first.isalpha() and (value := roman_value(first)):
        yield f"article-{value}{path[len(first) :]}"
        yield f"{value}{path[len(first) :]}"
    elif not slash and (number := first.removeprefix("article-")).isdigit():
        rest = path[len(first) :]
        if first == number and not rest.startswith("."):
            yield f"article-{number}{rest}"
        if (roman := roman_number(int(number))) in romans:
            yield f"{roman}{rest}"


def _loose(path: str) -> str:
    """A path whatever stands between its numbers: article-4/1 and 4.1 -> 4/1."""
    return path.replace("article-", "").translate(_LOOSE)


def _label_in(body: str, items: str) -> bool:
    """Whether a text has an item '(b)', printed in brackets anywhere or as 'b.' where a line begins; of
    several, '(b)(ii)', the last."""
    last = items[items.rindex("(") :]
    lower = body.lower()
    if last in lower:
        return True
    bare = last.strip("()")
    return any(lower.startswith(bare + end) or f"\n{bare}{end}" in lower for end in (". ", ") "))


def _blanked(body: str, said: Sequence[Citation]) -> str:
    for cited in said:
        body = body[: cited.start] + " " * (cited.end - cited.start) + body[cited.end :]
    return body


def _above(path: str) -> str:
    """The path one level up inside a namespace: 7.2.1 -> 7.2 -> 7; schedule-1/3 -> schedule-1."""
    head, dot, _ = path.rpartition(".")
    if dot and "/" not in path[len(head) :]:
        return head
    return path.rpartition("/")[0]
