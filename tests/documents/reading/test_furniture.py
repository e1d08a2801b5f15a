"""Running headers, footers, page numbers and rules, and what only looks like them."""

from __future__ import annotations

from pathlib import Path

from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.read import read
from tests.documents.reading.builders import Placed, body, check_offsets, left_out, make_pdf, shown


def pages(tmp_path: Path, *drawn: list[Placed]) -> ParsedDocument:
    document = read(make_pdf(tmp_path / "a.pdf", drawn), "a.pdf")
    check_offsets(document)
    return document


def test_a_running_head_goes_and_a_heading_at_the_page_top_stays(tmp_path: Path) -> None:  # B031
    drawn = [[(200, 25, f"Draft 3 - Page {k} of 12"), *body(k)] for k in range(1, 13)]
    drawn[3].insert(1, (72, 40, "9. SUSPENSION"))
    document = pages(tmp_path, *drawn)
    assert "9. SUSPENSION" in shown(document)
    assert left_out(document) == [(f"Draft 3 - Page {k} of 12", "running_header") for k in range(1, 13)]


def test_headings_that_differ_by_their_number_are_no_running_head(tmp_path: Path) -> None:
    drawn = [[(250, 50, f"ARTICLE {k}"), *body(k)] for k in range(1, 7)]
    assert not pages(tmp_path, *drawn).left_out


def test_the_first_head_of_a_schedule_is_its_title(tmp_path: Path) -> None:
    drawn = [[*([(200, 50, "EXHIBIT A - IMPROVEMENT PLAN")] if k > 5 else []), *body(k)] for k in range(12)]
    document = pages(tmp_path, *drawn)
    assert shown(document).count("EXHIBIT A - IMPROVEMENT PLAN") == 1
    assert len(document.left_out) == 5


def test_footers_stand_where_the_text_of_each_page_ends(tmp_path: Path) -> None:
    drawn = []
    for k in range(1, 7):
        lines = body(k, 12 + 2 * k)
        end = lines[-1][1]
        drawn.append([*lines, (72, end + 40, "Supply Agreement, North Yard"), (290, end + 55, f"- {k} -")])
    reasons = [reason for _, reason in left_out(pages(tmp_path, *drawn))]
    assert reasons == ["running_footer", "page_number"] * 6


def test_page_marks_of_the_first_setting_stand_inside_a_page(tmp_path: Path) -> None:
    """Print-outs of filings: two typed pages on one printed page, page marks in between."""
    drawn = []
    for k in range(4):
        top, bottom = (
            body(10 + k, 15),
            [(x, y + 370, t.replace("Sentence", "Phrase")) for x, y, t in body(20 + k, 15)],
        )
        drawn.append([*top, (280, 395, f"Page {2 * k + 1}"), (250, 420, "Yard confidential"), *bottom])
        drawn[-1].append((280, 770, f"Page {2 * k + 2}"))
    document = pages(tmp_path, *drawn)
    assert [t for t, reason in left_out(document) if reason == "page_number"] == [
        f"Page {n}" for n in range(1, 9)
    ]
    assert [t for t, reason in left_out(document) if reason == "running_header"] == ["Yard confidential"] * 4
    assert document.lines[15].gap == 0  # behind a page mark nothing is known of the white space


def test_roman_page_numbers(tmp_path: Path) -> None:
    drawn = [[*body(k), (290, 800, roman)] for k, roman in enumerate(["i", "ii", "iii", "iv", "v"])]
    assert [t for t, _ in left_out(pages(tmp_path, *drawn))] == ["i", "ii", "iii", "iv", "v"]


def test_clause_numbers_on_lines_of_their_own_are_no_page_numbers(tmp_path: Path) -> None:
    drawn = []
    for k in range(3):
        lines: list[Placed] = []
        for i in range(6):
            y = 80 + 100 * i
            lines += [
                (72, y, f"{6 * k + i + 1}"),
                *[(110, y + 16 * j, f"Words {k}{i}{j} of the clause.") for j in (1, 2, 3)],
            ]
        drawn.append(lines)
    assert not pages(tmp_path, *drawn).left_out


def test_lists_that_repeat_inside_pages_stay(tmp_path: Path) -> None:
    """Forms filled in alike: no white space between the repeated lines and the text before them."""
    items: list[Placed] = [(72, 90 + 20 * n, f"{n} ring tones") for n in range(30, 33)]
    drawn = [[*body(k), *(items if k > 13 else [])] for k in range(20)]
    assert not pages(tmp_path, *drawn).left_out


def test_signature_labels_and_redactions_stay(tmp_path: Path) -> None:
    drawn = [
        [(72, 60, "[***]"), *body(k), (72, 720, "By: ____________"), (72, 750, "Name:")] for k in range(5)
    ]
    assert not pages(tmp_path, *drawn).left_out


def test_drawn_rules_go_and_signature_lines_stay(tmp_path: Path) -> None:
    document = pages(
        tmp_path, [(72, 100, "RECITALS"), (72, 112, "--------"), (72, 140, "By:"), (72, 160, "____________")]
    )
    assert shown(document) == ["RECITALS", "By:", "____________"]
    assert left_out(document) == [("--------", "rule")]


def test_typed_text_with_form_feeds(tmp_path: Path) -> None:
    sheets = [
        ["SUPPLY AGREEMENT\n\n", *[t + "\n" for _, _, t in body(k, 18 + k)], f"\n   - {k} -"]
        for k in range(1, 5)
    ]
    (tmp_path / "a.txt").write_text("\f".join(map("".join, sheets)))
    document = read(tmp_path / "a.txt", "a.txt")
    assert {reason for _, reason in left_out(document)} == {"running_header", "page_number"}
    assert len(document.left_out) == 8
    check_offsets(document)
