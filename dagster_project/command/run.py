"""`docgrain run`: bring every collection of a landing zone up to date."""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dagster_project.command.output import (
    DEFAULT_STORE,
    CommandError,
    Json,
    Store,
    progress,
    warn,
    write,
    write_json,
    write_table,
)

if TYPE_CHECKING:
    from dagster_project.due import Collection
    from resources import store as stores
    from resources.outcome import Outcome

_EXIT = {"published": 0, "unproven": 0, "waiting": 0, "empty": 0, "removed": 0, "refused": 1, "failed": 1,
         "stopped": 2}  # fmt: skip
_HELD_AGAINST = {"published_now": "published", "fixed": "best of fixed"}
_NOTES = 6
"""Lines shown for one collection on a terminal; the rest is counted."""


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
    app.command()(run)


def run(
    landing: Annotated[Path, typer.Argument(help="The folder that holds TENANT/COLLECTION.")],
    only: Annotated[
        str | None, typer.Option(help="A glob over TENANT/COLLECTION, for example 'acme/*'.")
    ] = None,
    store: Store = DEFAULT_STORE,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")
    ] = False,
    json: Json = False,
) -> None:
    """Register and materialize what changed, and publish what is proven."""
    from filelock import FileLock, Timeout

    from dagster_project.due import look, lost
    from resources.store import Store as StoreFolder
    from resources.store import open_store

    # Made only once there is something to do: until then, none is as good as an empty one.
    absent = not store.exists() or (store.is_dir() and not any(store.iterdir()))
    opened = StoreFolder(store) if absent else open_store(store)
    found, problems = look(landing, opened, only)
    for problem in problems:
        warn(str(problem))
    for key, other in lost(landing, opened, only):
        warn(f"{key} is not found in {other} and stays as it is: an empty {landing / key} takes it out")
    if not found:
        match = f" that matches {only!r}" if only else ""
        raise CommandError(
            f"{landing} holds no collection{match}: put documents into {landing}/TENANT/COLLECTION/"
        )
    if dry_run:
        _say_what_would_be_done(found, json)
        return
    opened = open_store(store)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with FileLock(opened.path / "run.lock", blocking=False):
            (opened.path / "landing").write_text(str(landing.resolve()), encoding="utf-8")
            outcomes, work = _bring_up_to_date(landing, opened, found)
    except KeyboardInterrupt:
        raise CommandError("stopped; the next run goes on from here", 130) from None
    except Timeout:
        raise CommandError(f"another docgrain run is at work on {store}: wait until it is done") from None
    _report(opened, outcomes, work, json)
    # A name that lies beside the collections is worth a line; a folder that cannot be one is a fault.
    skipped = [problem for problem in problems if not problem.file.endswith(("/", "."))]
    code = max([_EXIT[outcome.status] for outcome in outcomes] + [2 if skipped else 0])
    if code:
        raise typer.Exit(code)


def _bring_up_to_date(
    landing: Path, store: stores.Store, found: list[Collection]
) -> tuple[list[Outcome], dict[str, dict[str, int]]]:
    from resources.running import dead_runs

    outcomes: list[Outcome] = []
    work: dict[str, dict[str, int]] = {}
    due = [collection for collection in found if collection.reason]
    if not due and not dead_runs(store):
        return [collection.outcome for collection in found if collection.outcome], work

    from resources import workers

    # Imports what it needs while this process imports Dagster.
    workers.prepare("assets.documents.apart")

    from assets.index.published import present_version
    from dagster_project.definitions import build_definitions
    from dagster_project.instance import close_dead_runs, open_instance
    from dagster_project.refresh import Begun, publish_facts, refresh_collection
    from partitions.keys import parse_key
    from resources.publisher import set_aside_damaged

    with open_instance(store) as instance:
        for run_id in close_dead_runs(instance, store):
            warn(f"run {run_id[:8]} was killed; it is closed now")
        definitions = build_definitions(landing, store.path)
        # Whoever lost access somewhere must not find it until all documents before it are read.
        begun: dict[str, Begun] = {}
        for tenant in sorted({collection.folder.tenant for collection in due}):
            if (damage := set_aside_damaged(store, tenant)) is not None:
                warn(f"tenant {tenant}: {damage}; it is set aside, and its collections are published anew")
        for collection in due if len(due) > 1 else ():
            key = collection.folder.key
            if present_version(store, parse_key(key)) is not None:
                with progress(key):
                    begun[key] = publish_facts(definitions, instance, store, key)
        for collection in found:
            key = collection.folder.key
            if not collection.reason:
                outcomes += [collection.outcome] if collection.outcome else []
                continue
            warn(f"{key}: {collection.reason}")
            with progress(key):
                refreshed = refresh_collection(definitions, instance, store, key, begun.get(key))
            outcomes.append(refreshed.outcome)
            work[key] = refreshed.work
    return outcomes, work


def _say_what_would_be_done(found: list[Collection], json: bool) -> None:
    for collection in found:
        said = collection.outcome.status if collection.outcome else None
        if json:
            write_json({"collection": collection.folder.key, "would_run": bool(collection.reason),
                        "reason": collection.reason, "outcome": said})  # fmt: skip
        elif collection.reason:
            write(f"{collection.folder.key}: would run ({collection.reason})")
        else:
            write(f"{collection.folder.key}: up to date ({said})")


def _report(
    store: stores.Store, outcomes: list[Outcome], work: dict[str, dict[str, int]], json: bool
) -> None:
    from dagster_project.notes import notes
    from resources.lake import Lake
    from resources.store import StoreError

    lake = Lake(store)
    problems: dict[str, list[str]] = {}
    for outcome in outcomes:
        try:
            lines = notes(lake, outcome.collection)
        except StoreError as error:
            lines = [f"{outcome.collection}: {error}"]
        problems[outcome.collection] = lines
        most = _NOTES if sys.stderr.isatty() else len(lines)
        for line in lines[:most]:
            warn(line)
        if len(lines) > most:
            warn(f"{outcome.collection}: and {len(lines) - most} more of these; --json shows them all")
        if outcome.status not in ("published", "unproven"):
            warn(f"{outcome.collection}: {outcome.status}: {outcome.message}")
        for miss in outcome.misses if outcome.status == "refused" else ():
            name, files, returned, first, was = miss
            instead = f"first is {first}" if first else "nothing was found"
            lost = ", was answered before" if was else ""
            warn(f"  {name} ({files}): {returned} of it returned, {instead}{lost}")
    if json:
        for outcome in outcomes:
            write_json(
                {
                    **asdict(outcome),
                    "ran": outcome.collection in work,
                    "work": work.get(outcome.collection, {}),
                    "problems": problems[outcome.collection],
                }
            )
        return
    columns = [
        "collection",
        "outcome",
        "documents",
        "read",
        "cut",
        "embedded",
        "chunks",
        "full recall",
        "before",
    ]
    rows = []
    for outcome in outcomes:
        did = work.get(outcome.collection, {})
        figures = outcome.figures
        before = next(
            (f"{figures[name]:.3f} {said}" for name, said in _HELD_AGAINST.items() if name in figures), None
        )
        rows.append([
            outcome.collection, outcome.status if did else f"{outcome.status} (unchanged)",
            did.get("documents"), did.get("documents_read", 0), did.get("documents_cut", 0),
            did.get("texts_embedded", 0), did.get("chunks"), _measured(figures), before,
        ])  # fmt: skip
    write_table(columns, rows)


def _measured(figures: Mapping[str, float]) -> float | str | None:
    """What the gate measured: full recall, or what is judged where tickets answer, named."""
    if "full_recall" in figures:
        return figures["full_recall"]
    other = next((name for name in ("hit_rate", "answered") if name in figures), None)
    return None if other is None else f"{figures[other]:.3f} {other.replace('_', ' ')}"
