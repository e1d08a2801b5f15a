"""The gate: whether a candidate may be published, decided from figures alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evals.score import FIXES, QuestionRecord, Scores

PROOF = 20
"""Labelled questions from which a score proves something; below, a candidate goes on its checks alone."""
SLACK = 2
"""Questions by which a score may fall whatever their number: one or two flip by chance."""
_WORST = 10
MEASURE, OF_TICKETS, OF_BOTH = "full_recall", "hit_rate", "answered"
"""What a candidate is judged by; for questions that tickets answer, any of which will do, the second; where
some are answered by tickets and others are not, each question by its own."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best candidate ever published with proof, question by question, so that it can be compared on
    the questions that still count."""

    strategy: str
    outcomes: Mapping[str, float]
    """Measure by the label's fingerprint: an edited label is another question."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A question that the candidate does not answer in full. `lost`: what it is held against did."""

    id: str
    files: tuple[str, ...]
    recall: float
    first: str
    """What ranks first instead, as a source key; empty where nothing was found."""
    lost: bool

    def __str__(self) -> str:
        instead = f"first is {self.first}" if self.first else "nothing was found"
        return f"{self.id} ({', '.join(self.files)}): {self.recall:.2f} of it returned, {instead}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reasons` say why not; `unproven` marks what passed without enough questions. `figures` are numbers
    to be plotted. Holds ids, files and citations, no text of a document."""

    passed: bool
    unproven: bool
    measure: str
    reasons: tuple[str, ...]
    figures: Mapping[str, float]
    worst: tuple[Miss, ...] = field(default=())

    def __str__(self) -> str:
        if self.passed:
            return "published unproven: too few labelled questions" if self.unproven else "passed"
        lines = ["refused: " + "; ".join(self.reasons)]
        return "\n".join(lines + [f"  {miss}" for miss in self.worst])


def measure_of(records: Sequence[QuestionRecord]) -> str:
    """What questions are judged by: hit rate where tickets alone answer them, since any of several solved
    ones will do; where tickets answer only some, hit rate of those and full recall of the others."""
    tickets = {record.of_tickets for record in records}
    if True not in tickets:
        return MEASURE
    return OF_BOTH if False in tickets else OF_TICKETS


def decide(
    candidate: Scores,
    *,
    published: Scores | None = None,
    best: Best | None = None,
    fixed: Sequence[Scores] = (),
    max_drop: float = 0.02,
    min_full_recall: float | None = None,
    measure: str = "full_recall",
) -> Verdict:
    """Decide on a candidate. `published`: the published index, scored in this run on the same labels by
    the same search. `best`: None until something was published with proof; the candidate is then held
    against `fixed` (the scores of fixed-size windows) as well. `measure`: `hit_rate` for tickets.
    Questions whose gold left the collection do not count. Raises ValueError where a proof is due and
    `fixed` is missing."""
    counted = [record for record in candidate.records if not record.removed]
    value = _mean([getattr(record, measure) for record in counted])
    # Without a question that counts there is no measure: a 0 would be read as one.
    figures: dict[str, float] = {
        **({measure: value} if counted else {}),
        "questions_counted": len(counted),
        "questions_removed": candidate.questions - len(counted),
    }
    reasons: list[str] = []
    references: list[Mapping[str, float]] = []
    unproven = len(counted) < PROOF and min_full_recall is None

    if candidate.chunks == 0:
        reasons.append("the candidate is empty")
    if min_full_recall is not None:
        figures["min_full_recall"] = min_full_recall
        if not counted:
            reasons.append("min_full_recall is set, and no labelled question counts")
        elif _below(value, min_full_recall):
            reasons.append(f"{measure} {value:.3f} is lower than min_full_recall {min_full_recall:.3f}")
    if not unproven:
        for name, said, reference in (
            ("published_now", "what is published now", best_of(None, published, measure)),
            ("best_ever", "the best ever published", best),
        ):
            if reference is not None and (shared := _shared(counted, reference)):
                references.append(reference.outcomes)
                now = _mean([getattr(record, measure) for record in shared])
                before = _mean([reference.outcomes[record.fingerprint] for record in shared])
                allowed = max(max_drop, SLACK / len(shared))
                figures[name], figures[f"allowed_drop_{name}"] = before, allowed
                if _below(now, before - allowed):
                    reasons.append(
                        f"{measure} {now:.3f} is lower than {before:.3f} of {said} by more than {allowed:.3f}"
                        f" ({len(shared)} questions)"
                    )
        reasons += _fixes_lost(counted, published, max_drop)
        if best is None and counted:
            strongest, shared = _strongest(fixed, counted, measure)
            references.append(strongest.outcomes)
            now = _mean([getattr(record, measure) for record in shared])
            other = _mean([strongest.outcomes.get(record.fingerprint, 0.0) for record in shared])
            if shared:
                figures["fixed"] = other
            if _below(now, other):
                reasons.append(f"{measure} {now:.3f} loses to {strongest.strategy} with {other:.3f}")
    return Verdict(
        not reasons, unproven, measure, tuple(reasons), figures, _worst(counted, references, measure)
    )


def _fixes_lost(counted: Sequence[QuestionRecord], published: Scores | None, max_drop: float) -> list[str]:
    """That tickets are still found, but no longer with the fix that their labels know."""
    before = {
        record.fingerprint: record.fix_rate
        for record in (published.records if published is not None else ())
        if record.of_tickets and record.answer_known and not record.removed
    }
    shared = [record for record in counted if record.fingerprint in before]
    now, was = _mean([record.fix_rate for record in shared]), _mean([before[r.fingerprint] for r in shared])
    if not shared or not _below(now, was - max(max_drop, SLACK / len(shared))):
        return []
    return [f"{FIXES} {now:.3f} is lower than {was:.3f} of what is published now ({len(shared)} questions)"]


def best_of(best: Best | None, published: Scores | None, measure: str = "full_recall") -> Best | None:
    """The better of the best so far and what is published now, judged on the questions that both know;
    the newer one where they are equal or share none."""
    if published is None:
        return best
    outcomes = {r.fingerprint: float(getattr(r, measure)) for r in published.records if not r.removed}
    newer = Best(published.strategy, outcomes)
    if best is None:
        return newer
    shared = outcomes.keys() & best.outcomes.keys()
    was, is_now = (_mean([of[key] for key in shared]) for of in (best.outcomes, outcomes))
    return best if _below(is_now, was) else newer


def _strongest(
    fixed: Sequence[Scores], counted: Sequence[QuestionRecord], measure: str
) -> tuple[Best, list[QuestionRecord]]:
    """The best of the fixed windows, and the questions that every way of cutting could answer."""
    windows = [window for other in fixed if (window := best_of(None, other, measure)) is not None]
    if not windows:
        raise ValueError("a first publish must be compared with fixed windows, and there are none")
    shared = [record for record in counted if not record.own_units_only]
    return max(windows, key=lambda w: _mean([w.outcomes.get(r.fingerprint, 0.0) for r in shared])), shared


def _shared(counted: Sequence[QuestionRecord], reference: Best) -> list[QuestionRecord]:
    return [record for record in counted if record.fingerprint in reference.outcomes]


def _worst(
    counted: Sequence[QuestionRecord], references: Sequence[Mapping[str, float]], measure: str
) -> tuple[Miss, ...]:
    """The misses, those first that a reference answered, then by how little was returned."""
    misses = [
        Miss(
            record.id,
            tuple(record.files),
            record.recall,
            record.first[0] if record.first else "",
            any(outcomes.get(record.fingerprint, 0.0) > getattr(record, measure) for outcomes in references),
        )
        for record in counted
        if getattr(record, measure) < 1
    ]
    return tuple(sorted(misses, key=lambda miss: (not miss.lost, miss.recall, miss.id))[:_WORST])


def _below(value: float, bar: float) -> bool:
    return value < bar and not math.isclose(value, bar, abs_tol=1e-9)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
