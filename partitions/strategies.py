"""The ways of cutting that are compared with each other on the same labels."""

from __future__ import annotations

from collections.abc import Collection

STRUCTURE = "structure"
"""The document's own structure; every other strategy must be beaten by it."""

STRATEGIES: tuple[str, ...] = (
    STRUCTURE,
    "merged",
    "fixed-200",
    "fixed-500",
    "fixed-800",
    "recursive-500",
    "recursive-1000",
    "recursive-2000",
    "sentence",
    "semantic",
    "whole",
    "subject",
    "messages",
    "lexichunk",
    "langchain",
)
"""`subject` (that alone) and `messages` (one by one) are ways to cut a ticket. `fixed-N` counts tokens,
`recursive-N` characters. `lexichunk` and `langchain` are peers' splitters, which are only there where their
packages are installed."""

OF_TICKETS: tuple[str, ...] = (
    STRUCTURE,
    "fixed-200",
    "fixed-500",
    "fixed-800",
    "recursive-500",
    "recursive-1000",
    "recursive-2000",
    "sentence",
    "whole",
    "subject",
    "messages",
)
"""Those that make sense for tickets."""
TICKETS_ONLY = frozenset({"subject", "messages"})

VARIANTS: tuple[str, ...] = ("definitions-always", "refs-appended", "context-sentence")
"""`structure` with one thing added to each chunk: the definitions of the rarer terms it uses, the headings it
cites, a sentence on where it stands."""

CUTS = (*STRATEGIES, *VARIANTS)
"""Every way a collection may be cut. `docgrain eval --strategy all` compares `STRATEGIES`, `--levers`
measures `VARIANTS`."""


def compared(families: Collection[str]) -> list[str]:
    """The strategies that are compared where documents of these families are."""
    if set(families) == {"ticket"}:
        return list(OF_TICKETS)
    return [name for name in STRATEGIES if name not in TICKETS_ONLY]
