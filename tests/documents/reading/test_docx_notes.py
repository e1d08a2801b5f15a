"""Footnotes and endnotes: behind the text, under the marks that Word computes for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part

from tests.documents.reading.word_builders import NS, body, element, lines, p, run


def with_notes(document: Any, kind: str, notes: str) -> Any:
    part = document.part
    made = Part(
        PackURI(f"/word/{kind}s.xml"),
        f"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}s+xml",
        f"<w:{kind}s {NS}>{notes}</w:{kind}s>".encode(),
        part.package,
    )
    part.relate_to(made, getattr(RELATIONSHIP_TYPE, f"{kind.upper()}S"))
    return document


def note(kind: str, number: int, text: str, more: str = "") -> str:
    return f'<w:{kind} w:id="{number}" {more}>{p(f"<w:r><w:{kind}Ref/></w:r>" + run(" " + text))}</w:{kind}>'


def refer(kind: str, number: int, more: str = "") -> str:
    return f'<w:r><w:{kind}Reference w:id="{number}" {more}/></w:r>'


def test_notes_stand_behind_the_text_under_their_marks(tmp_path: Path) -> None:
    document = with_notes(
        with_notes(
            docx.Document(),
            "footnote",
            note("footnote", 0, "the line above", 'w:type="separator"')
            + note("footnote", 1, "Of the works price.")
            + note("footnote", 2, "Net of tax.")
            + note("footnote", 3, "Struck out.")
            + note("footnote", 4, "Marked by hand.")
            + note("footnote", 5, "Nothing refers to it."),
        ),
        "endnote",
        note("endnote", 1, "Revised in May."),
    )
    document.element.body.find(f".//{{{document.element.nsmap['w']}}}sectPr").append(
        element('<w:footnotePr><w:numFmt w:val="upperLetter"/><w:numStart w:val="2"/></w:footnotePr>')
    )
    body(
        document,
        p(run("The fee") + refer("footnote", 2) + run(" is due") + refer("endnote", 1) + run(".")),
        p(f"{run('The cap')}{refer('footnote', 1)}{run(' holds.')}<w:del>{refer('footnote', 3)}</w:del>"),
        p(run("A note of one's own") + refer("footnote", 4, 'w:customMarkFollows="1"') + run("*")),
    )
    assert lines(document, tmp_path) == [
        "The fee [B] is due [i].",
        "The cap [C] holds.",
        "A note of one's own*",
        "[B] Net of tax.",
        "[C] Of the works price.",
        "Marked by hand.",
        "Nothing refers to it.",
        "[i] Revised in May.",
    ]


def test_marks_that_begin_again_on_every_page_are_not_guessed(tmp_path: Path) -> None:
    document = with_notes(docx.Document(), "footnote", note("footnote", 1, "Net of tax."))
    document.settings.element.append(element('<w:footnotePr><w:numRestart w:val="eachPage"/></w:footnotePr>'))
    body(document, p(run("The fee") + refer("footnote", 1) + run(" is due.")))
    assert lines(document, tmp_path) == ["The fee is due.", "Net of tax."]
