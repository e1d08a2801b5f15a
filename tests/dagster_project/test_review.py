"""What people should look at: in the store, in the UI's metadata, and on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import dagster as dg
import pytest

from tests.dagster_project.command_line import docgrain
from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import contract

KEY = "acme/supply"
AMENDMENT = """FIRST AMENDMENT TO NORTH SUPPLY AGREEMENT

This First Amendment is made on 1 March 2023 between Alder Ltd and Birch GmbH and amends the North Supply
Agreement dated 5 April 2021.

1. Deliveries

1.1 Section 1.2 of the North Supply Agreement is deleted and replaced with: "Pallets are counted daily."
"""
MANIFEST = """file,title,effective_date,amends,supersedes
north.txt,,2021-04-05,,
lost.txt,Lost Amendment,2022-01-01,nowhere.txt,
one.txt,First Half,2022-01-01,two.txt,
two.txt,Second Half,2022-02-01,one.txt,
red.txt,Red Restatement,2023-01-01,,south.txt
blue.txt,Blue Restatement,2023-02-01,,south.txt
draft.txt,Draft Amendment,2023-02-01,none,-
"""


@pytest.fixture
def collection(graph: Graph) -> Path:
    """An amendment that names its agreement, and links that cannot be so."""
    folder = graph.landing / KEY
    folder.mkdir(parents=True)
    (folder / "collection.toml").write_text('acl = ["legal"]\nfamily = "contract"\n', encoding="utf-8")
    (folder / "metadata.csv").write_text(MANIFEST, encoding="utf-8")
    for file in ("lost", "one", "two", "red", "blue", "draft", "south"):
        text = "SOME TERMS\n\n1. Terms\n\n1.1 Terms are kept.\n\n1.3 Terms are written.\n"
        (folder / f"{file}.txt").write_text(text, encoding="utf-8")
    north = contract("North Supply Agreement", "Alder Ltd and Birch GmbH")
    (folder / "north.txt").write_text(north, encoding="utf-8")
    (folder / "change.txt").write_text(AMENDMENT, encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nothing more")
    return folder


def rows(graph: Graph, topic: str) -> list[dict[str, object]]:
    said = docgrain("review", KEY, "--store", graph.store.path, "--json")
    return [row for row in map(json.loads, said.out.splitlines()) if row["topic"] == topic]


def test_links_that_cannot_be_so_are_told_of_each_document_and_stop_nothing(
    graph: Graph, collection: Path
) -> None:
    assert graph.refresh(KEY).outcome.status == "unproven"
    found = {(row["file"], row["found"]): row["mend"] for row in rows(graph, "links") if row["look"]}
    said = {(file, str(what).partition(",")[0]) for file, what in found}
    assert said >= {
        ("lost.txt", "amends 'nowhere.txt'"),
        ("one.txt", "amends two.txt"),
        ("two.txt", "amends one.txt"),
        ("red.txt", "blue.txt and red.txt both supersede south.txt; it ends with the earlier"),
        ("blue.txt", "blue.txt and red.txt both supersede south.txt; it ends with the earlier"),
        ("change.txt", "north.txt"),
    }
    assert "draft.txt" not in {file for file, _ in found}
    assert all(found.values()), "each says how to correct it"
    assert "write 'north.txt' to confirm it" in str(found["change.txt", "north.txt"])

    warned = docgrain("run", graph.landing, "--store", graph.store.path).err
    assert "acme/supply/lost.txt: amends 'nowhere.txt', which is not in the collection" in warned
    assert "change.txt: north.txt" not in warned


def test_confirmed_it_is_in_order(graph: Graph, collection: Path) -> None:
    with (collection / "metadata.csv").open("a", encoding="utf-8") as manifest:
        manifest.write("change.txt,,,north.txt,\n")
    graph.refresh(KEY)
    link = next(row for row in rows(graph, "links") if row["file"] == "change.txt")
    assert (link["found"], link["confidence"], link["look"]) == ("north.txt", 1.0, False)


def test_the_ui_shows_tables_without_the_texts(graph: Graph, collection: Path) -> None:
    graph.refresh(KEY)
    event = graph.instance.get_latest_materialization_event(dg.AssetKey("review"))
    assert event is not None
    assert event.asset_materialization is not None
    shown = event.asset_materialization.metadata
    numbering = shown["numbering"]
    assert isinstance(numbering, dg.TableMetadataValue)
    assert ("south.txt", "1.2") in {(row.data["file"], row.data["found"]) for row in numbering.records}
    facts = shown["facts"]
    assert isinstance(facts, dg.TableMetadataValue)
    by_file = {row.data["file"]: row.data for row in facts.records}
    assert by_file["lost.txt"]["title"] == "Lost Amendment"
    assert str(by_file["north.txt"]["counterparty"]).startswith("? Alder Ltd | Birch GmbH (0.")
    assert "Pallets are counted" not in str(shown)
    assert shown["to_look_at"].value == sum(
        int(str(value.value))
        for name, value in shown.items()
        if name.endswith("_to_look_at") and name != "to_look_at"
    )


def test_the_command_shows_what_to_look_at_first_and_the_rest_on_demand(
    graph: Graph, collection: Path
) -> None:
    graph.refresh(KEY)
    short = docgrain("review", "acme/*", "--store", graph.store.path)
    whole = docgrain("review", KEY, "--store", graph.store.path, "--all")
    assert short.code == whole.code == 0
    assert "broken.pdf" in short.out
    assert "the manifest says so" in whole.out
    assert "the manifest says so" not in short.out
    assert "--all shows them" in short.out.splitlines()[-1]


def test_a_collection_that_was_never_run(graph: Graph) -> None:
    said = docgrain("review", "acme/none", "--store", graph.store.path)
    assert said.code == 2
    assert "acme/none has no review: docgrain run LANDING --only 'acme/none'" in said.err
