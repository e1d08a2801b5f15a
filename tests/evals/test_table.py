"""The comparison as people read it."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from evals.table import kind_table, strategy_table
from tests.evals.example import outcome, scores, share


def test_strategies_side_by_side(snapshot: SnapshotAssertion) -> None:
    spread = [outcome(f"q{n}", n < 60, file=f"{n // 8}.pdf") for n in range(80)]
    assert strategy_table([scores(share(30, 80), "fixed-500"), scores(spread)]) == snapshot


def test_kinds_of_questions(snapshot: SnapshotAssertion) -> None:
    assert kind_table(scores([*share(3, 4), *share(1, 2, kind="siblings")])) == snapshot


def test_without_questions_the_measures_stay_blank() -> None:
    row = strategy_table([scores([], "fixed-500"), scores([])]).splitlines()[2]
    assert "0.000" not in row
    assert [cell.strip() for cell in row.split("|")[4:-1]] == [""] * 11
    assert "full_recall" not in scores([]).to_json()
