"""The nightly backfill of what is stale or failed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import dagster as dg

from dagster_project.due import look
from dagster_project.jobs import refresh
from partitions.definitions import collections
from resources.platform import LandingResource, StoreResource


@dg.schedule(
    job=refresh,
    cron_schedule="0 2 * * *",
    default_status=dg.DefaultScheduleStatus.STOPPED,
    description="Runs every collection whose files or code changed since its last run, or whose last run "
    "failed or did not finish. The others are left alone.",
)
def nightly(
    context: dg.ScheduleEvaluationContext, landing: LandingResource, store: StoreResource
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """One run for every known collection that is due."""
    known = set(context.instance.get_dynamic_partitions(collections.name or ""))
    found, _ = look(Path(landing.root), store.open())
    due = [item for item in found if item.reason and item.folder.key in known]
    if not due:
        yield dg.SkipReason("Every collection is up to date.")
    for item in due:
        yield dg.RunRequest(partition_key=item.folder.key, tags={"docgrain/reason": item.reason or ""})
