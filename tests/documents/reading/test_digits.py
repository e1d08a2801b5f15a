"""Letters in clause numbers are told from words, prices and letters in their own right."""

from __future__ import annotations

import pytest

from assets.documents.reading.digits import as_digits, doubts
from tests.contracts.examples import typed


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("l.l Scope", "1.1 Scope"),
        ("2.l. Fees", "2.1. Fees"),
        ("lO. Term", "10. Term"),
        ("1O.1 Notices", "10.1 Notices"),
        ("|.2 Delivery", "1.2 Delivery"),
        ("1.S Price", "1.5 Price"),
        ("5,2 Price", "5.2 Price"),
        ("7, LIABILITY", "7. LIABILITY"),
        ("$ 12 Fees", "§ 12 Fees"),
        ("S 12.3 Fees", "§ 12.3 Fees"),
    ],
)
def test_a_number_keeps_every_character_in_its_place(printed: str, meant: str) -> None:
    assert as_digits(printed) == meant
    assert len(printed) == len(meant)


@pytest.mark.parametrize(
    "line",
    ["1.1 Scope", "so. ordered", "OK. Then", "1,000 pumps", "10,500 shares", "$5 a day", "Is it?", "Oil."],
)
def test_what_is_no_misread_number_stays(line: str) -> None:
    assert as_digits(line) is None


def test_a_document_is_flagged_with_page_and_what_was_seen() -> None:
    document = typed("1. Supply\nl.l Orders are written.\n1.2 Delivery is free.\f2. Price\n2.l It is fixed.")
    assert document.flags == ["digits_doubtful (l.l Orders are)"]


def test_letters_in_their_own_right_are_no_doubt() -> None:
    text = "I. Supply\nII. Price\nB. Orders\nll) last item\n7, and more\nIll. Rev. Stat.\n$ 12 Million a year"
    assert doubts(typed(text)) == []
