"""Corrections by hand override what was read; what cannot be applied is reported."""

from __future__ import annotations

from assets.documents.corrections import Correction
from tests.contracts.examples import paths, report_of, tree_of

TEXT = """
    1. Supply. The supplier delivers pumps.
    i.1 Orders. The buyer orders in writing.
    1.2 Delivery. The supplier delivers on Mondays.
    2. Price. The price is fixed.
    3. euro is the currency of all payments.
    3. Law. The law of Norway applies.
"""


def correct(
    text: str, number: str | None = None, title: str | None = None, page: int | None = 1
) -> Correction:
    return Correction("contract.txt", page, text, number, title)


def test_a_number_that_was_misread_is_forced() -> None:
    assert "1.1" not in paths(tree_of(TEXT))
    tree = tree_of(TEXT, [correct("i.1 Orders", "1.1", "Orders")])
    assert paths(tree) == ["1", "1.1", "1.2", "2", "3"]
    assert {node.path: node.title for node in tree.walk()}["1.1"] == "Orders"


def test_a_forced_number_stands_far_from_its_neighbours() -> None:
    tree = tree_of(TEXT, [correct("3. Law", "30", "Law")])
    assert paths(tree) == ["1", "1.2", "2", "3", "30"]


def test_a_number_is_taken_away() -> None:
    tree = tree_of(TEXT, [correct("2. Price")])
    assert paths(tree) == ["1", "1.2", "3"]


def test_a_title_alone_leaves_the_number_as_it_was_read() -> None:
    tree = tree_of(TEXT, [correct("1.2 Delivery", title="Days of delivery")])
    assert {node.path: node.title for node in tree.walk()}["1.2"] == "Days of delivery"


def test_an_unnumbered_heading_is_given_and_taken_away() -> None:
    text = "STORAGE\n\nThey are stored dry.\n\nTRANSPORT\n\nThey travel by rail.\n\nOn insurance\nNone."
    given = tree_of(text, [correct("On insurance", title="Insurance"), correct("TRANSPORT")])
    assert [node.title for node in given.walk()] == ["STORAGE", "Insurance"]


def test_words_may_run_over_the_line_end() -> None:
    text = "1. Supply of the\npumps. Pumps are supplied.\n2. Price. The price is fixed."
    tree = tree_of(text, [correct("1. Supply of the pumps.", "1", "Supply of the pumps")])
    assert tree.unused == []
    assert next(tree.walk()).title == "Supply of the pumps"


def test_a_correction_that_finds_no_line_is_reported() -> None:
    corrections = [correct("9. Nowhere", "9"), correct("2. Price", "two"), correct("2. Price", "2", page=7)]
    found = report_of(TEXT, corrections).to_json()["corrections"]
    assert [finding["path"] for finding in found] == ["9", "two", "2"]
    assert "no line on page 1 begins with '9. Nowhere'" in found[0]["detail"]
    assert "'two' is no clause number" in found[1]["detail"]
    assert "on page 7" in found[2]["detail"]
