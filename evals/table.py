"""The comparison of strategies as a Markdown table, for the page of an asset."""

from __future__ import annotations

from collections.abc import Sequence

from evals.bootstrap import paired_bootstrap
from evals.score import Scores

_COLUMNS = (
    "hit_rate",
    "full_recall",
    "recall",
    "precision",
    "tokens_used",
    "recall_at_4",
    "hit_at_1",
    "hit_at_10",
    "mrr",
)


def strategy_table(scores: Sequence[Scores], reference: str = "structure") -> str:
    """One row a strategy, best full recall first, on the questions that every strategy could answer; the
    last column is `reference` minus the strategy in full recall with its 95 % interval."""
    compared = [one.without_own_units() for one in scores]
    compared.sort(key=lambda one: (-one.totals["full_recall"], one.strategy))
    own = next((one for one in compared if one.strategy == reference), None)
    header = ["strategy", "chunks", "median tokens", *(name.replace("_", " ") for name in _COLUMNS)]
    if own is not None:
        header.append(f"{reference} is ahead by")
    rows = []
    for one in compared:
        cells = [one.strategy, str(one.chunks), f"{one.median_tokens:.0f}"]
        cells += [
            (f"{one.figures[name]:.0f}" if name == "tokens_used" else f"{one.figures[name]:.3f}")
            if name in one.figures
            else ""
            for name in _COLUMNS
        ]
        if own is not None:
            cells.append("" if one is own or not one.figures else str(paired_bootstrap(own, one)))
        rows.append(cells)
    rule = ["---", *["--:"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, rule, *rows])


def kind_table(scores: Scores) -> str:
    """One row a kind of question of one strategy."""
    rows = [
        [
            kind,
            f"{means['questions']:.0f}",
            *(f"{means[name]:.3f}" for name in ("hit_rate", "full_recall", "mrr")),
        ]
        for kind, means in scores.by_kind.items()
    ]
    header = ["kind", "questions", "hit rate", "full recall", "mrr"]
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, ["---", *["--:"] * 4], *rows])
