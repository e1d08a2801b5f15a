"""Problem statements by a language model through the graph: written once, and nothing stops without it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dagster_project.due import look
from dagster_project.notes import notes
from resources.writer import MODEL, URL
from tests.dagster_project.graph import Graph
from tests.dagster_project.test_tickets import BELT, KEY, LAMP, RIGHTS, write
from tests.resources.endpoint import Endpoint


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    made = Endpoint()
    made.body = {"choices": [{"message": {"content": "Conveyor C-7 squeals"}}]}
    monkeypatch.setenv(URL, made.settings.url)
    monkeypatch.setenv(MODEL, made.model)
    yield made
    made.close()


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    made = Graph(tmp_path)
    folder = made.landing / KEY
    folder.mkdir(parents=True)
    (folder / "collection.toml").write_text(f'{RIGHTS}statement = "written"\n')
    write(made, [BELT, LAMP])
    return made


def why(graph: Graph) -> str | None:
    found, _ = look(graph.landing, graph.store, None)
    return found[0].reason


def test_statements_are_found_by_and_written_again_for_another_model_alone(
    graph: Graph, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert graph.refresh(KEY).outcome.status == "unproven"
    assert set(graph.ask("Conveyor C-7 squeals", "desk", collection="desk")) == {"11", "12"}
    assert len(endpoint.asked) == 2
    assert not any("They oil it" in str(asked) for asked in endpoint.asked)
    assert why(graph) is None
    assert graph.refresh(KEY).work["documents_cut"] == 0
    assert len(endpoint.asked) == 2
    monkeypatch.setenv(MODEL, "another-model")
    assert why(graph) == "the code changed"
    graph.refresh(KEY)
    assert len(endpoint.asked) == 4
    write(graph, [LAMP])
    graph.refresh(KEY)
    table = graph.lake.read("written_statements", KEY)
    assert table is not None
    assert table["ticket"].to_pylist() == ["12"]
    assert len(endpoint.asked) == 4


def test_a_model_that_fails_is_told_and_asked_again_next_time(graph: Graph, endpoint: Endpoint) -> None:
    endpoint.statuses = [401, 401]
    assert graph.refresh(KEY).outcome.status == "unproven"
    assert graph.ask("belt squeaks", "desk", collection="desk")[0] == "11"
    told = [line for line in notes(graph.lake, KEY) if "statements could not be written" in line]
    assert len(told) == 1
    assert graph.refresh(KEY).work["documents_cut"] == 2
    assert set(graph.ask("Conveyor C-7 squeals", "desk", collection="desk")) == {"11", "12"}
    assert not any("statements" in line for line in notes(graph.lake, KEY))


def test_without_a_model_extracts_stand_and_it_is_told_what_to_set(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    for half in ({}, {URL: "http://localhost:1/v1"}):
        monkeypatch.delenv(URL, raising=False)
        monkeypatch.delenv(MODEL, raising=False)
        for name, value in half.items():
            monkeypatch.setenv(name, value)
        assert graph.refresh(KEY).outcome.status == "unproven"
        (line,) = [line for line in notes(graph.lake, KEY) if "statements are extracts" in line]
        assert MODEL in line
