"""Ids that several trackers have given out: each has its own ticket of that number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assets.tickets.circles import in_order
from assets.tickets.links import Links
from assets.tickets.values import BadRecord

BOTH = "All are kept, and it finds each of them. Where they are the same, leave one of them out."
Names = Mapping[str, Mapping[str, str]]
"""Of ids that mean a ticket of each of several trackers, by what each of these is known here."""


def told_apart(tickets: Iterable[tuple[str, str, str]]) -> tuple[Names, list[BadRecord]]:
    """`tickets`: of each its id, its tracker and its export. The first tracker by name keeps an id that
    several have, the others' tickets are named after theirs; and what is to be told of it."""
    files: dict[str, dict[str, str]] = {}
    for key, tracker, source in tickets:
        of_id = files.setdefault(key, {})
        of_id[tracker] = min(of_id.get(tracker, source), source, key=in_order)
    names: dict[str, dict[str, str]] = {}
    shared: dict[tuple[str, ...], list[str]] = {}
    for key in sorted((key for key, of_id in files.items() if len(of_id) > 1), key=in_order):
        first, *others = sorted(files[key], key=in_order)
        names[key] = {first: key}
        for tracker in others:
            name = f"{key}@{tracker}"
            while name in files:
                name = f"{name}@{tracker}"
            names[key][tracker] = name
        shared.setdefault(tuple(files[key][tracker] for tracker in names[key]), []).append(key)
    problems = [
        BadRecord(
            " and ".join(where),
            None,
            f"{len(keys)} id(s) stand for a ticket in each of them ({', '.join(keys[:3])})",
            BOTH,
        )
        for where, keys in sorted(shared.items())
    ]
    return names, problems


def renamed(links: Links, tracker: str, names: Names, trackers: Mapping[str, str]) -> Links:
    """What a ticket of `tracker` says of others, by the ids that its tracker's have here. A number that only
    another's ticket has is none that it could mean. `trackers`: whose each id is here."""

    def name(key: str) -> str:
        if key in names:
            return names[key].get(tracker, f"{key}@{tracker}")
        return key if trackers.get(key, tracker) == tracker or not key.isdigit() else f"{key}@{tracker}"

    return links.renamed(name)
