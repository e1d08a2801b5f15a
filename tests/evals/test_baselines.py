"""The other ways of cutting give full records with exact offsets."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest

from evals.baselines import NAMES, StrategyError, cut_with
from partitions.strategies import STRATEGIES, STRUCTURE, TICKETS_ONLY
from resources.embedder import load_embedder
from resources.record import CEILING, to_table
from tests.evals.example import chunk, document, facts

CLAUSES = [
    f"{n}. Clause number {n}. The Supplier shall deliver lot {n} within {n} days. The Buyer shall pay for it."
    for n in range(1, 120)
]
DOC = document("\n".join(CLAUSES))
STRUCTURE_CHUNKS = [chunk(DOC, text, str(n), seq=n) for n, text in enumerate(CLAUSES, start=1)]


def test_they_are_the_strategies_that_partitions_name() -> None:
    assert {STRUCTURE, *NAMES} == set(STRATEGIES) - TICKETS_ONLY


@pytest.mark.parametrize("strategy", NAMES)
def test_a_strategy_covers_the_text_with_sound_records(strategy: str) -> None:
    if strategy in ("lexichunk", "langchain"):
        pytest.importorskip("lexichunk" if strategy == "lexichunk" else "langchain_text_splitters")
    embedder = load_embedder()
    chunks = cut_with(strategy, DOC, facts(), embedder, STRUCTURE_CHUNKS)
    to_table(chunks)
    assert {c.strategy for c in chunks} == {strategy}
    assert len({c.id for c in chunks}) == len(chunks)
    assert [c.seq for c in chunks] == sorted(c.seq for c in chunks)
    covered = set()
    for c in chunks:
        assert DOC.text[c.char_start : c.char_end] == c.body == c.text
        assert c.tokens == embedder.count([c.text])[0]
        assert strategy == "whole" or c.tokens <= CEILING
        covered.update(range(c.char_start, c.char_end))
    assert [at for at in range(DOC.body_end) if at not in covered and not DOC.text[at].isspace()] == []


@pytest.mark.parametrize("size", [200, 500, 800])
def test_fixed_windows_are_full_and_whole_words(size: int) -> None:
    chunks = cut_with(f"fixed-{size}", DOC, facts(), load_embedder())
    assert all(size - 20 < c.tokens <= size for c in chunks[:-1])
    for before, after in itertools.pairwise(chunks):
        assert DOC.text[before.char_end].isspace() or DOC.text[after.char_start - 1].isspace()


def test_sentences_are_not_broken() -> None:
    chunks = cut_with("sentence", DOC, facts(), load_embedder())
    assert all(c.body.endswith((".", ":")) for c in chunks)


def test_short_siblings_are_merged_and_keep_their_keys() -> None:
    chunks = cut_with("merged", DOC, facts(), load_embedder(), STRUCTURE_CHUNKS)
    assert 1 < len(chunks) < len(STRUCTURE_CHUNKS)
    assert [key for c in chunks for key in c.source_keys] == [c.source_keys[0] for c in STRUCTURE_CHUNKS]
    other_parent = [*STRUCTURE_CHUNKS[:1], *STRUCTURE_CHUNKS[1:2]]
    other_parent[1].parent_id = "elsewhere"
    try:
        assert len(cut_with("merged", DOC, facts(), load_embedder(), other_parent)) == 2
    finally:
        other_parent[1].parent_id = None


def test_a_merged_chunk_leads_where_its_members_led() -> None:
    apart = [replace(one) for one in STRUCTURE_CHUNKS]
    first, second, last = apart[0], apart[1], apart[-1]
    second.refs, second.terms = [first.id, last.id], ["gone", first.id, last.id]
    second.payload = json.dumps({"neighbours": [first.id, last.id], "rare_terms": 3, "defines": ["Lot"]})
    chunks = cut_with("merged", DOC, facts(), load_embedder(), apart)
    assert second.source_keys[0] in chunks[0].source_keys
    assert chunks[0].refs == chunks[0].terms == [chunks[-1].id]
    assert json.loads(chunks[0].payload) == {
        "neighbours": [chunks[-1].id], "rare_terms": 1, "defines": ["Lot"],
    }  # fmt: skip


def test_a_prefix_is_an_option() -> None:
    (plain, *_) = cut_with("fixed-500", DOC, facts(), load_embedder())
    (titled, *_) = cut_with("fixed-500", DOC, facts(), load_embedder(), prefix=True)
    assert (plain.parent_context, titled.parent_context) == ("", "Acme MSA")
    assert titled.text == f"Acme MSA\n{titled.body}"


def test_what_the_reader_left_out_is_in_no_chunk() -> None:
    doc = document("One clause only.", furniture="Page 1 of 1\n")
    for strategy in ("fixed-200", "recursive-500", "sentence", "semantic", "whole"):
        assert [c.body for c in cut_with(strategy, doc, facts(), load_embedder())] == ["One clause only."]


@pytest.mark.parametrize("strategy", [name for name in NAMES if name != "lexichunk"])
def test_an_empty_document_has_no_chunks(strategy: str) -> None:
    assert cut_with(strategy, document(" \n "), facts(), load_embedder()) == []


def test_an_unknown_strategy_is_named_with_the_known_ones() -> None:
    with pytest.raises(StrategyError, match=r"no strategy is called 'best': use one of merged, fixed-200"):
        cut_with("best", DOC, facts(), load_embedder())


def test_parts_of_a_split_unit_are_not_merged() -> None:
    parts = [chunk(DOC, CLAUSES[0], "1", seq=1, k=(1, 2)), chunk(DOC, CLAUSES[1], "1", seq=2, k=(2, 2))]
    assert len(cut_with("merged", DOC, facts(), load_embedder(), parts)) == 2
