"""Each sample shows the difficulty that it is there for, in the built file and not just in its source."""

from __future__ import annotations

import re
from pathlib import Path

import pymupdf

from tests.samples.conftest import CONTRACTS, SAMPLES, lines

SUPPLY, SERVICES = SAMPLES / "acme" / "supply", SAMPLES / "acme" / "services"


def text(path: Path) -> str:
    return "\n".join(line.strip() for line in lines(path))


def test_formats_and_lengths() -> None:
    assert {path.suffix for path in CONTRACTS} == {".pdf", ".docx", ".txt"}
    assert len(CONTRACTS) >= 10
    for path in CONTRACTS:
        words = len(text(path).split())
        assert (500 if "amendment" in path.name else 1_900) < words < 8_000, (path.name, words)


def test_schedules_restart_their_paragraphs() -> None:
    master = text(SUPPLY / "halvorsted-master-supply.pdf")
    assert len(re.findall(r"^SCHEDULE \d$", master, re.MULTILINE)) == 3
    assert len(re.findall(r"^1\.\n", master, re.MULTILINE)) >= 4


def test_contents_cross_references_and_broken_words() -> None:
    master = text(SUPPLY / "halvorsted-master-supply.pdf")
    assert re.search(r"^9\. Limits of liability\s+\.{10,}\s+\d+$", master, re.MULTILINE)
    assert re.search(r"further loss, subject to\n9\.2 and to the duty", master)
    assert len(re.findall(r"[a-z]-$", master, re.MULTILINE)) >= 2


def test_two_columns() -> None:
    with pymupdf.open(SUPPLY / "orrimund-distribution.pdf") as document:
        blocks = document[1].get_text("blocks")
    lefts = [round(block[0]) for block in blocks if re.match(r"\d+\.\d", block[4])]
    assert min(lefts) < 60
    assert max(lefts) > 290


def test_run_in_headings_are_bold_and_on_the_line_of_the_text() -> None:
    with pymupdf.open(SERVICES / "belmarrow-it-services.pdf") as document:
        spans = [
            [(span["text"], "Bold" in span["font"]) for span in line["spans"]]
            for page in document
            for block in page.get_text("dict")["blocks"]
            for line in block.get("lines", [])
        ]
    cap = next(line for line in spans if line[0][0].startswith("7.2 Cap."))
    assert [bold for _, bold in cap] == [True, False]
    assert "total liability" in cap[1][0]


def test_gap_inserted_number_reserved_clause_and_inner_list() -> None:
    tolling = text(SUPPLY / "tavrelle-toll-manufacturing.docx")
    numbers = re.findall(r"^5\.\S+", tolling, re.MULTILINE)
    assert numbers == ["5.1", "5.2", "5.4", "5.4A", "5.5", "5.6"]
    assert all(mark in tolling for mark in ("6. [Reserved]", "\u00ad", "“"))
    inner = tolling.index("2.3 Toller")
    assert re.search(r"^1\. confirm.*^5\. hold.*^2\.4 ", tolling[inner:], re.MULTILINE | re.DOTALL)


def test_unindented_list_at_the_margin_of_the_clauses() -> None:
    with pymupdf.open(SERVICES / "corvanne-warehousing.pdf") as document:
        starts = {block[4].split()[0]: round(block[0]) for block in document[0].get_text("blocks")}
    assert starts["1.1"] == starts["2."] == starts["4."] == starts["1.2"]


def test_a_clause_over_three_pages() -> None:
    with pymupdf.open(SERVICES / "drumlossie-facilities.pdf") as document:
        pages = [page.get_text().splitlines() for page in document]
    first, last = (next(n for n, page in enumerate(pages) if mark in page) for mark in ("3.1", "3.2"))
    assert last - first >= 2
    clause = text(SERVICES / "drumlossie-facilities.pdf")
    assert len(clause[clause.index("3.1\n") : clause.index("3.2\n")].split()) > 800


def test_articles_and_sections() -> None:
    license_ = text(SERVICES / "thistlewick-software-licence.pdf")
    assert re.search(r"^ARTICLE IV\n\[RESERVED\]\nARTICLE V\n", license_, re.MULTILINE)
    assert all(mark in license_ for mark in ("Section 9.02. Limitation.", "“Licensor”"))


def test_two_revisions_differ_where_it_matters() -> None:
    old, new = (text(SUPPLY / f"quennick-framework-{year}.txt") for year in (2022, 2024))
    shared = {*old.splitlines()} & {*new.splitlines()}
    assert len(shared) > 0.4 * len(old.splitlines())
    assert "twenty-four months from delivery" in " ".join(old.split())
    assert "thirty-six months from delivery" in " ".join(new.split())
