"""PDF: lines, reading order, boxes. Report numbers are those of the collected field reports."""

from __future__ import annotations

import resource
from pathlib import Path

import pymupdf
import pytest

from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.read import read
from tests.documents.reading.builders import Placed, body, check_offsets, column, left_out, make_pdf, shown

LEFT = [
    "1. The supplier delivers the pumps to the",
    "yard in good order and keeps a record of",
    "each delivery for two years after the end",
    "of the agreement between the parties.",
]
RIGHT = [
    "2. The buyer inspects each pump within ten",
    "days of delivery and tells the supplier of",
    "any defect that it finds, in writing, and",
    "without delay, as the law requires.",
]


def test_two_columns_are_read_one_after_the_other(tmp_path: Path) -> None:  # B028
    title = "Agreement for the supply of pumps, of parts for pumps and of all that goes with them"
    closing = "This line runs over the whole width of the page again, below both of the columns above."
    page = [(80, 60, title), *column(50, 90, LEFT), *column(310, 90, RIGHT), (50, 170, closing)]
    document = read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf")
    assert shown(document) == [title, *LEFT, *RIGHT, closing]
    assert document.flags == ["two_columns:1"]


def test_columns_whose_baselines_differ(tmp_path: Path) -> None:
    page = [*column(50, 90, LEFT), *column(310, 95, RIGHT, 15)]
    assert shown(read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf")) == [*LEFT, *RIGHT]


def test_a_line_before_the_gutter_below_the_columns_comes_last(tmp_path: Path) -> None:
    page = [*column(50, 90, LEFT), *column(310, 90, RIGHT), (50, 200, "3. Term")]
    assert shown(read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf")) == [*LEFT, *RIGHT, "3. Term"]


def test_numbers_hang_before_both_columns_under_a_running_head(tmp_path: Path) -> None:
    """The page of a form contract: hanging numbers, a page number in the gutter, a head over both."""
    page: list[Placed] = [(54, 40, "SUPPLY AGREEMENT"), (420, 40, "North Yard / Sorrel")]
    for x, first in ((54, 1), (308, 7)):
        for i in range(6):
            page.append((x, 100 + 60 * i, f"{first + i}."))
            lines = ["The parties keep a record of all pumps", "that are sent to the yard in that", "year."]
            page += column(x + 24, 100 + 60 * i, lines)
    page.append((290, 780, "1 of 3"))
    lines_read = shown(read(make_pdf(tmp_path / "a.pdf", [page], size=10), "a.pdf"))
    assert lines_read[0] == "SUPPLY AGREEMENT North Yard / Sorrel"
    assert lines_read[1::3] == [f"{n}. The parties keep a record of all pumps" for n in range(1, 13)]


def test_a_hanging_number_joins_its_text(tmp_path: Path) -> None:  # B029
    page = [(50, 100, "2.4.3"), (120, 100, "The mason keeps"), (120, 114, "a mix log.")]
    document = read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf")
    assert shown(document) == ["2.4.3 The mason keeps", "a mix log."]
    assert [round(line.indent) for line in document.lines] == [50, 120]


def test_hanging_numbers_all_down_the_page_are_no_column(tmp_path: Path) -> None:
    text = "Every clause of this page has its number in a column of its own."
    page = [p for i in range(12) for p in ((50, 80 + 20 * i, f"{i + 1}."), (120, 80 + 20 * i, text))]
    document = read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf")
    assert shown(document) == [f"{i + 1}. {text}" for i in range(12)]


def test_a_fee_table_is_read_across(tmp_path: Path) -> None:
    items = ["Site visit", "Pump inspection", "Repair of one pump", "Report in writing", "Travel"]
    page = [
        p for i, item in enumerate(items) for p in ((60, 80 + 16 * i, item), (400, 80 + 16 * i, f"{i}50.00"))
    ]
    document = read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf")
    assert shown(document) == [f"{item} | {i}50.00" for i, item in enumerate(items)]
    assert all(line.table for line in document.lines)


def test_a_table_with_wrapped_cells_is_read_cell_by_cell(tmp_path: Path) -> None:
    page = []
    for i, name in enumerate(["alpha", "beta", "gamma"]):
        page += column(
            50,
            100 + 60 * i,
            [f"The supplier delivers pump {name} to the", "yard that the buyer names in time"],
        )
        page += column(
            320,
            100 + 60 * i,
            [f"The buyer pays for pump {name} within", "thirty days of the day of delivery", "to the bank"],
        )
    document = read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf")
    assert shown(document)[:5] == [text for _, _, text in page[:5]]
    assert not document.flags


def test_key_value_lines_stay_two_lines(tmp_path: Path) -> None:  # B039
    page = [(72, 100, "Organisation: North Yard Ltd"), (72, 114, "Date: 4 May 2021")]
    assert shown(read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf")) == [p[2] for p in page]


def test_blank_space_above_is_told_in_line_heights(tmp_path: Path) -> None:  # B036
    page = [
        (72, 100, "1. Term"),
        *column(72, 128, ["This agreement", "runs for two", "years."]),
        (72, 184, "2. Fees"),
    ]
    gaps = [line.gap for line in read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf").lines]
    assert gaps == pytest.approx([0, 1, 0, 0, 1], abs=0.1)


def test_leading_spaces_are_indent_and_not_text(tmp_path: Path) -> None:
    page = [(13, 100, "2.       Commissions on premiums"), (13, 110, "         shall   be paid.")]
    document = read(make_pdf(tmp_path / "a.pdf", [page], font="cour", size=10), "a.pdf")
    assert shown(document) == ["2. Commissions on premiums", "shall be paid."]
    assert document.lines[1].indent == pytest.approx(13 + 9 * 6, abs=0.5)


def test_bold_and_size_are_those_of_most_letters(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((72, 100), "LIABILITY", fontname="hebo", fontsize=14)
        page.insert_text((72, 120), "The cap stands.", fontname="helv", fontsize=10)
        page.insert_text((72, 140), "9.", fontname="helv", fontsize=10)
        page.insert_text((100, 140), "Suspension of work", fontname="hebo", fontsize=10)
        document.save(tmp_path / "a.pdf")
    lines = read(tmp_path / "a.pdf", "a.pdf").lines
    assert [(line.bold, round(line.size)) for line in lines] == [(True, 14), (False, 10), (True, 10)]


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_boxes_are_in_display_space(tmp_path: Path, rotation: int) -> None:
    """A page stored turned and shown upright has upright lines, as an upright page has."""
    with pymupdf.open() as document:
        page = (
            document.new_page(width=800, height=600)
            if rotation == 180
            else document.new_page(width=600, height=800)
        )
        page.set_rotation(rotation)
        for x, y, text in [(100, 120, "1. First line of the page"), (100, 140, "2. Second line of the page")]:
            page.insert_text(pymupdf.Point(x, y) * page.derotation_matrix, text, rotate=rotation)
        shown_size = page.rect
        document.save(tmp_path / "a.pdf")
    document_read = read(tmp_path / "a.pdf", "a.pdf")
    assert shown(document_read) == ["1. First line of the page", "2. Second line of the page"]
    for line, baseline in zip(document_read.lines, (120, 140), strict=True):
        assert line.x0 == pytest.approx(100, abs=1)
        assert line.y0 < baseline < line.y1
        assert line.x1 < shown_size.width


def test_boxes_count_from_the_crop_box(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        page = document.new_page(width=600, height=800)
        page.insert_text((150, 250), "Inside the crop box")
        page.set_cropbox(pymupdf.Rect(100, 200, 500, 700))
        document.save(tmp_path / "a.pdf")
    line = read(tmp_path / "a.pdf", "a.pdf").lines[0]
    assert line.x0 == pytest.approx(50, abs=1)
    assert line.y0 < 50 < line.y1


def test_words_broken_over_a_page_break_are_joined(tmp_path: Path) -> None:  # B034
    first = [*body(1), (72, 700, "The contractor keeps for each ware-"), (280, 800, "Page 3")]
    second = [(72, 60, "house a log of what comes in."), *body(2), (280, 800, "Page 4")]
    document = read(make_pdf(tmp_path / "a.pdf", [first, second]), "a.pdf")
    assert "for each warehouse a log" in document.text
    assert left_out(document) == [("Page 3", "page_number"), ("Page 4", "page_number")]
    check_offsets(document)


def test_an_image_only_page_is_flagged(tmp_path: Path) -> None:
    with pymupdf.open() as document:
        document.new_page().draw_rect((10, 10, 100, 100))
        document.save(tmp_path / "a.pdf")
    document_read = read(tmp_path / "a.pdf", "a.pdf")
    flags = ["no_text_layer (drawn without letters)"]
    assert (document_read.flags, document_read.text, document_read.pages) == (flags, "", 1)
    make_pdf(tmp_path / "b.pdf", [body(1), []])
    assert read(tmp_path / "b.pdf", "b.pdf").flags == []  # a blank page misses nothing


def test_a_shifted_encoding_is_flagged(tmp_path: Path) -> None:  # B038
    sentence = "NOTICES UNDER THIS AGREEMENT ARE SENT IN WRITING TO THE ADDRESS OF THE OTHER PARTY"
    shift = {ord(c): chr((ord(c) - 65 + 3) % 26 + 65) for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    lines = [sentence[10 * i :].translate(shift) for i in range(7)]
    document = read(make_pdf(tmp_path / "a.pdf", [column(72, 100, lines)] * 2), "a.pdf")
    assert document.flags[0].startswith("text_layer_unusable (common words")
    sound = read(make_pdf(tmp_path / "b.pdf", [column(72, 100, [sentence] * 8)]), "b.pdf")
    assert not sound.flags


def test_unreadable_pdfs_say_how_to_mend_them(tmp_path: Path) -> None:
    whole = make_pdf(tmp_path / "whole.pdf", [body(i) for i in range(5)])
    with pymupdf.open(whole) as document:
        document.save(
            tmp_path / "locked.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o"
        )
        document.save(
            tmp_path / "owner.pdf", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="", owner_pw="o"
        )
    data = whole.read_bytes()
    (tmp_path / "cut.pdf").write_bytes(data[: len(data) * 2 // 3])
    (tmp_path / "empty.pdf").write_bytes(b"")
    (tmp_path / "head.pdf").write_bytes(b"%PDF-1.7\n")
    (tmp_path / "none.pdf").write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
        b"trailer<</Root 1 0 R/Size 3>>\n%%EOF\n"
    )
    for name, says in {
        "locked.pdf": "encrypted; save a copy without its password",
        "cut.pdf": "breaks off before its end; download or copy it again",
        "empty.pdf": "empty; copy or export it again",
        "head.pdf": "again",
        "none.pdf": "no pages; export it again",
    }.items():
        with pytest.raises(UnreadableDocument, match=says):
            read(tmp_path / name, name)
    assert read(tmp_path / "owner.pdf", "owner.pdf").text == read(whole, "whole.pdf").text


def test_text_over_the_page_edge_is_kept_and_text_beside_the_page_left_out(tmp_path: Path) -> None:
    page = [(-30, 100, "ARTICLE 2 RIGHTS AND OBLIGATIONS"), (72, 120, "The rest."), (700, 120, "proof 7")]
    document = read(make_pdf(tmp_path / "a.pdf", [page]), "a.pdf")
    assert shown(document) == [p[2] for p in page[:2]]
    assert left_out(document) == [("proof 7", "off_page")]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs the memory figures of Linux")
def test_memory_stays_flat(tmp_path: Path) -> None:  # B081
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    path = make_pdf(tmp_path / "a.pdf", [body(i) for i in range(20)])
    for _ in range(8):
        read(path, "a.pdf")
    before = resident()
    for _ in range(25):
        read(path, "a.pdf")
    assert resident() - before < 10_000_000  # one read leaves 2 MB of lines while it lives
