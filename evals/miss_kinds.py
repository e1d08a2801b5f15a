"""Where an answer was lost: another document, another clause, half of one, one gold of several; a ticket that
ranks too low, or not at all, or is not kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, get_args

from evals.gold import TICKET_DROPPED
from evals.metrics import COVERED

if TYPE_CHECKING:
    from evals.score import QuestionRecord

MissKind = Literal["wrong document", "wrong clause", "half a clause", "some of several", "not located"]
TicketMissKind = Literal["ranked too low", "not found", "not kept", "not there"]
MISS_KINDS: tuple[MissKind, ...] = get_args(MissKind)
TICKET_MISS_KINDS: tuple[TicketMissKind, ...] = get_args(TicketMissKind)
"""Where the ticket that answers is: beyond the budget; not among those ranked; left out, since nothing says
that or how it was solved; in no export."""
TOUCHED = 0.05
"""Share of a gold below which what was returned of it is a heading or a number, not half of it."""


def miss_kind(record: QuestionRecord) -> MissKind | TicketMissKind | None:
    """Where the answer was lost; None where enough was returned. A gold that cannot be located is a
    fault of the label or of reading, whatever came back."""
    if record.answered:
        return None
    if record.of_tickets:
        return _ticket_miss(record)
    if any(record.problems):
        return "not located"
    if any(share >= COVERED for share in record.covered):
        return "some of several"
    if any(share >= TOUCHED for share in record.covered):
        return "half a clause"
    return "wrong clause" if record.right_document_first else "wrong document"


def _ticket_miss(record: QuestionRecord) -> TicketMissKind:
    """Of several tickets, any of which would do, the one that came nearest says where it was lost."""
    if any(record.gold_ranks):
        return "ranked too low"
    if not all(record.problems):
        return "not found"
    return "not kept" if any(why.startswith(TICKET_DROPPED) for why in record.problems) else "not there"


def kinds_among(records: Iterable[QuestionRecord]) -> tuple[MissKind | TicketMissKind, ...]:
    """The kinds of misses that questions like these may have; where tickets answer only some, those kinds of
    theirs that occur."""
    asked = list(records)
    tickets = {record.of_tickets for record in asked}
    if tickets == {True}:
        return TICKET_MISS_KINDS
    there = {miss_kind(record) for record in asked if record.of_tickets}
    return (*MISS_KINDS, *(kind for kind in TICKET_MISS_KINDS if kind in there))


def count_misses(
    records: Iterable[QuestionRecord], kinds: Sequence[MissKind | TicketMissKind] = ()
) -> dict[MissKind | TicketMissKind, int]:
    """Questions lost by where; all of `kinds` are there, or all that such questions may have."""
    asked = list(records)
    found = Counter(miss_kind(record) for record in asked)
    return {kind: found[kind] for kind in kinds or kinds_among(asked)}


def worst(records: Iterable[QuestionRecord], most: int) -> list[QuestionRecord]:
    """The misses, those first of which least was returned."""
    missed = [record for record in records if not record.answered]
    return sorted(missed, key=lambda record: (record.recall, record.id))[:most]


def lost_golds(record: QuestionRecord) -> Sequence[tuple[str, float, int]]:
    """(gold, share returned, its rank or 0) of every gold that is not covered."""
    golds = zip(record.golds, record.covered, record.gold_ranks, strict=True)
    return [(gold, share, rank) for gold, share, rank in golds if share < COVERED]
