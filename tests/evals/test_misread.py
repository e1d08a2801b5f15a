"""A quote is found in recognized text though one letter in twenty is wrong, and not where more are."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from evals.misread import FORGIVEN, find_misread
from evals.squeezed import SqueezedText

CLAUSE = "The Supplier shall deliver the pumps to the yard at Ostrel within thirty days of the order."
TEXT = (
    f"1. Orders\nEach order is in writing.\n2. Delivery\n{CLAUSE}\n3. Price\nThe price is fixed for a year."
)


def found(quote: str, text: str) -> list[str]:
    return [text[start:end] for start, end in find_misread(quote, SqueezedText(text))]


def test_a_quote_is_found_as_text_recognition_reads_it() -> None:
    read = (
        TEXT.replace("Supplier shall", "Suppliershall").replace("yard", "yarcl").replace("within", "wjthin")
    )
    assert found(CLAUSE, read) == [
        "The Suppliershall deliver the pumps to the yarcl at Ostrel wjthin thirty days of the order"
    ]


def test_with_more_wrong_letters_it_is_another_text() -> None:
    letters = sum(map(str.isalnum, CLAUSE))
    allowed = letters // FORGIVEN
    places = [at for at, letter in enumerate(CLAUSE) if letter.isalnum()][:: letters // (allowed + 1)]
    for wrong, places_found in ((allowed, 1), (allowed + 1, 0)):
        damaged = list(CLAUSE)
        for at in places[:wrong]:
            damaged[at] = "q"
        assert len(found(CLAUSE, TEXT.replace(CLAUSE, "".join(damaged)))) == places_found


def test_another_sentence_of_the_same_kind_is_not_taken_for_it() -> None:
    assert not found("The Supplier shall deliver the valves to the dock at Ostrel within ninety days.", TEXT)


def test_short_quotes_are_taken_at_their_word() -> None:
    assert not found("thirty days", TEXT.replace("thirty", "thirly"))


def test_every_place_is_found_and_the_best_comes_first() -> None:
    text = f"{CLAUSE.replace('pumps', 'purnps')}\nand again\n{CLAUSE}"
    places = find_misread(CLAUSE, SqueezedText(text))
    assert [text[start:end] for start, end in places] == [
        CLAUSE.rstrip("."),
        CLAUSE.replace("pumps", "purnps").rstrip("."),
    ]


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 6))
def test_it_is_found_exactly_as_long_as_it_is_allowed(seed: int, edits: int) -> None:
    """Random letters are far from each other, so that each edit is one error."""
    chance = random.Random(seed)
    quote = "".join(chance.choices("abcdefghijklm", k=100))
    damaged = list(quote)
    for at in chance.sample(range(0, 100, 4), edits):
        damaged[at] = chance.choice(["", "z", damaged[at] + "z"])
    text = (
        "".join(chance.choices("nopqr", k=300)) + "".join(damaged) + "".join(chance.choices("nopqr", k=300))
    )
    assert bool(find_misread(quote, SqueezedText(text))) == (edits <= 100 // FORGIVEN)
