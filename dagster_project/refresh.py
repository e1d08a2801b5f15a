"""One collection through the whole graph, in this process, on the store's own Dagster instance."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import dagster as dg
from dagster_shared.error import SerializableErrorInfo

from partitions.definitions import collections
from resources import outcome
from resources.outcome import Outcome
from resources.platform import SCANNED_BY
from resources.running import Running
from resources.store import Store

_INTERRUPTS = {"DagsterExecutionInterruptedError", "KeyboardInterrupt"}
_SUMMED = ("documents_hashed", "documents_read", "documents_cut", "texts_embedded")
_TAKEN = {
    "documents": ("documents", "waiting"),
    "chunk_embeddings": ("chunks",),
    "published_manifest": ("documents_changed", "documents_removed"),
    "published_facts": ("documents_changed", "documents_removed"),
}


_FIRST = ("documents", "manifest", "collection_settings", "published_manifest")
"""What brings access groups and removals to what is published; no document is read for it."""


@dataclass(slots=True)
class Refreshed:
    """A run that is over: its outcome and the work it did, as numbers by name."""

    outcome: Outcome
    work: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Begun:
    """A collection that was scanned and whose manifest is published. `outcome` is there where it ended with
    that: what people wrote is to be mended, or something failed."""

    run_id: str
    work: dict[str, int]
    outcome: Outcome | None


def log_path(store: Store) -> Path:
    """Where Dagster's own log of the command's runs goes."""
    return store.path / "logs" / "dagster.log"


def publish_facts(definitions: dg.Definitions, instance: dg.DagsterInstance, store: Store, key: str) -> Begun:
    """Scan one collection and bring what people say to what is published, so that nobody's access waits for
    another collection's documents. Raises KeyboardInterrupt."""
    run_id, result = _execute(definitions, instance, store, key, _FIRST)
    ended = None if result.success else _outcome(store, key, run_id, result)
    return Begun(run_id, _work(result), ended)


def refresh_collection(
    definitions: dg.Definitions,
    instance: dg.DagsterInstance,
    store: Store,
    key: str,
    begun: Begun | None = None,
) -> Refreshed:
    """Run the refresh job on one collection, or what is left of it after `begun`. Whatever happens in it
    becomes an outcome; raises KeyboardInterrupt where somebody stopped it, which Dagster takes for one
    more failure."""
    if begun is None:
        run_id, result = _execute(definitions, instance, store, key)
        return Refreshed(_outcome(store, key, run_id, result), _work(result))
    if begun.outcome is not None:
        return Refreshed(begun.outcome, begun.work)
    left = [
        asset.to_user_string()
        for asset in definitions.resolve_job_def("refresh").asset_layer.executable_asset_keys
        if asset.to_user_string() not in _FIRST
    ]
    run_id, result = _execute(definitions, instance, store, key, left, {SCANNED_BY: begun.run_id})
    work = Counter(begun.work)
    work.update(_work(result))
    return Refreshed(_outcome(store, key, run_id, result), dict(work))


def _execute(
    definitions: dg.Definitions,
    instance: dg.DagsterInstance,
    store: Store,
    key: str,
    assets: Sequence[str] | None = None,
    tags: Mapping[str, str] | None = None,
) -> tuple[str, dg.ExecuteInProcessResult]:
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
            asset_selection=None if assets is None else [dg.AssetKey(name) for name in assets],
            tags=tags,
        )
    finally:
        running.release()
    if any(error.cls_name in _INTERRUPTS for error in _errors(result)):
        raise KeyboardInterrupt
    return run_id, result


def _outcome(store: Store, key: str, run_id: str, result: dg.ExecuteInProcessResult) -> Outcome:
    found = outcome.last(store, key)
    if found is None or found.run_id != run_id:
        found = Outcome(key, "failed", _why(result, log_path(store)), run_id)
        outcome.keep(store, found)
    return found


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
        error = None
        if event.is_step_failure:
            error = event.step_failure_data.error
        elif event.event_type == dg.DagsterEventType.RUN_FAILURE:
            error = event.job_failure_data.error
        while error is not None:
            yield error
            error = error.cause


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
