"""Tables in clauses: whole where they fit, else groups of whole rows that each have the header."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from assets.documents.reading.model import ParsedDocument
from resources.record import Chunk
from tests.contracts.examples import EMBEDDER, FACTS, chunks_of, typed
from tests.documents.reading.builders import letters
from tests.tables.pages import Column, Pages

FEES = [Column(72, width=200), Column(330, right=True, width=50), Column(430, right=True, width=70)]
HEAD = ["Service", "Hours", "Fee"]
WORK = ["Site visit", "Pump inspection", "Valve repair", "Report in writing", "Travel", "Storage"]


def fees(first: int, last: int) -> list[list[str]]:
    return [
        [f"{WORK[i % 6]} in area {i + 1}", str(i % 9 + 1), f"{1000 + 37 * i:,}.00"]
        for i in range(first, last)
    ]


def agreement(path: Path, count: int, caption: str = "") -> ParsedDocument:
    """Clause 2.1 holds a table of so many rows, its header repeated on each page."""
    pages = Pages()
    pages.turn()
    pages.text("1. Supply", "1.1 The Supplier shall deliver the pumps that the Buyer calls off.", "2. Fees")
    pages.text("2.1 The Buyer shall pay the fees of the table for each service.", *filter(None, [caption]))
    pages.row(FEES, HEAD, bold=True)
    for row in fees(0, count):
        if pages.y > 730:
            pages.turn()
            pages.row(FEES, HEAD, bold=True)
        pages.row(FEES, row)
    pages.text("The fees rise each year by two in the hundred.")
    pages.text(
        "2.2 Each invoice is paid within thirty days.",
        "3. Law",
        "3.1 The law of Norway governs this Agreement.",
    )
    return pages.read(path)


def listed(chunks: list[Chunk]) -> str:
    out = []
    for c in chunks:
        out.append(
            f"{c.unit} {c.path} part {c.part[0]} of {c.part[1]}, page {c.page}: {' > '.join(c.heading_path)}"
        )
        out += [f"    {line}" for line in c.parent_context.split("\n")]
        out += [f"  | {line}" for line in c.body.split("\n")]
    return "\n".join(out)


def test_a_table_that_fits_stays_with_its_clause(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    chunks, _ = chunks_of(agreement(tmp_path / "a.pdf", 4))
    assert listed(chunks) == snapshot


def test_a_long_table_is_cut_in_groups_of_rows(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """Each with the header, under the clause; the clause after the table keeps its path."""  # B014, B046
    document = agreement(tmp_path / "a.pdf", 50)
    chunks, left_out = chunks_of(document)
    assert listed(chunks) == snapshot
    assert [(document.text[r.start : r.end], r.reason) for r in left_out if r.reason != "heading"] == [
        ("Service | Hours | Fee", "repeated_header")
    ]
    groups = [c for c in chunks if c.unit == "table_rows"]
    clause = next(c for c in chunks if c.unit == "clause" and c.path == "2.1")
    assert {c.parent_id for c in groups} == {clause.parent_id} == {groups[0].parent_id}
    assert all("pump.txt#2.1" in c.source_keys for c in groups)


def test_every_row_is_whole_and_stands_once(tmp_path: Path) -> None:  # B048
    chunks, _ = chunks_of(agreement(tmp_path / "a.pdf", 60))
    lines = [line for chunk in chunks for line in chunk.body.split("\n")]
    for row in fees(0, 60):
        assert lines.count(" | ".join(row)) == 1
    assert lines.count(" | ".join(HEAD)) == 1


def test_a_caption_goes_with_the_first_rows(tmp_path: Path) -> None:
    chunks, _ = chunks_of(agreement(tmp_path / "a.pdf", 50, "Fees of the first year"))
    first = next(c for c in chunks if c.unit == "table_rows")
    assert first.body.startswith("Fees of the first year\nService | Hours | Fee\nSite visit in area 1 |")
    before = next(c for c in chunks if c.path == "2.1")
    assert before.body.startswith("2.1 The Buyer shall pay")


@given(
    st.lists(st.lists(st.text("abc 1,.", max_size=60), min_size=3, max_size=3), min_size=2, max_size=40),
    st.integers(60, 400),
)
def test_tables_of_any_text_fit_and_lose_nothing(cells: list[list[str]], ceiling: int) -> None:
    """Under any ceiling: offsets are true, nothing is said twice, rows that fit are whole."""
    rows = "\n".join("| " + " | ".join(row) + " |" for row in cells)
    document = typed(
        f"1. Fees\n\nThe fees are these.\n\n| What | Units | Fee |\n{rows}\n\n2. Law\n\nNorway's."
    )
    chunks, left_out = chunks_of(document, ceiling=ceiling)
    assert all(c.body == document.text[c.char_start : c.char_end] for c in chunks)
    assert max(EMBEDDER.count([c.text for c in chunks])) <= ceiling
    covered = sorted([(c.char_start, c.char_end) for c in chunks] + [(r.start, r.end) for r in left_out])
    assert all(a[1] <= b[0] for a, b in pairwise(covered))
    assert letters("".join(document.text[a:b] for a, b in covered)) == letters(document.text)
    assert len({c.id for c in chunks}) == len(chunks)


@pytest.mark.parametrize("ceiling", [120, 200])
def test_header_and_headings_are_in_the_budget(tmp_path: Path, ceiling: int) -> None:  # B068
    chunks, _ = chunks_of(agreement(tmp_path / "a.pdf", 20), FACTS, ceiling)
    assert max(EMBEDDER.count([c.text for c in chunks])) <= ceiling
    lines = {line for chunk in chunks for line in chunk.body.split("\n")}
    assert {" | ".join(row) for row in fees(0, 20)} <= lines
