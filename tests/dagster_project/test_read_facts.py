"""Facts read in the texts are used as the manifest's are; the manifest wins, and access waits for no text."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.documents import apart, facts_incremental
from resources.facts import DocumentFacts, from_table
from resources.published import open_published
from resources.search.access import Access, Principal, Scope
from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import contract, write_manifest

NORTH = "What does Alder Ltd say about the pallets?"


@pytest.fixture
def collection(graph: Graph) -> Path:
    """Two contracts without a manifest, readable by `legal`."""
    folder = graph.landing / "acme" / "supply"
    folder.mkdir(parents=True)
    (folder / "collection.toml").write_text('acl = ["legal"]\nfamily = "contract"\n', encoding="utf-8")
    for name, title, parties, shift in (
        ("a.txt", "North Supply Agreement", "Alder Ltd and Birch GmbH", 0),
        ("b.txt", "South Works Contract", "Cedar Inc. and Dogwood plc", 17),
    ):
        (folder / name).write_text(contract(title, parties, shift), encoding="utf-8")
    return folder


def known(graph: Graph) -> dict[str, DocumentFacts]:
    table = graph.lake.read("facts", "acme/supply")
    assert table is not None
    return {fact.file: fact for fact in from_table(table)}


def published(graph: Graph, group: str = "legal") -> dict[str, DocumentFacts]:
    access = Access(Principal("acme", frozenset({group})), Scope())
    return {fact.file: fact for fact in open_published(graph.store, "acme").catalogue(access)}


def test_without_a_manifest_contracts_are_found_by_the_names_they_give_themselves(
    graph: Graph, collection: Path
) -> None:
    graph.refresh()
    assert known(graph)["a.txt"].counterparty == ["Alder Ltd", "Birch GmbH"]
    assert published(graph)["b.txt"].title == "SOUTH WORKS CONTRACT"
    assert graph.ask(NORTH, "legal")[0] == "a.txt#1.2"
    assert graph.ask("What must Dogwood do about the valves?", "legal")[0].startswith("b.txt#")
    chunks = graph.lake.read("contract_chunks", "acme/supply")
    assert chunks is not None
    assert chunks["parent_context"][0].as_py().startswith("NORTH SUPPLY AGREEMENT | Alder, Birch")


def test_the_manifest_wins_field_by_field_at_once_and_taken_away_the_text_counts_again(
    graph: Graph, collection: Path
) -> None:
    graph.refresh()
    (collection / "metadata.csv").write_text("file,title\na.txt,Arctic Charter\n", encoding="utf-8")
    graph.materialize("documents", "manifest", "collection_settings", "published_manifest")
    assert published(graph)["a.txt"].title == "Arctic Charter"
    assert published(graph)["a.txt"].counterparty == ["Alder Ltd", "Birch GmbH"]
    graph.refresh()
    assert known(graph)["a.txt"].title == "Arctic Charter"

    (collection / "metadata.csv").unlink()
    graph.materialize("documents", "manifest", "collection_settings", "published_manifest")
    assert published(graph)["a.txt"].title == "NORTH SUPPLY AGREEMENT"


def test_nothing_is_read_twice(graph: Graph, collection: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    original = facts_incremental.parsed_document

    def parsed(row: dict[str, object]) -> object:
        looked_at.append(str(row["file"]))
        return original(row)

    monkeypatch.setattr(facts_incremental, "parsed_document", parsed)
    graph.refresh()
    graph.refresh()
    assert looked_at == ["a.txt", "b.txt"]
    with (collection / "b.txt").open("a", encoding="utf-8") as text:
        text.write("\n11. Law\n\n11.1 This contract is governed by the laws of Norway.\n")
    graph.refresh()
    assert looked_at == ["a.txt", "b.txt", "b.txt"]
    assert known(graph)["b.txt"].extra["governing_law"] == "Norway"


def test_a_revoked_group_is_gone_though_reading_fails(
    graph: Graph, collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph.refresh()
    assert published(graph)
    write_manifest(collection, [("a.txt", "", "board"), ("b.txt", "", "board")])
    (collection / "c.txt").write_text(contract("East Lease", "Elm AG and Fir SA", 5), encoding="utf-8")

    def broken(*_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(apart, "read_row", broken)
    assert graph.refresh().outcome.status == "failed"

    assert published(graph, "legal") == {}
    assert set(published(graph, "board")) == {"a.txt", "b.txt"}
    assert graph.ask(NORTH, "legal") == []
