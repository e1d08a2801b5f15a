"""`docgrain diff`: which questions were lost or won between two runs, and why."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from dagster_project.command.output import (
    DEFAULT_STORE,
    CommandError,
    Json,
    Store,
    warn,
    write,
    write_json,
    write_table,
)


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
    app.command()(diff)


def diff(
    collection: Annotated[
        str, typer.Argument(metavar="TENANT/COLLECTION", help="A collection that was run.")
    ],
    runs: Annotated[
        list[str] | None, typer.Argument(metavar="[RUN RUN]", help="Two runs; the last two if not said.")
    ] = None,
    store: Store = DEFAULT_STORE,
    json: Json = False,
) -> None:
    """For each question that used to hit: what ranks first now, where the gold went, and why."""
    from evals.compare_runs import compare_runs, pick_runs
    from partitions.keys import parse_key
    from resources.store import open_store

    try:
        key = parse_key(collection)
        opened = open_store(store, make=False)
        before, now = pick_runs(opened, key, runs or [])
        found = compare_runs(opened, key, before, now)
    except (ValueError, LookupError) as error:
        raise CommandError(str(error.args[0])) from error
    warn(f"{key}: {before} against {now}")
    if json:
        for row in found.lost:
            write_json(asdict(row))
        return
    for measure, was, is_now in found.totals:
        write(f"{measure:12} {was:.3f} -> {is_now:.3f}  ({is_now - was:+.3f})")
    write(f"{len(found.lost)} golds lost, {len(found.won)} questions won")
    if found.lost:
        columns = ["question", "kind", "culprit", "first now", "gold is in", "its rank"]
        write_table(columns, [
            [row.id, row.kind, row.culprit, row.first, ", ".join(row.gold_units[:3]), row.gold_rank or None]
            for row in found.lost
        ])  # fmt: skip
