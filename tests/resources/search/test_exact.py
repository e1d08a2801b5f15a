"""What is matched whole: codes, exceptions, versions, ticket ids; and joined names taken apart."""

from __future__ import annotations

import time

import pytest

from resources.search.exact import codes, exceptions, taken_apart, ticket_ids, versions, word_runs


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("failed with ORA-00942, E4711 and TS2304.", ["ORA-00942", "E4711", "TS2304"]),
        ("fault 0xC0000005 at start", ["0xC0000005"]),
        ("connect ECONNREFUSED.", ["ECONNREFUSED"]),
        ("ERROR: killed by SIGSEGV", ["SIGSEGV"]),
        ("INSTALL_FAILED_INVALID_APK", ["INSTALL_FAILED_INVALID_APK"]),
        ("exit code 137, then HTTP 502 and status: 404", ["137", "502", "404"]),
        ("Fehler 4711 beim Start", ["4711"]),
        ("we sold 12 pumps for 137 euros in 2024", []),
    ],
)
def test_error_codes(text: str, found: list[str]) -> None:
    assert codes(text) == found


def test_exceptions_are_named_without_their_package() -> None:
    text = "java.lang.NullPointerException: at x\nTypeError: undefined\nAn Error occurred"
    assert exceptions(text) == ["NullPointerException", "TypeError"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("since v3.5.1.GA and 4.0.0.v20150220105635", ["3.5.1.GA", "4.0.0.v20150220105635"]),
        ("2.0-beta1 (2.1).", ["2.0-beta1", "2.1"]),
        ("on 12 May", []),
    ],
)
def test_versions(text: str, found: list[str]) -> None:
    assert versions(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("like PUMP-112 and #4711", ["PUMP-112", "4711"]),
        (" 4711 ", ["4711"]),
        ("4711 pumps", []),
        ("UTF-8 file", ["UTF-8"]),  # looked up like any other, and no ticket is called so
    ],
)
def test_ticket_ids(text: str, found: list[str]) -> None:
    assert ticket_ids(text) == found


def test_joined_names_are_found_by_their_words() -> None:
    assert (
        taken_apart("a TableViewRow in HTTPClient")
        == "a TableViewRow in HTTPClient Table View Row HTTP Client"
    )
    assert taken_apart("plain words, ALL CAPITALS") == "plain words, ALL CAPITALS"


def test_products_may_have_several_words() -> None:
    assert word_runs("Pump Control hums") == [
        "Pump", "Control", "hums", "Pump Control", "Control hums", "Pump Control hums",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "hostile", ["A" * 100_000, "A_" * 50_000, "1." * 50_000, "aB" * 50_000, "E" + "0" * 99_999]
)
def test_hostile_text_costs_no_time(hostile: str) -> None:
    begun = time.process_time()
    for find in (codes, exceptions, versions, ticket_ids, taken_apart):
        find(hostile)
    assert time.process_time() - begun < 5  # quadratic would be minutes
