"""Ctrl-C and what a service manager sends stop a run, and the next one goes on."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from dagster_project.instance import open_instance
from resources.running import dead_runs
from resources.store import open_store
from tests.conftest import ROOT
from tests.dagster_project.command_line import docgrain
from tests.dagster_project.landing import prose_collection, small_collection


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_run_and_not_one_collection_alone(sent: signal.Signals, tmp_path: Path) -> None:
    landing, path = tmp_path / "landing", tmp_path / "store"
    for key in ("acme/east", "acme/west"):
        prose_collection(landing, key)
    arguments = [sys.executable, "-m", "dagster_project.command", "run", str(landing), "--store", str(path)]
    with subprocess.Popen(
        arguments, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as run:
        assert run.stderr is not None
        seen = next((line for line in run.stderr if line.startswith("acme/east: read")), None)
        run.send_signal(sent)
        left = run.stderr.read().splitlines()
    assert seen, "the run never came to reading"

    assert run.returncode == 130
    assert left[-1] == "stopped; the next run goes on from here"
    assert not [line for line in left if line.startswith("acme/west") or "Traceback" in line]
    store = open_store(path)
    with open_instance(store) as instance:
        assert [each.status for each in instance.get_runs()] == [dg.DagsterRunStatus.FAILURE]
    assert dead_runs(store) == []

    again = docgrain("run", landing, "--store", path)
    assert again.code == 0
    assert [line.split()[:2] for line in again.out.splitlines()[1:]] == [
        ["acme/east", "unproven"],
        ["acme/west", "unproven"],
    ]


def test_a_run_that_is_refused_leaves_the_landing_zone_of_the_other(tmp_path: Path) -> None:
    from filelock import FileLock

    store = open_store(tmp_path / "store")
    (store.path / "landing").write_text("the one at work")
    small_collection(tmp_path / "landing")
    with FileLock(store.path / "run.lock"):
        assert docgrain("run", tmp_path / "landing", "--store", store.path).code == 2
    assert (store.path / "landing").read_text() == "the one at work"


def test_a_damaged_table_of_problems_is_a_line_and_the_report_goes_on(tmp_path: Path) -> None:
    landing, path = tmp_path / "landing", tmp_path / "store"
    for key in ("acme/east", "acme/west"):
        prose_collection(landing, key)
    docgrain("run", landing, "--store", path)
    table = next((path / "lake" / "scan_problems" / "acme" / "east").glob("*.parquet"))
    table.write_bytes(table.read_bytes()[:-8])

    said = docgrain("run", landing, "--store", path)

    assert said.code == 0
    assert [line for line in said.err.splitlines() if line.startswith("acme/east: ") and str(table) in line]
    assert [line.split()[0] for line in said.out.splitlines()[1:]] == ["acme/east", "acme/west"]
