"""Words broken over a line end."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.documents.reading.hyphens import WordList, join, may_break
from assets.documents.reading.read import read


@pytest.mark.parametrize(
    ("above", "below", "document", "ends"),
    [
        ("the instru-", "ment tuned", "", "the instru"),
        ("the short-", "term rate", "", "the short-"),
        ("a royalty-", "bearing licence", "a royalty-bearing licence", "a royalty-"),
        ("the re-", "payment", "repayment is due", "the re"),
        ("a buyer-", "supplier matter", "the buyer and the supplier", "a buyer-"),
        ("form 10-", "K of the year", "", "form 10-"),
        ("an Anglo-", "American firm", "", "an Anglo-"),
        ("ALL COMPO-", "NENTS", "", "ALL COMPO"),
        ("pre-", "and post-closing", "", None),
        ("the ware\u00ad", "house", "", "the ware"),
        ("see page 4 -", "it says", "", None),
    ],
)
def test_the_hyphen(above: str, below: str, document: str, ends: str | None) -> None:
    words = WordList([document, above, below])
    assert (join(above, below, words) if may_break(above) else None) == ends


def test_joined_in_a_document(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "The hirer returns each instru-\nment tuned. The short-\nterm rate holds."
    )
    document = read(tmp_path / "a.txt", "a.txt")
    assert document.text == "The hirer returns each instrument tuned. The short-term rate holds."
    assert [document.line_text(line) for line in document.lines] == [
        "The hirer returns each instru",
        "ment tuned. The short-",
        "term rate holds.",
    ]
