"""A run over a collection with a document that never comes to an end: the others are published, and what is
said of that one stays in force."""

from __future__ import annotations

from dagster_project.notes import notes
from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import small_collection, write_manifest
from tests.documents.overrunning import nested_forms

QUESTION = "North Supply Agreement"


def test_the_others_are_published(graph: Graph) -> None:
    collection = small_collection(graph.landing)
    (collection / "collection.toml").write_text("[limits]\nseconds = 1\n", encoding="utf-8")
    (collection / "endless.pdf").write_bytes(nested_forms())
    first = graph.refresh()
    assert (first.outcome.status, first.work["documents_read"]) == ("published", 2)
    assert graph.ask(QUESTION, "buying")[0].startswith("north.txt#")
    assert [line for line in notes(graph.lake, "acme/supply") if "supply/endless.pdf" in line] == [
        "acme/supply/endless.pdf: reading it took more than 1 s of processor time. "
        "Raise limits.seconds in collection.toml if it is sound."
    ]
    write_manifest(collection, [("north.txt", QUESTION, "legal"), ("south.txt", "South Works", "legal")])
    assert graph.refresh().outcome.status == "published"
    assert graph.ask(QUESTION, "buying") == []
