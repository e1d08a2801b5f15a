"""What is a table on a page and what only looks like one."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.documents.reading.layout import Fragment
from assets.documents.reading.read import read
from assets.tables.columns import Line, span_headings
from tests.documents.reading.builders import Placed, column, letters, make_pdf, shown
from tests.documents.reading.builders import body as sentences
from tests.tables.pages import Column, Pages

PROSE = "The Supplier keeps a record of each pump that it sends to the yard, and shows it to the Buyer."


def read_lines(tmp_path: Path, *pages: list[Placed]) -> list[str]:
    document = read(make_pdf(tmp_path / "a.pdf", pages), "a.pdf")
    assert document.tables == []
    assert not any(line.table for line in document.lines)
    return shown(document)


def test_numbered_clauses_in_two_columns_are_no_table(tmp_path: Path) -> None:  # B029
    """Numbers hang at the left in a frame of their own, ruled or not."""
    columns = [Column(72, width=40), Column(130, width=380)]
    for ruled in (False, True):
        pages = Pages()
        pages.turn()
        for number in ("2.4.1", "2.4.2", "2.4.3", "2.4.4"):
            pages.row(columns, [number, PROSE], ruled=ruled)
        document = pages.read(tmp_path / f"{ruled}.pdf")
        assert document.tables == []
        assert shown(document)[0].startswith("2.4.1 The Supplier keeps")


def test_items_in_two_levels_are_no_table(tmp_path: Path) -> None:
    page = [
        placed
        for i, letter in enumerate("abcd")
        for placed in (
            (72, 100 + 20 * i, f"{i + 1}."),
            (100, 100 + 20 * i, f"({letter})"),
            (130, 100 + 20 * i, "each pump that is sent to the yard"),
        )
    ]
    assert read_lines(tmp_path, page)[0] == "1. (a) each pump that is sent to the yard"


def test_signatures_are_no_table(tmp_path: Path) -> None:
    page = []
    for i, (left, right) in enumerate(
        [
            ("Northpier Ltd", "Ostrel GmbH"),
            ("By: ____________", "By: ____________"),
            ("Name: A. Tolve", "Name: B. Orrim"),
            ("Title: Director", "Title: Manager"),
            ("Date: 4 May 2021", "Date: 5 May 2021"),
        ]
    ):
        page += [(72, 100 + 20 * i, left), (320, 100 + 20 * i, right)]
    assert read_lines(tmp_path, page)[1] == "By: ____________ By: ____________"


@pytest.mark.parametrize("leader", ["", " ...................."], ids=["bare", "dotted"])
def test_contents_are_no_table(tmp_path: Path, leader: str) -> None:
    titles = ["1. Definitions", "2. Supply", "3. Fees", "4. Liability", "5. Term", "6. Notices"]
    page = [
        p
        for i, title in enumerate(titles)
        for p in ((72, 100 + 16 * i, title + leader), (500, 100 + 16 * i, str(2 + 3 * (i // 2))))
    ]
    assert read_lines(tmp_path, page)[0] == f"1. Definitions{leader} 2"


def test_fields_with_what_is_filled_in_are_no_table(tmp_path: Path) -> None:  # B039
    fields = [
        ("Organisation:", "North Yard Ltd"),
        ("Date:", "4 May 2021"),
        ("Fee:", "1,200.00"),
        ("Days:", "30"),
    ]
    page = [p for i, (a, b) in enumerate(fields) for p in ((72, 100 + 16 * i, a), (200, 100 + 16 * i, b))]
    assert read_lines(tmp_path, page) == [f"{a} {b}" for a, b in fields]


def test_text_in_two_columns_is_no_table(tmp_path: Path) -> None:
    left = [
        "The supplier delivers 12 pumps to the",
        "yard in good order and keeps a record",
        "of each delivery for two years.",
    ] * 4
    right = [
        "The buyer inspects each pump within",
        "10 days of delivery and tells the other",
        "of any defect that it finds there.",
    ] * 4
    assert read_lines(tmp_path, [*column(50, 90, left), *column(310, 90, right)]) == [*left, *right]


def test_figures_along_the_axes_of_a_chart_are_no_table(tmp_path: Path) -> None:
    page = []
    for i in range(8):
        page += [(72, 100 + 20 * i, str(80 - 10 * i)), (400, 100 + 20 * i, f"{4000 - 500 * i:,}")]
    assert len(read_lines(tmp_path, page)) == 8


def test_plain_text_is_left_alone(tmp_path: Path) -> None:
    page = sentences(1)
    assert read_lines(tmp_path, page) == [text for _, _, text in page]


def test_a_table_keeps_every_character_once_and_text_around_it(tmp_path: Path) -> None:
    columns = [Column(72, width=150), Column(300, right=True), Column(400, right=True)]
    pages = Pages()
    pages.turn()
    pages.text("3. Fees", PROSE)
    cells = [
        ["Item", "Units", "Price"],
        *([f"Pump {c}", str(3 + i), f"{90 + i * i}.50"] for i, c in enumerate("abcd")),
    ]
    for row in cells:
        pages.row(columns, row)
    pages.text("4. Term", PROSE)
    document = pages.read(tmp_path / "a.pdf")
    assert shown(document) == ["3. Fees", PROSE, *(" | ".join(row) for row in cells), "4. Term", PROSE]
    assert letters(document.text) == letters(
        " ".join([*(cell for row in cells for cell in row), "3. Fees 4. Term", PROSE, PROSE])
    )


def test_boxes_of_cells_on_a_turned_page(tmp_path: Path) -> None:  # B064
    """Boxes are in display space, and looking for tables moves nothing."""
    columns = [Column(72, width=150), Column(300, right=True), Column(400, right=True)]
    upright, turned = Pages(), Pages()
    for pages in (upright, turned):
        pages.turn()
        for i in range(4):
            pages.row(columns, [f"Pump {'abcd'[i]}", str(3 + i), f"{90 + i * i}.50"], ruled=True)
    page = turned.page
    page.set_rotation(90)
    a = upright.read(tmp_path / "a.pdf")
    b = turned.read(tmp_path / "b.pdf")
    assert len(a.tables) == 1
    assert a.tables[0].rows[0].texts == ["Pump a", "3", "90.50"]
    height = 842
    first = a.tables[0].rows[0].cells[0].places[0]
    line = next(line for line in b.lines if "Pump" in b.line_text(line))
    assert line.x1 == pytest.approx(height - first.y0, abs=2)


def test_a_drawings_labels_from_right_to_left_span_nothing() -> None:
    columns = [(0.0, 50.0), (60.0, 110.0), (120.0, 170.0), (180.0, 230.0)]
    right, left = (Fragment(text, x, 10, x + 20, 20, 8, False) for text, x in (("NORTH", 200), ("WALL", 5)))
    lines: list[Line] = [[(3, 1, [right]), (0, 1, [left])]]
    span_headings(lines, columns)
    assert lines == [[(3, 1, [right]), (0, 1, [left])]]
