"""Questions against a real index: what is found, what is said where nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from resources.embedder import load_embedder
from resources.index import Index
from resources.record import Chunk
from resources.search.access import Principal, Scope
from resources.search.ask import Answer, Search
from tests.resources.corpus import build, chunk, document

EMBEDDER = load_embedder()
LEGAL = Principal("acme", frozenset({"legal"}))
PARTIES = {
    "supply.pdf": ("Pump Supply Agreement", ["Quennick Pumps Ltd", "Orrimund GmbH"], "legal"),
    "change.pdf": ("Amendment No. 1", ["Quennick Pumps Ltd", "Orrimund GmbH"], "legal"),
    "lease.pdf": ("Yard Lease", ["Tavrelle Holdings Inc."], "legal"),
    "board.pdf": ("Board Resolution", ["Quennick Pumps Ltd"], "board"),
}
CLAUSES = {
    "supply.pdf": {
        "9.1": "9.1 Cap. The liability of the supplier is limited to the price paid in the year before.",
        "9.2": "9.2 Limits. The limit does not apply to intent and gross negligence.",
        "11": "11. Law. This agreement is governed by the law of Norway.",
        "schedule-2": "SCHEDULE 2 Prices. The large pump costs ninety euro.",
    },
    "change.pdf": {"1": "1. In clause 9.1 the liability of the supplier is limited to twice the price paid."},
    "lease.pdf": {
        "4": "4. Liability. The liability of the tenant is limited to the rent of one year.",
        "9.1": "9.1 Repairs. The tenant repairs the crane.",
    },
    "board.pdf": {"1": "1. The liability cap of Quennick may be raised to nine million in secret talks."},
}


def clause(doc_id: str, path: str, body: str) -> Chunk:
    title, parties, group = PARTIES[doc_id]
    context = f"{title} | {', '.join(parties)}"
    text = f"{context}\n{body}"
    return chunk(
        doc_id, path, body, title=title, parent_context=context, text=text, counterparty=parties, acl=[group],
        tokens=EMBEDDER.count([text])[0],
    )  # fmt: skip


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Search:
    directory: Path = tmp_path_factory.mktemp("index") / "candidate"
    chunks = [clause(doc_id, path, body) for doc_id, each in CLAUSES.items() for path, body in each.items()]
    facts = [
        document(doc_id, [group], title=title, counterparty=parties)
        for doc_id, (title, parties, group) in PARTIES.items()
    ]
    build(directory, chunks, facts)
    return Search(Index.open_candidate(directory), EMBEDDER)


def places(answer: Answer) -> list[str]:
    return [f"{hit.chunk.doc_id}#{hit.chunk.path}" for hit in answer.hits]


def test_a_party_narrows_to_its_contracts_the_amendment_among_them(search: Search) -> None:
    answer = search.ask("What is the liability cap of Quennick?", LEGAL)
    assert answer.resolved == ["sales/change.pdf", "sales/supply.pdf"]
    assert {place.partition("#")[0] for place in places(answer)} == {"supply.pdf", "change.pdf"}
    assert {"supply.pdf#9.1", "change.pdf#1"} <= set(places(answer)[:3])
    assert answer.notes == []


def test_a_question_that_names_nobody_looks_everywhere_it_may(search: Search) -> None:
    answer = search.ask("How is liability limited?", LEGAL)
    assert answer.resolved == []
    assert {"supply.pdf", "change.pdf", "lease.pdf"} == {place.partition("#")[0] for place in places(answer)}


def test_what_one_may_not_read_is_neither_found_nor_resolved(search: Search) -> None:
    board = Principal("acme", frozenset({"board"}))
    assert places(search.ask("What is the liability cap of Quennick?", board)) == ["board.pdf#1"]
    for asker in (
        LEGAL,
        Principal("acme", frozenset({"other"})),
        Principal("rival", frozenset({"legal", "board"})),
    ):
        answer = search.ask("secret talks of nine million", asker)
        assert "board.pdf#1" not in places(answer)
        assert "sales/board.pdf" not in answer.resolved


def test_without_groups_nothing_is_found_and_it_says_why(search: Search) -> None:
    answer = search.ask("liability", Principal("acme", frozenset()))
    assert (answer.hits, answer.ranking) == ([], [])
    assert "no access groups" in answer.notes[0]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("What does section 9.1 of the Yard Lease say?", "lease.pdf#9.1"),
        ("Quennick: what is in Schedule 2?", "supply.pdf#schedule-2"),
        ("Which law governs the Orrimund contract?", "supply.pdf#11"),
        ("Tavrelle, § 4", "lease.pdf#4"),
    ],
)
def test_the_clause_comes_first(search: Search, question: str, place: str) -> None:
    assert places(search.ask(question, LEGAL))[0] == place


def test_a_scope_given_is_not_resolved_further(search: Search) -> None:
    scope = Scope(doc_keys=frozenset({"sales/lease.pdf"}))
    answer = search.ask("What is the liability cap of Quennick?", LEGAL, scope=scope)
    assert answer.resolved == []
    assert {place.partition("#")[0] for place in places(answer)} == {"lease.pdf"}


def test_a_long_question_is_cut_and_says_so(search: Search) -> None:
    answer = search.ask("Which law governs? " + "x" * 20_000, LEGAL)
    assert "supply.pdf#11" in places(answer)
    assert "20,019 characters" in answer.notes[0]


@pytest.mark.parametrize("question", ["", " ", "?!", "((((", "\x00", "—"])
def test_a_question_without_words_says_so(search: Search, question: str) -> None:
    answer = search.ask(question, LEGAL)
    assert answer.hits == []
    assert answer.notes == ["the question holds no words: ask with words or a clause number"]


def test_a_budget_that_nothing_fits_says_so(search: Search) -> None:
    answer = search.ask("How is liability limited?", LEGAL, budget=5)
    assert answer.hits == []
    assert answer.ranking
    assert "raise the budget" in answer.notes[0]


@pytest.mark.parametrize(
    "question",
    [
        "fee schedule:",
        "what: the rate?",
        "7.1(a)",
        "(unclosed",
        "notice (clause 9",
        'body:"liability" AND NOT x',
        "'; DROP TABLE chunks; --",
        "liability OR 1=1 /* ",
        "acl:board liability",
    ],
)
def test_words_are_never_syntax(search: Search, question: str) -> None:
    answer = search.ask(question, LEGAL)
    assert all(hit.chunk.acl == ["legal"] for hit in answer.ranking)


@settings(max_examples=60)
@given(st.text(max_size=300), st.integers(-10, 3_000), st.sets(st.text(max_size=8), max_size=3))
def test_nothing_a_person_may_type_raises(
    search: Search, question: str, budget: int, groups: set[str]
) -> None:
    for principal in (LEGAL, Principal("acme", frozenset(groups))):
        answer = search.ask(question, principal, budget=budget)
        assert answer.tokens_used <= max(budget, 0)
        assert answer.hits or answer.notes
        assert all(not principal.groups.isdisjoint(hit.chunk.acl) for hit in answer.ranking)


@pytest.mark.parametrize("name", ["Tavrelle", "Zorblatt"])
def test_a_hidden_contract_and_one_that_is_nowhere_are_answered_in_the_same_words(
    search: Search, name: str
) -> None:
    board = Principal("acme", frozenset({"board"}))
    for question in (f"What does the {name} contract cap?", f"How far is {name} liable in these talks?"):
        answer = search.ask(question, board)
        assert places(answer) == ["board.pdf#1"]
        assert answer.notes == [f'no document that you may read is called "{name}"; these come from others']
    assert search.ask("What does the Tavrelle contract cap?", LEGAL).notes == []


def test_an_unknown_name_beside_a_known_one_is_named_too(search: Search) -> None:
    answer = search.ask("How far is Quennick liable to Zorblatt?", LEGAL)
    assert answer.resolved == ["sales/change.pdf", "sales/supply.pdf"]
    assert "Zorblatt" in answer.notes[0]


def test_a_strong_hit_brings_the_definitions_of_its_rare_terms(tmp_path: Path) -> None:
    """The definitions share no word with the question; that of a term in every clause does not come along."""
    target = clause("supply.pdf", "1/target", "“Target” is a sum of ninety million for every calendar year.")
    party = clause("supply.pdf", "1/seller", "“Seller” is whoever signs below in blue ink and no other.")
    rule = clause("supply.pdf", "5", "5. Penalty. Where the Seller misses the Target a penalty falls due.")
    rule.terms, rule.payload = [target.id, party.id], '{"rare_terms": 1}'
    others = [
        clause("supply.pdf", str(n), f"{n}. A penalty number {n} falls due for pumps." + " Pumps." * 80)
        for n in range(6, 30)
    ]
    title, parties, group = PARTIES["supply.pdf"]
    facts = [document("supply.pdf", [group], title=title, counterparty=parties)]
    build(tmp_path / "candidate", [target, party, rule, *others], facts)
    search = Search(Index.open_candidate(tmp_path / "candidate"), EMBEDDER)
    hits = search.ask("When does a penalty fall due?", LEGAL, budget=800).hits
    came = {hit.chunk.path: hit.via for hit in hits}
    assert came["1/target"] == "Pump Supply Agreement > 5"
    assert came.get("1/seller") is None
