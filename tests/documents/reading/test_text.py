"""Plain text and Markdown: encodings, page breaks, invisible characters."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.read import read
from tests.documents.reading.builders import check_offsets, left_out, letters, shown

SENTENCE = "Die Prüfung der Maße kostet 5 € – „bar“.\nZweite Zeile."


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_encodings(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_bytes(SENTENCE.encode(encoding))
    assert shown(read(tmp_path / "a.txt", "a.txt")) == SENTENCE.split("\n")


def test_characters_are_made_plain(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "\ufeffThe\u00a0of\ufb01ce \u200bcon\u00adtract\u2003e\u0301 \uf0b7 item\x07", "utf-8"
    )
    assert read(tmp_path / "a.txt", "a.txt").text == "The office contract é • item"


def test_form_feeds_are_page_breaks(tmp_path: Path) -> None:  # B076
    (tmp_path / "a.txt").write_text("first page\n\fsecond page\nends\n\f\n")
    document = read(tmp_path / "a.txt", "a.txt")
    assert (document.pages, [line.page for line in document.lines]) == (2, [1, 2, 2])


def test_indent_and_blank_lines(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1. Term\n\n    It runs\n    for  two years.\n\n\n2.\tFees\n   x\n   y\n")
    document = read(tmp_path / "a.txt", "a.txt")
    assert shown(document) == ["1. Term", "It runs", "for two years.", "2. Fees", "x", "y"]
    assert [line.indent for line in document.lines] == [0, 24, 24, 0, 18, 18]
    assert [line.gap for line in document.lines] == [0, 1, 0, 2, 0, 0]


def test_double_spaced_text_has_no_gaps_but_its_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\n\nb\n\nc\n\nd\n\n\n\ne\n\nf")
    assert [line.gap for line in read(tmp_path / "a.txt", "a.txt").lines] == [0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize("data", [b"", b"\n \t\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    with pytest.raises(UnreadableDocument, match="empty"):
        read(tmp_path / "a.txt", "a.txt")


def test_binary_content_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(bytes(range(256)) * 20)
    with pytest.raises(UnreadableDocument, match="binary"):
        read(tmp_path / "a.txt", "a.txt")


def test_markdown(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "# **Supply** Agreement #\n\nTitle two\n---------\n\n## 1. *Term*\n"
        "1. **Bold** goes, `code` stays.\n\n---\n"
        "| Item | Price |\n|---|--:|\n| Pump | 5 |\n\n```\n# no heading\n```\n"
    )
    document = read(tmp_path / "a.md", "a.md")
    assert [(line.style, document.line_text(line), line.table) for line in document.lines] == [
        ("h1", "Supply Agreement", False),
        ("h2", "Title two", False),
        ("h2", "1. Term", False),
        ("", "1. Bold goes, `code` stays.", False),
        ("", "| Item | Price |", True),
        ("", "| Pump | 5 |", True),
        ("", "```", False),
        ("", "# no heading", False),
        ("", "```", False),
    ]
    assert [text for text, _ in left_out(document)] == ["---------", "---", "|---|--:|"]
    check_offsets(document)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.text(st.sampled_from("aeb cT-19.é\u00a0\u00ad\ufb01\u200b\t\f()[]_=*|#中"), max_size=30)
        | st.sampled_from(["Page 1", "- 2 -", "-----", "SUPPLY AGREEMENT", "iii", "1.", "pre-", "and"]),
        max_size=60,
    )
)
def test_no_visible_character_is_lost(lines: list[str]) -> None:
    text = "\n".join(["start", *lines])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        path.write_bytes(text.encode())
        document = read(path, "a.txt")
    check_offsets(document)
    assert letters(document.text) == letters(text)
