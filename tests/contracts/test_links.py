"""References between clauses: which ones a text cites, and which chunks they lead to."""

from __future__ import annotations

import json

import pytest

from assets.contracts.family import cut_contract
from assets.contracts.links import cited_paths
from tests.contracts.examples import EMBEDDER, FACTS, typed


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("as set out in Section 7.2", ["7.2"]),
        ("Clause 9(b)(ii) applies", ["9(b)(ii)"]),
        ("Clauses 4.1, 4.3 and 9", ["4.1", "4.3", "9"]),
        ("clauses 4.1 to 4.4", ["4.1", "4.2", "4.3", "4.4"]),
        ("Sections 9 through 11", ["9", "10", "11"]),
        ("clauses 1 to 90", ["1", "90"]),
        ("§ 12 and Article 4", ["12", "article-4"]),
        ("the fees in Schedule 2 and Exhibit B", ["schedule-2", "exhibit-b"]),
        ("paragraph 3 of Schedule 2", ["schedule-2/3"]),
        ("Annex 1, paragraphs 2 and 3", ["annex-1/2", "annex-1/3"]),
        ("under Section 5 of the Companies Act", []),
        ("under Section 5 of this Agreement", ["5"]),
        ("see clause 3; subject to clause 9.1, the cap", ["9.1", "3"]),
        ("see clause 3, notwithstanding the provisions of clauses 5 and 6", ["5", "6", "3"]),
        ("except as provided in Section 2, and as Section 1 says", ["2", "1"]),
        ("in Section 8 save as set out in Schedule 1", ["schedule-1", "8"]),
    ],
)
def test_cited_paths(text: str, paths: list[str]) -> None:
    assert cited_paths(text) == paths


TEXT = """
    1. Definitions

    In this Agreement:

    "Plant" means the works.

    "Pump" means a pump.

    2. Price. The price is in paragraph 1 of Schedule 1, and clause 77 is not there.

    3. Limits. See clauses 1 and 2. Subject to clause 4, the liability is limited.

    4. Law

    4.1 Norway.

    4.2 Clause 3 survives.

    SCHEDULE 1
    Prices

    1. A pump costs ninety euro.

    2. Paragraph 1 is reviewed each year.

    3. Nothing else is charged.
"""


def test_references_lead_to_chunks_that_exist() -> None:
    chunks = cut_contract(typed(TEXT), FACTS, [], EMBEDDER).chunks
    by_id = {chunk.id: chunk.path for chunk in chunks}
    refs = {chunk.path: [by_id[i] for i in chunk.refs] for chunk in chunks}
    assert refs["2"] == ["schedule-1/1"]
    assert refs["3"] == ["4.1", "4.2", "1", "2"]  # a heading stands for what is below it
    assert refs["4.2"] == ["3"]
    assert refs["schedule-1/2"] == ["schedule-1/1"]


def test_neighbours_share_a_heading_and_terms_are_none() -> None:
    chunks = cut_contract(typed(TEXT), FACTS, [], EMBEDDER).chunks
    by_id = {chunk.id: chunk.path for chunk in chunks}
    beside = {c.path: [by_id[i] for i in json.loads(c.payload).get("neighbours", ())] for c in chunks}
    assert beside["4.1"] == ["4.2"]
    assert beside["schedule-1/2"] == ["schedule-1/1", "schedule-1/3"]
    assert beside["1/plant"] == beside["1/pump"] == []
