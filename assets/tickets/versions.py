"""Versions of one ticket, in one export or several: which is the latest, and which others still count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from assets.tickets.circles import in_order
from assets.tickets.links import RESTRICTED
from assets.tickets.model import Message
from assets.tickets.states import Hidden
from assets.tickets.stored import from_json
from assets.tickets.values import BadRecord


class Version(NamedTuple):
    """One state of a ticket, or a part of a thread of mails, as the row of it says."""

    row: int
    id: str
    source: str
    place: int
    tracker: str
    opened: str
    latest: str
    talk: bool
    messages: int
    """How many it has, notes included: what is hidden makes no version older."""
    said: str = ""
    """The id it has in its tracker, where it has another here."""
    export: str = ""
    """When the latest of its export's tickets changed."""

    @property
    def lateness(self) -> tuple[Any, ...]:
        return self.latest, self.messages, self.export, in_order(self.source), self.place

    @property
    def beginning(self) -> tuple[Any, ...]:
        return not self.opened, self.opened, self.id, in_order(self.source), self.place


def latest_of(
    versions: Sequence[Version],
) -> tuple[dict[str, Version], Counter[str], list[BadRecord]]:
    """The latest version of each ticket; how many each export lost to another; which export has some several
    times."""
    latest: dict[str, Version] = {}
    for one in versions:
        other = latest.get(one.id)
        if other is None or one.lateness > other.lateness:
            latest[one.id] = one
    replaced = Counter({(one.source, one.id) for one in versions if latest[one.id].source != one.source})
    times = Counter((one.source, one.id) for one in versions)
    repeated: dict[str, list[str]] = {}
    for (source, key), count in sorted(times.items()):
        if count > 1:
            repeated.setdefault(source, []).append(key)
    problems = [
        BadRecord(
            source,
            None,
            f"{len(keys)} ticket(s) stand there several times ({', '.join(keys[:3])}), "
            "and the latest of each is kept",
            "Nothing needs to be done if the export is incremental.",
        )
        for source, keys in repeated.items()
    ]
    return latest, Counter(source for source, _ in replaced), problems


def fuller_of(tickets: Sequence[Version], latest: Mapping[str, Version]) -> dict[str, Version]:
    """Of tickets whose latest version does not tell the comments the latest that does: states are often
    exported without them. A list of comments is a statement, be it empty: what it lacks was taken back."""
    found: dict[str, Version] = {}
    for one in tickets:
        if one.talk and one.id in latest and not latest[one.id].talk:
            other = found.get(one.id)
            if other is None or one.lateness > other.lateness:
                found[one.id] = one
    return found


def hiding(
    tickets: Sequence[Version],
    latest: Mapping[str, Version],
    fuller: Mapping[str, Version],
    notes: Mapping[tuple[str, int], int],
    read: pa.Table,
) -> dict[str, list[Version]]:
    """Of tickets the versions that are as late as the one whose messages count, and keep back what that one
    shows: nothing tells which of them is the later."""
    found: dict[str, list[Version]] = {}
    for one in tickets:
        if (top := latest.get(one.id)) is None:
            continue
        of = fuller.get(one.id, top)
        if one.row in (of.row, top.row) or one.latest not in (of.latest, top.latest):
            continue
        if read["alone"][one.row].as_py() == RESTRICTED:
            hides = read["alone"][of.row].as_py() != RESTRICTED
        else:
            own, theirs = (notes.get((each.source, each.place)) for each in (one, of))
            hides = own is not None and _hides(read, own, theirs, of.row)
        if hides:
            found.setdefault(one.id, []).append(one)
    return found


def _hides(read: pa.Table, notes: int, known: int | None, shown: int) -> bool:
    """Whether these `notes` hold what is `shown` in another version, which has the notes `known`."""
    hashes = read["source_hash"]
    if known is not None and hashes[notes].as_py() == hashes[known].as_py():
        return False  # most often it is the same state, exported twice
    return Hidden(_messages(read, notes)).any_of(_messages(read, shown))


def _messages(read: pa.Table, row: int) -> list[Message]:
    return from_json(read["ticket"][row].as_py()).messages
