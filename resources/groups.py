"""Access groups: a document is open to each group it names, and to two joined ones only together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

_JOINED = "\x1f"
"""Between two joined groups. It stands in no name: whoever asks cannot belong to a group that has it."""

PAIRED = 100
"""Groups of one asker of which pairs are written out: some 5,000."""


def joined(groups: Iterable[str], others: Iterable[str]) -> list[str]:
    """What is open only to those who belong to one of `groups` and to one of `others`."""
    others = list(others)
    pairs = (
        group if group == other else _JOINED.join(sorted((group, other)))
        for group in groups
        for other in others
    )
    return list(dict.fromkeys(pairs))


def opens(own: frozenset[str], groups: Iterable[str]) -> bool:
    """Whether who belongs to the groups `own` may open what these groups, single or joined, may."""
    return any(own.issuperset(group.split(_JOINED)) for group in groups)


def opened_by(own: Iterable[str]) -> frozenset[str]:
    """All that who belongs to these groups may open: each of them, and every two joined. Of more groups than
    `PAIRED` only the single ones: what two open together is then not found rather than looked for among
    pairs without end."""
    known = sorted(single(own))
    pairs = combinations(known, 2) if len(known) <= PAIRED else ()
    return frozenset([*known, *(_JOINED.join(pair) for pair in pairs)])


def single(groups: Iterable[str]) -> frozenset[str]:
    """Those that open something on their own."""
    return frozenset(group for group in groups if _JOINED not in group)
