"""Intervals of differences: the same on every run, wider where questions stand or fall together."""

from __future__ import annotations

import pytest

from evals.bootstrap import paired_bootstrap
from tests.evals.example import outcome, scores, share


def test_no_difference_is_none() -> None:
    difference = paired_bootstrap(scores(share(50, 100)), scores(share(50, 100)))
    assert (difference.difference, difference.low, difference.high) == (0, 0, 0)
    assert paired_bootstrap(scores([]), scores([])).questions == 0


def test_a_clear_difference_stays_above_zero_and_repeats() -> None:
    def answered(right: int) -> list:  # type: ignore[type-arg]
        return [outcome(f"q{n}", n % 10 < right, file=f"{n // 5}.pdf") for n in range(200)]

    difference = paired_bootstrap(scores(answered(7)), scores(answered(4)))
    assert difference.difference == pytest.approx(0.3)
    assert 0 < difference.low < 0.3 < difference.high < 1
    assert (difference.questions, difference.documents) == (200, 40)
    assert difference == paired_bootstrap(scores(answered(7)), scores(answered(4)))
    assert paired_bootstrap(scores(answered(4)), scores(answered(7))).difference == pytest.approx(-0.3)


def test_questions_of_one_document_count_as_one_draw() -> None:
    def spread(documents: int, right: int) -> list:  # type: ignore[type-arg]
        per = 100 // documents
        return [outcome(f"q{n}", n < right, file=f"{n // per}.pdf") for n in range(100)]

    def width(documents: int) -> float:
        found = paired_bootstrap(scores(spread(documents, 50)), scores(spread(documents, 0)))
        return found.high - found.low

    assert width(4) > 2 * width(100)


def test_a_question_that_one_was_not_asked_counts_against_it() -> None:
    assert paired_bootstrap(scores(share(10, 10)), scores(share(5, 5))).difference == 0.5
