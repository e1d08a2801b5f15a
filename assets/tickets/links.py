"""What only all tickets of a collection show: which stand there twice, were merged, or go in circles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from assets.tickets.duplicates import link
from assets.tickets.model import Ticket
from assets.tickets.values import BadRecord

_DIGITS = re.compile(r"(\d+)")
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def settled(tickets: Iterable[Ticket], file: str) -> tuple[list[Ticket], list[BadRecord]]:
    """The tickets with their links made whole, in the order they came: of an id that stands there several
    times the latest is kept (parts of a mail thread are joined), a ticket that others say was merged into
    them says so itself, and links that lead back to where they began are taken out, each reported for
    `file`."""
    kept: dict[str, Ticket] = {}
    problems: list[BadRecord] = []
    repeated: dict[str, None] = {}
    for ticket in tickets:
        other = kept.get(ticket.id)
        if other is None:
            kept[ticket.id] = ticket
        elif other.source == ticket.source == "mail":
            _join(other, ticket)
        else:
            repeated[ticket.id] = None
            # The place of the first, so that their order does not depend on which is kept.
            kept[ticket.id] = max(other, ticket, key=_lateness)
    if repeated:
        some = ", ".join(list(repeated)[:3])
        why = f"{len(repeated)} ticket(s) stand there several times ({some}), and the latest of each is kept"
        problems.append(BadRecord(file, None, why, "Nothing needs to be done if the export is incremental."))
    _say_merged(kept)
    merges = {key: [ticket.merged_into] for key, ticket in kept.items() if ticket.merged_into}
    for source, target in _back_links(merges):
        kept[source].merged_into = None
        problems.append(_circle(kept, file, source, target, "was merged into"))
    duplicates = {key: ticket.duplicate_of for key, ticket in kept.items() if ticket.duplicate_of}
    for source, target in _back_links(duplicates):
        kept[source].duplicate_of = [key for key in kept[source].duplicate_of if key != target]
        problems.append(_circle(kept, file, source, target, "is a duplicate of"))
    link(list(kept.values()))
    return list(kept.values()), problems


def _lateness(ticket: Ticket) -> tuple[datetime, int]:
    moments = (ticket.opened, ticket.closed, *(message.at for message in ticket.messages))
    return max((moment for moment in moments if moment), default=_LONG_AGO), len(ticket.messages)


def _join(thread: Ticket, more: Ticket) -> None:
    there = {message.id for message in thread.messages}
    thread.messages += [message for message in more.messages if message.id not in there]
    thread.messages.sort(key=lambda message: message.at or _LONG_AGO)
    thread.opened = min((moment for moment in (thread.opened, more.opened) if moment), default=None)
    thread.flags = list(dict.fromkeys([*thread.flags, *more.flags]))


def _say_merged(kept: Mapping[str, Ticket]) -> None:
    for ticket in kept.values():
        merged = ticket.extra.get("merged")
        for key in merged if isinstance(merged, list) else ():
            other = kept.get(str(key))
            if other is not None and other.merged_into is None and other is not ticket:
                other.merged_into = ticket.id


def _circle(kept: Mapping[str, Ticket], file: str, source: str, target: str, relation: str) -> BadRecord:
    for key in (source, target):
        if (ticket := kept.get(key)) and "links_in_circle" not in ticket.flags:
            ticket.flags.append("links_in_circle")
    if source == target:
        return BadRecord(file, None, f"ticket {source} {relation} itself", "That link is not used.")
    why = f"ticket {source} {relation} {target}, from where it leads back to {source}"
    return BadRecord(file, None, why, "That link is not used; take the wrong one out in the tracker.")


def _back_links(links: Mapping[str, list[str]]) -> list[tuple[str, str]]:
    """The links to take out so that none leads back, found from the highest id down, so that in a circle of
    two the older ticket stays."""
    found = []
    done: set[str] = set()
    for start in sorted(links, key=_natural, reverse=True):
        if start in done:
            continue
        path = {start}
        waiting = [(start, iter(links[start]))]
        while waiting:
            here, targets = waiting[-1]
            for target in targets:
                if target in path:
                    found.append((here, target))
                elif target not in done and target in links:
                    path.add(target)
                    waiting.append((target, iter(links[target])))
                    break
            else:
                waiting.pop()
                path.discard(here)
                done.add(here)
    return found


def _natural(key: str) -> list[tuple[int, int, str]]:
    return [
        (0, int(part), "") if part.isdigit() and part.isascii() else (1, 0, part)
        for part in _DIGITS.split(key)
    ]
