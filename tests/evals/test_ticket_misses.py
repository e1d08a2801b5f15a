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
from evals.misses import miss_report
from evals.score import QuestionRecord, score
from resources import facts as facts_table
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.index import Index, build_index
from resources.record import Chunk, text_hash, to_table
from resources.search.access import Principal, Scope
from resources.search.ask import Search

SETTINGS = TicketSettings()
QUESTION = "The mixer stops with error MX-300 in version 4.2.0"
BUDGET = 60
"""Tokens: one ticket and its fix."""


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
    """What a run left: tickets, their chunks, how the question fared."""

    tickets: dict[str, Ticket]
    chunks: list[Chunk]
    records: list[QuestionRecord]

    def of(self, name: str) -> Sequence[Chunk]:
        return [chunk for chunk in self.chunks if chunk.doc_id == name]

    def document(self, name: str) -> ThreadDocument:
        return thread_document(self.tickets[name], SETTINGS, internal=False)


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
    principal, scope = Principal("acme", frozenset({"desk"})), Scope(collections=frozenset({"desk"}))
    label = Label(id="q", question=QUESTION, kind="ticket", gold=(Gold(ticket="T-1"),))
    kept = {ticket.id: "" if (s := standing(ticket, SETTINGS)).kept else s.reason or "" for ticket in tickets}
    scores = score(
        lambda each: search.ask(each.question, principal, budget=BUDGET, scope=scope),
        [label],
        GoldFinder({}, tickets=kept),
        collection="acme/desk",
        strategy="structure",
        budget=BUDGET,
    )
    return World({ticket.id: ticket for ticket in tickets}, made, scores.records)


def culprit(before: World, now: World) -> tuple[str, str]:
    ids = {chunk.id for chunk in now.chunks}
    (row,) = miss_report(
        before.records,
        now.records,
        chunks=now.of,
        indexed=ids.intersection,
        visible=ids.intersection,
        document=now.document,
    )
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
    near = solved("T-3", "Mixer stops", "The mixer stops with error MX-300.", "Call us.", "4.2.0")
    now = run(tmp_path / "now", replace(MIXER, versions=["1.9.0"]), near)
    assert culprit(before, now) == ("filtered by version", "T-3")


def test_another_ticket_ranks_first(before: World, tmp_path: Path) -> None:
    near = solved("T-3", "Mixer stops: MX-300", "The mixer stops with error MX-300.", "Call us.", "4.2.0")
    now = run(tmp_path / "now", MIXER, near)
    assert culprit(before, now) == ("outranked", "T-3")


def test_it_left_the_export(before: World, tmp_path: Path) -> None:
    now = run(tmp_path / "now", OTHER)
    assert now.records[0].removed
    assert culprit(before, now) == ("not parsed", "T-2")
