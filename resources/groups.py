"""Access groups: a document is open to each group it names, and to two joined ones only together."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

_JOINED = "\x1f"
"""Between two joined groups. It stands in no name: whoever asks cannot belong to a group that has it."""


def joined(groups: Iterable[str], others: Iterable[str]) -> list[str]:
    """What is open only to those who belong to one of `groups` and to one of `others`."""
    others = list(others)
    pairs = (
        group if group == other else _JOINED.join(sorted((group, other)))
        for group in groups
        for other in others
    )
    return list(dict.fromkeys(pairs))


def opened_by(groups: Iterable[str]) -> frozenset[str]:
    """All that who belongs to these groups may open: each of them, and every two joined."""
    own = sorted(group for group in groups if _JOINED not in group)
    return frozenset([*own, *(_JOINED.join(pair) for pair in combinations(own, 2))])


def single(groups: Iterable[str]) -> frozenset[str]:
    """Those that open something on their own."""
    return frozenset(group for group in groups if _JOINED not in group)
