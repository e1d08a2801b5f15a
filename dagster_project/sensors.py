"""New folders in the landing zone become partitions."""

from __future__ import annotations

from pathlib import Path

import dagster as dg

from assets.documents.landing import collections as folders
from assets.documents.problems import LandingError
from dagster_project.jobs import refresh
from partitions.definitions import collections
from resources.platform import LandingResource


@dg.sensor(
    job=refresh,
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.STOPPED,
    description="Registers collections that are new in the landing zone and runs each of them once.",
)
def new_collections(
    context: dg.SensorEvaluationContext, landing: LandingResource
) -> dg.SensorResult | dg.SkipReason:
    """Partitions and runs for folders that are no partitions yet."""
    try:
        found, problems = folders(Path(landing.root))
    except LandingError as error:
        return dg.SkipReason(str(error))
    for problem in problems:
        context.log.warning(str(problem))
    known = set(context.instance.get_dynamic_partitions(collections.name or ""))
    new = [folder.key for folder in found if folder.key not in known]
    if not new:
        return dg.SkipReason("No new collection.")
    return dg.SensorResult(
        dynamic_partitions_requests=[collections.build_add_request(new)],
        run_requests=[dg.RunRequest(run_key=f"new:{key}", partition_key=key) for key in new],
    )
