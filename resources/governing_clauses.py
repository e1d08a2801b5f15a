"""Which chunks of an amendment change which chunks of what it amends, and when a replaced one ends."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Any

from resources.facts import DocumentFacts
from resources.governing_links import Finding, Link
from resources.governing_units import Located, Row, Units, above

_WHOLE = ("replaced", "deleted")
_ANNOUNCED = re.compile(r":\s*$|\bfollow(?:s|ing)\W*$")
_NUMBERS = {
    w: n for n, w in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}


@dataclass(slots=True)
class Decided:
    """ends: row -> the day from which on it governs no longer. linked: for each name of the payload, row ->
    ids (`amends`, `amended_by`), or new clauses (`adds`) as 'id number', the id of the first chunk of the
    document they belong to: its title is told only to those who may read it."""

    ends: dict[int, date]
    linked: dict[str, dict[int, list[str]]]
    findings: list[Finding]


@dataclass(frozen=True, slots=True)
class _Event:
    """One change at work: `row` says what happens to `places` from `day` on."""

    row: Row
    day: date | None
    places: tuple[int, ...]
    whole: bool


@dataclass(slots=True)
class _Unit:
    """A clause of an amendment: its rows, how many things it changes, and those it takes the place of."""

    rows: tuple[int, ...]
    day: date | None
    changes: int = 0
    replaced: list[tuple[int, ...]] = field(default_factory=list)


class Clauses:
    """Gathers the documents of a collection that are linked, then decides."""

    def __init__(
        self,
        documents: Iterable[DocumentFacts],
        links: Sequence[Link],
        windows: Mapping[str, tuple[date | None, date | None]],
    ) -> None:
        self.facts = {fact.doc_id: fact for fact in documents}
        self.windows = windows
        self.targets: dict[str, list[str]] = defaultdict(list)
        self.amended: dict[str, list[str]] = defaultdict(list)
        self.confirmed = {(link.doc_id, link.target) for link in links if link.confirmed}
        for link in links:
            if link.relation == "amends":
                self.targets[link.doc_id].append(link.target)
                self.amended[link.target].append(link.doc_id)
        self.units: dict[str, Units] = {}
        self.changes: dict[str, list[tuple[Row, Mapping[str, Any]]]] = {}
        self.rows: dict[int, Row] = {}
        self.findings: list[Finding] = []
        self.adds: dict[int, list[str]] = defaultdict(list)

    def add(self, rows: Sequence[Row], changes: Sequence[Iterable[Mapping[str, Any]]]) -> None:
        """One document: its rows in order, and what each says it changes."""
        doc_id = rows[0].doc_id
        self.units[doc_id] = Units(rows)
        self.changes[doc_id] = [
            (row, said) for row, all_said in zip(rows, changes, strict=True) for said in all_said
        ]
        self.rows |= {row.at: row for row in rows}

    def decide(self) -> Decided:
        """Ends and links of all rows gathered. Of two amendments of one day neither ends the other."""
        events: list[_Event] = []
        units: dict[int, _Unit] = {}
        for doc_id in sorted(self.targets):
            day = self.windows.get(doc_id, (None, None))[0]
            for row, change in self.changes.get(doc_id, ()):
                rows = self._unit_rows(row, change)
                unit = units.setdefault(rows[0], _Unit(rows, day))
                unit.rows = tuple(dict.fromkeys((*unit.rows, *rows)))
                unit.changes += 1
                event = self._event(row, change, day)
                if event is not None:
                    events.append(event)
                    if event.whole:
                        unit.replaced.append(event.places)
        versions = _Versions(events, units)
        self._report_clashes(versions)
        return Decided(versions.ends(), self._links(events, versions), self.findings)

    def _unit_rows(self, row: Row, change: Mapping[str, Any]) -> tuple[int, ...]:
        """The rows of the clause that makes a change, and of the new wording where that is set behind it as a
        clause of its own ('is replaced with Exhibit D attached hereto')."""
        units = self.units[row.doc_id]
        found = [part.at for part in units.unit_of(row)]
        path = change.get("path", "")
        worded = units.at(path) if path and change["how"] in ("replaced", "inserted") else []
        if worded and worded[0].at not in found:
            # A number may as well be the amendment's own next one: only what is announced is the new wording.
            announced = _ANNOUNCED.search(row.body) is not None and units.following(row) in worded
            if announced or not path[0].isdigit():
                found += [part.at for part in worded]
        return tuple(found)

    def _event(self, row: Row, change: Mapping[str, Any], day: date | None) -> _Event | None:
        found = [
            (doc_id, at)
            for doc_id in self._documents(row, change)
            if (at := self._locate(doc_id, row, change))
        ]
        printed = change.get("path") or f'"{change["term"]}"'
        if len(found) != 1:
            where = " and ".join(self.facts[doc_id].title for doc_id, _ in found) or "what it amends"
            what = f"{row.path} changes {printed}, which is {'in' if found else 'not found in'} {where}"
            if change["how"] != "inserted" or found:
                self.findings.append(Finding(row.doc_id, what, "Look at both; no clause was linked."))
            elif targets := self._documents(row, change):
                self._add_to(targets[0], row, printed)
            return None
        doc_id, located = found[0]
        if change["how"] == "inserted":
            self._add_to(doc_id, row, printed)
        if located.repeated:
            what = (
                f"{row.path} changes {printed}, a number that {self.facts[doc_id].title} uses more than once"
            )
            self.findings.append(
                Finding(row.doc_id, what, "All of them stay in force; look which one is meant.")
            )
        whole = located.whole and change["how"] in _WHOLE and self._is_confirmed(row.doc_id, doc_id)
        begin = self.windows.get(doc_id, (None, None))[0] or self.facts[doc_id].effective_date
        if whole and day is not None and begin is not None and day <= begin:
            what = f"{row.path} replaces {printed} of {self.facts[doc_id].title}, which is dated no earlier"
            self.findings.append(
                Finding(row.doc_id, what, "Correct one of the dates; until then both govern.")
            )
            whole = False
        return _Event(row, day, (*located.rows, *located.below) if whole else located.rows, whole)

    def _add_to(self, doc_id: str, row: Row, printed: str) -> None:
        if (units := self.units.get(doc_id)) is not None:
            self.adds[row.at].append(f"{units.rows[0].id} {printed}")

    def _is_confirmed(self, doc_id: str, target: str) -> bool:
        """Whether a person said that one amends the other, or both the same agreement."""
        agreements = (target, *self.targets.get(target, ()))
        return any((doc_id, agreement) in self.confirmed for agreement in agreements)

    def _documents(self, row: Row, change: Mapping[str, Any]) -> list[str]:
        """The documents a change may mean: what its document amends, or the earlier amendment it names."""
        targets = self.targets[row.doc_id]
        if "in" not in change:
            return targets
        number = _amendment_number(change["in"])
        others = [*targets, *(doc_id for target in targets for doc_id in self.amended[target])]
        return [
            doc_id
            for doc_id in dict.fromkeys(others)
            if doc_id != row.doc_id
            and number is not None
            and _amendment_number(self.facts[doc_id].title) == number
        ]

    def _locate(self, doc_id: str, row: Row, change: Mapping[str, Any]) -> Located | None:
        units = self.units.get(doc_id)
        if units is None:
            return None
        if "term" in change:
            return units.term(change["term"])
        path = change["path"]
        if change["how"] != "inserted":
            return units.clause(path)
        if units.at(path):
            what = f"{row.path} adds {path}, a number that {self.facts[doc_id].title} has already"
            self.findings.append(Finding(row.doc_id, what, "Both govern; look which one is meant."))
        outer = units.at(above(path))
        return Located(tuple(part.at for part in outer), False) if outer else None

    def _links(self, events: Sequence[_Event], versions: _Versions) -> dict[str, dict[int, list[str]]]:
        """Who changes whom: of a clause replaced before, the version in force on that day is changed."""
        amends: dict[int, dict[str, None]] = defaultdict(dict)
        amended: dict[int, dict[str, None]] = defaultdict(dict)
        for event in sorted(events, key=lambda e: (e.day is None, e.day or date.min), reverse=True):
            for place in event.places:
                for at in versions.in_force(place, event):
                    if at != event.row.at:
                        amends[event.row.at][self.rows[at].id] = None
                        amended[at][event.row.id] = None
        return {
            "amends": {at: list(ids) for at, ids in amends.items()},
            "amended_by": {at: list(ids) for at, ids in amended.items()},
            "adds": dict(self.adds),
        }

    def _report_clashes(self, versions: _Versions) -> None:
        for place, one, other in versions.clashes():
            row = self.rows[place]
            title = self.facts[row.doc_id].title
            what = f"{one.row.path} replaces {row.path} of {title} on the day that {other.row.doc_id} does"
            self.findings.append(Finding(one.row.doc_id, what, "Both govern; look which one prevails."))


class _Versions:
    """What took the place of each row, day by day."""

    def __init__(self, events: Iterable[_Event], units: Mapping[int, _Unit]) -> None:
        self.units = units
        self.by_place: dict[int, list[_Event]] = defaultdict(list)
        for event in events:
            if event.whole and event.day is not None:
                for place in event.places:
                    self.by_place[place].append(event)
        for found in self.by_place.values():
            found.sort(key=lambda event: (event.day or date.min, event.row.doc_id, event.row.at))

    def in_force(self, place: int, change: _Event) -> tuple[int, ...]:
        """The rows that stand for a row when a change takes effect."""
        earlier = [
            event
            for event in self.by_place.get(place, ())
            if event.row.doc_id != change.row.doc_id
            and event.day is not None
            and change.day is not None
            and event.day < change.day
        ]
        if not earlier:
            return (place,)
        last = earlier[-1].day
        return tuple(event.row.at for event in earlier if event.day == last)

    def ends(self) -> dict[int, date]:
        """The day each row is replaced. A clause of an amendment ends when all that it brought is replaced
        in its turn: then a clause has one version on any day."""
        found = {place: events[0].day for place, events in self.by_place.items() if events[0].day is not None}
        for unit in self.units.values():
            later = self._later(unit)
            if later is not None:
                for at in unit.rows:
                    found[at] = min(later, found.get(at, later))
        return found

    def _later(self, unit: _Unit) -> date | None:
        if unit.day is None or not unit.replaced or len(unit.replaced) < unit.changes:
            return None
        last: date | None = None
        for place in (place for places in unit.replaced for place in places):
            days = [e.day for e in self.by_place[place] if e.day is not None and e.day > unit.day]
            if not days:
                return None
            last = min(days) if last is None else max(last, min(days))
        return last

    def clashes(self) -> Iterable[tuple[int, _Event, _Event]]:
        """Rows that two documents replace on one day, each pair of documents once."""
        seen: set[tuple[str, str]] = set()
        for place, events in self.by_place.items():
            for one, other in pairwise(events):
                pair = (one.row.doc_id, other.row.doc_id)
                if one.day == other.day and pair[0] != pair[1] and pair not in seen:
                    seen.add(pair)
                    yield place, one, other


def _amendment_number(text: str) -> int | None:
    """1 of 'Amendment No. 1 to the Agreement' and of 'First Amendment'."""
    found = re.search(
        r"\bamendment\s*(?:(?:no\.?|number|#)\s*)?(\d+|[ivx]+\b)|\b(\w+)\s+amendment\b", text, re.I
    )
    if found is None:
        return None
    if found[2]:
        return _NUMBERS.get(found[2].lower())
    return (
        int(found[1])
        if found[1].isdecimal()
        else {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5}.get(found[1].lower())
    )
