"""`docgrain chunk`: how files are cut, without a store."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dagster_project.command.output import CommandError, Json, warn, write, write_json

if TYPE_CHECKING:
    from resources.record import Chunk


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
    app.command()(chunk)


def chunk(
    files: Annotated[list[Path], typer.Argument(help="Documents to cut.")],
    family: Annotated[
        str | None, typer.Option(help="What they are; told by their content if not said.")
    ] = None,
    strategy: Annotated[str, typer.Option(help="How to cut them.")] = "structure",
    json: Json = False,
) -> None:
    """Print the chunks of files. A file that cannot be read is named, and the others go on."""
    from assets.documents.reading.model import UnreadableDocument
    from dagster_project.one_file import chunks_of_file

    unreadable = False
    for path in files:
        try:
            chunks, notes = chunks_of_file(path, family, strategy)
        except ValueError as error:
            raise CommandError(str(error)) from error
        except (UnreadableDocument, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            warn(f"{path}: {reason}")
            unreadable = True
            continue
        for note in notes:
            warn(f"{path}: {note}")
        for each in chunks:
            if json:
                write_json(asdict(each))
            else:
                _show(each)
        warn(f"{path}: {len(chunks)} chunks")
    if unreadable:
        raise typer.Exit(2)


def _show(chunk: Chunk) -> None:
    from resources.keywords import TICKET
    from resources.search.fix import lead, resolution_of

    ticket = [chunk.doc_id] if chunk.family == TICKET else []
    place = " > ".join([*ticket, chunk.path, *chunk.heading_path[-1:]])
    part = f" part {chunk.part[0]} of {chunk.part[1]}" if chunk.part[1] > 1 else ""
    page = f"page {chunk.page}, " if chunk.page else ""
    write(f"{chunk.seq:4}  {chunk.unit} {place}{part}  ({page}{chunk.tokens} tokens)")
    write("      " + " ".join(chunk.body.split())[:160])
    if ticket:
        # What is read of a ticket is no part of what is embedded, and has to be judged as well.
        fix = " ".join(resolution_of(chunk).split())[:150]
        write(f"      {lead(chunk)}{fix or '(nothing says how it was solved)'}")
