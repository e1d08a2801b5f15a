"""One collection through the whole graph, in this process, on the store's own Dagster instance."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dagster as dg

from dagster_project.outcome import Outcome, Status
from resources.running import Running
from resources.store import Store

_INPUT_STEPS = {"scan", "contract_documents", "prose_documents", "labels"}
"""Steps whose Failure means that somebody's file is to be mended."""
_TAKEN = {
    "documents": ("documents", "waiting", "quarantined_files"),
    "chunk_embeddings": ("chunks", "texts_embedded", "texts_kept"),
    "retrieval_scores": ("questions", "full_recall", "hit_rate", "recall", "published_full_recall"),
}
"""Figures an outcome takes over from the run, by asset."""


def log_path(store: Store) -> Path:
    """Where Dagster's own log of a run goes."""
    return store.root / "logs" / "dagster.log"


def refresh_collection(
    definitions: dg.Definitions, instance: dg.DagsterInstance, store: Store, key: str
) -> Outcome:
    """Run the refresh job on one collection; whatever happens in it becomes an outcome."""
    run_id = str(uuid.uuid4())
    running = Running(store, run_id)
    running.acquire()
    try:
        instance.add_dynamic_partitions("collections", [key])
        result = definitions.resolve_job_def("refresh").execute_in_process(
            instance=instance,
            partition_key=key,
            run_id=run_id,
            raise_on_error=False,
            run_config={"loggers": {"file": {"config": {"path": str(log_path(store))}}}},
        )
    finally:
        running.release()
    return _outcome(key, result)


def _outcome(key: str, result: dg.ExecuteInProcessResult) -> Outcome:
    metadata: dict[str, Mapping[str, Any]] = {}
    checks: list[dg.AssetCheckEvaluation] = []
    failures: list[dg.DagsterEvent] = []
    for event in result.all_events:
        if event.is_step_materialization:
            entry = event.step_materialization_data.materialization
            metadata[entry.asset_key.to_user_string()] = {name: value.value for name, value in entry.metadata.items()}
        elif event.event_type == dg.DagsterEventType.ASSET_CHECK_EVALUATION:
            checks.append(event.asset_check_evaluation_data)
        elif event.is_step_failure:
            failures.append(event)
    outcome = Outcome(key, "published", run_id=result.run_id)
    for asset, names in _TAKEN.items():
        outcome.figures |= {name: metadata[asset][name] for name in names if name in metadata.get(asset, {})}
    for name in ("documents_read", "documents_cut"):
        outcome.figures[name] = sum(values.get(name, 0) for values in metadata.values())
    outcome.notes = _notes(metadata, checks)
    if failures:
        outcome.status, outcome.message = _why(failures, checks)
    elif not metadata.get("published_index", {}).get("proven", True):
        outcome.status = "unproven"
    return outcome


def _why(failures: list[dg.DagsterEvent], checks: list[dg.AssetCheckEvaluation]) -> tuple[Status, str]:
    """The first failure as a status and one line; a step that failed for want of another is not one."""
    failure = failures[0]
    data = failure.step_failure_data
    said = data.user_failure_data
    if said is not None and said.label == "intentional-failure":
        return ("stopped" if failure.step_key in _INPUT_STEPS else "refused"), said.description or ""
    blocking = [c for c in checks if not c.passed and c.blocking]
    if blocking:
        first = blocking[0]
        return "refused", f"{first.asset_key.to_user_string()} failed the check {first.check_name}"
    error = data.error
    while error is not None and error.cause is not None:
        error = error.cause
    text = error.message.strip() if error is not None else "no reason given"
    return "failed", f"{failure.step_key}: {text}"
