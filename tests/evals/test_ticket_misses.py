"""The miss report on a fault of each kind, planted in two solved tickets, searched and scored as ever."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from assets.documents.settings import TicketSettings
from assets.tickets.cut import cut_ticket
from assets.tickets.document import ThreadDocument, thread_document
from assets.tickets.model import Message, Ticket
from assets.tickets.solved import standing
from evals.gold import GoldFinder
from evals.labels import Gold, Label
from evals.misses import MissRow, Present, miss_report
from evals.score import QuestionRecord, score
from resources import facts as facts_table
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.index import Index, build_index
from resources.record import Chunk, text_hash, to_table
from resources.search.access import Principal, Scope
from resources.search.ask import Search
from tests.evals.example import outcome

SETTINGS = TicketSettings()
QUESTION = "The mixer stops with error MX-300 in version 4.2.0"
BUDGET = 60
"""Tokens: one ticket and its fix."""
PRINCIPAL, SCOPE = Principal("acme", frozenset({"desk"})), Scope(collections=frozenset({"desk"}))


def solved(key: str, subject: str, asked: str, answer: str, version: str) -> Ticket:
    messages = [
        Message("1", "Ask", "requester", None, asked, asked),
        Message("2", "Help", "agent", None, answer, answer),
    ]
    return Ticket(key, subject, "solved", messages, versions=[version], resolution=answer, source="tickets")


MIXER = solved("T-1", "Mixer stops", "The mixer stops with error MX-300.", "Clean the lid switch.", "4.2.0")
OTHER = solved("T-2", "Label printer", "The printer stops with blank labels.", "Turn the roll.", "1.0.0")


@dataclass
class World:
    """What a run left: tickets, their chunks, the search over them, how the question fared."""

    tickets: dict[str, Ticket]
    chunks: list[Chunk]
    search: Search
    label: Label
    records: list[QuestionRecord]

    def of(self, name: str) -> Sequence[Chunk]:
        return [chunk for chunk in self.chunks if chunk.doc_id == name]

    def document(self, name: str) -> ThreadDocument:
        return thread_document(self.tickets[name], SETTINGS, internal=False)

    def found(self, record: QuestionRecord, question: str) -> frozenset[str]:
        answer = self.search.ask(question, PRINCIPAL, budget=BUDGET, scope=SCOPE)
        return frozenset(hit.chunk.doc_id for hit in answer.hits)


def facts(ticket: Ticket) -> DocumentFacts:
    return DocumentFacts("acme", "desk", ticket.id, "desk.json", ticket.subject, "0", "ticket", acl=["desk"])


def cut(ticket: Ticket) -> list[Chunk]:
    return cut_ticket(ticket, facts(ticket), SETTINGS, load_embedder()).chunks


def run(folder: Path, *tickets: Ticket, chunks: Sequence[Chunk] | None = None) -> World:
    """Index the tickets' chunks and ask the question."""
    made = list(chunks) if chunks is not None else [each for ticket in tickets for each in cut(ticket)]
    embedder = load_embedder()
    vectors = embedder.embed([chunk.text for chunk in made])
    build_index(folder, to_table(made), vectors, facts_table.to_table([facts(ticket) for ticket in tickets]))
    search = Search(Index.open_candidate(folder), embedder)
    label = Label(id="q", question=QUESTION, kind="ticket", gold=(Gold(ticket="T-1"),))
    kept = {ticket.id: "" if (s := standing(ticket, SETTINGS)).kept else s.reason or "" for ticket in tickets}
    scores = score(
        lambda each: search.ask(each.question, PRINCIPAL, budget=BUDGET, scope=SCOPE),
        [label],
        GoldFinder({}, tickets=kept),
        collection="acme/desk",
        strategy="structure",
        budget=BUDGET,
    )
    return World({ticket.id: ticket for ticket in tickets}, made, search, label, scores.records)


def lost(before: World, now: World, hidden: Sequence[str] = ()) -> list[MissRow]:
    """What the report says; `hidden` tickets are kept back by the label's filters."""
    ids = {chunk.id for chunk in now.chunks}
    seen = {chunk.id for chunk in now.chunks if chunk.doc_id not in hidden}
    present = Present(now.of, ids.intersection, lambda record, asked: seen.intersection(asked), now.document,
                      now.found)  # fmt: skip
    return miss_report(before.records, now.records, present)


def culprit(before: World, now: World) -> tuple[str, str]:
    (row,) = lost(before, now)
    return row.culprit, row.first


@pytest.fixture
def before(tmp_path: Path) -> World:
    found = run(tmp_path / "before", MIXER, OTHER)
    assert found.records[0].hit_rate == 1
    return found


def test_the_resolution_was_lost_at_parse(before: World, tmp_path: Path) -> None:
    now = run(tmp_path / "now", replace(MIXER, resolution=""), OTHER)
    assert culprit(before, now) == ("resolution lost", "T-2")


def test_it_was_opened_again(before: World, tmp_path: Path) -> None:
    now = run(tmp_path / "now", replace(MIXER, status="open"), OTHER)
    assert culprit(before, now) == ("not solved", "T-2")


def test_the_symptom_was_cut_from_its_fix(before: World, tmp_path: Path) -> None:
    (whole,) = cut(MIXER)
    text = before.document("T-1").text
    start = text.index("Clean the lid switch.")
    fix = replace(
        whole,
        char_start=start,
        char_end=start + 21,
        body="Clean the lid switch.",
        text="Clean the lid switch.",
        parent_context="",
        heading_path=[],
        text_hash=text_hash("Clean the lid switch."),
        payload=json.dumps({"resolution": "Clean the lid switch."}),
    )
    near = solved("T-3", "Mixer MX-300", "Mixer stops, error MX-300, in 4.2.0.", "Call us.", "4.2.0")
    now = run(tmp_path / "now", MIXER, near, chunks=[fix, *cut(near)])
    assert culprit(before, now) == ("symptom cut from fix", "T-3")


def test_its_version_is_read_as_another(before: World, tmp_path: Path) -> None:
    near = solved("T-3", "Mixer stops at lid", "The mixer stops with error MX-300.", "Call us.", "4.2.0")
    now = run(tmp_path / "now", replace(MIXER, versions=["1.9.0"]), near)
    (row,) = lost(before, now)
    assert (row.culprit, row.first) == ("outranked by version", "T-3")
    assert row.why == "asked for 4.2.0, it says 1.9.0; asked without, it is found"


def test_a_version_that_changes_nothing_is_not_blamed(before: World, tmp_path: Path) -> None:
    """Another version is said, but the other ticket would rank first whatever version is asked for."""
    near = solved("T-3", "Mixer stops: MX-300", "The mixer stops with error MX-300.", "Call us.", "4.2.0")
    moved = replace(MIXER, versions=["1.9.0"], subject="Help", messages=[
        Message("1", "Ask", "requester", None, "It stands still.", "It stands still."), *MIXER.messages[1:],
    ])  # fmt: skip
    assert culprit(before, run(tmp_path / "now", moved, near)) == ("outranked", "T-3")


def test_another_ticket_ranks_first(before: World, tmp_path: Path) -> None:
    near = solved("T-3", "Mixer stops: MX-300", "The mixer stops with error MX-300.", "Call us.", "4.2.0")
    now = run(tmp_path / "now", MIXER, near)
    (row,) = lost(before, now)
    assert (row.culprit, row.first, row.rank_before, row.gold_rank) == ("outranked", "T-3", 1, 2)
    assert row.why == "ranks 2, and the budget is full before; its own text is as before"


def test_a_filter_of_the_label_keeps_it_back(before: World, tmp_path: Path) -> None:
    near = solved("T-3", "Mixer stops: MX-300", "The mixer stops with error MX-300.", "Call us.", "4.2.0")
    (row,) = lost(before, run(tmp_path / "now", MIXER, near), hidden=["T-1"])
    assert (row.culprit, row.first) == ("filtered out", "T-3")


def test_it_left_the_export(before: World, tmp_path: Path) -> None:
    now = run(tmp_path / "now", OTHER)
    assert now.records[0].removed
    assert culprit(before, now) == ("removed", "T-2")


def test_it_is_found_and_nothing_says_any_more_how_it_was_solved(before: World, tmp_path: Path) -> None:
    """A tracker's tickets are kept without a resolution: the question hits, and its reader is left alone."""
    (whole,) = cut(MIXER)
    bare = replace(whole, payload=json.dumps({**json.loads(whole.payload), "resolution": ""}))
    now = run(tmp_path / "now", MIXER, OTHER, chunks=[bare, *cut(OTHER)])
    assert (before.records[0].fix_rate, now.records[0].hit_rate, now.records[0].fix_rate) == (1, 1, 0)
    assert culprit(before, now) == ("resolution lost", "T-1")


def test_a_further_ticket_that_answers_no_more_is_no_loss() -> None:
    golds = {"golds": ["ticket T-1", "ticket T-2"], "gold_files": ["T-1", "T-2"], "gold_spans": ["", ""],
             "problems": ["", ""], "gold_ranks": [1, 2]}  # fmt: skip
    was = outcome("q", True, covered=[1.0, 1.0], fixes=[True, True], **golds)
    now = outcome("q", False, hit_rate=1.0, covered=[1.0, 0.0], fixes=[True, False], **golds)
    present = Present(lambda name: (), lambda ids: ids, lambda record, ids: ids)
    assert miss_report([was], [now], present) == []
