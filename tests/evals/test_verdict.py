"""Every rule of the gate, and where it turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evals.verdict import Best, best_of, decide, measure_of
from tests.evals.example import outcome, scores, share


def _best(right: int, of: int) -> Best:
    best = best_of(None, scores(share(right, of)))
    assert best is not None
    return best


FIXED = [scores(share(10, 100), "fixed-200"), scores(share(30, 100), "fixed-500")]


def test_as_good_as_before_passes() -> None:
    verdict = decide(scores(share(70, 100)), published=scores(share(70, 100)), best=_best(70, 100))
    assert (verdict.passed, verdict.unproven, verdict.reasons) == (True, False, ())
    assert verdict.figures["full_recall"] == verdict.figures["best_ever"] == 0.7
    assert str(verdict) == "passed"


@pytest.mark.parametrize(("right", "passed"), [(68, True), (67, False)])
def test_two_questions_of_a_hundred_may_be_lost(right: int, passed: bool) -> None:
    assert (
        decide(scores(share(right, 100)), published=scores(share(70, 100)), best=_best(70, 100)).passed
        is passed
    )


@pytest.mark.parametrize(("right", "passed"), [(686, True), (680, True), (679, False)])
def test_of_a_thousand_it_is_max_drop(right: int, passed: bool) -> None:
    assert decide(scores(share(right, 1000)), best=_best(700, 1000)).passed is passed


@pytest.mark.parametrize(("right", "passed"), [(18, True), (17, False)])
def test_few_questions_still_give_two(right: int, passed: bool) -> None:
    assert decide(scores(share(right, 20)), best=_best(20, 20)).passed is passed


def test_max_drop_is_the_collections_own() -> None:
    assert decide(scores(share(60, 100)), best=_best(70, 100), max_drop=0.1).passed
    assert not decide(scores(share(59, 100)), best=_best(70, 100), max_drop=0.1).passed


def test_a_little_worse_each_time_does_not_add_up() -> None:
    """Held against the best ever, not only against what is published now."""
    verdict = decide(scores(share(66, 100)), published=scores(share(68, 100)), best=_best(70, 100))
    assert not verdict.passed
    assert "0.660" in verdict.reasons[0]
    assert "0.700 of the best ever published" in verdict.reasons[0]


def test_what_is_published_now_counts_where_search_became_better() -> None:
    verdict = decide(scores(share(70, 100)), published=scores(share(80, 100)), best=_best(70, 100))
    assert not verdict.passed
    assert "0.800 of what is published now" in verdict.reasons[0]


def test_a_refusal_says_both_figures_and_the_worst_misses() -> None:
    verdict = decide(scores(share(10, 100)), published=scores(share(70, 100)), best=_best(70, 100))
    assert len(verdict.worst) == 10
    assert all(miss.lost for miss in verdict.worst)
    said = str(verdict)
    assert said.startswith("refused: full_recall 0.100 is lower than 0.700")
    assert "q10 (msa.txt): 0.00 of it returned, first is msa.txt#9" in said


@pytest.mark.parametrize(("right", "passed"), [(30, True), (29, False)])
def test_a_first_publish_must_not_lose_to_the_best_fixed_window(right: int, passed: bool) -> None:
    verdict = decide(scores(share(right, 100)), fixed=FIXED)
    assert verdict.passed is passed
    assert verdict.figures["fixed"] == 0.3
    if not passed:
        assert verdict.reasons == ("full_recall 0.290 loses to fixed-500 with 0.300",)


def test_what_was_published_unproven_is_no_proof() -> None:
    """Questions came later: the candidate is held against fixed windows as if it were the first."""
    assert not decide(scores(share(29, 100)), published=scores(share(29, 100)), fixed=FIXED).passed


def test_a_first_publish_without_fixed_windows_is_a_fault_of_the_caller() -> None:
    with pytest.raises(ValueError, match="fixed windows"):
        decide(scores(share(70, 100)))


def test_fixed_windows_are_not_asked_for_our_own_units() -> None:
    own = [outcome("s", True, own_units_only=True)]
    candidate = scores(share(30, 100) + own)
    assert decide(
        candidate, fixed=[scores([*share(30, 100), outcome("s", False, own_units_only=True)], "fixed-500")]
    ).passed
    assert not decide(scores(share(29, 100) + own), fixed=FIXED).passed


def test_fewer_than_twenty_questions_prove_nothing() -> None:
    verdict = decide(scores(share(0, 19)))
    assert (verdict.passed, verdict.unproven) == (True, True)
    assert "unproven" in str(verdict)
    assert not decide(scores(share(0, 20)), fixed=[scores(share(1, 20), "fixed-500")]).unproven
    assert decide(scores([])).unproven


@pytest.mark.parametrize(("right", "passed"), [(3, True), (2, False)])
def test_a_floor_holds_however_few_the_questions(right: int, passed: bool) -> None:
    windows = [scores(share(0, 4), "fixed-500")]
    verdict = decide(scores(share(right, 4)), fixed=windows, min_full_recall=0.75)
    assert (verdict.passed, verdict.unproven) == (passed, False)


def test_a_floor_without_questions_is_not_reached() -> None:
    assert not decide(scores([]), min_full_recall=0.5).passed


def test_an_empty_candidate_is_refused_whatever_the_labels() -> None:
    for records in ([], share(70, 100)):
        verdict = decide(scores(records, chunks=0), best=_best(70, 100))
        assert verdict.reasons[0] == "the candidate is empty"
        assert not verdict.passed


def test_questions_whose_gold_was_removed_do_not_count() -> None:
    gone = [outcome(f"q{n}", False, removed=True) for n in range(70, 100)]
    verdict = decide(
        scores(share(70, 70) + gone), published=scores(share(70, 70) + gone), best=_best(90, 100)
    )
    assert verdict.passed
    assert (verdict.figures["questions_counted"], verdict.figures["questions_removed"]) == (70, 30)
    assert decide(scores(share(10, 19) + gone), best=_best(90, 100)).unproven


def test_an_edited_label_is_not_held_against_its_past() -> None:
    edited = [outcome(f"q{n}", False, fingerprint=f"new-{n}") for n in range(50)]
    kept = [outcome(f"q{n}", True) for n in range(50, 100)]
    assert decide(scores(edited + kept), best=_best(100, 100)).passed
    assert not decide(scores(share(50, 100)), best=_best(100, 100)).passed


def test_tickets_are_judged_by_their_hit_rate() -> None:
    def tickets(hits: int) -> list:  # type: ignore[type-arg]
        return [outcome(f"t{n}", False, hit_rate=float(n < hits)) for n in range(100)]

    best = best_of(None, scores(tickets(70)), "hit_rate")
    assert decide(scores(tickets(70)), best=best, measure="hit_rate").passed
    refused = decide(scores(tickets(60)), best=best, measure="hit_rate")
    assert refused.reasons[0].startswith("hit_rate 0.600")


@pytest.mark.parametrize(("known", "passed"), [(True, False), (False, True)])
def test_a_ticket_found_without_the_fix_that_its_label_knows_is_a_loss(known: bool, passed: bool) -> None:
    def tickets(fixed: int) -> list:  # type: ignore[type-arg]
        found = [outcome(f"t{n}", True, hit_rate=1.0) for n in range(40)]
        return [
            replace(
                record, golds=[f"ticket T{n}"], answer_known=known, fixes=[n < fixed], fingerprint=f"t{n}"
            )
            for n, record in enumerate(found)
        ]

    verdict = decide(
        scores(tickets(30)),
        published=scores(tickets(40)),
        best=best_of(None, scores(tickets(40)), "hit_rate"),
        measure="hit_rate",
    )
    assert verdict.passed == passed
    if not passed:
        assert verdict.reasons == (
            "fix_rate 0.750 is lower than 1.000 of what is published now (40 questions)",
        )


def test_the_best_is_kept_until_a_better_one_comes() -> None:
    best = _best(70, 100)
    assert best_of(best, scores(share(69, 100))) is best
    assert best_of(best, None) is best
    newer = best_of(best, scores(share(70, 100), "merged"))
    assert newer is not None
    assert newer.strategy == "merged"


def test_without_a_question_that_counts_there_is_no_figure() -> None:
    gone = [outcome("q", False, removed=True)]
    for records in ([], gone):
        verdict = decide(scores(records))
        assert (verdict.passed, verdict.unproven) == (True, True)
        assert "full_recall" not in verdict.figures
        assert verdict.figures["questions_removed"] == len(records)


def test_where_tickets_answer_only_some_questions_each_is_judged_by_its_own_measure() -> None:
    """Of two tickets one will do; of two clauses none may be missing."""
    two: dict[str, object] = {"golds": ["ticket A-1", "ticket A-2"]}
    half = {"hit_rate": 1.0, "covered": [1.0, 0.0], "recall": 0.5}
    tickets = [outcome(f"t{n}", False, **two, **half) for n in range(15)]
    clauses = [outcome(f"c{n}", True) for n in range(15)]
    assert measure_of(tickets) == "hit_rate"
    assert measure_of(clauses) == "full_recall"
    assert measure_of([*tickets, *clauses]) == "answered"
    best = best_of(None, scores([*tickets, *clauses]), "answered")
    assert decide(scores([*tickets, *clauses]), best=best, measure="answered").passed
    worse = [outcome(f"c{n}", n > 2, **({} if n > 2 else half)) for n in range(15)]
    refused = decide(scores([*tickets, *worse]), best=best, measure="answered")
    assert refused.reasons[0].startswith("answered 0.900 is lower than 1.000")
