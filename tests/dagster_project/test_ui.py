"""`docgrain ui` shows the graph of this store, from wherever it is started."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import prose_collection

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --virtual-time-budget=20000 --dump-dom"
).split()
GROUPS = ("landing", "contracts", "tickets", "prose", "review", "index", "proof", "published")


@pytest.fixture
def ui(graph: Graph, tmp_path: Path) -> Iterator[str]:
    """The address of a UI on a store with one collection."""
    prose_collection(graph.landing)
    graph.refresh("acme/notes")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = [sys.executable, "-m", "dagster_project.command", "ui", str(graph.landing)]
    arguments += ["--store", str(graph.store.path), "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with (tmp_path / "ui.log").open("w") as log:
        process = subprocess.Popen(
            arguments, cwd=tmp_path, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(address, process, tmp_path / "ui.log")
            yield address
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_the_ui_shows_the_graph(ui: str, tmp_path: Path) -> None:
    query = "{ assetNodes { assetKey { path } groupName repository { location { name } } } }"
    request = urllib.request.Request(
        f"{ui}/graphql", json.dumps({"query": query}).encode(), {"content-type": "application/json"}
    )
    nodes = json.load(urllib.request.urlopen(request))["data"]["assetNodes"]
    assert {node["groupName"] for node in nodes} == set(GROUPS)
    assert {node["repository"]["location"]["name"] for node in nodes} == {"docgrain"}

    if CHROMIUM is None:
        pytest.skip("chromium is not installed: the graph was not looked at in a browser")
    arguments = [CHROMIUM, *FLAGS, f"--user-data-dir={tmp_path / 'browser'}", f"{ui}/asset-groups"]
    page = subprocess.run(arguments, capture_output=True, text=True, timeout=120, check=False).stdout
    assert "Global asset lineage" in page
    assert all(f">{group}<" in page for group in GROUPS)


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{address}/server_info")
            return
        time.sleep(0.2)
    raise AssertionError(log.read_text()[-3000:])
