"""How an asset says what it made: figures as numbers so that they are plotted, a content hash as its
data version, and no body text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import dagster as dg

OWNERS = ["team:docgrain"]

Figure = int | float | str | dg.MetadataValue[Any]
if TYPE_CHECKING:
    Materialized = dg.MaterializeResult[None]
else:
    # Dagster compares the annotation of an asset's result with the bare class.
    Materialized = dg.MaterializeResult


def materialized(
    content: str,
    figures: Mapping[str, Figure],
    *,
    key: str | None = None,
    checks: Sequence[dg.AssetCheckResult] = (),
) -> Materialized:
    """A materialization whose data version is `content`; `key` names the asset where a step makes several."""
    return dg.MaterializeResult(
        asset_key=key,
        metadata={name: _rounded(value) for name, value in figures.items()},
        data_version=dg.DataVersion(content),
        check_results=list(checks),
    )


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> dg.MetadataValue[Any]:
    """Rows as a Markdown table, which Dagster's UI draws."""
    if not rows:
        return dg.MetadataValue.text("none")
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return dg.MetadataValue.md("\n".join(lines))


def _rounded(value: Figure) -> Figure:
    # Sixteen digits are noise to whoever reads or plots them.
    return round(value, 4) if isinstance(value, float) else value


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = f"{value:.3f}" if isinstance(value, float) else str(value)
    return " ".join(text.split()).replace("|", "\\|")
