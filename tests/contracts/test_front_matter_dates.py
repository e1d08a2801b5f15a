"""Dates by example: when a contract was made, from when it has effect, and whose dates do not count."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.contracts.front_matter_dates import dates_in, find_dates


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("March 29, 2001", date(2001, 3, 29)),
        ("this 29th day of March, 2001", date(2001, 3, 29)),
        ("the 23 day of January, 2006", date(2006, 1, 23)),
        ("the first day of June 2019", date(2019, 6, 1)),
        ("the twenty-second day of September 2020", date(2020, 9, 22)),
        ("the 19 March day of 1997", date(1997, 3, 19)),
        ("March 14,1996", date(1996, 3, 14)),
        ("April. 3rd 2018", date(2018, 4, 3)),
        ("05 June, 2013", date(2013, 6, 5)),
        ("30 October 2018", date(2018, 10, 30)),
        ("2024-07-01", date(2024, 7, 1)),
        ("27.9.2005", date(2005, 9, 27)),
        ("9/27/2005", date(2005, 9, 27)),
        ("1. März 2024", date(2024, 3, 1)),
        ("le 1er février 2021", date(2021, 2, 1)),
        ("15 de enero de 2022", date(2022, 1, 15)),
        ("2021年4月5日", date(2021, 4, 5)),
    ],
)
def test_dates_as_contracts_write_them(text: str, day: date) -> None:
    assert [found for found, _, _ in dates_in(text, 0, len(text))] == [day]


@pytest.mark.parametrize(
    "text",
    [
        "September ___, 2019",
        "the [·] day of [·], 2019",
        "31 February 2020",
        "4/5/2020",
        "May 2020",
        "in 2019",
    ],
)
def test_blanks_and_dates_with_two_readings_are_none(text: str) -> None:
    assert list(dates_in(text, 0, len(text))) == []


def _dates(text: str) -> tuple[str | None, str | None]:
    made, effective = find_dates(text)
    return (made.value.isoformat() if made else None, effective.value.isoformat() if effective else None)


@pytest.mark.parametrize(
    ("text", "made", "effective"),
    [
        ('This Agreement is made as of May 3, 2022 (the "Effective Date") by', "2022-05-03", "2022-05-03"),
        (
            "This Amendment is made on 19 September 2023 and takes effect on 1 October 2023 (the",
            "2023-09-19",
            "2023-10-01",
        ),
        ("SUPPLY AGREEMENT\nDated as of September 12, 2022\nThis", "2022-09-12", None),
        ("SUPPLY AGREEMENT\nRevision B, in force from 1 July 2024\nThis", None, "2024-07-01"),
        ('PUMP LEASE AGREEMENT dated as of July 9, 2012 (this "Agreement"), by', "2012-07-09", None),
        ('THIS AGREEMENT (the "Agreement"), dated April 3, 2014, is made', "2014-04-03", None),
        ("Effective Date: 1 April 2023\nThe Provider runs", None, "2023-04-01"),
        (
            "This Agreement is effective as of the Effective Date.\n1.3 “Effective Date” means 5 May 2020.",
            None,
            "2020-05-05",
        ),
        (
            "dated 14 January 2021\n2.1 This Agreement starts on 1 February 2021 and,",
            "2021-01-14",
            "2021-02-01",
        ),
        (
            "signed on 6 November 2023\n9.1 The contract begins on 1 January 2024 and",
            "2023-11-06",
            "2024-01-01",
        ),
        ("SUPPLY AGREEMENT\nMay 22, 2017\nDear Ms Quill", "2017-05-22", None),
    ],
)
def test_made_and_effective(text: str, made: str | None, effective: str | None) -> None:
    assert _dates(text) == (made, effective)


@pytest.mark.parametrize(
    "text",
    [
        "It changes that certain Toll Agreement dated as of February 8, 2014, between",
        "amends that certain Casting Agreement between Heron and Rook dated 9 May 2015",
        "Heron and Rook have an Agency Agreement, effective as of June 6, 2006, under which",
        "the fee is, effective October 9, 2014, nine euros and from 2 May 2015 ten",
    ],
)
def test_dates_of_other_agreements_and_events_are_not_used_as_surely(text: str) -> None:
    made, effective = find_dates(text)
    assert made is None
    assert effective is None or effective.confidence < 0.75


def test_the_last_signature_dates_a_contract_that_nothing_else_does() -> None:
    text = "By: Elver\nDate: 3 May 2021\n\nBy: Quill\nDate: 5 May 2021\n" + "x " * 7000
    made, effective = find_dates("This Agreement takes effect on signature.\n" + "y " * 7000 + text)
    assert made is not None
    assert made.value == date(2021, 5, 5)
    assert made.confidence <= 0.5
    assert effective is None


@given(st.dates(date(1900, 1, 1), date(2150, 12, 31)), st.sampled_from(["%d %B %Y", "%B %d, %Y", "%Y-%m-%d"]))
def test_every_day_written_out_is_read_back(day: date, form: str) -> None:
    text = f"made on {day.strftime(form)} by"
    assert [found for found, _, _ in dates_in(text, 0, len(text))] == [day]
