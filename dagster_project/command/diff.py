"""`docgrain diff`: which questions were lost or won between two runs, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated

import typer

from dagster_project.command.output import (
    DEFAULT_STORE,
    CommandError,
    Json,
    Store,
    shorten,
    warn,
    write,
    write_json,
    write_table,
)

_WIDEST = 60
"""Characters of a cell; what people call a document may be a whole sentence."""


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
    write(f"{found.questions} questions that both runs asked and whose answers are still there")
    for measure, was, is_now in found.totals:
        write(f"{measure:12} {was:.3f} -> {is_now:.3f}  ({is_now - was:+.3f})")
    write(f"{len(found.lost)} golds lost, {len(found.won)} questions won")
    if not found.lost:
        return
    for culprit, count in Counter(row.culprit for row in found.lost).most_common():
        write(f"  {count:4} {culprit}")
    columns = ["question", "gold", "culprit", "why", "rank was", "rank now", "first now"]
    write_table(columns, [
        [row.id, shorten(row.place, _WIDEST), row.culprit, row.why, row.rank_before or None,
         row.gold_rank or None, shorten(_first(row.first, found.titles), _WIDEST)]
        for row in found.lost
    ], folded=("why",))  # fmt: skip


def _first(key: str, titles: Mapping[str, str]) -> str:
    """What ranks first, with what people call it."""
    document = key if key in titles else key.rpartition("#")[0]
    title = titles.get(document, "")
    return f"{key} {title}" if title and title != document else key
