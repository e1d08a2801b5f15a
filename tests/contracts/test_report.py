"""What a numbering lacks is reported, not swallowed."""

from __future__ import annotations

from tests.contracts.examples import report_of


def test_gaps_name_the_missing_numbers() -> None:
    report = report_of(
        """
        1. SCOPE
        1.2 The supplier delivers pumps.
        1.3 The buyer takes them.
        2. PRICE
        The price is fixed.
        5. LAW
        The law of Norway applies.
        """
    )
    assert [(finding.path, finding.detail) for finding in report.gaps] == [
        ("3", "2 is followed by 5"),
        ("4", "2 is followed by 5"),
        ("1.1", "1 begins with 1.2"),
    ]


def test_pages_count_from_1() -> None:
    report = report_of("1. Scope. Pumps.\n2. Price. Fixed.\n\f4. Law. Norway.\n5. Term. One year.")
    assert [(finding.path, finding.page) for finding in report.gaps] == [("3", 2)]


def test_a_number_used_twice() -> None:
    report = report_of(
        """
        1. SCOPE
        1.1 Pumps. The supplier delivers pumps.

        1.2 Valves. The supplier delivers valves.

        1.2 Drums. The supplier delivers drums.

        1.3 Days. The supplier delivers on Mondays.
        2. LAW
        2.1 Norway. The law of Norway applies.
        """
    )
    assert [finding.path for finding in report.duplicates] == ["1.2"]
    assert report.gaps == []


def test_reserved_clauses_lists_and_headings_that_are_not_printed() -> None:
    report = report_of(
        """
        1. Scope. The supplier delivers:
        1. pumps,
        2. valves.
        2. [Reserved]
        3.1 Orders. The buyer orders in writing.
        3.2 Delivery. The supplier delivers on Mondays.
        4. Law. The law of Norway applies.
        """
    )
    assert [finding.path for finding in report.reserved] == ["2"]
    assert [finding.path for finding in report.restarts] == ["1"]
    assert [finding.path for finding in report.implied] == ["3"]
    assert report.gaps == []


def test_a_sound_numbering_has_nothing_to_report() -> None:
    assert report_of("1. Scope. Pumps.\n2. Price. Fixed.\n3. Law. Norway.").to_json() == {}
