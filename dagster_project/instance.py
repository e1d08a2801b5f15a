"""The store's own Dagster instance: where it lives, and closing the runs that died in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import dagster as dg
import yaml  # type: ignore[import-untyped]
from dagster._core.instance.ref import InstanceRef

from resources.running import dead_runs, forget
from resources.store import Store

SETTINGS = Path(__file__).with_name("dagster.yaml")
_STORAGES = ("storage", "run_storage", "event_log_storage", "schedule_storage")
_UNFINISHED = {
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
}


def dagster_home(store: Store) -> Path:
    """The instance's folder, made with docgrain's settings where it is missing."""
    home = store.dagster
    settings = home / "dagster.yaml"
    if not settings.is_file():
        home.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SETTINGS, settings)
    return home


def open_instance(store: Store) -> dg.DagsterInstance:
    """The persistent instance of the store; close it with `dispose()` or a with block. Where its settings
    name no storage of their own, SQLite connections are kept open."""
    home = dagster_home(store)
    settings = yaml.safe_load((home / "dagster.yaml").read_text(encoding="utf-8")) or {}
    if any(name in settings for name in _STORAGES):
        return dg.DagsterInstance.from_config(str(home))
    kept = {
        "run_storage": _kept("KeptRuns", home / "history"),
        "event_log_storage": _kept("KeptEventLog", home / "history" / "runs"),
    }
    return dg.DagsterInstance.from_ref(InstanceRef.from_dir(str(home), overrides=kept))


def _kept(name: str, folder: Path) -> dict[str, object]:
    return {"module": "dagster_project.storage", "class": name, "config": {"base_dir": str(folder)}}


def close_dead_runs(instance: dg.DagsterInstance, store: Store) -> list[str]:
    """Mark runs whose process is gone as failed: Dagster alone would show them as started for ever.
    Returns the ids of those that were closed."""
    closed: list[str] = []
    for run_id in dead_runs(store):
        run = instance.get_run_by_id(run_id)
        if run is not None and run.status in _UNFINISHED:
            instance.report_run_failed(run, "The process of this run was killed; the next run closed it.")
            closed.append(run_id)
        forget(store, run_id)
    return closed
