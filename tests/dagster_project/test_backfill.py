"""A backfill over three collections of which one is cut badly: two publish, one does not."""

from __future__ import annotations

import logging
import time
from pathlib import Path

import dagster as dg
import pytest
from dagster._core.execution.backfill import BulkActionStatus, PartitionBackfill
from dagster._core.test_utils import create_test_daemon_workspace_context
from dagster._core.workspace.load_target import PythonFileTarget
from dagster._daemon.backfill import execute_backfill_iteration

from tests.conftest import ROOT
from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import small_collection

KEYS = ["acme/east", "acme/north", "acme/west"]
IN_THIS_PROCESS = """
run_coordinator:
  module: dagster._core.run_coordinator
  class: DefaultRunCoordinator
run_launcher:
  module: dagster._core.launcher.sync_in_memory_run_launcher
  class: SyncInMemoryRunLauncher
"""
WORKSPACE = """
from pathlib import Path
from dagster_project.definitions import build_definitions
from tests.dagster_project.graph import Shredding
defs = build_definitions(Path({landing!r}), Path({store!r}), Shredding(only="north"))
"""


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    """An instance that works off its runs at once, in this process."""
    made = Graph(tmp_path)
    settings = made.store.dagster / "dagster.yaml"
    kept = [
        line
        for line in settings.read_text().splitlines()
        if not line.startswith(("run_monitoring", "  start_"))
    ]
    text = "\n".join(kept).replace("concurrency:\n  runs:\n    max_concurrent_runs: 2", "")
    settings.write_text(text + IN_THIS_PROCESS)
    made.instance = dg.DagsterInstance.from_config(str(made.store.dagster))
    return made


def test_two_publish_and_the_one_that_is_cut_badly_does_not(graph: Graph, tmp_path: Path) -> None:
    for key in KEYS:
        small_collection(graph.landing, key)
        assert graph.refresh(key).outcome.status == "published"
    before = graph.ask(
        "What does the North Supply Agreement say about the pallets?", "legal", collection="north"
    )
    for key in KEYS:
        with (graph.landing / key / "south.txt").open("a") as text:
            text.write("\n11. Signature\n\n11.1 Place. Signed at the mill on the first of May.\n")

    statuses = _backfill(graph, tmp_path)

    assert statuses == {
        "acme/east": dg.DagsterRunStatus.SUCCESS,
        "acme/north": dg.DagsterRunStatus.FAILURE,
        "acme/west": dg.DagsterRunStatus.SUCCESS,
    }
    asked = "South Works Contract: at what place was it signed?"
    assert "south.txt#11.1" in graph.ask(asked, "legal", collection="east")
    assert "south.txt#11.1" in graph.ask(asked, "legal", collection="west")
    assert "south.txt#11.1" not in graph.ask(asked, "legal", collection="north")
    question = "What does the North Supply Agreement say about the pallets?"
    assert graph.ask(question, "legal", collection="north") == before


def _backfill(graph: Graph, folder: Path) -> dict[str, dg.DagsterRunStatus]:
    """What the daemon does with a backfill of everything, without the daemon."""
    workspace = folder / "workspace.py"
    workspace.write_text(WORKSPACE.format(landing=str(graph.landing), store=str(graph.store.path)))
    target = PythonFileTarget(
        str(workspace), attribute=None, working_directory=str(ROOT), location_name="docgrain"
    )
    with create_test_daemon_workspace_context(target, graph.instance) as context:
        assets = context.create_request_context().asset_graph
        backfill = PartitionBackfill.from_asset_partitions(
            backfill_id="nightly",
            asset_graph=assets,
            backfill_timestamp=time.time(),
            tags={},
            asset_selection=[
                key for key in assets.materializable_asset_keys if key.path != ["strategy_scores"]
            ],
            partition_names=KEYS,
            dynamic_partitions_store=graph.instance,
            all_partitions=False,
            title=None,
            description=None,
            run_config=None,
        )
        graph.instance.add_backfill(backfill)
        for _ in range(5):
            list(execute_backfill_iteration(context, logging.getLogger("backfill")))
            done = graph.instance.get_backfill("nightly")
            if done is not None and done.status != BulkActionStatus.REQUESTED:
                break
    runs = graph.instance.get_runs(dg.RunsFilter(tags={"dagster/backfill": "nightly"}))
    return {run.tags["dagster/partition"]: run.status for run in runs}
