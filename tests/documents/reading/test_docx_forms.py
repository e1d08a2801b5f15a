"""Real agreements whose numbers Word computes, paragraph by paragraph against how another program
prints them."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.documents.reading import docx as reader
from assets.documents.reading.normalise import clean, squeeze
from assets.documents.reading.read import read
from tests.conftest import SHARED

pytestmark = pytest.mark.shared
RENDERED = sorted((SHARED / "data" / "contracts" / "forms" / "rendered").glob("*.txt"))
COMPUTED = {
    "common-paper-cloud-service-agreement": 120,
    "common-paper-csa-with-ai": 140,
    "common-paper-data-processing-agreement": 72,
    "common-paper-one-way-nda": 11,
    "common-paper-software-license-agreement": 112,
}


@pytest.mark.parametrize("rendered", RENDERED, ids=lambda path: path.stem)
def test_every_paragraph_is_printed_alike(rendered: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Cells of a table are put on one line: their paragraphs are taken before that.
    paragraphs: list[tuple[object, str]] = []
    put = reader._Story._print

    def note(story: reader._Story, paragraph: reader._Begun) -> None:
        first = len(story.pieces)
        put(story, paragraph)
        paragraphs.extend((story, piece.text) for piece in story.pieces[first:])

    monkeypatch.setattr(reader._Story, "_print", note)
    document = read(rendered.parent.parent / f"{rendered.stem}.docx", f"{rendered.stem}.docx")
    body = [text for story, text in paragraphs if story is paragraphs[0][0]]
    printed = [squeeze(clean(line)) for line in rendered.read_text("utf-8").splitlines()]
    assert body == [line for line in printed if line]
    computed = COMPUTED.get(rendered.stem)
    assert document.flags == ([] if computed is None else [f"word_numbers:{computed}"])
