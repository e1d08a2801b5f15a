"""Faults planted in reading and cutting tickets: its check tells each, and nothing of it is published."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import dagster as dg
import pytest

import assets.tickets.assets as ticket_assets
from assets.documents.family import Cut
from assets.documents.reading.model import ParsedDocument
from assets.tickets.cleaning import read_cleaned
from assets.tickets.document import ThreadDocument
from assets.tickets.model import Message, Ticket
from assets.tickets.values import BadRecord
from evals.strategies import CollectionStrategies
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.record import Chunk
from tests.dagster_project.graph import Edited, Graph

KEY = "acme/desk"
QUESTION = "The belt squeaks"
Fault = Callable[[ThreadDocument, list[Chunk]], list[Chunk]]


def said(number: int, text: str, role: str = "requester") -> dict[str, str]:
    return {"author": role, "role": role, "at": f"2024-05-0{number}T08:00:00Z", "body": text}


def ticket(number: int, asked: str, answer: str, status: str = "solved") -> dict[str, object]:
    messages = [said(1, asked), said(2, answer, "agent")]
    subject = f"Machine {number}"
    return {
        "id": f"D-{number}",
        "subject": subject,
        "status": status,
        "messages": messages,
        "resolution": answer,
    }


TICKETS = [
    ticket(1, "The belt squeaks at start.", "Set the tension to 40 N."),
    ticket(
        2, "The lamp flickers.\n\nOn 2 May 2024 Help wrote:\n> Which lamp?\n> And where?", "Swap the ballast."
    ),
    ticket(
        3, "The hoist stops halfway.\n\nOn 2 May 2024 Help wrote:\n> Which hoist?\n> And where?", "Reset K4."
    ),
    ticket(4, "The pump is loud.", "We will look.", status="open"),
]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Graph:
    """A desk whose tickets are published; whatever is planted, they stay so."""
    made = Graph(tmp_path_factory.mktemp("desk"))
    folder = made.landing / KEY
    folder.mkdir(parents=True)
    (folder / "collection.toml").write_text('acl = ["desk"]\n')
    (folder / "tickets.jsonl").write_text("\n".join(map(json.dumps, TICKETS)))
    outcome = made.refresh(KEY).outcome
    assert outcome.status == "unproven", outcome
    assert ask(made)[0] == "D-1"
    return made


def ask(graph: Graph) -> list[str]:
    return graph.ask(QUESTION, "desk", collection="desk")


def evaluations(graph: Graph) -> dict[str, dg.AssetCheckEvaluation]:
    """The last run's checks by name."""
    events = [entry.dagster_event for entry in graph.instance.all_logs(graph.runs()[0].run_id)]
    found = [event.asset_check_evaluation_data for event in events
             if event is not None and event.event_type_value == "ASSET_CHECK_EVALUATION"]  # fmt: skip
    return {check.check_name: check for check in found}


class Faulty(Edited):
    """The ticket chunker after an edit that went wrong."""

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self._fault = fault
        self.edition = fault.__name__

    def edit(self, document: ParsedDocument, facts: DocumentFacts, made: Cut, embedder: Embedder) -> Cut:
        if not isinstance(document, ThreadDocument):
            return made
        return replace(made, chunks=self._fault(document, made.chunks))


def without_resolution(document: ThreadDocument, chunks: list[Chunk]) -> list[Chunk]:
    return [
        replace(chunk, payload=json.dumps({**json.loads(chunk.payload), "resolution": " "}))
        for chunk in chunks
    ]


def test_a_problem_without_its_resolution_is_not_published(graph: Graph) -> None:
    graph.strategies = Faulty(without_resolution)
    assert_refused(graph, "resolution_given", at_fault=3)
    by_hand = graph.materialize(
        "chunk_embeddings", "candidate_index", "retrieval_scores", "verdict", "published_index", key=KEY
    )
    assert not by_hand.success
    assert ask(graph)[0] == "D-1"

    graph.strategies = CollectionStrategies()
    assert graph.refresh(KEY).outcome.status in ("published", "unproven")


def assert_refused(graph: Graph, check: str, at_fault: int, asset: str = "ticket_chunks") -> None:
    """The run ends at that check, which alone fails, and people find what they found before."""
    refused = graph.refresh(KEY).outcome
    assert (refused.status, refused.message) == ("refused", f"{asset} failed its checks: {check}")
    told = evaluations(graph)
    assert [name for name, each in told.items() if not each.passed] == [check]
    assert told[check].metadata["at_fault"].value == at_fault
    assert ask(graph)[0] == "D-1"


def of_an_open_ticket(document: ThreadDocument, chunks: list[Chunk]) -> list[Chunk]:
    return [
        replace(chunk, payload=json.dumps({**json.loads(chunk.payload), "status": "Open"}))
        if chunk.doc_id == "D-2"
        else chunk
        for chunk in chunks
    ]


def test_an_open_ticket_that_is_taken_for_solved_is_not_published(graph: Graph) -> None:
    graph.strategies = Faulty(of_an_open_ticket)
    assert_refused(graph, "only_solved", at_fault=1)
    graph.strategies = CollectionStrategies()
    assert graph.refresh(KEY).outcome.status in ("published", "unproven")


def cleaned(
    mend: Callable[[Ticket, Message], Message],
) -> Callable[..., Iterator[Ticket | BadRecord]]:
    """Reading, after an edit of how messages are cleaned that went wrong."""

    def read(path: Path, name: str, siblings: Sequence[Path] = ()) -> Iterator[Ticket | BadRecord]:
        for found in read_cleaned(path, name, siblings):
            if isinstance(found, Ticket):
                found = replace(found, messages=[mend(found, message) for message in found.messages])
            yield found

    return read


def read_again(graph: Graph, monkeypatch: pytest.MonkeyPatch, read: object) -> None:
    """Read by the faulty reader, as its other version would."""
    monkeypatch.setattr(ticket_assets, "read_cleaned", read)
    path = graph.landing / KEY / "tickets.jsonl"
    path.write_text(path.read_text() + "\n")


def test_a_message_of_which_nothing_is_left_stops_the_collection(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(of: Ticket, message: Message) -> Message:
        return replace(message, body="", cut=[]) if (of.id, message.role) == ("D-1", "agent") else message

    read_again(graph, monkeypatch, cleaned(lost))
    assert_refused(graph, "messages_accounted_for", at_fault=1, asset="ticket_threads")


def kept(of: Ticket, message: Message) -> Message:
    return replace(message, body=message.raw, cut=[])


def test_quotes_left_in_more_than_a_few_tickets_stop_the_collection(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_again(graph, monkeypatch, cleaned(kept))
    assert_refused(graph, "no_quoted_text", at_fault=2)


def test_what_looks_like_a_quote_in_one_ticket_is_a_warning(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_one(of: Ticket, message: Message) -> Message:
        return kept(of, message) if of.id == "D-2" else message

    read_again(graph, monkeypatch, cleaned(in_one))
    assert graph.refresh(KEY).outcome.status == "unproven"
    quoted = evaluations(graph)["no_quoted_text"]
    assert (quoted.passed, quoted.severity) == (False, dg.AssetCheckSeverity.WARN)
