"""Tables from rows that a reader gave as text: Word and Markdown."""

from __future__ import annotations

from pathlib import Path

import docx

from assets.documents.reading.read import read
from assets.documents.reading.rows import from_row, to_row
from tests.documents.reading.builders import check_offsets

ROWS = [
    ["Service", "Hours", "Fee"],
    ["Site visit", "2", "900.00"],
    ["Travel", "", "120.00"],
    ["Total", "2", "1,020.00"],
]


def test_a_word_table_has_header_rows_and_places(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("1. Fees")
    for _ in range(2):
        table = document.add_table(rows=0, cols=3)
        for cells in ROWS:
            for cell, text in zip(table.add_row().cells, cells, strict=True):
                cell.text = text
        document.add_paragraph("")
    document.add_paragraph("2. Term")
    document.save(str(tmp_path / "a.docx"))
    parsed = read(tmp_path / "a.docx", "a.docx")
    check_offsets(parsed)
    assert [[row.texts for row in table.header] for table in parsed.tables] == [[ROWS[0]]] * 2
    assert [[row.texts for row in table.rows] for table in parsed.tables] == [ROWS[1:]] * 2
    for table in parsed.tables:
        for row in table.rows:
            assert [parsed.text[p.start : p.end] for c in row.cells for p in c.places] == list(
                filter(None, row.texts)
            )


def test_a_markdown_table_has_the_header_above_its_rule(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(
        "# Fees\n\n| Grade | Who |\n|---|---|\n| A | fitters |\n| B | drivers |\n\nThat is all.\n"
    )
    (table,) = read(path, "a.md").tables
    assert [row.texts for row in table.header] == [["Grade", "Who"]]
    assert [row.texts for row in table.rows] == [["A", "fitters"], ["B", "drivers"]]


def test_tables_are_kept_with_the_document(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("| Part | Price |\n|---|---|\n| Seal | 2.10 |\n| Pump | 90.00 |\n")
    parsed = read(path, "a.md")
    assert parsed.tables
    assert from_row(to_row(parsed)) == parsed
