"""A run that is killed leaves nothing behind that the next one does not put right."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import dagster as dg
import pytest

from dagster_project.instance import open_instance
from resources import outcome
from resources.lake import Lake
from resources.published import open_published
from resources.store import Store, open_store
from tests.conftest import ROOT
from tests.dagster_project.command_line import docgrain
from tests.dagster_project.landing import small_collection

KEYS = ("acme/east", "acme/west")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Store]:
    """A landing zone and what an undisturbed run makes of it."""
    folder = tmp_path_factory.mktemp("undisturbed")
    for key in KEYS:
        small_collection(folder / "landing", key)
    assert docgrain("run", folder / "landing", "--store", folder / "store").code == 0
    return folder / "landing", open_store(folder / "store")


@pytest.mark.parametrize("moment", ["acme/east: score candidate", "acme/west: embed"])
def test_killed_and_run_again_is_as_if_nothing_had_happened(
    moment: str, undisturbed: tuple[Path, Store], tmp_path: Path
) -> None:
    landing, expected = undisturbed
    arguments = [
        sys.executable,
        "-m",
        "dagster_project.command",
        "run",
        str(landing),
        "--store",
        str(tmp_path / "store"),
    ]
    with subprocess.Popen(
        arguments, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as run:
        assert run.stderr is not None
        seen = next((line for line in run.stderr if line.startswith(moment)), None)
        run.kill()
    assert seen, f"the run never came to {moment!r}"
    store = open_store(tmp_path / "store")
    assert _statuses(store)[0] == dg.DagsterRunStatus.STARTED

    again = docgrain("run", landing, "--store", store.path)

    assert again.code == 0
    assert "was killed; it is closed now" in again.err
    assert set(_statuses(store)) == {dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.FAILURE}
    assert _statuses(store).count(dg.DagsterRunStatus.FAILURE) == 1
    assert _made(store) == _made(expected)


def test_a_second_run_with_nothing_changed_starts_nothing(undisturbed: tuple[Path, Store]) -> None:
    landing, store = undisturbed
    before, made = _statuses(store), _made(store)

    again = docgrain("run", landing, "--store", store.path, "--json")

    assert again.code == 0
    assert again.out.count('"ran": false') == len(KEYS)
    assert (_statuses(store), _made(store)) == (before, made)


def _statuses(store: Store) -> list[dg.DagsterRunStatus]:
    with open_instance(store) as instance:
        return [run.status for run in instance.get_runs()]


def _made(store: Store) -> dict[str, object]:
    """All that people see of a store: tables by content, what is published, outcomes."""
    lake = Lake(store)
    tables = ("documents", "facts", "labels", "contract_documents", "contract_chunks", "contract_cuts",
              "chunk_embeddings", "candidate_index", "retrieval_scores", "verdict")  # fmt: skip
    made: dict[str, object] = {
        f"{name} {key}": lake.content_hash(name, key) for name in tables for key in KEYS
    }
    rows = open_published(store, "acme").table.everything(["id", "text", "acl"]).sort_by("id")
    made["published"] = rows.to_pylist()
    for key in KEYS:
        last = outcome.last(store, key)
        assert last is not None
        made[key] = (last.status, last.message, last.files, last.figures)
    return made
