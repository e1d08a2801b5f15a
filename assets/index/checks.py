"""The candidate's two indexes must hold the same chunks, all of them."""

from __future__ import annotations

from pathlib import Path

import dagster as dg

from partitions.definitions import collections
from resources.index import Index
from resources.materialized import table
from resources.parity import parity

PARITY = dg.AssetCheckSpec(
    "index_parity",
    asset="candidate_index",
    description="Vectors and words hold the same ids, as many as the chunk tables.",
    blocking=True,
    partitions_def=collections,
)


def check_parity(directory: Path, chunks: int) -> dg.AssetCheckResult:
    """Compare both halves of the candidate in `directory`, which was built of so many chunks."""
    found = parity(Index.open_candidate(directory))
    problems = (
        found.problems
        if found.rows == chunks
        else [*found.problems, f"{found.rows} rows for {chunks} chunks"]
    )
    return dg.AssetCheckResult(
        asset_key=PARITY.asset_key,
        check_name=PARITY.name,
        passed=not problems,
        metadata={
            "rows": found.rows,
            "entries": found.entries,
            "problems": table(["problem"], [(p,) for p in problems]),
        },
    )
