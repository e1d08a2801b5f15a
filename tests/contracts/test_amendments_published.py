"""A changed fact reaches what is published without any proof, and answers say what was amended by what."""

import dataclasses
import json
from datetime import date
from pathlib import Path

import pytest

from assets.contracts.family import cut_contract
from resources import facts
from resources.embedder import load_embedder
from resources.keywords import KeywordQuery
from resources.publish import apply_facts, publish, restore
from resources.published import open_published
from resources.search.access import Access, Principal, Scope
from resources.search.amended import (
    Relations,
    amended_by,
    amends,
    at_all_times,
    citation_as_amended,
    with_amendments,
)
from resources.search.pack import citation
from resources.store import open_store
from tests.contracts.examples import typed
from tests.resources.corpus import build, document

ASKER = Principal("acme", frozenset({"legal"}))
OLD, NEW = "the price is ten pounds", "the price is twelve pounds"
MSA = """\
SUPPLY AGREEMENT

1. Price

1.1 For each pump the price is ten pounds.

1.2 Invoices are paid within thirty days.

2. Delivery

2.1 Pumps are delivered to the works in Elverham.
"""
AMENDMENT = """\
AMENDMENT NO. 1

This Amendment amends the Supply Agreement dated 1 May 2020.

1. Changes

1.1 Clause 1.1 of the Agreement is replaced by: "1.1 For each pump the price is twelve pounds."

1.2 In clause 1.2 of the Agreement "thirty days" is replaced by "sixty days".

1.3 A new clause 2.2 is added to the Agreement: "2.2 Pumps are packed in crates."
"""
AGREED, AMENDED = date(2020, 5, 1), date(2022, 3, 1)


def documents(**amendment):
    values = {"title": "Amendment No. 1", "effective_date": AMENDED, "amends": ["msa.txt"], **amendment}
    return [
        document("msa.txt", title="Supply Agreement", effective_date=AGREED, counterparty=["Bolt GmbH"]),
        document("am.txt", **values, counterparty=["Bolt GmbH"]),
    ]


@pytest.fixture(scope="module")
def candidate(tmp_path_factory) -> Path:
    told = documents()
    chunks = []
    for fact, text in zip(told, (MSA, AMENDMENT), strict=True):
        chunks += cut_contract(typed(text), fact, (), load_embedder()).chunks
    directory = tmp_path_factory.mktemp("candidate") / "index"
    build(directory, chunks, told)
    return directory


@pytest.fixture
def published(tmp_path, candidate):
    store = open_store(tmp_path / "store")
    publish(store, "acme", "sales", candidate, facts.to_table(documents()))
    return store


@pytest.fixture(scope="module")
def standing(tmp_path_factory, candidate):
    """The same, for tests that only ask."""
    store = open_store(tmp_path_factory.mktemp("standing") / "store")
    publish(store, "acme", "sales", candidate, facts.to_table(documents()))
    return store


def access(day, principal=ASKER):
    return Access(principal, Scope(as_of=day))


def prices(store, day):
    """Which wordings of the price clause the asker finds on a day, by words and by meaning."""
    index = open_published(store, "acme")
    by_words = index.keyword_hits(KeywordQuery("price pump pounds"), access(day), 10)
    by_meaning = index.vector_hits(load_embedder().embed([OLD]), access(day), 10)
    assert {i for i, _ in by_words} <= {i for i, _ in by_meaning}
    bodies = [chunk.body for chunk in index.chunks([i for i, _ in by_words], access(day))]
    return {price for price in (OLD, NEW) if any(price in body for body in bodies)}


def apply(store, *told):
    return apply_facts(store, "acme", "sales", facts.to_table(told))


def test_before_the_amendment_the_old_clause_is_found_from_then_on_the_new(standing):
    assert prices(standing, date(2022, 2, 28)) == {OLD}
    assert prices(standing, AMENDED) == prices(standing, date(2030, 1, 1)) == {NEW}


def test_a_corrected_date_moves_both_clauses_at_once(published):
    change = apply(published, *documents(effective_date=date(2025, 1, 1)))
    assert change.documents == 2
    assert prices(published, date(2024, 12, 31)) == {OLD}
    assert prices(published, date(2025, 1, 1)) == {NEW}
    assert apply(published, *documents(effective_date=date(2025, 1, 1))).changed is False


def test_an_amendment_that_is_withdrawn_or_removed_leaves_the_old_clause_in_force(published, candidate):
    [msa, am] = documents()
    apply(published, msa)
    assert prices(published, date(2030, 1, 1)) == {OLD}
    index = open_published(published, "acme")
    assert all(amended_by(chunk) == [] for chunk in all_of(index))
    publish(published, "acme", "sales", candidate, facts.to_table([msa, am]))
    assert prices(published, date(2030, 1, 1)) == {NEW}
    apply(published, msa, dataclasses.replace(am, amends=["none"]))
    assert prices(published, date(2030, 1, 1)) == {OLD, NEW}
    restore(published, "acme", "sales", 1)
    assert prices(published, date(2030, 1, 1)) == {OLD, NEW}


def test_an_amendment_that_only_its_text_tells_of_comes_beside_the_clause(published):
    apply(published, *documents(amends=[]))
    assert prices(published, date(2030, 1, 1)) == {OLD, NEW}
    assert prices(published, date(2021, 1, 1)) == {OLD}
    [known] = [fact for fact in open_published(published, "acme").documents if fact.doc_id == "am.txt"]
    assert known.amends == ["msa.txt"]


def test_a_publication_without_facts_governs_as_its_candidate_does(tmp_path, candidate):
    store = open_store(tmp_path / "store")
    publish(store, "acme", "sales", candidate)
    assert prices(store, date(2030, 1, 1)) == {NEW}


def all_of(index, asked=None):
    vector = load_embedder().embed(["price"])
    asked = asked or access(None)
    return index.chunks([i for i, _ in index.vector_hits(vector, asked, 100)], asked)


def named(published, day, principal=ASKER):
    """Citations by the chunk's own, on a day."""
    index = open_published(published, "acme")
    asked = access(day, principal)
    return {
        citation(chunk): citation_as_amended(
            chunk,
            citation,
            lambda ids: index.chunks(ids, asked),
            lambda ids: index.chunks(ids, at_all_times(asked)),
        )
        for chunk in all_of(index, asked)
    }


def test_citations_name_both_the_clause_and_what_amends_it(standing):
    cited = named(standing, date(2023, 1, 1))
    price, terms, packing = (f"Amendment No. 1 > 1 Changes > 1.{n}" for n in (1, 2, 3))
    assert cited[price] == f"Supply Agreement > 1 Price > 1.1, as amended by {price}"
    assert cited[terms] == f"Supply Agreement > 1 Price > 1.2, as amended by {terms}"
    assert cited[packing] == f"Supply Agreement > 2.2, added by {packing}"
    old = "Supply Agreement > 1 Price > 1.2"
    assert cited[old] == f"{old}, as amended by {terms}"
    assert named(standing, date(2021, 1, 1))[old] == old


def test_an_amendment_one_may_not_read_is_not_named(published):
    [msa, am] = documents()
    apply(published, msa, dataclasses.replace(am, acl=["board"]))
    cited = named(published, date(2023, 1, 1))
    assert cited["Supply Agreement > 1 Price > 1.2"] == "Supply Agreement > 1 Price > 1.2"
    board = named(published, date(2023, 1, 1), Principal("acme", frozenset({"board"})))
    assert board["Amendment No. 1 > 1 Changes > 1.2"] == "Amendment No. 1 > 1 Changes > 1.2"


def test_an_agreement_one_may_not_read_is_not_named_by_what_its_amendment_adds(published):
    [msa, am] = documents()
    apply(published, dataclasses.replace(msa, acl=["board"]), am)
    cited = named(published, date(2023, 1, 1))
    assert "Amendment No. 1 > 1 Changes > 1.3" in cited
    assert [said for said in cited.values() if "Supply Agreement" in said] == []
    both = named(published, date(2023, 1, 1), Principal("acme", frozenset({"board", *ASKER.groups})))
    packing = "Amendment No. 1 > 1 Changes > 1.3"
    assert both[packing] == f"Supply Agreement > 2.2, added by {packing}"


def test_what_amends_a_strong_hit_is_ranked_right_behind_it(standing):
    index = open_published(standing, "acme")
    asked = access(date(2023, 1, 1))
    rows = {chunk.path: chunk for chunk in all_of(index, asked) if chunk.doc_id == "msa.txt"}
    ranked = [(rows["1.2"], 0.9), (rows["2.1"], 0.5)]
    found = with_amendments(ranked, lambda ids: index.chunks(ids, asked))
    assert [(chunk.doc_id, chunk.path) for chunk, _ in found] == [
        ("msa.txt", "1.2"),
        ("am.txt", "1.2"),
        ("msa.txt", "2.1"),
    ]
    assert amends(found[1][0]) == [rows["1.2"].id]
    early = with_amendments(ranked, lambda ids: index.chunks(ids, access(date(2021, 1, 1))))
    assert early == ranked


def test_a_payload_keeps_all_else(standing):
    for chunk in all_of(open_published(standing, "acme")):
        assert "trail_spans" in json.loads(chunk.payload)


def test_an_agreement_brings_its_amendments_and_an_amendment_its_agreement():
    told = documents()
    day = date(2023, 1, 1)
    asked = "What does the agreement with Bolt say?"
    belonging = Relations(told).belonging
    both = {"sales/msa.txt": 1.0, "sales/am.txt": 1.0}
    assert belonging(asked, {"sales/msa.txt": 1.0}, day) == both
    by_amendment = belonging(asked, {"sales/am.txt": 1.0}, day)
    assert by_amendment["sales/am.txt"] == 1.0
    assert by_amendment["sales/msa.txt"] < 1.0
    assert belonging("What does the supply agreement say?", {"sales/am.txt": 1.0}, day) == both
    meant = belonging("Does amendment no. 1 to the supply agreement", {"sales/am.txt": 1.0}, day)
    assert meant["sales/msa.txt"] < 1.0


def test_what_the_asker_may_not_read_comes_with_nothing():
    day = date(2023, 1, 1)
    for told in documents():
        alone = {f"sales/{told.doc_id}": 1.0}
        assert Relations([told]).belonging("What does the supply agreement say?", alone, day) == alone


def test_a_revision_that_does_not_govern_brings_the_one_that_does():
    relations = Relations(
        [
            document("a.txt", title="Terms A", effective_date=date(2020, 1, 1)),
            document("b.txt", title="Terms B", effective_date=date(2022, 1, 1), supersedes=["a.txt"]),
            document("c.txt", title="Terms C", effective_date=date(2024, 1, 1), supersedes=["b.txt"]),
        ]
    )
    found = relations.belonging("terms c", {"sales/c.txt": 1.0}, date(2021, 1, 1))
    assert max(found, key=lambda key: found[key]) == "sales/a.txt"
    assert relations.belonging("terms c", {"sales/c.txt": 1.0}, date(2025, 1, 1)) == {"sales/c.txt": 1.0}
