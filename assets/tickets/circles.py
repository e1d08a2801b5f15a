"""Links between tickets followed to their end, and what makes them go in a circle."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_DIGITS = re.compile(r"(\d+)")


def in_order(key: str) -> list[tuple[int, int, str]]:
    """For sorting ids and names of files as people count: T-2 before T-10."""
    return [
        (0, int(part), "") if part.isdigit() and part.isascii() and len(part) < 1000 else (1, 0, part)
        for part in _DIGITS.split(key)
    ]


def back_links(links: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """The links to take out so that none leads back, found from the highest id down, so that in a circle of
    two the older ticket stays."""
    found = []
    done: set[str] = set()
    for start in sorted(links, key=in_order, reverse=True):
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


def originals(
    leads: Mapping[str, Sequence[str]], opened: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Where each key of `leads` ends when the first link of each is followed, itself where it leads nowhere;
    and the keys whose links are not followed, because they go in a circle: of each circle the one that was
    opened first (else the first by id), which is where all of it ends."""
    ends: dict[str, str] = {}
    broken = []
    for start in sorted(leads, key=in_order):
        trail: dict[str, None] = {}
        here = start
        while here not in ends and here not in trail and leads.get(here):
            trail[here] = None
            here = leads[here][0]
        if here in trail:
            around = list(trail)
            circle = around[around.index(here) :]
            here = min(circle, key=lambda key: (not opened.get(key), opened.get(key, ""), in_order(key)))
            broken.append(here)
        end = ends.get(here, here)
        ends.update(dict.fromkeys(trail, end))
    return ends, broken
