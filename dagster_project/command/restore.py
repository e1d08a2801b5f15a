"""`docgrain restore`: a collection answers from an older version again."""

from __future__ import annotations

from typing import Annotated

import typer

from dagster_project.command.output import DEFAULT_STORE, CommandError, Store, write


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
    app.command()(restore)


def restore(
    collection: Annotated[str, typer.Argument(metavar="TENANT/COLLECTION", help="What to put back.")],
    version: Annotated[
        int | None, typer.Argument(help="To which version; the one before if not said.")
    ] = None,
    list_versions: Annotated[
        bool, typer.Option("--list", help="Say which versions are kept, and do nothing.")
    ] = False,
    store: Store = DEFAULT_STORE,
) -> None:
    """Publish an older version again. Revoked groups and removed files stay gone."""
    from assets.index.published import present_version
    from assets.index.restored import restore_version
    from partitions.keys import parse_key
    from resources.published import published_versions
    from resources.store import open_store

    try:
        key = parse_key(collection)
    except ValueError as error:
        raise CommandError(str(error)) from error
    opened = open_store(store, make=False)
    before = present_version(opened, key)
    if list_versions:
        kept = published_versions(opened, key.tenant, key.collection)
        if not kept:
            raise CommandError(f"{key} is not published, so no version of it is kept: docgrain run LANDING")
        for number in kept:
            write(f"{number}{' (answering now)' if number == before else ''}")
        return
    restored = restore_version(opened, key, version)
    write(f"{key} answers from version {restored} again; undo it with: docgrain restore {key} {before}")
