"""References between clauses: which chunks they lead to, and what is said of those that lead nowhere."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from assets.contracts.chunker import cut_contract
from assets.documents.family import Cut
from assets.documents.reading.read import read
from resources.record import Chunk
from tests.contracts.examples import EMBEDDER, FACTS, typed

SAMPLES = Path(__file__).parents[2] / "evals" / "samples" / "acme"

TEXT = """
    1. Definitions

    In this Agreement:

    "Plant" means the works.

    "Pump" means a pump.

    2. Price. The price is in paragraph 1 of Schedule 1, and clause 77 is not there.

    3. Limits. See clauses 1 and 2. Subject to clause 4, the liability is limited.

    4. Law

    4.1 Norway.

    4.2 Clause 3 survives, and the preceding clause.

    4.3 This Article and clause 2(b) survive. Section 5 of the Sale of Goods Act and section 9(c) of the
    Yard Lease do not, nor does Exhibit Q.

    SCHEDULE 1
    Prices

    1. A pump costs ninety euro.

    2. Paragraph 1 is reviewed each year, as section 2 of this Agreement says.

    3. Nothing else is charged.
"""


def made(text: str) -> Cut:
    return cut_contract(typed(text), FACTS, [], EMBEDDER)


def refs(chunks: list[Chunk]) -> dict[str, list[str]]:
    by_id = {chunk.id: _name(chunk) for chunk in chunks}
    return {_name(chunk): [by_id[i] for i in chunk.refs] for chunk in chunks}


def _name(chunk: Chunk) -> str:
    return chunk.path if chunk.part[1] == 1 else f"{chunk.path} {chunk.part[0]}/{chunk.part[1]}"


def test_references_lead_to_chunks_that_exist() -> None:
    found = refs(made(TEXT).chunks)
    assert found["2"] == ["schedule-1/1"]
    assert found["3"] == ["4.1", "4.2", "4.3", "1", "2"]  # a heading stands for what is below it
    assert found["4.2"] == ["3", "4.1"]
    assert found["4.3"] == ["2", "4.1", "4.2"]  # what a clause is part of comes last
    assert found["schedule-1/2"] == ["schedule-1/1", "2"]


def test_other_documents_are_kept_apart_by_name() -> None:
    [chunk] = [c for c in made(TEXT).chunks if c.path == "4.3"]
    said = json.loads(chunk.payload)["cites"]
    assert [(each["document"], each["paths"]) for each in said] == [
        ("Sale of Goods Act", ["5"]),
        ("Yard Lease", ["9(c)"]),
    ]
    begin, end = said[1]["at"]
    assert chunk.body[begin:end] == "section 9(c)"


def test_what_leads_nowhere_is_reported_where_it_is_said() -> None:
    assert [(f["path"], f["detail"]) for f in made(TEXT).report["dangling"]] == [
        ("2", "'clause 77' is cited, and is not there"),
        ("4.3", "'clause 2(b)' is cited, and 2 has no (b)"),
        ("4.3", "'Exhibit Q' is cited, and is not there"),
    ]


def test_one_finding_names_every_clause_that_cites_what_is_missing() -> None:
    report = made("1. Price. See Exhibit Q.\n2. Law. See Exhibit Q.\n3. Term. See Exhibit Q.").report
    assert [f["detail"] for f in report["dangling"]] == [
        "'Exhibit Q' is cited, and is not there (also in 2, 3)"
    ]


def test_items_lead_to_the_part_of_a_split_clause_that_holds_them() -> None:
    items = "\n".join(f"    ({letter}) {'the seller keeps the yard dry, ' * 40}" for letter in "abcdef")
    text = (
        f"1. Duties. The seller does this:\n{items}\n\n2. Care. Clause 1(e) and paragraph (c) of clause 1.\n"
    )
    chunks = made(text + "3. Law. Norway.").chunks
    holds = {chunk.id: chunk.source_keys for chunk in chunks}
    [care] = [chunk for chunk in chunks if chunk.path == "2"]
    assert [sorted(holds[i])[-1] for i in care.refs] == ["pump.txt#1(e)", "pump.txt#1(c)"]


def test_an_article_is_cited_by_word_numeral_or_number() -> None:
    text = """
    ARTICLE I
    SUPPLY

    1.1 The seller delivers.

    1.2 Article II and this Article apply.

    ARTICLE II
    LAW

    2.1 Norway, but see Article 1 and Section 1.2 of Article I.

    2.2 Nothing else.
    """
    found = refs(made(text).chunks)
    assert found["1.2"] == ["2.1", "2.2", "1.1"]
    assert found["2.1"] == ["1.1", "1.2"]


TWICE = """
    1. SCOPE
    1.1 Pumps. The supplier delivers pumps under Section 1.2.

    1.2 Valves. The supplier delivers valves.

    1.2 Drums. The supplier delivers drums.

    1.3 Days. The supplier delivers on Mondays.
    2. LAW
    2.1 Norway. The law of Norway applies.
"""


def test_a_number_used_twice_is_cited_as_the_nearest_and_called_ambiguous() -> None:
    cut = made(TWICE)
    [chunk] = [c for c in cut.chunks if c.path == "1.1"]
    assert refs(cut.chunks)["1.1"] == ["1.2"]
    assert json.loads(chunk.payload)["ambiguous"] == ["1.2"]
    assert [f["path"] for f in cut.report["ambiguous"]] == ["1.1"]


def test_an_amendment_s_clauses_of_the_other_document_are_not_its_own() -> None:
    text = """
    FIRST AMENDMENT TO SUPPLY AGREEMENT
    This First Amendment amends that certain Pump Supply Agreement dated March 1, 2020.

    1. Price. Section 2 of the Agreement is deleted in its entirety.

    2. Law. Section 14.9 stays as it is, and Section 1 of this Amendment is binding.
    """
    cut = made(text)
    found = {c.path: c for c in cut.chunks}
    assert refs(cut.chunks)["1"] == []
    assert refs(cut.chunks)["2"] == ["1"]
    assert json.loads(found["1"].payload)["cites"][0]["paths"] == ["2"]
    assert "dangling" not in cut.report


def test_a_report_quotes_no_heading_that_stands_behind_a_citation() -> None:
    body = "Paid under Section 77 (The Buyer pays a fee of two million) and clause 78 (“Secret Works”)."
    report = made(f"1. Price. {body}\n2. Term. It is a year.\n3. Law. Norway.").report
    assert [f["detail"] for f in report["dangling"]] == [
        "'Section 77' is cited, and is not there",
        "'clause 78' is cited, and is not there",
    ]


def test_neighbours_share_a_heading_and_terms_are_none() -> None:
    chunks = made(TEXT).chunks
    by_id = {chunk.id: chunk.path for chunk in chunks}
    beside = {c.path: [by_id[i] for i in json.loads(c.payload).get("neighbours", ())] for c in chunks}
    assert beside["4.1"] == ["4.2"]
    assert beside["schedule-1/2"] == ["schedule-1/1", "schedule-1/3"]
    assert beside["1/plant"] == beside["1/pump"] == []


@cache
def sample(path: Path) -> Cut:
    return cut_contract(read(path, path.name), FACTS, [], EMBEDDER)


CONTRACTS = sorted(
    p for p in SAMPLES.rglob("*.*") if p.suffix in (".pdf", ".docx", ".txt") and "handbook" not in p.parts
)


@pytest.mark.parametrize("path", CONTRACTS, ids=lambda path: path.stem)
def test_the_references_of_the_samples(path: Path, snapshot: SnapshotAssertion) -> None:
    """Every clause that cites something, what it leads to, and what it says of other documents."""
    cut = sample(path)
    found = refs(cut.chunks)
    lines = [f"{clause} -> {', '.join(cited)}" for clause, cited in found.items() if cited]
    for chunk in cut.chunks:
        lines += [
            f"{_name(chunk)} cites {each['document'] or 'another'}: {', '.join(each['paths'])}"
            for each in json.loads(chunk.payload).get("cites", ())
        ]
    lines += [
        f"! {f['path']}: {f['detail']}"
        for kind in ("dangling", "ambiguous")
        for f in cut.report.get(kind, ())
    ]
    assert "\n".join(lines) == snapshot


@pytest.mark.parametrize("path", CONTRACTS, ids=lambda path: path.stem)
def test_refs_and_terms_hold_ids_that_exist_and_never_the_clause_itself(path: Path) -> None:
    ids = {chunk.id for chunk in sample(path).chunks}
    for chunk in sample(path).chunks:
        assert {*chunk.refs, *chunk.terms} <= ids - {chunk.id}
        assert len(set(chunk.refs)) == len(chunk.refs)
        assert len(set(chunk.terms)) == len(chunk.terms)
