"""One collection through the whole graph, in this process, on the store's own Dagster instance."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import dagster as dg
from dagster_shared.error import SerializableErrorInfo

from partitions.definitions import collections
from resources import outcome
from resources.outcome import Outcome
from resources.running import Running
from resources.store import Store

_SUMMED = ("documents_hashed", "documents_read", "documents_cut", "texts_embedded")
_TAKEN = {
    "documents": ("documents", "waiting"),
    "chunk_embeddings": ("chunks",),
    "published_facts": ("documents_changed", "documents_removed"),
}


@dataclass(slots=True)
class Refreshed:
    """A run that is over: its outcome and the work it did, as numbers by name."""

    outcome: Outcome
    work: dict[str, int] = field(default_factory=dict)


def log_path(store: Store) -> Path:
    """Where Dagster's own log of the command's runs goes."""
    return store.path / "logs" / "dagster.log"


def refresh_collection(
    definitions: dg.Definitions, instance: dg.DagsterInstance, store: Store, key: str
) -> Refreshed:
    """Run the refresh job on one collection. Whatever happens in it becomes an outcome; raises
    KeyboardInterrupt where somebody stopped it, which Dagster takes for one more failure."""
    run_id = str(uuid.uuid4())
    running = Running(store, run_id)
    running.acquire()
    try:
        if not instance.has_dynamic_partition(str(collections.name), key):
            instance.add_dynamic_partitions(str(collections.name), [key])
        result = definitions.resolve_job_def("refresh").execute_in_process(
            instance=instance,
            partition_key=key,
            run_id=run_id,
            raise_on_error=False,
            run_config={"loggers": {"file": {"config": {"path": str(log_path(store))}}}},
        )
    finally:
        running.release()
    if any(error.cls_name == "DagsterExecutionInterruptedError" for error in _errors(result)):
        raise KeyboardInterrupt
    found = outcome.last(store, key)
    if found is None or found.run_id != run_id:
        found = Outcome(key, "failed", _why(result, log_path(store)), run_id)
        outcome.keep(store, found)
    return Refreshed(found, _work(result))


def _work(result: dg.ExecuteInProcessResult) -> dict[str, int]:
    work = dict.fromkeys(_SUMMED, 0)
    for event in result.all_events:
        if not event.is_step_materialization:
            continue
        entry = event.step_materialization_data.materialization
        for name in (*_SUMMED, *_TAKEN.get(entry.asset_key.to_user_string(), ())):
            value = entry.metadata.get(name)
            if isinstance(value, dg.IntMetadataValue):
                work[name] = work.get(name, 0) + (value.value or 0)
    return work


def _errors(result: dg.ExecuteInProcessResult) -> Iterator[SerializableErrorInfo]:
    for event in result.all_events:
        if event.is_step_failure and event.step_failure_data.error is not None:
            yield event.step_failure_data.error


def _why(result: dg.ExecuteInProcessResult, log: Path) -> str:
    """The first fault of a run that came to no conclusion, in one line."""
    for event in result.all_events:
        if event.is_step_failure and (error := event.step_failure_data.error) is not None:
            while error.cause is not None:
                error = error.cause
            said = event.step_failure_data.user_failure_data
            text = (said.description if said else None) or error.message
            return f"{event.step_key} failed: {' '.join(text.split())[:300]} (see {log})"
    return f"the run ended without a conclusion (see {log})"
