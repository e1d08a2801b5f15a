"""Checks of tickets and their chunks: the common ones, and nothing unsolved, empty or quoted."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import partial

import dagster as dg
import pyarrow as pa
import pyarrow.compute as pc

from assets.documents.checks import chunk_check_specs
from assets.documents.cut_incremental import Cutting
from assets.documents.settings import TicketSettings
from assets.tickets.cut import UNIT
from partitions.definitions import collections
from resources.materialized import table

THREADS, CHUNKS = "ticket_threads", "ticket_chunks"
_SPEC = partial(dg.AssetCheckSpec, partitions_def=collections)
MESSAGES = _SPEC(
    "messages_accounted_for",
    asset=THREADS,
    description="Of every message that holds a word something is kept, or was cut with its reason.",
    blocking=True,
)
SOLVED = _SPEC(
    "only_solved",
    asset=CHUNKS,
    description="No chunk is of a ticket that is not kept, or whose own status says that it is open.",
    blocking=True,
)
RESOLUTION = _SPEC(
    "resolution_given",
    asset=CHUNKS,
    description="Every problem has its resolution, unless require_resolution = false.",
    blocking=True,
)
QUOTES = _SPEC(
    "no_quoted_text",
    asset=CHUNKS,
    description="No problem and no resolution holds the mail it answers. A few are a warning, people also "
    "write what looks like it; more than a twentieth are mails that were not cleaned.",
    blocking=True,
)
CHECKS = [*chunk_check_specs(CHUNKS), SOLVED, RESOLUTION, QUOTES]

_QUOTED = re.compile(
    r"(?:^>[^\n]*(?:\n|\Z)){2}|^-{3,} ?(?:original message|forwarded message|ursprüngliche nachricht"
    r"|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht) ?-{3,}",
    re.IGNORECASE | re.MULTILINE,
)
OPEN = frozenset(("new", "open", "reopened", "pending", "in progress", "hold", "on hold", "to do", "todo"))
"""Names of statuses that end nothing, whatever else is made of a ticket; apart from what decides that it is
kept, so that a fault there is seen here."""
QUOTED_SHARE = 0.05
"""Share of a collection's tickets up to which what looks like a quote is a warning. Of 3,397 tickets of a
tracker it is in 5, all of them the prompts of a console."""
_AT_ONCE = 2_000
"""Chunks that are looked at together: each holds the words of a whole thread."""
_KEPT_WHOLE = "stripping_left_little"
"""The flag of a thread whose text was kept, quotes and all, since stripping left next to nothing."""


def messages_accounted_for(threads: pa.Table) -> dg.AssetCheckResult:
    """Count the messages of which neither a body nor anything cut is left."""
    lost = [
        (file, count)
        for file, count in zip(threads["file"].to_pylist(), threads["unaccounted"].to_pylist(), strict=True)
        if count
    ]
    return dg.AssetCheckResult(
        asset_key=THREADS,
        check_name=MESSAGES.name,
        passed=not lost,
        metadata={
            "messages": sum(threads["messages"].to_pylist()),
            "at_fault": sum(count for _, count in lost),
            "tickets": table(["ticket", "messages lost"], lost[:20]),
        },
    )


def check_tickets(
    cutting: Cutting, threads: pa.Table, settings: TicketSettings
) -> Sequence[dg.AssetCheckResult]:
    """Hold the chunks against the tickets they were cut from."""
    dropped = dict(zip(threads["file"].to_pylist(), threads["dropped"].to_pylist(), strict=True))
    whole = {
        file
        for file, flags in zip(threads["file"].to_pylist(), threads["flags"].to_pylist(), strict=True)
        if _KEPT_WHOLE in flags
    }
    unsolved: list[str] = []
    empty: list[str] = []
    quoted: list[str] = []
    said = cutting.chunks.select(["doc_id", "unit", "body", "payload"])
    for batch in said.to_batches(max_chunksize=_AT_ONCE):
        for row in batch.to_pylist():
            name, told = row["doc_id"], json.loads(row["payload"])
            resolution = str(told.get("resolution") or "")
            open_still = settings.solved_by == "status" and str(told.get("status", "")).casefold() in OPEN
            if dropped.get(name, "gone") or open_still:
                unsolved.append(name)
            if settings.require_resolution and row["unit"] == UNIT and not resolution.strip():
                empty.append(name)
            if name not in whole and (_QUOTED.search(row["body"]) or _QUOTED.search(resolution)):
                quoted.append(name)
    few = len(set(quoted)) <= max(1, QUOTED_SHARE * pc.count_distinct(said["doc_id"]).as_py())
    return [
        _result(SOLVED, unsolved),
        _result(RESOLUTION, empty),
        _result(QUOTES, quoted, dg.AssetCheckSeverity.WARN if few else dg.AssetCheckSeverity.ERROR),
    ]


def _result(
    spec: dg.AssetCheckSpec,
    at_fault: Sequence[str],
    severity: dg.AssetCheckSeverity = dg.AssetCheckSeverity.ERROR,
) -> dg.AssetCheckResult:
    places = list(dict.fromkeys(at_fault))
    return dg.AssetCheckResult(
        asset_key=CHUNKS,
        check_name=spec.name,
        passed=not places,
        severity=severity,
        metadata={"at_fault": len(places)}
        | ({"tickets": table(["ticket"], [(place,) for place in places[:20]])} if places else {}),
    )
