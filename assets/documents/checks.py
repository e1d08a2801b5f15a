"""What must hold, or is worth a warning, for documents and for the chunks of any family."""

from __future__ import annotations

from collections.abc import Sequence

import dagster as dg
import pyarrow as pa

from assets.documents.cut_incremental import Cutting, duplicate_ids
from partitions.definitions import collections
from resources.lake import Lake
from resources.materialized import table

FAILING = "failing_checks"
READABLE_BY_SOMEBODY = dg.AssetCheckSpec(
    "readable_by_somebody",
    asset="facts",
    description="Every document has an access group. One without is published for nobody: a warning.",
    blocking=False,
    partitions_def=collections,
)


def readable_by_somebody(key: str, files: Sequence[str]) -> dg.AssetCheckResult:
    """Warn about `files`, which have no access group."""
    return dg.AssetCheckResult(
        asset_key="facts",
        check_name=READABLE_BY_SOMEBODY.name,
        passed=not files,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={
            "documents": len(files),
            "mend": f"Give acl in {key}/metadata.csv or in {key}/collection.toml.",
            "files": table(["file"], [(file,) for file in files[:20]]),
        },
    )


_CHUNK_CHECKS = {
    "coverage": "Every character of the source is in a chunk or in a region left out by name.",
    "disjoint_spans": "No character is in two chunks, and every body is the text at its offsets.",
    "ceiling": "No chunk's text, prefix included, has more tokens than the ceiling.",
    "unique_ids": "Every chunk has an id of its own.",
}


def chunk_check_specs(asset: str) -> list[dg.AssetCheckSpec]:
    """The blocking checks of a family's chunks, each with the collection's partition, so that one
    collection's pass never stands for another's failure."""
    return [
        dg.AssetCheckSpec(name, asset=asset, description=text, blocking=True, partitions_def=collections)
        for name, text in _CHUNK_CHECKS.items()
    ]


def check_chunks(asset: str, cutting: Cutting, *, overlap: bool, complete: bool) -> list[dg.AssetCheckResult]:
    """Hold what cutting found against the checks. `overlap`: chunks may share characters; `complete`:
    the strategy promises to lose nothing (a strategy that only compares may)."""

    def total(*names: str) -> int:
        return sum(sum(cutting.cuts[name].to_pylist()) for name in names)

    twice = duplicate_ids(cutting.chunks)
    counts = {
        "coverage": total("uncovered") if complete else 0,
        "disjoint_spans": total("misplaced") if overlap else total("misplaced", "overlapping"),
        "ceiling": total("over_ceiling") if complete else 0,
        "unique_ids": len(twice),
    }
    places = [place for rows in cutting.cuts["places"].to_pylist() for place in rows] + [
        f"id {name}" for name in twice
    ]
    return [
        dg.AssetCheckResult(
            asset_key=asset,
            check_name=name,
            passed=count == 0,
            metadata={"at_fault": count}
            | ({"places": table(["place"], [(p,) for p in places[:20]])} if count else {}),
        )
        for name, count in counts.items()
    ]


def failing(checks: Sequence[dg.AssetCheckResult]) -> list[dg.AssetCheckResult]:
    """Those that stop what they are of; a warning does not."""
    return [each for each in checks if not each.passed and each.severity == dg.AssetCheckSeverity.ERROR]


def keep_failing(lake: Lake, key: str, asset: str, checks: Sequence[dg.AssetCheckResult]) -> None:
    """Keep which of an asset's checks fail: Dagster stops what lies downstream in the same run only, and
    whoever starts it by hand would publish what no check let through."""
    names = [each.check_name for each in failing(checks)]
    lake.write(FAILING, f"{key}/{asset}", pa.table({"check": pa.array(names, pa.string())}))


def kept_failing(lake: Lake, key: str) -> list[str]:
    """One line for each asset of the collection whose checks failed when it was last materialized."""
    kept = [name for name in lake.keys(FAILING) if name.startswith(f"{key}/")]
    rows = [(name.rsplit("/", 1)[1], lake.read(FAILING, name)) for name in kept]
    return [f"{asset} failed its checks: {', '.join(names['check'].to_pylist())}"
            for asset, names in rows if names is not None and names.num_rows]  # fmt: skip


def said(asset: str, failed: Sequence[dg.AssetCheckResult]) -> str:
    """The failed checks of an asset in one line."""
    names = ", ".join(check.check_name or "" for check in failed)
    return f"{asset} failed its checks: {names}"
