"""Where answers are lost, told from what came back."""

from __future__ import annotations

import pytest

from evals.miss_kinds import count_misses, lost_golds, miss_kind, worst
from evals.score import QuestionRecord
from tests.evals.example import outcome, scores


def _missed(id: str = "q1", *, covered: list[float] | None = None, **changes: object) -> QuestionRecord:
    shares = covered or [0.0]
    return outcome(
        id, False, covered=shares, recall=sum(shares) / len(shares), problems=[""] * len(shares),
        golds=[f"msa.txt: clause {n}" for n, _ in enumerate(shares, 1)], gold_ranks=[0] * len(shares),
        **changes,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        (outcome("q1", True), None),
        (_missed(right_document_first=False), "wrong document"),
        (_missed(), "wrong clause"),
        (_missed(covered=[0.04]), "wrong clause"),  # a heading that a trail repeats
        (_missed(covered=[0.6]), "half a clause"),
        (_missed(covered=[0.6, 0.0]), "half a clause"),
        (_missed(covered=[0.0, 1.0]), "some of several"),
        (_missed(covered=[0.5, 0.95], right_document_first=False), "some of several"),
    ],
)
def test_where_a_question_is_lost(record: QuestionRecord, kind: str | None) -> None:
    assert miss_kind(record) == kind


def test_a_gold_that_is_nowhere_is_the_labels_fault_whatever_ranks() -> None:
    assert miss_kind(outcome("q1", False, problems=["the quote is not in the document"])) == "not located"


def test_every_question_is_answered_or_counted_once() -> None:
    records = [outcome("q0", True), _missed("q1"), _missed("q2", covered=[0.5]), _missed("q3")]
    assert count_misses(records) == {
        "wrong document": 0, "wrong clause": 2, "half a clause": 1, "some of several": 0, "not located": 0,
    }  # fmt: skip
    assert scores(records).to_json()["by_kind"]["clause"]["lost"] == count_misses(records)


def test_the_worst_are_those_of_which_least_came_back() -> None:
    records = [outcome("q0", True), _missed("q1", covered=[0.5]), _missed("q3"), _missed("q2")]
    assert [record.id for record in worst(records, 2)] == ["q2", "q3"]
    assert worst(records, 0) == []


def test_only_the_golds_that_are_missing_are_named() -> None:
    assert lost_golds(_missed(covered=[1.0, 0.4])) == [("msa.txt: clause 2", 0.4, 0)]


TICKETS = {
    "golds": ["ticket A-1", "ticket A-2"],
    "problems": ["", ""],
    "gold_ranks": [0, 0],
    "covered": [0.0, 0.0],
}


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"hit_rate": 1.0, "covered": [0.0, 1.0]}, None),  # either answers
        ({"gold_ranks": [0, 31]}, "ranked too low"),
        ({}, "not found"),
        (
            {"problems": ["the ticket is not kept: unsolved", "no ticket of the collection has this id"]},
            "not kept",
        ),
        ({"problems": ["no ticket of the collection has this id"] * 2}, "not there"),
        ({"problems": ["the ticket is not kept: thanks", ""]}, "not found"),
    ],
)
def test_where_a_ticket_is_lost(changes: dict[str, object], kind: str | None) -> None:
    record = outcome("q1", False, **{**TICKETS, **changes})
    assert miss_kind(record) == kind
    assert sum(count_misses([record]).values()) == (kind is not None)
    assert bool(worst([record], 1)) == (kind is not None)


def test_beside_clauses_the_kinds_of_tickets_are_shown_where_they_occur() -> None:
    found = count_misses([_missed("q1"), outcome("q2", False, **TICKETS)])
    assert list(found) == [*count_misses([_missed("q1")]), "not found"]
    assert (found["wrong clause"], found["not found"]) == (1, 1)
