"""`docgrain ui`: Dagster's UI and daemon on this store."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from dagster_project.command.output import DEFAULT_STORE, CommandError, Store, warn

_WORKSPACE = """\
load_from:
  - python_module:
      module_name: dagster_project.definitions
      working_directory: {project}
      location_name: docgrain
"""


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
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

    opened = open_store(store, make=landing is not None)
    if landing is None:
        remembered = opened.path / "landing"
        if not remembered.is_file():
            raise CommandError(f"{store} was never run: name the landing zone, docgrain ui LANDING")
        landing = Path(remembered.read_text(encoding="utf-8"))
    if not landing.is_dir():
        raise CommandError(f"{landing} is no folder: name the landing zone, docgrain ui LANDING")
    project = Path(__file__).resolve().parents[2]
    home = dagster_home(opened).resolve()
    workspace = home / "workspace.yaml"
    workspace.write_text(_WORKSPACE.format(project=json.dumps(str(project))), encoding="utf-8")
    environment = {
        **os.environ,
        "DOCGRAIN_LANDING": str(landing.resolve()),
        "DOCGRAIN_STORE": str(opened.path.resolve()),
        "DAGSTER_HOME": str(home),
    }
    warn(f"http://{host}:{port} shows {opened.path.resolve()}; Ctrl-C ends it")
    arguments = [sys.executable, "-m", "dagster", "dev", "--workspace", str(workspace),
                 "--host", host, "--port", str(port), "--log-level", "warning"]  # fmt: skip
    os.execve(sys.executable, arguments, environment)  # noqa: S606 - no shell, fixed program
