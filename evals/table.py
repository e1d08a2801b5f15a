"""The comparison of strategies as a Markdown table, for the page of an asset."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evals.bootstrap import paired_bootstrap
from evals.miss_kinds import count_misses, kinds_among
from evals.score import Scores
from evals.verdict import OF_TICKETS, measure_of

COLUMNS = (
    "right_document_first",
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
"""The measures in the order they are shown."""
TICKET_COLUMNS = ("hit_at_1", "hit_at_10", "mrr", "hit_rate", "fix_rate", "tokens_used")
"""Those that say something where tickets answer: one of several will do, and is there whole or not at all."""
KIND_COLUMNS = ("right_document_first", "hit_rate", "full_recall", "mrr")
TICKET_KIND_COLUMNS = ("hit_at_1", "hit_at_10", "mrr", "hit_rate", "fix_rate")
"""The measures shown a kind."""


def columns_of(scores: Iterable[Scores]) -> tuple[str, ...]:
    """The measures to show of these, in order."""
    measure = measure_of([record for one in scores for record in one.records])
    return TICKET_COLUMNS if measure == OF_TICKETS else COLUMNS


def strategy_table(scores: Sequence[Scores], reference: str = "structure") -> str:
    """One row a strategy, the best first, on the questions that every strategy could answer; the last column
    is `reference` minus the strategy in what it is judged by with its 95 % interval."""
    compared = [one.without_own_units() for one in scores]
    measure = measure_of([record for one in compared for record in one.records])
    compared.sort(key=lambda one: (-one.totals[measure], one.strategy))
    own = next((one for one in compared if one.strategy == reference), None)
    columns = columns_of(compared)
    header = ["strategy", "chunks", "median tokens", *map(spoken, columns)]
    if own is not None:
        header.append(f"{reference} is ahead by")
    rows = []
    for one in compared:
        cells = [one.strategy, str(one.chunks), f"{one.median_tokens:.0f}"]
        cells += [
            (f"{one.figures[name]:.0f}" if name == "tokens_used" else f"{one.figures[name]:.3f}")
            if name in one.figures
            else ""
            for name in columns
        ]
        if own is not None:
            cells.append("" if one is own or not one.figures else str(paired_bootstrap(own, one, measure)))
        rows.append(cells)
    return _markdown(header, rows)


def kind_rows(scores: Scores) -> tuple[list[str], list[list[str | float]]]:
    """Columns, and one row a kind of question of one strategy, with the questions lost by where; the last
    row is of all kinds together."""
    columns = TICKET_KIND_COLUMNS if columns_of([scores]) == TICKET_COLUMNS else KIND_COLUMNS
    kinds = kinds_among(scores.records)
    rows: list[list[str | float]] = []
    for kind, means in [*scores.by_kind.items(), ("all kinds", scores.totals)]:
        records = [record for record in scores.records if kind in ("all kinds", record.kind)]
        cells = [float(means[name]) for name in columns]
        rows.append([kind, len(records), *cells, *count_misses(records, kinds).values()])
    return ["kind", "questions", *map(spoken, columns), *kinds], rows


def kind_table(scores: Scores) -> str:
    """`kind_rows` as Markdown."""
    header, rows = kind_rows(scores)
    return _markdown(
        header, [[f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows]
    )


def spoken(measure: str) -> str:
    """A measure's name as a column is headed."""
    return measure.replace("_", " ")


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rule = ["---", *["--:"] * (len(header) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, rule, *rows])
