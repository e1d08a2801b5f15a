"""Tables over page breaks, one kind a test; the golden file shows every row."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.tables.pages import Column, Pages, drawn

FEES = [Column(72, width=190), Column(330, right=True, width=50), Column(420, right=True, width=70)]
HEAD = ["Service", "Hours", "Fee"]
WORK = ["Site visit", "Pump inspection", "Valve repair", "Report in writing", "Travel", "Storage", "Training"]
BEFORE = ["1. Fees", "The Buyer pays the fees below for each service that it calls off."]
AFTER = ["2. Payment", "Each invoice is paid within thirty days of the day on which it comes in."]


def rows(first: int, last: int) -> list[list[str]]:
    return [
        [f"{WORK[i % len(WORK)]} {chr(65 + i)}", str(i % 9 + 1), f"{1000 + 37 * i:,}.00"]
        for i in range(first, last)
    ]


def start() -> Pages:
    pages = Pages()
    pages.turn()
    pages.text(*BEFORE)
    return pages


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "bare"])
def test_header_repeated(tmp_path: Path, ruled: bool, snapshot: SnapshotAssertion) -> None:
    pages = start()
    for first in (0, 6, 12):
        if first:
            pages.turn()
        pages.row(FEES, HEAD, bold=True, ruled=ruled)
        for row in rows(first, first + 6):
            pages.row(FEES, row, ruled=ruled)
    pages.text(*AFTER)
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "bare"])
def test_header_not_repeated_and_the_first_row_over_the_page_is_data(
    tmp_path: Path, ruled: bool, snapshot: SnapshotAssertion
) -> None:
    pages = start()
    pages.row(FEES, HEAD, ruled=ruled)
    for row in rows(0, 5):
        pages.row(FEES, row, ruled=ruled)
    pages.turn()
    for row in rows(5, 7):
        pages.row(FEES, row, ruled=ruled)
    pages.text(*AFTER)
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


def test_no_header_at_all(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """The first row is data on both pages."""
    pages = start()
    for row in rows(0, 4):
        pages.row(FEES, row)
    pages.turn()
    for row in rows(4, 8):
        pages.row(FEES, row)
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


def test_sums_carried_forward(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    pages = start()
    pages.row(FEES, HEAD, bold=True)
    for row in rows(0, 5):
        pages.row(FEES, row)
    pages.row(FEES, ["Carried forward", "", "5,370.00"])
    pages.turn()
    pages.row(FEES, HEAD, bold=True)
    pages.row(FEES, ["Brought forward", "", "5,370.00"])
    for row in rows(5, 8):
        pages.row(FEES, row)
    pages.row(FEES, ["Total", "", "9,036.00"], bold=True)
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "bare"])
def test_a_cell_runs_over_the_page(tmp_path: Path, ruled: bool, snapshot: SnapshotAssertion) -> None:
    pages = start()
    pages.row(FEES, HEAD, bold=True, ruled=ruled)
    for row in rows(0, 3):
        pages.row(FEES, row, ruled=ruled)
    pages.row(FEES, ["Removal of the old pump, of its pipes and", "3", "1,500.00"], ruled=ruled)
    pages.turn()
    pages.row(FEES, ["of all that was fixed to it", "", ""], ruled=ruled)
    for row in rows(4, 7):
        pages.row(FEES, row, ruled=ruled)
    pages.text(*AFTER)
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


def test_two_header_rows_with_a_merged_cell(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    columns = [Column(72, width=120), *(Column(x, right=True, width=60) for x in (260, 330, 420, 490))]
    pages = start()
    for first in (0, 4):
        if first:
            pages.turn()
        for text, x in (("Day rate", 262), ("Night rate", 418)):
            pages.page.insert_text((x, pages.y), text, fontsize=10, fontname="hebo")
        pages.y += 14
        pages.row(columns, ["Grade", "2024", "2025", "2024", "2025"], bold=True)
        for i in range(first, first + 4):
            pages.row(columns, [f"Fitter grade {i + 1}", *(f"{40 + 7 * i + k}.50" for k in range(4))])
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "bare"])
def test_empty_cells(tmp_path: Path, ruled: bool, snapshot: SnapshotAssertion) -> None:
    pages = start()
    pages.row(FEES, HEAD, bold=True, ruled=ruled)
    for i, row in enumerate(rows(0, 5)):
        pages.row(FEES, [row[0], "" if i % 2 else row[1], "" if i == 2 else row[2]], ruled=ruled)
    pages.turn()
    for i, row in enumerate(rows(5, 9)):
        pages.row(FEES, [row[0], "" if i == 0 else row[1], row[2]], ruled=ruled)
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


def test_another_table_follows(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """On the same page with other columns, and at the top of the next one with the same columns but a header
    of its own."""
    pages = start()
    pages.row(FEES, HEAD, bold=True)
    for row in rows(0, 4):
        pages.row(FEES, row)
    pages.y += 10
    other = [
        Column(72, width=80),
        Column(190, width=80),
        Column(300, right=True, width=50),
        Column(480, right=True),
    ]
    pages.row(other, ["Part", "Colour", "Stock", "Price"], bold=True)
    for i in range(4):
        pages.row(other, [f"Seal {i + 1}", ["red", "blue"][i % 2], str(40 + i), f"{3 * i + 2}.10"])
    pages.turn()
    pages.row(other, ["Tool", "Maker", "Days", "Rent"], bold=True)
    for i in range(4):
        pages.row(other, [f"Hoist {i + 1}", ["Orrim", "Tolve"][i % 2], str(2 + i), f"{9 * i + 5}.00"])
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


def test_a_footnote_stands_below(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """The footnote at the foot of the first page does not end the table, nor is it a row."""
    pages = start()
    pages.row(FEES, HEAD, bold=True)
    for row in rows(0, 5):
        pages.row(FEES, row)
    pages.y = 720
    pages.text("* Hours are counted from the gate of the yard and back.", size=8)
    pages.turn()
    for row in rows(5, 9):
        pages.row(FEES, row)
    pages.text(*AFTER)
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "bare"])
def test_a_wide_table_with_wrapped_cells(tmp_path: Path, ruled: bool, snapshot: SnapshotAssertion) -> None:
    columns = [
        Column(60, width=50),
        Column(120, width=150),
        Column(285, width=130),
        Column(470, right=True, width=45),
        Column(545, right=True, width=65),
    ]
    texts = [
        ("Inspection of all pumps in the yard and of the seals that belong to them", "once in each quarter"),
        ("Cleaning", "after each inspection, and when the Buyer asks for it in writing"),
        ("Repair of one pump with all parts that it needs", "when called off by the Buyer or its agent"),
    ]
    pages = start()
    for first in (0, 3):
        if first:
            pages.turn()
        pages.row(
            columns, ["Item", "Service", "When it is done", "Units", "Price in EUR"], bold=True, ruled=ruled
        )
        for i in range(first, first + 3):
            what, when = texts[i % 3]
            pages.row(columns, [f"A-{i + 1}", what, when, str(3 + i), f"{250 * (i + 1):,}.00"], ruled=ruled)
    pages.text(*AFTER)
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot


def test_right_aligned_amounts_under_running_heads(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """Amounts of very different width, a running head and a page number on each page."""
    pages = Pages()
    amounts = ["5.00", "12,500.00", "980.10", "1,250,000.00", "44.44", "7.50", "83,000.00", "610.00", "2.25"]
    for number in range(3):
        pages.turn()
        pages.page.insert_text((72, 50), "Northpier Supply Agreement", fontsize=9)
        pages.page.insert_text((290, 800), f"Page {number + 1}", fontsize=9)
        if number == 0:
            pages.text(*BEFORE)
        pages.row(FEES[::2], ["Milestone", "Amount"], bold=True)
        for i in range(3 * number, 3 * number + 3):
            pages.row(FEES[::2], [f"{WORK[i % 7]} accepted", amounts[i]])
    assert drawn(pages.read(tmp_path / "a.pdf")) == snapshot
