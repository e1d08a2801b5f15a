"""DOCX: text in document order, hostile packages."""

from __future__ import annotations

import zipfile
from pathlib import Path

import docx
import pytest
from docx.shared import Pt

from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.read import read
from tests.documents.reading.builders import check_offsets, left_out, rezip, shown, xml

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


@pytest.fixture
def contract(tmp_path: Path) -> Path:
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Draft of May"
    document.add_heading("Supply Agreement", level=1)
    document.add_paragraph("1. Term. This agreement runs for two years.")
    table = document.add_table(rows=2, cols=3)
    for cell, text in zip(
        (c for row in table.rows for c in row.cells), ["Item", "Price", "Term", "Pump", "5", ""], strict=True
    ):
        cell.text = text
    paragraph = document.add_paragraph()
    run = paragraph.add_run("2. Fees")
    run.bold, run.font.size = True, Pt(14)
    paragraph.paragraph_format.left_indent = Pt(36)
    document.add_paragraph("Organisation: North Yard Ltd\nDate: 4 May 2021")  # B039
    document.add_paragraph("Numbered by Word", style="List Number")
    document.save(str(tmp_path / "a.docx"))
    return tmp_path / "a.docx"


def test_document_order(contract: Path) -> None:
    document = read(contract, "a.docx")
    assert [(line.style, line.table, document.line_text(line)) for line in document.lines] == [
        ("heading 1", False, "Supply Agreement"),
        ("Normal", False, "1. Term. This agreement runs for two years."),
        ("", True, "Item | Price | Term"),
        ("", True, "Pump | 5 |"),
        ("Normal", False, "2. Fees"),
        ("Normal", False, "Organisation: North Yard Ltd"),
        ("Normal", False, "Date: 4 May 2021"),
        ("List Number", False, "1. Numbered by Word"),
    ]
    assert left_out(document) == [("Draft of May", "running_header")]
    fees = document.lines[4]
    assert (fees.bold, fees.size, fees.indent) == (True, 14, 36)
    assert document.flags == ["word_numbers:1"]
    check_offsets(document)


def test_insertions_count_and_deletions_do_not(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The fee is ")
    paragraph._p.append(xml(f"<w:del {W}><w:r><w:delText>five</w:delText></w:r></w:del>"))
    paragraph._p.append(xml(f"<w:ins {W}><w:r><w:t>six</w:t></w:r></w:ins>"))
    document.element.body.insert(
        0,
        xml(f"<w:sdt {W}><w:sdtContent><w:p><w:r><w:t>In a control</w:t></w:r></w:p></w:sdtContent></w:sdt>"),
    )
    document.save(str(tmp_path / "a.docx"))
    assert shown(read(tmp_path / "a.docx", "a.docx")) == ["In a control", "The fee is six"]


def test_a_frame_of_one_column_is_no_table(tmp_path: Path) -> None:
    document = docx.Document()
    cell = document.add_table(rows=1, cols=1).cell(0, 0)
    cell.text = "1. Term"
    cell.add_paragraph("2. Fees")
    document.save(str(tmp_path / "a.docx"))
    parsed = read(tmp_path / "a.docx", "a.docx")
    assert [(parsed.line_text(line), line.table) for line in parsed.lines] == [
        ("1. Term", False),
        ("2. Fees", False),
    ]


def test_external_entities_are_never_resolved(contract: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("not for readers")

    def inject(name: str, data: bytes) -> bytes:
        if name != "word/document.xml":
            return data
        head, _, rest = data.partition(b"?>")
        entity = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{secret.as_uri()}">]>'.encode()
        return head + b"?>" + entity + rest.replace(b"Supply Agreement", b"Supply &e; Agreement")

    hostile = rezip(contract, tmp_path / "hostile.docx", inject)
    assert "not for readers" not in read(hostile, "hostile.docx").text


def test_a_zip_bomb_is_refused_unopened(contract: Path, tmp_path: Path) -> None:
    bomb = rezip(
        contract,
        tmp_path / "bomb.docx",
        lambda name, data: data + b" " * 30_000_000 if name == "word/document.xml" else data,
    )
    with pytest.raises(UnreadableDocument, match="unpacks to"):
        read(bomb, "bomb.docx")


@pytest.mark.parametrize("keep", [100, 3000, -200])
def test_a_damaged_docx_is_refused(contract: Path, tmp_path: Path, keep: int) -> None:
    (tmp_path / "cut.docx").write_bytes(contract.read_bytes()[:keep])
    with pytest.raises(UnreadableDocument, match="damaged"):
        read(tmp_path / "cut.docx", "cut.docx")


def test_broken_xml_inside_is_refused(contract: Path, tmp_path: Path) -> None:
    broken = rezip(
        contract, tmp_path / "b.docx", lambda name, data: data[:-90] if name == "word/document.xml" else data
    )
    with pytest.raises(UnreadableDocument, match="save it again"):
        read(broken, "b.docx")


def test_broken_numbering_is_refused_in_one_line(contract: Path, tmp_path: Path) -> None:
    broken = rezip(
        contract, tmp_path / "b.docx", lambda name, data: data[:-90] if name == "word/numbering.xml" else data
    )
    with pytest.raises(UnreadableDocument, match="damaged .* save it again") as refusal:
        read(broken, "b.docx")
    assert "\n" not in str(refusal.value)


def test_other_packages_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.docx", "w") as archive:
        archive.writestr("notes.txt", "a zip archive")
    with pytest.raises(UnreadableDocument, match="zip archive; unpack it"):
        read(tmp_path / "a.docx", "a.docx")
