"""Real contracts: no visible character is lost, spans are sound."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from assets.documents.reading.read import read
from tests.conftest import SHARED
from tests.documents.reading.builders import check_offsets, letters, shown

pytestmark = pytest.mark.shared
CONTRACTS = sorted((SHARED / "landing" / "atticus").glob("*/*.pdf"))


@pytest.mark.parametrize("path", CONTRACTS[::9], ids=lambda path: path.name[:30])
def test_every_character_of_a_contract_is_kept(path: Path) -> None:
    document = read(path, path.name)
    check_offsets(document)
    with pymupdf.open(path) as pdf:
        everywhere = pymupdf.Rect(-1e5, -1e5, 1e5, 1e5)
        source = "".join(page.get_textpage(clip=everywhere, flags=2).extractText() for page in pdf)
        assert document.pages == pdf.page_count
    assert letters(document.text) == letters(source)


def test_footers_of_a_filing_do_not_stand_in_the_text() -> None:
    path = next(path for path in CONTRACTS if "Cytodyn" in path.name)
    lines = shown(read(path, path.name))
    assert not [line for line in lines if line.startswith("Source:")]
    assert any(line.startswith("ARTICLE") for line in lines)


def test_forms_in_docx_have_their_text(shared: Path) -> None:
    for path in sorted((shared / "data" / "contracts" / "forms").glob("*.docx")):
        document = read(path, path.name)
        check_offsets(document)
        assert len(document.text) > 500
