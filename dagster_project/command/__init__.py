"""The `docgrain` command. What a subcommand needs is imported when it runs, so that each starts at once."""

from __future__ import annotations

import sys

import typer

from dagster_project.command import chunk, diff, doctor, evaluate, restore, run, search, ui
from dagster_project.command.output import CommandError, explain, warn

app = typer.Typer(
    name="docgrain",
    help="Retrieval units cut along the structure of business documents, proven before they are published.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for module in (run, chunk, search, evaluate, diff, doctor, restore, ui):
    module.register(app)


def main() -> None:
    """Run the command; what people can mend ends in one line and exit code 2 (1 where a gate refused)."""
    try:
        app()
    except CommandError as error:
        warn(str(error))
        sys.exit(error.code)
    except Exception as error:
        if (line := explain(error)) is None:
            raise
        warn(line)
        sys.exit(2)
