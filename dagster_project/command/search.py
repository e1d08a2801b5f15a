"""`docgrain search`: one question to what is published."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dagster_project.command.output import DEFAULT_STORE, CommandError, Json, Store, warn, write, write_json

if TYPE_CHECKING:
    from resources.index import Index
    from resources.record import Chunk
    from resources.search.access import Principal
    from resources.search.pack import Hit


_OF_TICKET = ("product", "versions", "components", "priority", "status", "outcome", "opened", "closed",
              "duplicates", "resolution", "resolution_from")  # fmt: skip
_UNIT = re.compile(r"[a-z][a-z0-9_-]{0,39}")


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
    from resources.store import check_name, open_store

    for name in collection or ():
        check_name(name, "collection")
    for name in unit or ():
        if not _UNIT.fullmatch(name):
            raise CommandError(f"{name!r} is no sort of unit: --unit takes a word such as clause or passage")
    index = open_published(open_store(store, make=False), tenant)
    principal = Principal(tenant, frozenset(group or ()))
    wanted = _collections(index, principal, collection)
    if wanted is not None and not wanted:
        return
    scope = Scope(
        collections=wanted,
        units=frozenset(unit) if unit else None,
        counterparty=_parties(index, principal, counterparty),
    )
    answer = Search(index, load_embedder()).ask(
        question, principal, budget=budget, scope=scope, as_of=as_of.date() if as_of else None
    )
    for note in answer.notes:
        warn(note)
    if unit and not answer.hits:
        warn(f"only units of the sort {' or '.join(unit)} were looked at")
    source: tuple[int, Hit] | None = None
    for rank, hit in enumerate(answer.hits, start=1):
        # What comes along stands right behind what brought it.
        if source is None or hit.via is None:
            source = rank, hit
        if json:
            write_json(_record(hit))
        else:
            _show(rank, hit, source)
    if not json and answer.hits:
        warn(f"{len(answer.hits)} hits, {answer.tokens_used} of {budget} tokens")


def _collections(index: Index, principal: Principal, asked: list[str] | None) -> frozenset[str] | None:
    """Those of the collections asked for of which the asker may read something; the others are named, in
    the same words whether they are hidden or do not exist."""
    from resources.search.access import Access

    if not asked or not principal.groups:
        return frozenset(asked) if asked else None
    readable = {facts.collection for facts in index.catalogue(Access(principal))}
    for name in dict.fromkeys(asked):
        if name not in readable:
            warn(f"you may read nothing in collection {name}")
    return frozenset(readable.intersection(asked))


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
        "score": None if hit.via else hit.score,
        "citation": hit.citation,
        "partial": hit.partial,
        "via": hit.via,
        "digest": hit.digest,
        **_ticket(chunk),
    }


def _ticket(chunk: Chunk) -> dict[str, Any]:
    """What is known of a ticket beside its text; nothing of other families."""
    from resources.keywords import TICKET
    from resources.search.fix import told
    from resources.search.tickets import ticket_of

    if chunk.family != TICKET:
        return {}
    held = told(chunk.payload)
    return {"ticket": {"id": ticket_of(chunk)[1], **{name: held.get(name) for name in _OF_TICKET}}}


def _show(rank: int, hit: Hit, found: tuple[int, Hit]) -> None:
    """`found`: the rank and the hit that was found by its own words, and brought this one along."""
    place = f"{hit.chunk.collection}/{hit.chunk.file}" + (
        f", page {hit.chunk.page}" if hit.chunk.page else ""
    )
    write(f"{rank}. {hit.citation}{' (in part)' if hit.partial else ''}")
    # What came along was not found by its own words: it has no score to show.
    cited = hit.chunk.id in found[1].chunk.refs
    along = f"({'cited by' if cited else 'beside'} {found[0]})"
    ticket = _ticket(hit.chunk).get("ticket", {})
    place += f", closed {ticket['closed'][:10]}" if ticket.get("closed") else ""
    write(f"   {place}   {along if hit.via else f'[{hit.score:.3f}]'}")
    for line in hit.text.splitlines():
        write(f"   {line}")
    if hit.chunk.unit == "problem_fix" and not ticket["resolution"]:
        write("   [solved; nothing says how]")
    if hit.digest:
        write(f"   [{hit.digest}]")
    write("")
