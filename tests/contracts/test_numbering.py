"""Which labels a line may open with, and what they count."""

from __future__ import annotations

import pytest

from assets.contracts.numbering import follows, labels_at, roman_value, schedule_at


def readings(line: str) -> list[tuple[str, str]]:
    return [(label.style, label.printed) for label in labels_at(line)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("7.2 Cap", [("decimal", "7.2")]),
        ("7.2. Cap", [("decimal", "7.2")]),
        ("5.4A Late fees", [("decimal", "5.4A")]),
        ("D.2 Reports", [("decimal", "D.2")]),
        ("4.A. ROYALTY FEE", [("decimal", "4.A")]),
        ("4.A share of the fee", [("decimal", "4")]),
        # A comma for a full stop, and two numbers beside each other.
        ("9,2.1 Trade Name.", [("decimal", "9.2.1")]),
        ("9,250 euro is due", []),
        ("11.2.2. 10.2.2. The access", [("decimal", "11.2.2")]),
        ("2.7 Year-End Report", [("decimal", "2.7")]),
        ("2.7 years after that", []),
        ("Item Three, Fees", [("item", "Three")]),
        ("4.01 Grant", [("decimal", "4.01")]),
        ("1 PURPOSE", [("decimal", "1")]),
        ("1. the pumps,", [("decimal", "1")]),
        ("1) the pumps,", [("paren_number", "1")]),
        ("Section 5. Orders.", [("section", "5")]),
        ("Section 5.2 Orders.", [("decimal", "5.2")]),
        ("§ 4 Haftung", [("section", "4")]),
        ("ARTICLE IV", [("article", "IV")]),
        ("Article FOUR", [("article", "FOUR")]),
        ("ARTICLE – 16A", [("article", "16A")]),
        ("PART II", [("part", "II")]),
        ("IV. TERM", [("roman", "IV")]),
        ("B. The buyer", [("letter", "B")]),
        ("(b) the valves", [("paren", "(b)")]),
        ("(iv) the valves", [("paren_roman", "(iv)")]),
        # Both a letter and a Roman numeral: the sequence decides.
        ("(i) the valves", [("paren", "(i)"), ("paren_roman", "(i)")]),
        ("C. The parties", [("roman", "C"), ("letter", "C")]),
    ],
)
def test_labels(line: str, expected: list[tuple[str, str]]) -> None:
    assert readings(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "12 pumps were delivered in spring",
        "30 days after the invoice",
        "4 May 2024 at the latest",
        "5 % of the price",
        "1990 was a wet year",
        "0.5 of the price",
        "article by article",
        "Parties to this agreement",
        "(see clause 4) and",
        "",
        "e.g. pumps",
    ],
)
def test_no_labels(line: str) -> None:
    assert readings(line) == []


@pytest.mark.parametrize(
    ("line", "word", "number"),
    [
        ("SCHEDULE 1", "schedule", "1"),
        ("Exhibit A-1 Prices", "exhibit", "A-1"),
        ("ANNEXURE C", "annex", "C"),
        ("Appendix 2: Drawings", "appendix", "2"),
        ("THE SECOND SCHEDULE", "schedule", "2"),
        ("SCHEDULE", "schedule", ""),
        ("Schedule IV", "schedule", "IV"),
    ],
)
def test_names_of_schedules(line: str, word: str, number: str) -> None:
    found = schedule_at(line)
    assert found is not None
    assert found[:2] == (word, number)


def test_an_inserted_number_lies_between_its_neighbours() -> None:
    assert follows((4, ""), (4, "A")) == 0
    assert follows((4, "A"), (5, "")) == 0
    assert follows((4, ""), (6, "")) == 1
    assert follows((4, ""), (4, "")) is None
    assert follows((4, ""), (3, "")) is None


def test_roman_numerals_are_read_in_their_canonical_form_only() -> None:
    assert [roman_value(text) for text in ("IV", "xiv", "XL", "IIII", "VX", "")] == [
        4,
        14,
        40,
        None,
        None,
        None,
    ]


def test_a_heading_may_begin_with_a_unit_or_a_month_where_its_number_ends_in_a_stop() -> None:
    assert [label.printed for label in labels_at("2. Hours")] == ["2"]
    assert [label.printed for label in labels_at("5. March deliveries")] == ["5"]
    assert labels_at("2 Hours after loading") == []
    assert labels_at("5. March 2024") == []
