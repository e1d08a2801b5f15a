"""Items of a list stand under the words that open it."""

from __future__ import annotations

import json

from assets.contracts.family import cut_contract
from resources.embedder import load_embedder
from resources.lead_in import lead_in
from resources.record import Chunk
from tests.evals.example import document, facts

SUPPLY = document(
    "2. DELIVERY\n"
    "2.1 The Supplier shall:\n"
    "2.1.1 deliver inside the four hours agreed; and\n"
    "2.1.2 report each late delivery, stating:\n"
    "2.1.2.1 the lorry; and\n"
    "2.1.2.2 the driver.\n"
    "2.2 Reports are kept for two years.\n"
)


def _by_path() -> dict[str, Chunk]:
    cut = cut_contract(SUPPLY, facts(SUPPLY.file), (), load_embedder())
    return {chunk.path: chunk for chunk in cut.chunks}


def test_an_item_carries_the_words_that_open_its_list_and_they_count_as_read() -> None:
    item = _by_path()["2.1.1"]
    assert item.parent_context.splitlines()[-1] == "2.1 The Supplier shall:"
    (start, end) = json.loads(item.payload)["trail_spans"][-1]
    assert SUPPLY.text[start:end] == "2.1 The Supplier shall:"
    assert item.tokens == load_embedder().count([item.text])[0]
    assert item.body == "2.1.1 deliver inside the four hours agreed; and"


def test_an_item_of_an_inner_list_carries_both() -> None:
    assert _by_path()["2.1.2.2"].parent_context.splitlines()[-2:] == [
        "2.1 The Supplier shall:",
        "2.1.2 report each late delivery, stating:",
    ]


def test_a_clause_beside_the_list_carries_nothing_of_it() -> None:
    assert "shall:" not in _by_path()["2.2"].text


def test_a_clause_that_is_complete_opens_nothing() -> None:
    assert lead_in("The Supplier pays. It delivers:") == (19, 31)
    assert lead_in("The Supplier pays.") is None
    assert lead_in("") is None
