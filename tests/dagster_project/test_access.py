"""Access does not wait for proof: who lost it finds nothing from the next search on."""

from __future__ import annotations

from assets.index.restored import restore_version
from partitions.keys import parse_key
from tests.dagster_project.graph import Graph, Shredding
from tests.dagster_project.landing import small_collection, write_manifest

NORTH = "What does the North Supply Agreement say about the pallets?"
SOUTH = "What does the South Works Contract say about the winches?"


def test_a_revoked_group_and_a_removed_file_are_gone_though_the_verdict_refuses_and_after_a_restore(
    graph: Graph,
) -> None:
    collection = small_collection(graph.landing, clauses=24)
    graph.refresh()
    # A second version, so that there is one to restore.
    with (collection / "north.txt").open("a") as text:
        text.write("\n11. Signature\n\n11.1 Place. Signed at the mill on the first of May.\n")
    assert graph.refresh().outcome.status == "published"
    assert graph.ask(NORTH, "buying")[0] == "north.txt#1.2"
    assert graph.ask(SOUTH, "legal")[0].startswith("south.txt#")

    (collection / "south.txt").unlink()
    write_manifest(collection, [("north.txt", "North Supply Agreement", "legal")])
    graph.strategies = Shredding()
    assert graph.refresh().outcome.status == "refused"

    def check() -> None:
        assert graph.ask(NORTH, "legal")[0] == "north.txt#1.2"
        assert graph.ask(NORTH, "buying") == []
        assert not [key for key in graph.ask(SOUTH, "legal", "buying") if key.startswith("south.txt")]

    check()
    assert "north.txt#11.1" in graph.ask("North Supply Agreement: at what place was it signed?", "legal")
    restore_version(graph.store, parse_key("acme/supply"))
    check()
    assert "north.txt#11.1" not in graph.ask("North Supply Agreement: at what place was it signed?", "legal")


def test_the_manifest_alone_brings_a_new_title_to_what_is_published(graph: Graph) -> None:
    collection = small_collection(graph.landing)
    graph.refresh()
    write_manifest(
        collection, [("north.txt", "Arctic Charter", "legal"), ("south.txt", "South Works Contract", "legal")]
    )

    assert graph.materialize("documents", "manifest", "collection_settings", "published_manifest").success

    assert graph.ask("What does the Arctic Charter say about the pallets?", "legal")[0] == "north.txt#1.2"


def test_a_document_without_groups_is_published_for_nobody_with_a_warning(graph: Graph) -> None:
    collection = small_collection(graph.landing)
    write_manifest(
        collection,
        [("north.txt", "North Supply Agreement", ""), ("south.txt", "South Works Contract", "legal")],
    )
    graph.refresh()

    run = graph.runs()[0]
    events = [entry.dagster_event for entry in graph.instance.all_logs(run.run_id) if entry.dagster_event]
    checks = [
        event.asset_check_evaluation_data
        for event in events
        if event.event_type_value == "ASSET_CHECK_EVALUATION"
    ]
    warned = [check for check in checks if check.check_name == "readable_by_somebody"]
    assert [(check.passed, check.severity.value) for check in warned] == [(False, "WARN")]
    assert not [key for key in graph.ask(NORTH, "legal", "buying", "") if key.startswith("north.txt")]
