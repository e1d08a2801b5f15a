"""The gate on tickets: any of several will do; beside contracts each question is judged in its own way."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from assets.documents.family import Cut
from assets.documents.reading.model import LeftOut, ParsedDocument
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from tests.dagster_project.graph import Edited, Graph
from tests.dagster_project.landing import THINGS, small_collection

DESK = 'acl = ["desk", "legal"]\n'


def add_tickets(collection: Path, count: int = 24) -> None:
    """Solved tickets with a question each; of its two golds one is still open and is not kept."""
    collection.mkdir(parents=True, exist_ok=True)
    tickets, labels = [], []
    for number, thing in enumerate(THINGS[:count]):
        for key, status in ((f"T-{number}", "solved"), (f"O-{number}", "open")):
            tickets.append({
                "id": key, "status": status,
                "subject": f"Broken {thing}", "resolution": f"Order new {thing}.",
                "messages": [{"role": "requester", "body": f"The {thing} are broken since Monday."}],
            })  # fmt: skip
        golds = [{"ticket": f"T-{number}"}, {"ticket": f"O-{number}"}]
        labels.append({"id": f"q{number}", "question": f"broken {thing}", "kind": "ticket", "gold": golds})
    (collection / "tickets.jsonl").write_text("\n".join(map(json.dumps, tickets)))
    with (collection / "labels.jsonl").open("a") as lines:
        lines.writelines(f"{json.dumps(label)}\n" for label in labels)


class Dropping(Edited):
    """A chunker that leaves out some tickets, each with a reason, so that every check lets it through."""

    edition = "dropping"

    def __init__(self, *lost: str) -> None:
        super().__init__()
        self._lost = lost

    def edit(self, document: ParsedDocument, facts: DocumentFacts, made: Cut, embedder: Embedder) -> Cut:
        if facts.doc_id in self._lost:
            return replace(made, chunks=[], left_out=[LeftOut(0, len(document.text), "conversation")])
        return made


def test_tickets_are_gated_by_their_hit_rate(tmp_path: Path) -> None:
    graph = Graph(tmp_path)
    add_tickets(graph.landing / "acme" / "desk")
    (graph.landing / "acme" / "desk" / "collection.toml").write_text(DESK)
    published = graph.refresh("acme/desk").outcome
    assert published.status == "published"
    assert published.figures["hit_rate"] == 1.0  # half of all golds are not there: full recall is 0
    assert "full_recall" not in published.figures

    graph.strategies = Dropping("T-1", "T-2", "T-3")
    refused = graph.refresh("acme/desk").outcome
    assert refused.status == "refused"
    assert "hit_rate 0.875 is lower than 1.000 of what is published now" in refused.message


def test_beside_contracts_each_question_is_judged_by_its_own_measure(tmp_path: Path) -> None:
    graph = Graph(tmp_path)
    collection = small_collection(graph.landing)
    clauses = len((collection / "labels.jsonl").read_text().splitlines())
    add_tickets(collection)
    (collection / "collection.toml").write_text(DESK)
    published = graph.refresh().outcome
    assert published.status == "published"
    assert published.figures["answered"] > 0.9
    assert graph.ask("broken hinges", "desk", collection="supply")[0] == "T-3"

    lost = [f"T-{number}" for number in range(9)]
    graph.strategies = Dropping(*lost)
    refused = graph.refresh().outcome
    assert refused.status == "refused"
    was, now = refused.figures["published_now"], refused.figures["answered"]
    assert round((was - now) * (clauses + 24)) == len(lost)
    assert f"answered {now:.3f} is lower than {was:.3f}" in refused.message


def test_a_broken_export_is_refused_and_what_it_held_stays_found(tmp_path: Path) -> None:
    graph = Graph(tmp_path)
    collection = graph.landing / "acme" / "desk"
    add_tickets(collection)
    (collection / "collection.toml").write_text(DESK)
    assert graph.refresh("acme/desk").outcome.status == "published"
    path = collection / "tickets.jsonl"
    whole = path.read_text()

    for broken in (whole[: len(whole) // 3], "\0\1\2" * 99):
        path.write_text(broken)
        refused = graph.refresh("acme/desk").outcome
        assert refused.status == "refused"
        assert refused.figures["questions_removed"] == 0
        assert graph.ask("broken hinges", "desk", collection="desk")[0] == "T-3"

    path.write_text(whole)
    assert graph.refresh("acme/desk").outcome.status == "published"
    path.write_text("\n".join(line for line in whole.splitlines() if "-3" not in line))
    left_out = graph.refresh("acme/desk").outcome
    assert left_out.status == "published"
    assert left_out.figures["questions_removed"] == 1
    assert graph.ask("broken hinges", "desk", collection="desk")[0] != "T-3"
