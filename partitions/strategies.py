"""The ways of cutting that are compared with each other on the same labels."""

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
    "lexichunk",
    "langchain",
)
"""`fixed-N` counts tokens, `recursive-N` characters. `lexichunk` and `langchain` are peers' splitters,
which are only there where their packages are installed."""

VARIANTS: tuple[str, ...] = ("definitions-always", "refs-appended", "context-sentence", "lead-ins")
"""`structure` with one thing added to each chunk: the definitions of the rarer terms it uses, the headings it
cites, a sentence on where it stands, the words that open the list it is an item of."""

CUTS = (*STRATEGIES, *VARIANTS)
"""Every way a collection may be cut. `docgrain eval --strategy all` compares `STRATEGIES`, `--levers`
measures `VARIANTS`."""
