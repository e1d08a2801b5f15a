"""Tickets as they are found: by symptom, by what is exact, one hit a ticket, the fix behind the problem."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from resources.embedder import load_embedder
from resources.index import Index
from resources.record import Chunk
from resources.search.access import Principal, Scope
from resources.search.ask import Answer, Search
from resources.search.fix import FIX_TOKENS
from tests.resources.corpus import build, chunk, document

EMBEDDER = load_embedder()
SUPPORT, STAFF = frozenset({"support"}), frozenset({"support", "staff"})


def unit(
    ticket: str, subject: str, body: str, fix: str = "", path: str = "problem-1", **payload: object
) -> Chunk:
    """A problem with its fix; `groups` in the payload are its readers."""
    groups = payload.pop("groups", ["support"])
    text = f"{subject}\n{body}"
    held = {"resolution": fix, "thread": f"{body}\n\n{fix}", **payload}
    return chunk(
        ticket,
        path,
        body,
        collection="desk",
        family="ticket",
        unit="problem_fix",
        kind="problem_fix",
        heading_path=[subject],
        parent_context=subject,
        text=text,
        tokens=EMBEDDER.count([text])[0],
        source_keys=[ticket],
        acl=groups,
        payload=json.dumps({name: value for name, value in held.items() if value}),
    )


def note(ticket: str, body: str) -> Chunk:
    """An internal note, a document of its own for staff."""
    return chunk(
        f"{ticket}/internal-notes",
        "note-1",
        body,
        collection="desk",
        family="ticket",
        unit="internal_note",
        kind="internal_note",
        tokens=EMBEDDER.count([body])[0],
        source_keys=[ticket],
        acl=["staff"],
        payload=json.dumps({"ticket": ticket}),
    )


UNITS = [
    unit("P-1", "Pump hums", "The pump hums and does not start.", "Replace fuse F2.", duplicates=["P-90"]),
    unit(
        "P-2",
        "Controller restarts",
        "It restarts every night.",
        "Update to 3.5.2, it mends ORA-00942.",
        codes=["ORA-00942", "NullPointerException", "3.5.1"],
        versions=["3.5.1"],
        product="PumpCtl",
    ),
    unit("P-3", "Controller restarts at noon", "It restarts when the sun shines.", "Shade the box."),
    unit("P-4", "Display dark", "TableViewRow stays dark.", "Press both keys."),
    unit("P-5", "Valves", "Valve 7 leaks.", "Clean valve 7.", problems=2),
    unit(
        "P-5", "Valves", "Another problem: valve 9 is stuck.", "Grease valve 9.", path="problem-2", problems=2
    ),
    unit(
        "P-6", "Long log", "\n".join(f"line {n} of the log says pressure" for n in range(90)), "x y. " * 400
    ),
]
NOTES = [note("P-1", "The customer pump hums again but has not paid; password is hunter2.")]


def opened(folder: Path, rows: Sequence[Chunk], more: Sequence[Chunk] = ()) -> Search:
    every = [*rows, *more]
    names = {(row.doc_id, row.collection): row for row in every}
    facts = [
        document(doc, row.acl, collection, family=row.family) for (doc, collection), row in names.items()
    ]
    build(folder, every, facts)
    return Search(Index.open_candidate(folder), EMBEDDER)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Search:
    return opened(tmp_path_factory.mktemp("desk") / "index", UNITS, NOTES)


def ask(search: Search, question: str, groups: frozenset[str] = SUPPORT, **more: int) -> Answer:
    return search.ask(
        question, Principal("acme", groups), scope=Scope(collections=frozenset({"desk"})), **more
    )


def tickets(answer: Answer) -> list[str]:
    return [hit.chunk.doc_id for hit in answer.hits]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("has anyone seen a pump that hums?", "P-1"),
        ("p-4", "P-4"),
        ("P-90", "P-1"),
        ("ORA-00942", "P-2"),
        ("controller restarts with nullpointerexception", "P-2"),
        ("controller restarts", "P-2"),
        ("controller restarts, version 3.5.1", "P-2"),
        ("PumpCtl", "P-2"),
        ("the table view row is dark", "P-4"),
        ("valve 9", "P-5"),
        ("Leak\n\n[INFO] boot\n[INFO] boot\n[INFO] boot\nvalve 7 leaks", "P-5"),
    ],
)
def test_the_solved_ticket_comes_first(desk: Search, question: str, first: str) -> None:
    assert tickets(ask(desk, question))[0] == first


def test_a_ticket_without_a_version_is_not_hidden_by_one_in_the_question(desk: Search) -> None:
    assert tickets(ask(desk, "restarts at noon when the sun shines in version 3.5.1"))[0] == "P-3"
    assert {"P-2", "P-3"} <= set(tickets(ask(desk, "controller restarts in version 9.9.9")))


def test_results_are_one_a_ticket_the_better_problem_of_it(desk: Search) -> None:
    answer = ask(desk, "valve 9 is stuck")
    assert tickets(answer).count("P-5") == 1
    assert answer.hits[0].citation == "P-5: Valves > problem 2"
    assert "Grease valve 9." in answer.hits[0].text


def test_the_fix_is_read_and_counted_and_duplicates_are_told(desk: Search) -> None:
    hit = ask(desk, "pump hums").hits[0]
    assert hit.text == "Pump hums\nThe pump hums and does not start.\nResolution: Replace fuse F2."
    assert hit.tokens == EMBEDDER.count([hit.text])[0]
    assert hit.citation == "P-1: Pump hums (also P-90)"


def test_a_long_problem_and_fix_come_in_part_and_say_so(desk: Search) -> None:
    answer = ask(desk, "log says pressure at line 77")
    hit = answer.hits[0]
    assert (hit.chunk.doc_id, hit.partial) == ("P-6", True)
    assert "line 77 " in hit.text
    assert hit.text.endswith(" …")
    assert hit.tokens < 2 * FIX_TOKENS
    assert answer.tokens_used == sum(each.tokens for each in answer.hits) <= 2_000


@pytest.mark.parametrize("budget", [50, 100, 300, 2_000])
def test_the_budget_holds(desk: Search, budget: int) -> None:
    for row in UNITS:
        assert ask(desk, row.text, budget=budget).tokens_used <= budget


def test_whoever_may_read_notes_finds_them_beside_their_ticket(desk: Search) -> None:
    found = ask(desk, "pump hums", STAFF)
    assert [hit.chunk.unit for hit in found.hits[:2]] == ["problem_fix", "internal_note"]
    assert found.hits[1].citation == "P-1 > note 1"


def test_contracts_and_tickets_of_one_tenant_are_asked_together(tmp_path: Path) -> None:
    clauses = [
        chunk("msa.txt", "12", "The liability of the supplier is capped at the fees paid.", acl=["support"]),
        chunk("msa.txt", "13", "Notices go to the board.", acl=["support"]),
    ]
    both = opened(tmp_path / "both", UNITS, clauses)
    asker = Principal("acme", SUPPORT)
    assert both.ask("is the liability capped at the fees?", asker).hits[0].chunk.doc_id == "msa.txt"
    assert both.ask("the pump hums and does not start", asker).hits[0].chunk.doc_id == "P-1"
    only = both.ask("liability", asker, scope=Scope(families=frozenset({"contract"})))
    assert {hit.chunk.family for hit in only.ranking} == {"contract"}


def told(answer: Answer) -> object:
    hits = [(hit.chunk.id, hit.text, hit.score, hit.citation, hit.partial) for hit in answer.hits]
    return hits, [(hit.chunk.id, hit.score) for hit in answer.ranking], answer.notes, answer.tokens_used


def test_two_thousand_searches_tell_nothing_of_internal_notes(tmp_path: Path) -> None:
    """Neither a note nor a figure that a note changes: the answers are those of an index without any."""
    chance = random.Random(7)
    words = "pump hums fuse valve display paid password hunter2 secret restarts 3.5.1 ORA-00942 P-3".split()
    rows = [
        unit(f"Q-{n}", " ".join(chance.choices(words, k=3)), " ".join(chance.choices(words, k=12)), "Fix it.")
        for n in range(30)
    ]
    notes = [note(f"Q-{n}", " ".join(chance.choices(words, k=9))) for n in range(30)]
    among, alone = opened(tmp_path / "among", rows, notes), opened(tmp_path / "alone", rows)
    ids = [*words, *(f"Q-{n}/internal-notes" for n in range(3)), "note-1", "Q-4"]
    for number in range(2_000):
        question = " ".join(chance.choices(ids, k=chance.randint(1, 8)))
        answer = ask(among, question)
        assert all("staff" not in hit.chunk.acl for hit in [*answer.hits, *answer.ranking]), question
        if number % 20 == 0:
            assert told(answer) == told(ask(alone, question)), question
    assert any("staff" in hit.chunk.acl for hit in ask(among, "hunter2 password", STAFF).hits)
