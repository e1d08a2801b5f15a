"""Where an answer was lost: another document, another clause, half of one, one gold of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from evals.metrics import COVERED

if TYPE_CHECKING:
    from evals.score import QuestionRecord

MissKind = Literal["wrong document", "wrong clause", "half a clause", "some of several", "not located"]
MISS_KINDS: tuple[MissKind, ...] = get_args(MissKind)
TOUCHED = 0.05
"""Share of a gold below which what was returned of it is a heading or a number, not half of it."""


def miss_kind(record: QuestionRecord) -> MissKind | None:
    """Where the answer was lost; None where it was returned in full. A gold that cannot be located is a
    fault of the label or of reading, whatever came back."""
    if record.full_recall:
        return None
    if any(record.problems):
        return "not located"
    if any(share >= COVERED for share in record.covered):
        return "some of several"
    if any(share >= TOUCHED for share in record.covered):
        return "half a clause"
    return "wrong clause" if record.right_document_first else "wrong document"


def count_misses(records: Iterable[QuestionRecord]) -> dict[MissKind, int]:
    """Questions lost by where; every kind is there."""
    found = Counter(miss_kind(record) for record in records)
    return {kind: found[kind] for kind in MISS_KINDS}


def worst(records: Iterable[QuestionRecord], most: int) -> list[QuestionRecord]:
    """The misses, those first of which least was returned."""
    missed = [record for record in records if not record.full_recall]
    return sorted(missed, key=lambda record: (record.recall, record.id))[:most]


def lost_golds(record: QuestionRecord) -> Sequence[tuple[str, float, int]]:
    """(gold, share returned, its rank or 0) of every gold that is not covered."""
    golds = zip(record.golds, record.covered, record.gold_ranks, strict=True)
    return [(gold, share, rank) for gold, share, rank in golds if share < COVERED]
