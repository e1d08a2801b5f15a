"""Inside a collection only what changed is read, cut and embedded again."""

from __future__ import annotations

from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import small_collection, write_manifest


def test_one_changed_document_is_read_and_cut_alone_and_its_new_texts_embedded(graph: Graph) -> None:
    collection = small_collection(graph.landing)
    first = graph.refresh().work
    assert (first["documents_read"], first["documents_cut"]) == (2, 2)
    assert first["texts_embedded"] == first["chunks"]

    with (collection / "north.txt").open("a") as text:
        text.write("\n11. Signature\n\n11.1 Place. Signed at the mill on the first of May.\n")
    second = graph.refresh().work
    assert (second["documents_hashed"], second["documents_read"], second["documents_cut"]) == (1, 1, 1)
    assert 1 <= second["texts_embedded"] <= 3

    write_manifest(
        collection,
        [("north.txt", "North Supply Agreement", "legal"), ("south.txt", "South Charter", "legal")],
    )
    renamed = graph.refresh().work
    assert (renamed["documents_read"], renamed["documents_cut"]) == (0, 1)

    write_manifest(
        collection,
        [("north.txt", "North Supply Agreement", "buying"), ("south.txt", "South Charter", "legal")],
    )
    regrouped = graph.refresh().work
    assert (regrouped["documents_read"], regrouped["documents_cut"], regrouped["texts_embedded"]) == (0, 0, 0)
    assert regrouped["documents_changed"] == 1
