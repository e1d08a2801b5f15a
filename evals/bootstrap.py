"""How sure a difference between two ways of cutting is: a paired bootstrap that draws whole documents."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evals.score import Scores

SAMPLES = 10_000
SEED = 20_240


@dataclass(frozen=True, slots=True)
class Difference:
    """`difference` = mean of a - mean of b over the same questions, with its 95 % interval."""

    measure: str
    difference: float
    low: float
    high: float
    questions: int
    documents: int

    def __str__(self) -> str:
        return f"{self.difference:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"


def paired_bootstrap(
    a: Scores, b: Scores, measure: str = "full_recall", samples: int = SAMPLES
) -> Difference:
    """The difference a - b of a measure. Questions of one document stand or fall together, so documents
    are drawn, not questions (percentile interval, fixed seed). A question that only one of the two was
    asked counts 0 for the other. No questions: all zero."""
    of_a, of_b = ({record.fingerprint + record.id: record for record in scores.records} for scores in (a, b))
    both = {**of_b, **of_a}
    if not both:
        return Difference(measure, 0.0, 0.0, 0.0, 0, 0)
    documents: dict[tuple[str, ...], int] = {}
    cluster = np.array(
        [documents.setdefault(tuple(record.files), len(documents)) for record in both.values()]
    )
    gain = np.array(
        [
            (float(getattr(of_a[key], measure)) if key in of_a else 0.0)
            - (float(getattr(of_b[key], measure)) if key in of_b else 0.0)
            for key in both
        ]
    )
    sums = np.bincount(cluster, weights=gain, minlength=len(documents))
    sizes = np.bincount(cluster, minlength=len(documents))
    chances = np.full(len(documents), 1 / len(documents))
    draws = np.random.default_rng(SEED).multinomial(len(documents), chances, size=samples)
    low, high = np.quantile((draws @ sums) / (draws @ sizes), [0.025, 0.975])
    return Difference(measure, float(gain.mean()), float(low), float(high), len(both), len(documents))
