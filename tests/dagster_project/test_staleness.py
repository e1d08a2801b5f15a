"""An edited chunker makes its chunks stale and, once they are made again, what is downstream of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.dagster_project.landing import small_collection

PACKAGES = ("assets", "dagster_project", "evals", "partitions", "resources")
LOOK = """
import json, sys
from pathlib import Path
import dagster as dg
from dagster._core.definitions.data_version import CachingStaleStatusResolver
from dagster._core.loader import LoadingContextForTest
from dagster_project.definitions import build_definitions
from dagster_project.instance import open_instance
from dagster_project.refresh import refresh_collection
from resources.store import open_store

landing, store, key = Path(sys.argv[1]), open_store(Path(sys.argv[2])), "acme/supply"
definitions = build_definitions(landing, store.path)
graph = definitions.resolve_asset_graph()

def stale(instance):
    resolver = CachingStaleStatusResolver(instance, graph, LoadingContextForTest(instance))
    keys = [each for each in graph.materializable_asset_keys if each.path != ["strategy_scores"]]
    return sorted(each.to_user_string() for each in keys if resolver.get_status(each, key).value != "FRESH")

def requested(result):
    keys = [each.key for each in result.results if result.get_requested_partitions(each.key)]
    return sorted(key.to_user_string() for key in keys)

with open_instance(store) as instance:
    said = {}
    if sys.argv[3] == "run":
        said["outcome"] = refresh_collection(definitions, instance, store, key).outcome.status
    said["stale"] = stale(instance)
    if sys.argv[3] == "by hand":
        cursor = dg.evaluate_automation_conditions(definitions, instance).cursor
        job = dg.define_asset_job("by_hand", selection=dg.AssetSelection.assets("contract_chunks"))
        both = dg.Definitions.merge(definitions, dg.Definitions(jobs=[job]))
        both.resolve_job_def("by_hand").execute_in_process(instance=instance, partition_key=key)
        said["stale after the chunks"] = stale(instance)
        said["carried"] = requested(dg.evaluate_automation_conditions(definitions, instance, cursor=cursor))
    print(json.dumps(said))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project, to be edited."""
    for package in PACKAGES:
        skipped = shutil.ignore_patterns("__pycache__", "samples")
        shutil.copytree(ROOT / package, tmp_path / "project" / package, ignore=skipped)
    return tmp_path / "project"


def test_an_edited_chunker_makes_its_chunks_stale_and_then_what_is_downstream(
    project: Path, tmp_path: Path
) -> None:
    small_collection(tmp_path / "landing")
    assert _look(project, tmp_path, "run") == {"outcome": "published", "stale": []}

    chunker = project / "assets" / "contracts" / "chunker.py"
    source = chunker.read_text()
    chunker.write_text(source + "\n\n# A comment changes nothing.\n")
    assert _look(project, tmp_path, "only look") == {"stale": []}

    edit = "    for chunk in chunks:\n        chunk.confidence = 0.5\n"
    place = "    return Cut("
    assert place in source
    chunker.write_text(source.replace(place, edit + place))
    after = _look(project, tmp_path, "by hand")

    # The evaluation code sees the families' code too, yet the other family's assets stay fresh.
    assert "contract_chunks" in after["stale"]
    assert not {"documents", "facts", "contract_documents", "prose_documents", "prose_chunks", "labels"} & {
        *after["stale"],
        *after["stale after the chunks"],
    }
    assert "contract_chunks" not in after["stale after the chunks"]
    assert "chunk_embeddings" in after["stale after the chunks"]
    assert {"chunk_embeddings", "candidate_index", "verdict", "published_index"} <= set(after["carried"])
    assert not {"prose_chunks", "published_facts", "labels"} & set(after["carried"])


def _look(project: Path, folder: Path, what: str) -> dict[str, list[str]]:
    arguments = [sys.executable, "-c", LOOK, str(folder / "landing"), str(folder / "store"), what]
    environment = {**os.environ, "PYTHONPATH": str(project)}
    done = subprocess.run(
        arguments, cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    said: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return said
