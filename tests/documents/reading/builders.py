"""Small documents drawn for one test: each says where its text stands."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pymupdf

from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.normalise import SOFT_HYPHEN, clean

Placed = tuple[float, float, str]
"""x and baseline y in points, text."""


def make_pdf(path: Path, pages: Iterable[Sequence[Placed]], font: str = "helv", size: float = 11) -> Path:
    with pymupdf.open() as document:
        for placed in pages:
            page = document.new_page()
            for x, y, text in placed:
                page.insert_text((x, y), text, fontname=font, fontsize=size)
        document.save(path)
    return path


def column(x: float, y: float, lines: Sequence[str], step: float = 14) -> list[Placed]:
    return [(x, y + i * step, line) for i, line in enumerate(lines)]


def body(page: int, lines: int = 30) -> list[Placed]:
    """A page full of sentences that stand nowhere else."""
    return column(
        72,
        90,
        [
            f"Sentence {chr(97 + i % 26)}{i} of part {page * 7 + i} is said here once only."
            for i in range(lines)
        ],
        20,
    )


def shown(document: ParsedDocument) -> list[str]:
    return [document.line_text(line) for line in document.lines]


def left_out(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(document.text[region.start : region.end], region.reason) for region in document.left_out]


def letters(text: str) -> Counter[str]:
    """What must not be lost: every visible character, hyphens and what stands between cells apart."""
    return Counter("".join(clean(text).split()).replace("-", "").replace("|", "").replace(SOFT_HYPHEN, ""))


def check_offsets(document: ParsedDocument) -> None:
    """The contract of `ParsedDocument`: lines in order, one newline or nothing between them, and
    what is left out behind the form feed, every character in exactly one of the two."""
    at = 0
    for number, line in enumerate(document.lines):
        assert document.text[at : line.start] == ("" if number == 0 else document.text[at : line.start])
        assert document.text[at : line.start] in (("",) if number == 0 else ("", "\n"))
        assert line.start < line.end
        at = line.end
    assert at == document.body_end
    for number, region in enumerate(document.left_out):
        assert document.text[at : region.start] == ("\n" if number else "\f")
        at = region.end
    assert at == len(document.text)


def rezip(source: Path, target: Path, change: Callable[[str, bytes], bytes]) -> Path:
    """A copy of a zip file with its members changed."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return target


def xml(text: str) -> Any:
    from docx.oxml import parse_xml

    return parse_xml(text)
