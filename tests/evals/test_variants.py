"""What each variant adds to the chunks of structure, and that nothing else changes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from assets.contracts.family import cut_contract
from assets.documents.reading.model import ParsedDocument
from evals.context_sentence import extract
from evals.variants import vary
from partitions.strategies import VARIANTS
from resources.embedder import load_embedder
from resources.record import CEILING, Chunk
from tests.evals.example import document, facts

SUPPLY = document(
    "1. DEFINITIONS\n"
    '1.1 "Delivery Window" means the four hours agreed for a delivery.\n'
    '1.2 "Reject Rate" means rejected parts as a share of parts delivered.\n'
    "2. DELIVERY\n"
    "2.1 The Supplier shall:\n"
    "2.1.1 deliver inside the Delivery Window; and\n"
    "2.1.2 report each late delivery under clause 3.1.\n"
    "3. REPORTS\n"
    "3.1 Reports are sent on Mondays.\n"
    "3.2 Each report states the Reject Rate.\n"
    "3.3 Reports are kept for two years.\n"
)


def _structure(doc: ParsedDocument = SUPPLY) -> list[Chunk]:
    return cut_contract(doc, facts(doc.file), (), load_embedder()).chunks


def _by_path(chunks: Sequence[Chunk]) -> dict[str, Chunk]:
    return {chunk.path: chunk for chunk in chunks}


@pytest.mark.parametrize("name", VARIANTS)
def test_bodies_places_and_links_stay_those_of_structure(name: str) -> None:
    before = _structure()
    after = vary(name, before, load_embedder())
    assert {chunk.strategy for chunk in after} == {name}
    assert any(new.text != old.text for new, old in zip(after, before, strict=True))
    for new, old in zip(after, before, strict=True):
        same = ("id", "body", "char_start", "char_end", "refs", "terms", "path", "seq")
        assert [getattr(new, field) for field in same] == [getattr(old, field) for field in same]
        assert new.text.startswith(new.parent_context)
        assert old.body in new.text
        assert new.tokens == load_embedder().count([new.text])[0]


def test_definitions_stand_behind_the_clause_that_uses_them() -> None:
    clause = _by_path(vary("definitions-always", _structure(), load_embedder()))["2.1.1"]
    assert "four hours agreed" in clause.text.partition(clause.body)[2]


def test_cited_headings_stand_behind_the_clause_that_cites_them() -> None:
    clause = _by_path(vary("refs-appended", _structure(), load_embedder()))["2.1.2"]
    assert "3.1" in clause.text.partition(clause.body)[2]


def test_a_sentence_says_where_a_chunk_stands() -> None:
    clause = _by_path(_structure())["2.1"]
    clause.doc_type, clause.counterparty = "supply agreement", ["Acme Ltd", "Brill GmbH"]
    clause.body = "The Supplier shall not assign this agreement."
    assert extract([clause]) == [
        "From a supply agreement between Acme Ltd and Brill GmbH, under 2 DELIVERY > 2.1: "
        "The Supplier shall not assign this agreement."
    ]


def test_what_would_exceed_the_ceiling_is_left_out() -> None:
    before = _structure()
    after = vary(
        "context-sentence", before, load_embedder(), lambda chunks: ["word " * CEILING] * len(chunks)
    )
    assert [chunk.text for chunk in after] == [chunk.text for chunk in before]


def test_a_variant_nobody_knows() -> None:
    with pytest.raises(ValueError, match="there is no variant 'x'"):
        vary("x", _structure(), load_embedder())
