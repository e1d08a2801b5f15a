"""What runs by itself, once it is switched on: the sensor, the schedule, the job that restores."""

from __future__ import annotations

from dataclasses import replace

import dagster as dg

from dagster_project.schedules import nightly
from dagster_project.sensors import new_collections
from resources import outcome
from resources.platform import LandingResource, StoreResource
from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import prose_collection, small_collection


def test_the_sensor_registers_a_new_collection_and_runs_it_once(graph: Graph) -> None:
    landing = LandingResource(root=str(graph.landing))
    context = dg.build_sensor_context(instance=graph.instance)
    assert isinstance(new_collections(context, landing=landing), dg.SkipReason)

    prose_collection(graph.landing)
    (graph.landing / "acme" / "a|b").mkdir()
    found = new_collections(context, landing=landing)

    assert isinstance(found, dg.SensorResult)
    assert [request.partition_key for request in found.run_requests or ()] == ["acme/notes"]
    assert [list(request.partition_keys) for request in found.dynamic_partitions_requests or ()] == [
        ["acme/notes"]
    ]
    graph.instance.add_dynamic_partitions("collections", ["acme/notes"])
    assert isinstance(new_collections(context, landing=landing), dg.SkipReason)


def test_the_schedule_takes_what_is_stale_or_failed_and_nothing_else(graph: Graph) -> None:
    resources = {
        "landing": LandingResource(root=str(graph.landing)),
        "store": StoreResource(root=str(graph.store.path)),
    }

    def due() -> list[str | None]:
        with dg.build_schedule_context(instance=graph.instance, resources=resources) as context:
            return [found.partition_key for found in nightly(context) if isinstance(found, dg.RunRequest)]

    for name in ("fresh", "failed", "changed"):
        prose_collection(graph.landing, f"acme/{name}")
        graph.refresh(f"acme/{name}")
    prose_collection(graph.landing, "acme/unknown")
    assert due() == []

    (graph.landing / "acme/changed/diary.md").write_text("# The mill\n\nIt stood still.\n")
    last = outcome.last(graph.store, "acme/failed")
    assert last is not None
    outcome.keep(graph.store, replace(last, status="failed"))
    assert due() == ["acme/changed", "acme/failed"]


def test_the_restore_job_goes_back_one_version(graph: Graph) -> None:
    collection = prose_collection(graph.landing)
    graph.refresh("acme/notes")
    question = "How many sacks of rye did the mill grind?"
    before = graph.ask(question, "everyone", collection="notes")
    (collection / "diary.md").write_text("# The mill\n\nThe mill ground no rye, not one sack of it.\n")
    graph.refresh("acme/notes")
    assert graph.ask(question, "everyone", collection="notes") != before

    config = {"ops": {"restore_published": {"config": {"collection": "acme/notes"}}}}
    job = graph.definitions.resolve_job_def("restore")
    assert job.execute_in_process(instance=graph.instance, run_config=config).success

    assert graph.ask(question, "everyone", collection="notes") == before


def test_a_strategy_is_scored_beside_the_others_in_a_cell_of_its_own(graph: Graph) -> None:
    small_collection(graph.landing)
    graph.refresh()
    job = graph.definitions.resolve_job_def("compare")
    for strategy in ("structure", "fixed-200"):
        cell = dg.MultiPartitionKey({"collection": "acme/supply", "strategy": strategy})
        result = job.execute_in_process(instance=graph.instance, partition_key=cell)
    event = next(event for event in result.all_events if event.is_step_materialization)
    metadata = event.step_materialization_data.materialization.metadata
    assert isinstance(metadata["full_recall"], dg.FloatMetadataValue)
    assert isinstance(metadata["questions"], dg.IntMetadataValue)
    table = metadata["strategies"].value
    assert isinstance(table, str)
    assert "| structure |" in table
    assert "| fixed-200 |" in table
