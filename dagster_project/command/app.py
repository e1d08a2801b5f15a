"""The subcommands under one name. What a subcommand needs is imported when it runs, so that each starts at
once."""

from __future__ import annotations

import typer

from dagster_project.command import chunk, diff, doctor, evaluate, manifest, restore, review, run, search, ui

app = typer.Typer(
    name="docgrain",
    help="Retrieval units cut along the structure of business documents, proven before they are published.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for module in (run, chunk, search, evaluate, review, manifest, diff, doctor, restore, ui):
    module.register(app)
