"""What opens a clause and what does not: the rules of the clause tree, one small contract each."""

from __future__ import annotations

import pytest

from assets.contracts.tree import build_tree
from assets.documents.reading.model import Line, ParsedDocument
from tests.contracts.examples import bodies, outline, paths, report_of, tree_of, typed


def test_numbers_without_dots_and_a_year_at_a_line_start() -> None:
    assert outline(
        """
        1 PURPOSE
        1.1 The old mill
        The mill was roofed again in the summer after the flood.
        1987 was a dry year, and the wheel stood still for months on end.
        2 WORKS
        2.1 Water wheel
        The wheel is hung by the supplier.
        """
    ) == [("1", "PURPOSE"), ("1.1", "The old mill"), ("2", "WORKS"), ("2.1", "Water wheel")]


CABLES = """
    11. CABLES
    11.1 Drums
    The drums are returned to the yard within a month of the delivery.
    11.2 Tests
    The cable passes the test that is described further below, in clause
    11.4 when the smoke stays below the band that the table gives for it.
    11.3 Records
    Records are kept for ten years.
    11.4 Smoke
    The smoke is measured.
"""


def test_a_wrapped_cross_reference_opens_nothing() -> None:
    assert [path for path, _ in outline(CABLES)] == ["11", "11.1", "11.2", "11.3", "11.4"]
    assert "11.4 when the smoke" in bodies(CABLES)["11.2"]
    assert bodies(CABLES)["11.4"] == "11.4 Smoke\nThe smoke is measured."


def test_the_next_number_ends_a_clause_however_long_it_is() -> None:
    names = "\n".join(
        f"The {n} engineer keeps the log of the {n} bay and of its pumps." for n in "abcdefgh" * 12
    )
    text = f"7. Stakeholders and their roles\n{names}\n8. Budget\nThe budget is set each spring."
    assert outline(text) == [("7", "Stakeholders and their roles"), ("8", "Budget")]
    assert bodies(text)["8"] == "8. Budget\nThe budget is set each spring."


def test_inserted_clauses_stand_between_their_neighbours() -> None:
    text = """
        5. FEES
        5.1 Base. The base fee is due each month.
        5.2 Index. The fee follows the index.
        5.3 Set-off. None is allowed.
        5.4 Fees. The fees are paid in euro.
        5.4A Late fees. Interest runs from the due date.
        5.4A.1 Rate. The rate is five per cent.
        5.5 Tax. Tax is added.
    """
    assert paths(tree_of(text)) == ["5", "5.1", "5.2", "5.3", "5.4", "5.4A", "5.4A.1", "5.5"]
    assert report_of(text).to_json() == {}


def test_a_list_that_starts_again_at_1_stays_in_its_clause() -> None:
    text = """
        1. DELIVERY
        1.1 The supplier delivers the following to the yard:
        1. the pumps,
        2. the valves, and
        3. the drums.
        1.2 Delivery is on Mondays.
        2. PAYMENT
        2.1 The buyer pays within thirty days.
        2.2 Late payment bears interest.
    """
    assert paths(tree_of(text)) == ["1", "1.1", "1.2", "2", "2.1", "2.2"]
    assert bodies(text)["1.1"].endswith("3. the drums.")
    # What follows the list is not swallowed by its '2.'.
    assert bodies(text)["1.2"] == "1.2 Delivery is on Mondays."


def test_a_list_that_starts_again_in_a_document_of_plain_numbers() -> None:
    text = """
        1. Supply. The supplier delivers:
        1. pumps,
        2. valves.
        2. Price. The price is fixed.
        3. Term. The term is two years.
        4. Law. The law of Norway applies.
    """
    assert outline(text) == [("1", "Supply"), ("2", "Price"), ("3", "Term"), ("4", "Law")]
    assert "2. valves." in bodies(text)["1"]


def test_clauses_behind_a_gap_still_open() -> None:
    text = """
        1. Scope. The supplier delivers pumps.
        2. Price. The price is fixed.
        5. Term. The term is two years.
        6. Law. The law of Norway applies.
    """
    assert paths(tree_of(text)) == ["1", "2", "5", "6"]


def test_reserved_clauses_are_clauses() -> None:
    text = """
        1. Scope. The supplier delivers pumps.
        2. [Reserved]
        3. Term. The term is two years.
        4. Intentionally omitted.
        5. Law. The law of Norway applies.
    """
    assert paths(tree_of(text)) == ["1", "2", "3", "4", "5"]


def test_measures_dates_and_amounts_at_line_starts_open_nothing() -> None:
    text = """
        1. Supply. The supplier delivers to the yard on the first Monday of each month
        12 pumps were delivered in the spring and have been paid for by the buyer.
        2. Price. The price that the buyer pays for each of the pumps delivered is
        3.50 euro for a small one, and for a large one twice that amount, payable by
        4 May 2024 at the latest.
        5 days after that date interest runs.
        3. Heat. The pump is heated at the lowest setting for a time of at least
        2.5 hours, and then for
        1.2 hours at the highest.
        4. Law. The law of Norway applies.
    """
    assert paths(tree_of(text)) == ["1", "2", "3", "4"]


def test_articles_whose_sections_start_again() -> None:
    text = """
        ARTICLE I
        SUPPLY
        Section 1. Orders. The buyer orders in writing.
        Section 2. Delivery. The supplier delivers on Mondays.
        ARTICLE II
        PAYMENT
        Section 1. Price. The price is fixed.
        Section 2. Interest. Late payment bears interest.
    """
    assert outline(text) == [
        ("article-1", "SUPPLY"),
        ("article-1/1", "Orders"),
        ("article-1/2", "Delivery"),
        ("article-2", "PAYMENT"),
        ("article-2/1", "Price"),
        ("article-2/2", "Interest"),
    ]


def test_articles_whose_sections_go_on() -> None:
    text = """
        ARTICLE I
        DEFINITIONS
        1.1 Pump means a pump of the kind listed.
        1.2 Yard means the north yard.
        ARTICLE II
        SALE OF PUMPS AND OF
        THEIR SPARE PARTS
        2.1 The supplier sells the pumps.
    """
    assert outline(text) == [
        ("article-1", "DEFINITIONS"),
        ("1.1", ""),
        ("1.2", ""),
        ("article-2", "SALE OF PUMPS AND OF THEIR SPARE PARTS"),
        ("2.1", ""),
    ]


def test_recitals_stand_before_the_first_clause() -> None:
    text = """
        PUMP SUPPLY AGREEMENT

        This agreement is made between Quennick and Orrimund.

        A. Quennick makes pumps in the north yard.
        B. Orrimund sells pumps to farms.
        C. The parties wish to work together.

        1. Supply. Quennick delivers pumps.
        2. Price. The price is fixed.
        3. Law. The law of Norway applies.
    """
    assert paths(tree_of(text)) == ["1", "2", "3"]
    assert "C. The parties wish" in bodies(text)["preamble"]


def test_roman_headings_are_above_letters_that_start_again() -> None:
    text = """
        I. SERVICES
        A. The agent finds buyers.
        B. The agent keeps a list of them.
        C. The list is secret.
        D. The list is kept for ten years.

        II. PAY
        A. The agent is paid each month.
        B. The pay follows the index.

        III. TERM
        The term is two years.
    """
    assert paths(tree_of(text)) == [
        *("I", "I/A", "I/B", "I/C", "I/D"),
        *("II", "II/A", "II/B"),
        "III",
    ]


def test_parts_whose_clauses_go_on_are_not_in_their_path() -> None:
    text = """
        PART I
        GENERAL
        1. Scope. The supplier delivers pumps.
        2. Price. The price is fixed.
        PART II
        SPECIAL
        3. Term. The term is two years.
        4. Law. The law of Norway applies.
    """
    assert paths(tree_of(text)) == ["part-1", "1", "2", "part-2", "3", "4"]


def test_parts_whose_clauses_start_again_are_in_their_path() -> None:
    text = """
        PART 1 GENERAL
        1. Scope. The supplier delivers pumps.
        2. Price. The price is fixed.
        PART 2 PRODUCTS
        1. Pumps. The pumps are blue.
        2. Valves. The valves are red.
    """
    assert paths(tree_of(text)) == [
        *("part-1", "part-1/1", "part-1/2"),
        *("part-2", "part-2/1", "part-2/2"),
    ]


def test_a_table_row_of_another_look_does_not_go_on_behind_a_gap() -> None:
    text = """
        1.0 Description
        The services are described here, one by one, for the reader.
        2.0 Software
        The software is listed here.
        3.0 Components
        The components are listed here.
        4.0 Addresses
        The addresses are listed here.
        10 Member
        11 Node Address
        12 Fastest Node
    """
    assert paths(tree_of(text)) == ["1.0", "2.0", "3.0", "4.0"]


def test_the_tree_needs_no_blank_lines() -> None:
    text = """
        1. Term
        This agreement runs for two years from its date.
        2. Fees
        The buyer pays within thirty days of the invoice.
        3. Notices
        Notices are given in writing.
    """
    spaced = text.replace("\n", "\n\n")
    assert outline(text) == outline(spaced) == [("1", "Term"), ("2", "Fees"), ("3", "Notices")]


def test_text_behind_a_table_stays_in_its_clause() -> None:
    lines = [
        "3 Fees",
        "3.1 Rates",
        "The rates are these.",
        "Pump | 90",
        "Valve | 12",
        "They hold for a year.",
        "4 Law",
    ]
    text = "\n".join([*lines, "4.1 The law of Norway applies."])
    places, at = [], 0
    for line in text.split("\n"):
        places.append(Line(at, at + len(line), 1, table="|" in line))
        at += len(line) + 1
    document = ParsedDocument("a.docx", text, places, [], 1, "test-1", body_end=len(text))
    tree = build_tree(document)
    rates = next(node for node in tree.walk() if node.path == "3.1")
    assert "They hold for a year." in text[rates.start : rates.own_end]


def test_headings_of_a_word_style_are_short() -> None:
    """A long sentence in a heading's style is the body of the clause before it."""
    quay = '"Quay" means the paved ground between the sheds and the water, with both of its mooring rings.'
    text = "\n".join(["2 GENERAL", "2.1 Definitions", quay, "2.2 Language", "The language is English."])
    places, at = [], 0
    for line in text.split("\n"):
        styled = line[0] in '2"'
        places.append(Line(at, at + len(line), 1, style="Heading 3" if styled else "Normal", bold=styled))
        at += len(line) + 1
    tree = build_tree(ParsedDocument("a.docx", text, places, [], 1, "test-1", body_end=len(text)))
    nodes = {node.path: node for node in tree.walk()}
    assert list(nodes) == ["2", "2.1", "2.2"]
    assert nodes["2.1"].title == "Definitions"
    assert quay in text[nodes["2.1"].title_end : nodes["2.1"].own_end]


def test_a_text_without_numbers_is_cut_by_its_headings_and_flagged() -> None:
    text = """
        STORAGE

        The goods are stored dry in the north hall of the yard.

        TRANSPORT

        The goods travel by rail only.

        INSURANCE. The goods are insured by the seller until they leave the yard.
    """
    assert outline(text) == [
        ("h-storage", "STORAGE"),
        ("h-transport", "TRANSPORT"),
        ("h-insurance", "INSURANCE"),
    ]
    assert tree_of(text).flags == ["no_clause_numbers"]
    assert bodies(text)["h-transport"] == "TRANSPORT\nThe goods travel by rail only."


@pytest.mark.parametrize("text", ["A", "1.", "1.1", "(a)", "Schedule 1", "TABLE OF CONTENTS", "— 1 —"])
def test_next_to_nothing_is_a_document_too(text: str) -> None:
    document = typed(text)
    tree = build_tree(document)
    assert sum(len(document.text[n.start : n.end].strip()) for n in tree.nodes) == len(
        document.text[: document.body_end].strip()
    )
