"""Which rows head a table: names over figures, bold rows, rows above a rule; never a row of data."""

from __future__ import annotations

import pytest

from assets.tables.header import Looks, header_rows

DATA = [["Pump", "3", "90.50"], ["Seal", "40", "2.10"], ["Valve", "5", "17.00"]]


@pytest.mark.parametrize(
    ("rows", "headers"),
    [
        ([["Part", "Stock", "Price"], *DATA], 1),
        (DATA, 0),
        ([["", "Stock", "Price"], *DATA], 1),
        ([["", "In stock", ""], ["Part", "Units", "Price"], *DATA], 2),
        ([["Part", "2024", "2025"], *DATA], 1),
        ([["Hardware", "", ""], *DATA], 0),
        ([["Seal", "n/a", "2.10"], *DATA], 0),
        ([["Part", "30 days", "Price"], *DATA], 0),
        (
            [
                ["Grade", "Who"],
                ["A", "fitters with at least ten years of work"],
                ["B", "drivers of our own yard"],
            ],
            1,
        ),
        ([["Northpier", "Ostrel"], ["Orrimund", "Tolve"], ["Quennick", "Halvorsted"]], 0),
        ([["", "Buyer", "Supplier"], ["Unload the goods", "x", ""], ["Mend defects", "", "x"]], 1),
    ],
)
def test_header_rows(rows: list[list[str]], headers: int) -> None:
    assert header_rows([Looks(row) for row in rows]) == headers


def test_bold_rows_and_rows_above_a_rule_head_a_table_of_words() -> None:
    rows = [["Northpier", "Ostrel"], ["Orrimund", "Tolve"], ["Quennick", "Halvorsted"]]
    assert header_rows([Looks(row, bold=not i) for i, row in enumerate(rows)]) == 1
    assert header_rows([Looks(row) for row in rows], ruled=1) == 1
    assert header_rows([Looks(row, bold=True) for row in rows]) == 0
