"""A store that an older docgrain published, which counted fewer words than search looks at now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dagster_project.due import look
from resources.keywords import THREAD
from resources.published import Published, open_published
from resources.store import StoreError
from tests.dagster_project.graph import Graph

TICKET = {
    "subject": "Belt squeaks",
    "status": "Closed",
    "messages": [{"body": "It squeaks at start."}, {"author_role": "agent", "body": "Check the pulley."}],
    "resolution_text": "Set the tension to 40 N.",
}


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    made = Graph(tmp_path)
    for name in ("desk", "field"):
        folder = made.landing / "acme" / name
        folder.mkdir(parents=True)
        (folder / "collection.toml").write_text('acl = ["desk"]\n')
        (folder / "tickets.jsonl").write_text(json.dumps({**TICKET, "id": f"{name[0].upper()}-1"}) + "\n" * 2)
        made.refresh(f"acme/{name}")
    return made


def forget(graph: Graph, field: str) -> None:
    """As if the words of that field had never been counted, in anything that was published."""
    published = Published(graph.store, "acme")
    for file in published.path.rglob(f"{field}.*.npy"):
        file.unlink()
    for file in published.versions.rglob("version.json"):
        said = json.loads(file.read_text())
        said["files"] = {name: size for name, size in said["files"].items() if f"/{field}." not in name}
        file.write_text(json.dumps(said))


def test_it_is_told_in_a_line_and_made_anew_by_the_next_run(graph: Graph) -> None:
    forget(graph, THREAD)
    with pytest.raises(StoreError, match="run the tenant's collections again") as error:
        open_published(graph.store, "acme")
    assert "\n" not in str(error.value)
    found, _ = look(graph.landing, graph.store)
    assert [each.reason for each in found] == ["what is published is damaged"] * 2
    graph.refresh("acme/desk")
    for collection in ("desk", "field"):
        assert graph.ask("belt squeaks", "desk", collection=collection) == [f"{collection[0].upper()}-1"]


def test_it_is_judged_with_the_questions_it_was_proven_by(graph: Graph) -> None:
    folder = graph.landing / "acme" / "desk"
    gold = [{"ticket": "D-1"}]
    (folder / "labels.jsonl").write_text(json.dumps({"id": "q1", "question": "Why a squeak?", "gold": gold}))
    graph.refresh("acme/desk")
    forget(graph, THREAD)
    outcome = graph.refresh("acme/desk").outcome
    assert (outcome.status, outcome.message) == ("unproven", "")
    assert graph.ask("belt squeaks", "desk", collection="desk") == ["D-1"]
