"""What a file is, is told by its content."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.read import read
from tests.documents.reading.builders import body, make_pdf, shown


def test_a_pdf_that_calls_itself_text(tmp_path: Path) -> None:
    document = read(make_pdf(tmp_path / "a.txt", [body(1)]), "a.txt")
    assert document.reader.startswith("pdf")
    assert document.flags == ["named_text_is_pdf"]


def test_text_that_calls_itself_pdf_or_docx(tmp_path: Path) -> None:
    for name in ("a.pdf", "a.docx"):
        (tmp_path / name).write_text("1. Term")
        document = read(tmp_path / name, name)
        assert (shown(document), document.flags) == (["1. Term"], [f"named_{name[2:]}_is_text"])


def test_a_docx_that_calls_itself_pdf(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_paragraph("1. Term")
    made.save(str(tmp_path / "a.pdf"))
    assert shown(read(tmp_path / "a.pdf", "a.pdf")) == ["1. Term"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x89PNG\r\n\x1a\n....", "an image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "old Office file"),
        (b"{\\rtf1 text}", "RTF"),
        (b"\n<!DOCTYPE HTML><html>", "web page"),
        (b"PK\x03\x04broken", "damaged"),
        (b"\x00\x01\x02" * 500, "binary"),
    ],
)
def test_what_no_reader_is_there_for(tmp_path: Path, data: bytes, says: str) -> None:
    (tmp_path / "a.pdf").write_bytes(data)
    with pytest.raises(UnreadableDocument, match=says) as refused:
        read(tmp_path / "a.pdf", "a.pdf")
    assert "\n" not in str(refused.value)
    assert str(tmp_path) not in str(refused.value)
