"""`docgrain doctor`: whether the store is sound, and which version of everything is at work."""

from __future__ import annotations

import typer

from dagster_project.command.output import DEFAULT_STORE, Store, warn, write


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
    app.command()(doctor)


def doctor(store: Store = DEFAULT_STORE) -> None:
    """Parity of both indexes, unreadable partitions, what killed runs left, versions. Mends nothing."""
    from dagster_project.examination import examine, versions
    from resources.store import open_store

    opened = open_store(store, make=False)
    for line in versions(opened):
        write(line)
    problems = examine(opened)
    for problem in problems:
        warn(problem)
    write(f"{len(problems)} problem(s)" if problems else "all is well")
    if problems:
        raise typer.Exit(1)
