"""What has no numbers is cut at its headings and at a form's labelled rows; very long clauses too."""

from __future__ import annotations

from pathlib import Path

import docx

from assets.contracts.tree import build_tree
from assets.documents.reading.model import Line, ParsedDocument
from assets.documents.reading.read import read
from tests.contracts.examples import bodies, outline, paths, report_of, tree_of

SAYS = "The supplier keeps the yard in good order and pays what it owes for it when it falls due."


def form(*rows: tuple[str, ...]) -> ParsedDocument:
    """A form of one table: a row of one cell is a heading over the whole width."""
    text, places = "", []
    for row in rows:
        line = " | ".join(row)
        places.append(Line(len(text), len(text) + len(line), 1, bold=len(row) == 1, table=True))
        text += line + "\n"
    return ParsedDocument("order.docx", text[:-1], places, [], 1, "test-1", body_end=len(text) - 1)


def test_a_form_is_cut_at_its_labelled_rows() -> None:
    order = form(
        ("Order Form",),
        ("Product", "The pump service for the north yard"),
        ("Term", "Two years from the order date"),
        ("Fees and payment",),
        ("Fees", "EUR 1,200 a year for each pump"),
        ("Governing law", "The laws of Norway apply"),
    )
    nodes = [(node.path, node.title) for node in build_tree(order).walk()]
    assert nodes == [
        ("h-order-form", "Order Form"),
        ("h-order-form/h-product", "Product"),
        ("h-order-form/h-term", "Term"),
        ("h-fees-and-payment", "Fees and payment"),
        ("h-fees-and-payment/h-fees", "Fees"),
        ("h-fees-and-payment/h-governing-law", "Governing law"),
    ]


def test_a_table_of_figures_is_no_form() -> None:
    prices = form(("Pump", "90"), ("Valve", "12"), ("Drum", "30"), ("Rail", "75"))
    assert [node.path for node in build_tree(prices).walk()] == ["preamble"]


def test_an_order_form_before_numbered_terms(tmp_path: Path) -> None:
    """The cover is cut at its rows, the terms behind it at their numbers; signatures are neither."""
    document = docx.Document()
    table = document.add_table(rows=0, cols=2)
    rows = [("Product", "The pump service of the north yard"), ("Term", "Two years from the order date")]
    for label, value in [*rows, ("Governing law", "The laws of Norway apply")]:
        cells = table.add_row().cells
        cells[0].text, cells[1].text = label, value
    for text in ["1. Scope. The service is supplied.", "2. Price. The price is fixed.", "3. Law. Norway."]:
        document.add_paragraph(text)
    document.save(str(tmp_path / "order.docx"))
    tree = build_tree(read(tmp_path / "order.docx", "order.docx"))
    assert paths(tree) == ["h-product", "h-term", "h-governing-law", "1", "2", "3"]


def test_a_schedule_without_numbers_is_cut_at_its_headings() -> None:
    parts = "\n\n".join(f"{name}\n\n{' '.join([SAYS] * 5)}" for name in ["STORAGE", "TRANSPORT", "RETURNS"])
    text = f"1. Supply. {SAYS}\n2. Law. Norway.\n\nSCHEDULE 1\nHANDLING\n\n{parts}"
    schedule = ["schedule-1", "schedule-1/h-storage", "schedule-1/h-transport", "schedule-1/h-returns"]
    assert paths(tree_of(text)) == ["1", "2", *schedule]
    assert bodies(text)["schedule-1/h-returns"].startswith("RETURNS")


def test_a_short_schedule_stays_whole() -> None:
    text = (
        f"1. Supply. {SAYS}\n2. Law. Norway.\n\nSCHEDULE 1\nHANDLING\n\nSTORAGE\n\nDry.\n\nRETURNS\n\nNone."
    )
    assert paths(tree_of(text)) == ["1", "2", "schedule-1"]


def test_lists_that_start_again_and_again_are_no_clause_numbers() -> None:
    """Under each heading a list of its own: the heading is the place to cite, then the number in its list."""
    steps = "\n\n".join(f"{n}. {SAYS} {SAYS}" for n in range(1, 5))
    text = "\n\n\n".join(f"{name}\n\n{SAYS}\n\n{steps}" for name in ["REGISTRATION", "PURCHASE", "RETURN"])
    found = paths(tree_of(f"1. Scope. {SAYS}\n2. Law. Norway.\n\nSCHEDULE 1\nSCENARIOS\n\n{text}"))
    assert found[3:9] == [
        "schedule-1/h-registration",
        *(f"schedule-1/h-registration/{n}" for n in range(1, 5)),
        "schedule-1/h-purchase",
    ]


def test_paths_stay_when_something_is_put_in_before_them() -> None:
    text = "STORAGE\n\nThe goods are kept dry.\n\nTRANSPORT\n\nThe goods go by rail."
    more = "SCOPE\n\nThe goods are pumps.\n\n" + text
    assert set(paths(tree_of(text))) < set(paths(tree_of(more)))


def test_a_heading_that_stands_twice_has_two_paths() -> None:
    text = "STORAGE\n\nThe goods are kept dry.\n\nSTORAGE\n\nThe tools are kept dry."
    assert paths(tree_of(text)) == ["h-storage", "h-storage-2"]


def test_a_very_long_clause_is_cut_at_its_unnumbered_headings() -> None:
    parts = "\n\n".join(f"{name}\n\n{' '.join([SAYS] * 20)}" for name in ["NOTICES", "WAIVER", "ASSIGNMENT"])
    text = f"1. Scope. {SAYS}\n\n2. GENERAL\n\n{parts}\n\n3. Law. Norway."
    assert paths(tree_of(text)) == ["1", "2", "2/h-notices", "2/h-waiver", "2/h-assignment", "3"]
    assert bodies(text)["2/h-waiver"].startswith("WAIVER")


def test_names_and_placeholders_are_no_headings() -> None:
    text = "\n\n".join(
        ["STORAGE", f"{SAYS}\n{SAYS}\n{SAYS}", "[LOGO]", "QUENNICK PUMPS LTD\n/s/ A. Berg", "TRANSPORT", SAYS]
    )
    assert [title for _, title in outline(text)] == ["STORAGE", "TRANSPORT"]


def test_headings_whose_number_was_lost_are_clauses_and_the_gap_is_told() -> None:
    """A text that lost its numbers on the way: every heading is '1.', set in bold on one margin."""
    heads = ["1. Scope", "2. Term", "1. Orders", "1. Delivery", "1. Price", "3. Notices", "4. Law"]
    text, places = "", []
    for head in heads:
        for line, bold in ((head, True), (SAYS, False), (SAYS, False)):
            places.append(Line(len(text), len(text) + len(line), 1, bold=bold))
            text += line + "\n"
    doc = ParsedDocument("a.pdf", text[:-1], places, [], 1, "test-1", body_end=len(text) - 1)
    nodes = [(node.path, node.title) for node in build_tree(doc).walk()]
    assert nodes == [
        ("1", "Scope"), ("2", "Term"), ("h-orders", "Orders"), ("h-delivery", "Delivery"),
        ("h-price", "Price"), ("3", "Notices"), ("4", "Law"),
    ]  # fmt: skip


def test_a_text_that_is_all_schedules_has_clause_numbers() -> None:
    text = "SCHEDULE 4\nESCROW\n\n" + "\n".join(f"{n}. Duty. {SAYS}" for n in range(1, 7))
    assert report_of(text).to_json() == {}
    assert tree_of("Page\n\n" + text).flags == []


def test_a_letter_with_headings_that_nothing_marks() -> None:
    """Each paragraph is one line, none is blank: a short line in title case above a long one is a heading."""
    paragraph = " ".join([SAYS] * 3)
    names = ["Mr. A. Berg", "Vice President", "60 Wall Street"]
    heads = ["Use of Materials", "Return of Documents", "Other"]
    lines = [*names, paragraph, *(line for head in heads for line in (head, paragraph, paragraph))]
    found = outline("\n".join(lines))
    assert found == [
        ("h-use-of-materials", "Use of Materials"),
        ("h-return-of-documents", "Return of Documents"),
        ("h-other", "Other"),
    ]
