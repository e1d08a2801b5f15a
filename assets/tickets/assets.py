"""Tickets: the threads as they were read from exports and mailboxes, and their chunks."""

from collections import Counter
from functools import partial

import dagster as dg
import pyarrow as pa
import pyarrow.compute as pc

from assets.documents.checks import keep_failing, said
from assets.documents.family import Strategies
from assets.documents.steps import cut_step, existing, settings_of
from assets.tickets.boxes import MAIL, exports_of
from assets.tickets.checks import CHECKS, MESSAGES, check_tickets, messages_accounted_for
from assets.tickets.cleaning import read_cleaned
from assets.tickets.cut import NOTE, UNIT
from assets.tickets.family import FAMILY, writing
from assets.tickets.thread_rows import digest
from assets.tickets.threads import EXPORTS, Threads, dropped_by_reason, read_threads
from assets.tickets.written import PROBLEMS as STATEMENT_PROBLEMS
from assets.tickets.written import statements_of
from partitions.definitions import collections
from resources.automation import CARRY
from resources.codeversion import code_version
from resources.content_hash import content_hash
from resources.facts import from_table
from resources.materialized import OWNERS, Figure, Materialized, materialized, table
from resources.platform import LandingResource, StoreResource

OTHERS, PROBLEMS = "ticket_versions", "ticket_problems"
_READER = code_version("assets.tickets.threads", "assets.tickets.boxes", "assets.tickets.cleaning")


@dg.asset(
    deps=["documents", "manifest", "collection_settings"],
    partitions_def=collections,
    group_name="tickets",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=_READER,
    check_specs=[MESSAGES],
    description="Tickets and mail threads, one row each: what people wrote, what was cut of it and why, and "
    "whether it is solved.",
)
def ticket_threads(
    context: dg.AssetExecutionContext, landing: LandingResource, store: StoreResource
) -> Materialized:
    """Read again only exports that changed; a record that is none is told with its file and line."""
    key, lake = context.partition_key, store.lake
    documents = existing(lake, "documents", key)
    before, others, files = (lake.read(name, key) for name in (FAMILY.documents, OTHERS, EXPORTS))
    ready = pc.field("status") == "ready"
    mine = (pc.field("family") == FAMILY.name) & ready
    if files is not None:  # what cannot be read any more has lost what it held
        mine |= ~ready & pc.field("file").isin(files["source"].unique()) & (pc.field("kind") != MAIL)
    columns = ["file", "kind", "status", "error", "source_hash", "members"]
    readers = {fact.file: fact.acl for fact in from_table(existing(lake, "manifest", key))}
    exports = exports_of(documents.filter(mine).select(columns).to_pylist(), readers)
    settings = settings_of(lake, key).tickets
    previous = None if before is None or others is None or files is None else (before, others, files)
    found = read_threads(landing.directory(key), exports, previous, _READER, settings, read_cleaned)
    lake.write(OTHERS, key, found.others)
    lake.write(FAMILY.documents, key, found.table)
    lake.write(EXPORTS, key, found.files)
    lines = [f"{key}/{line}" for line in found.bad]
    lake.write(PROBLEMS, key, pa.table({"problem": pa.array(lines, pa.string())}))
    for line in lines[:50]:
        context.log.warning(line)
    accounted = messages_accounted_for(found.table)
    keep_failing(lake, key, FAMILY.documents, [accounted])
    if not accounted.passed:
        store.conclude(context, "refused", said(FAMILY.documents, [accounted]))
    return materialized(
        digest(content_hash(found.table, without=("reader",)), *found.lost),
        {
            **_figures(found),
            "bad_records": len(lines),
            "problems": table(["problem"], [(line,) for line in lines[:50]]),
            "quarantined_files": len(found.unreadable),
            "quarantine": table(["file", "reason"], list(found.unreadable.items())),
            "reader_version": _READER,
        },
        checks=[accounted],
    )


@dg.asset(
    deps=["ticket_threads", "facts", "collection_settings"],
    partitions_def=collections,
    group_name="tickets",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version(FAMILY.module),
    check_specs=CHECKS,
    description="Solved tickets as problem and fix: the problem is embedded, the fix is what is read.",
)
def ticket_chunks(
    context: dg.AssetExecutionContext, store: StoreResource, strategies: dg.ResourceParam[Strategies]
) -> Materialized:
    """Cut again only tickets that changed, or whose standing did, or whose statement could not be written."""
    key, lake = context.partition_key, store.lake
    settings = settings_of(lake, key).tickets
    tickets = set(existing(lake, FAMILY.documents, key)["file"].to_pylist())
    statements = statements_of(lake, key, settings)
    try:
        family, checks = writing(statements), partial(check_tickets, settings=settings)
        made = cut_step(context, family, store, strategies, checks)
    finally:
        statements.keep(tickets)
    lines = [f"{key}: {line}" for line in statements.problems()]
    lake.write(STATEMENT_PROBLEMS, key, pa.table({"problem": pa.array(lines, pa.string())}))
    for line in lines:
        context.log.warning(line)
    figures = {
        **_units(existing(lake, FAMILY.chunks, key), existing(lake, f"{FAMILY.name}_cuts", key)),
        "statements_written": statements.written,
        "statements_missed": len(statements.missed),
    }
    held = {name: value for name, value in (made.metadata or {}).items() if not name.startswith("numbering")}
    return made._replace(metadata={**held, **figures})


def _units(chunks: pa.Table, cuts: pa.Table) -> dict[str, Figure]:
    """How many problems there are, of how many tickets nothing says how they were solved, and of how many
    there was a doubt."""
    units = Counter(chunks["unit"].to_pylist())
    flags = Counter(flag.partition(":")[0] for each in cuts["flags"].to_pylist() for flag in {*(each or ())})
    return {
        "problems": units[UNIT],
        "notes": units[NOTE],
        "tickets_without_resolution": flags["no_resolution"],
        "flags": table(["flag", "tickets"], flags.most_common()),
    }


def _figures(found: Threads) -> dict[str, Figure]:
    """What people plot of the tickets: how many are solved, why the others stay out, how much was cut."""
    public = found.table.filter(pc.and_(pc.invert(found.table["internal"]), pc.is_null(found.table["error"])))
    tickets, dropped = public.num_rows, dropped_by_reason(found.table)
    said, stripped = (sum(found.table[name].to_pylist()) for name in ("said", "stripped"))
    kept = tickets - sum(dropped.values())
    return {
        "documents_read": found.read,
        "documents_kept": found.kept,
        "tickets": tickets,
        "tickets_kept": kept,
        "solved_share": kept / tickets if tickets else 0.0,
        **{f"dropped_{reason}": count for reason, count in dropped.items()},
        "tickets_lost": len(found.lost),
        "tickets_replaced": sum(found.files["replaced"].to_pylist()),
        "threads_over_several_files": sum(map(bool, found.table["parts"].to_pylist())),
        "links_out_of_the_collection": found.dangling,
        "messages": sum(found.table["messages"].to_pylist()),
        "automatic_messages": sum(found.table["automatic"].to_pylist()),
        "stripped_share": stripped / (said + stripped) if said + stripped else 0.0,
        "tickets_with_internal_notes": found.table.num_rows - tickets - len(found.unreadable),
    }
