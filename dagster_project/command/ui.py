"""`docgrain ui`: Dagster's UI and daemon on this store."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from dagster_project.command.output import DEFAULT_STORE, CommandError, Store, warn


def register(app: typer.Typer) -> None:
    app.command()(ui)


def ui(
    landing: Annotated[
        Path | None, typer.Argument(help="The landing zone; that of the last run if not said.")
    ] = None,
    store: Store = DEFAULT_STORE,
    port: Annotated[int, typer.Option(help="Where the UI listens.")] = 3000,
    host: Annotated[str, typer.Option(help="On which address.")] = "127.0.0.1",
) -> None:
    """Open the graph, its runs and its plots in a browser; schedules and sensors are switched on there."""
    from dagster_project.instance import dagster_home
    from resources.store import open_store

    opened = open_store(store)
    if landing is None:
        remembered = opened.path / "landing"
        if not remembered.is_file():
            raise CommandError(f"{store} was never run: name the landing zone, docgrain ui LANDING")
        landing = Path(remembered.read_text(encoding="utf-8"))
    if not landing.is_dir():
        raise CommandError(f"{landing} is no folder: name the landing zone, docgrain ui LANDING")
    project = Path(__file__).resolve().parents[2]
    environment = {
        **os.environ,
        "DOCGRAIN_LANDING": str(landing.resolve()),
        "DOCGRAIN_STORE": str(opened.path.resolve()),
        "DAGSTER_HOME": str(dagster_home(opened).resolve()),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(project), os.environ.get("PYTHONPATH")])),
    }
    warn(f"http://{host}:{port} shows {opened.path.resolve()}; Ctrl-C ends it")
    arguments = [sys.executable, "-m", "dagster", "dev", "-m", "dagster_project.definitions",
                 "--host", host, "--port", str(port), "--log-level", "warning"]  # fmt: skip
    os.execve(sys.executable, arguments, environment)  # noqa: S606 - no shell, fixed program
