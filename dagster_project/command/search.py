"""`docgrain search`: one question to what is published."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dagster_project.command.output import DEFAULT_STORE, CommandError, Json, Store, warn, write, write_json

if TYPE_CHECKING:
    from resources.index import Index
    from resources.search.access import Principal
    from resources.search.pack import Hit


def register(app: typer.Typer) -> None:
    """Make it a subcommand."""
    app.command()(search)


def search(
    question: Annotated[str, typer.Argument(help="What is asked, in words.")],
    tenant: Annotated[str, typer.Option(help="Whose documents.")],
    group: Annotated[list[str] | None, typer.Option(help="An access group of the asker; repeat it.")] = None,
    collection: Annotated[list[str] | None, typer.Option(help="Look only here; repeat it.")] = None,
    counterparty: Annotated[
        str | None, typer.Option(help="Only documents with this party (part of a name).")
    ] = None,
    unit: Annotated[
        list[str] | None, typer.Option(help="Only units of this sort (clause, passage ...).")
    ] = None,
    budget: Annotated[int, typer.Option(min=1, help="Most tokens returned.")] = 2000,
    as_of: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="What governs on this day.")
    ] = None,
    store: Store = DEFAULT_STORE,
    json: Json = False,
) -> None:
    """Answer a question with the clauses, tickets or passages that hold the answer."""
    from resources.embedder import load_embedder
    from resources.published import open_published
    from resources.search.access import Principal, Scope
    from resources.search.ask import Search
    from resources.store import open_store

    if not store.exists():
        raise CommandError(
            f"there is no store at {store}: run docgrain run LANDING first, or name it with --store"
        )
    index = open_published(open_store(store), tenant)
    principal = Principal(tenant, frozenset(group or ()))
    scope = Scope(
        collections=frozenset(collection) if collection else None,
        units=frozenset(unit) if unit else None,
        counterparty=_parties(index, principal, counterparty),
    )
    answer = Search(index, load_embedder()).ask(
        question, principal, budget=budget, scope=scope, as_of=as_of.date() if as_of else None
    )
    for note in answer.notes:
        warn(note)
    for rank, hit in enumerate(answer.hits, start=1):
        if json:
            write_json(_record(hit))
        else:
            _show(rank, hit)
    if not json and answer.hits:
        warn(f"{len(answer.hits)} hits, {answer.tokens_used} of {budget} tokens")


def _parties(index: Index, principal: Principal, part: str | None) -> frozenset[str] | None:
    """The parties whose name holds `part`, among those the asker may know of."""
    from resources.search.access import Access

    if part is None:
        return None
    known = {name for facts in index.catalogue(Access(principal)) for name in facts.counterparty}
    return frozenset(name for name in known if part.casefold() in name.casefold())


def _record(hit: Hit) -> dict[str, Any]:
    chunk = hit.chunk
    return {
        "source_keys": chunk.source_keys,
        "collection": chunk.collection,
        "file": chunk.file,
        "title": chunk.title,
        "unit": chunk.unit,
        "path": chunk.path,
        "page": chunk.page,
        "bbox": chunk.bbox,
        "text": hit.text,
        "tokens": hit.tokens,
        "score": hit.score,
        "citation": hit.citation,
        "partial": hit.partial,
    }


def _show(rank: int, hit: Hit) -> None:
    place = f"{hit.chunk.collection}/{hit.chunk.file}" + (
        f", page {hit.chunk.page}" if hit.chunk.page else ""
    )
    write(f"{rank}. {hit.citation}{' (in part)' if hit.partial else ''}")
    write(f"   {place}   [{hit.score:.3f}]")
    for line in hit.text.splitlines():
        write(f"   {line}")
    write("")
