"""What the command writes: results to stdout, everything else to stderr, one line a fault."""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from errno import EDQUOT, EMFILE, ENOSPC
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeGuard

import typer

from resources.progress import listening

Store = Annotated[
    Path, typer.Option("--store", envvar="DOCGRAIN_STORE", help="The folder that holds everything made.")
]
DEFAULT_STORE = Path(".docgrain")
Json = Annotated[bool, typer.Option("--json", help="JSON Lines on stdout and nothing else.")]


class CommandError(Exception):
    """Ends the command with one line on stderr and an exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


class UsageError(Protocol):
    """What click raises where an argument is wrong or missing."""

    exit_code: int

    def show(self) -> None: ...


def is_usage(error: object) -> TypeGuard[UsageError]:
    """Whether it is click's own complaint. Told by name: typer carries a click that has no public one."""
    return "ClickException" in {kind.__name__ for kind in type(error).__mro__}


def explain(error: Exception) -> str | None:
    """The one line for an error that a person can mend; None for a fault of ours. Told by the module
    that raises it, so that no module is imported only to be compared with."""
    kinds = {"StoreError", "PublishError", "LandingError", "ManifestError", "EmbedderError", "StrategyError",
             "UnreadableDocument", "OcrError", "ProofError", "NotProvenError"}  # fmt: skip
    if kinds & {kind.__name__ for kind in type(error).__mro__}:
        return " ".join(str(error).split())
    if isinstance(error, OSError):
        return _explain_os(error)
    return None


def _explain_os(error: OSError) -> str:
    reason = error.strerror or str(error) or type(error).__name__
    if error.errno in (ENOSPC, EDQUOT):
        mend = "make room, or name a folder on another disk with --store"
    elif error.errno == EMFILE:
        mend = "allow more open files (ulimit -n)"
    else:
        mend = "correct its permissions, or name another folder"
    return f"{error.filename or 'the operating system'}: {reason}: {mend}"


def warn(line: str) -> None:
    """One line on stderr."""
    sys.stderr.write(line.rstrip() + "\n")
    sys.stderr.flush()


def write(line: str) -> None:
    """One line on stdout."""
    sys.stdout.write(line + "\n")


def write_json(value: Mapping[str, Any]) -> None:
    """One JSON line on stdout; dates as ISO."""
    write(json.dumps(value, ensure_ascii=False, default=str))


def shorten(text: str, most: int) -> str:
    """A text on one line of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def write_table(
    columns: Sequence[str],
    rows: Sequence[Sequence[object]],
    title: str | None = None,
    *,
    folded: Container[str] = (),
) -> None:
    """A table on stdout; the first column is text, numbers stand to the right. The columns named in `folded`
    hold sentences and go over several lines where they must."""
    from rich.console import Console
    from rich.table import Table

    drawn = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for at, column in enumerate(columns):
        numbers = any(isinstance(row[at], int | float) for row in rows)
        drawn.add_column(column, justify="right" if numbers else "left", no_wrap=column not in folded)
    for row in rows:
        drawn.add_row(*(_cell(value) for value in row))
    # As wide as it needs to be: cells folded to a narrow terminal cannot be read.
    Console(file=sys.stdout, width=240, markup=False, emoji=False, highlight=False).print(drawn)


@contextmanager
def progress(label: str) -> Iterator[None]:
    """Show what is reported inside the block: a bar on a terminal, one line a finished stage in a log."""
    if not sys.stderr.isatty():
        with listening(_lines(label)):
            yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)

        def show(what: str, done: int, total: int) -> None:
            bar.update(task, description=f"{label}: {what}", completed=done, total=total or None)

        with listening(show):
            yield


def _lines(label: str) -> Any:
    def show(what: str, done: int, total: int) -> None:
        if total and done == total:
            warn(f"{label}: {what} {total}")

    return show


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)
