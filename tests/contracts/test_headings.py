"""What a clause is headed."""

from __future__ import annotations

from tests.contracts.examples import bodies, chunks_of, outline


def test_headings_run_into_the_text() -> None:
    text = """
        1. Cap. The liability is capped.
        2. Limits of Cover: the cover is limited.
        3. Service desk. The desk is open on Mondays.
        4. Law – the law of Norway applies.
    """
    assert [title for _, title in outline(text)] == ["Cap", "Limits of Cover", "Service desk", "Law"]


def test_a_short_first_sentence_is_no_heading_among_clauses_without() -> None:
    text = """
        1. The supplier delivers pumps to the yard on Mondays.
        2. Finnish law applies. The courts of Turku decide.
        3. The buyer pays within thirty days of the invoice.
        4. Notices are given in writing and by hand.
    """
    assert [title for _, title in outline(text)] == ["", "", "", ""]


def test_a_heading_below_its_number_and_over_two_lines() -> None:
    text = """
        1.
        SUPPLY OF PUMPS AND OF
        THEIR SPARE PARTS
        The supplier delivers pumps.
        2.
        PRICE
        The price is fixed.
    """
    assert outline(text) == [("1", "SUPPLY OF PUMPS AND OF THEIR SPARE PARTS"), ("2", "PRICE")]


def test_a_paragraph_in_capitals_is_no_heading() -> None:
    text = """
        1. PRICE
        The price is fixed.
        2. THE SUPPLIER GIVES NO WARRANTY OF ANY KIND,
        NEITHER EXPRESS NOR IMPLIED, FOR THE PUMPS
        AND FOR THEIR SPARE PARTS, WHATEVER THE BUYER
        MAY HAVE BEEN TOLD BEFORE.
        3. LAW
        The law of Norway applies.
    """
    assert outline(text) == [("1", "PRICE"), ("2", ""), ("3", "LAW")]
    assert bodies(text)["2"].endswith("TOLD BEFORE.")


def test_a_heading_without_text_is_no_chunk_but_in_the_trail() -> None:
    text = """
        4. PAYMENT
        4.1 Price. The price is fixed.
        4.2 Interest. Late payment bears interest.
    """
    chunks, left_out = chunks_of(text)
    assert [chunk.path for chunk in chunks] == ["4.1", "4.2"]
    assert [region.reason for region in left_out] == ["heading"]
    assert chunks[1].heading_path == ["4 PAYMENT", "4.2 Interest"]
    assert chunks[1].text == (
        "Pump Supply Agreement | Quennick Pumps, Orrimund\n4 PAYMENT\n"
        "4.2 Interest. Late payment bears interest."
    )
