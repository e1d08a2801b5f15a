"""The sample collections as they are shipped, and their text as anyone would get it out of the files."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import docx
import pymupdf
import pytest

SAMPLES = Path(__file__).resolve().parents[2] / "evals" / "samples"
DOCUMENTS = sorted(p for p in (SAMPLES / "acme").glob("*/*") if p.suffix in (".pdf", ".docx", ".txt", ".md"))
CONTRACTS = [path for path in DOCUMENTS if path.parent.name != "handbook"]


@cache
def lines(path: Path) -> list[str]:
    """The lines of a sample without running headers, footers and page numbers; no reader of ours is used."""
    if path.suffix == ".pdf":
        with pymupdf.open(path) as document:
            return [
                line
                for page in document
                for block in page.get_text("blocks")
                if block[3] > 50 and block[1] < page.rect.height - 55
                for line in block[4].splitlines()
            ]
    if path.suffix == ".docx":
        body = docx.Document(str(path)).element.body
        return [str(paragraph.text) for paragraph in body.iter(f"{{{body.nsmap['w']}}}p")]
    return [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if not re.match(r"\f?Framework Purchase Agreement FPA-77, Revision|\s+Page \d+ of \d+$", line)
    ]


def squeezed(text: str) -> str:
    """Letters and digits alone, so that line ends, hyphens, quotes and cell borders do not matter."""
    return re.sub(r"[\W_]+", "", text).casefold()


@pytest.fixture(params=CONTRACTS, ids=lambda path: path.name)
def contract(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path
