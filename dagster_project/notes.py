"""What a person should know of a collection, one line each, as its last run left it."""

from __future__ import annotations

from assets.families import FAMILIES
from resources.lake import Lake

PROBLEMS = ("scan_problems", "label_problems", "gold_problems")
"""Tables of lines that assets leave beside what they make."""


def notes(lake: Lake, key: str) -> list[str]:
    """Quarantined files, unreadable labels, documents nobody may read: file, place and mend."""
    lines: list[str] = []
    for asset in PROBLEMS:
        table = lake.read(asset, key)
        lines += table["problem"].to_pylist() if table is not None else []
    for family in FAMILIES:
        table = lake.read(family.documents, key, columns=["file", "error"])
        if table is not None:
            lines += [
                f"{key}/{row['file']}: quarantined: {row['error']}"
                for row in table.to_pylist()
                if row["error"]
            ]
    return list(dict.fromkeys(lines))
