"""The gate as an asset check: it says the same as the verdict, where checks are looked at."""

from __future__ import annotations

import dagster as dg

from partitions.definitions import collections

GATE = dg.AssetCheckSpec(
    "gate",
    asset="verdict",
    description="The candidate does not score worse than what is or was published, on the same questions.",
    blocking=True,
    partitions_def=collections,
)
