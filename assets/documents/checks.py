"""What must hold, or is worth a warning, for documents and for the chunks of any family."""

from __future__ import annotations

from collections.abc import Sequence

import dagster as dg

from assets.documents.cut_incremental import Cutting, duplicate_ids
from partitions.definitions import collections
from resources.materialized import table

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


def said(asset: str, failed: Sequence[dg.AssetCheckResult]) -> str:
    """The failed checks of an asset in one line."""
    names = ", ".join(check.check_name or "" for check in failed)
    return f"{asset} failed its checks: {names}"
