"""`docgrain review`: what people should look at in a collection, and how to correct it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Annotated

import typer

from dagster_project.command.output import (
    DEFAULT_STORE,
    CommandError,
    Json,
    Store,
    write,
    write_json,
    write_table,
)

if TYPE_CHECKING:
    from assets.review.rows import ReviewRow, Topic

_TITLES: dict[Topic, str] = {
    "reading": "How the documents were read",
    "facts": "What their texts say of title, parties, dates",
    "links": "What amends or supersedes what",
    "numbering": "What their numbering and citations lack",
}


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
    app.command()(review)


def review(
    collection: Annotated[
        str, typer.Argument(metavar="TENANT/COLLECTION", help="A collection that was run, or a glob.")
    ],
    everything: Annotated[
        bool, typer.Option("--all", help="Also what is in order: facts read without a doubt, lists, links.")
    ] = False,
    store: Store = DEFAULT_STORE,
    json: Json = False,
) -> None:
    """List doubts of the reading, of facts read in the texts, of what amends what and of the numbering; each
    row says how to correct it."""
    from assets.review.rows import from_table
    from partitions.keys import parse_key
    from resources.lake import Lake
    from resources.store import open_store

    lake = Lake(open_store(store, make=False))
    keys = [key for key in lake.keys("review") if fnmatchcase(key, collection)]
    if not keys:
        try:
            parse_key(collection.translate({ord(sign): "x" for sign in "*?[]"}))
        except ValueError as error:
            raise CommandError(str(error)) from error
        raise CommandError(f"{collection} has no review: docgrain run LANDING --only '{collection}'")
    for key in keys:
        table = lake.read("review", key)
        show(key, from_table(table) if table is not None else [], everything=everything, json=json)


def show(key: str, rows: Sequence[ReviewRow], *, everything: bool, json: bool) -> None:
    """The rows as JSON Lines, all of them, or as a table a topic."""
    if json:
        for row in rows:
            write_json({"collection": key, **asdict(row)})
        return
    shown = [row for row in rows if row.look or everything]
    quoted = any(row.quote for row in shown)
    for topic, title in _TITLES.items():
        if mine := [row for row in shown if row.topic == topic]:
            columns = (
                "",
                "file",
                "about",
                "found",
                "sure",
                "place",
                *(["quote"] if quoted else []),
                "how",
                "mend",
            )
            write_table(columns, [_cells(row, quoted) for row in mine], f"{key}: {title}")
            write("")
    doubts = sum(row.look for row in rows)
    rest = "" if everything else f"; {len(rows) - doubts} more are in order: --all shows them"
    write(f"{key}: {doubts} to look at (?){rest}")


def _cells(row: ReviewRow, quoted: bool) -> tuple[object, ...]:
    from assets.review.rows import shortened

    quote = [row.quote] if quoted else []
    place = (row.confidence, row.page, *quote)
    return ("?" if row.look else "", shortened(row.file), row.subject, row.found, *place, row.how, row.mend)
