"""How an asset says what it made: figures as numbers so that they are plotted, a content hash as its
data version, and no body text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import dagster as dg

OWNERS = ["team:docgrain"]

Materialized = dg.MaterializeResult
"""Bare on purpose: Dagster compares the annotation of an asset's result with this very class."""


def materialized(
    content: str,
    figures: Mapping[str, int | float | str | dg.MetadataValue],
    *,
    key: str | None = None,
    checks: Sequence[dg.AssetCheckResult] = (),
) -> Materialized:
    """A materialization whose data version is `content`; `key` names the asset where a step makes several."""
    return dg.MaterializeResult(
        asset_key=key,
        metadata=dict(figures),
        data_version=dg.DataVersion(content),
        check_results=list(checks),
    )


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> dg.MetadataValue:
    """Rows as a Markdown table, which Dagster's UI draws."""
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return dg.MetadataValue.md("\n".join(lines))


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = f"{value:.3f}" if isinstance(value, float) else str(value)
    return " ".join(text.split()).replace("|", "\\|")
