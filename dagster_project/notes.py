"""What a person should know of a collection, one line each, as its last run left it."""

from __future__ import annotations

from assets.documents.reading.flags import waiting
from assets.families import FAMILIES
from assets.review.rows import from_table
from resources.lake import Lake


def notes(lake: Lake, key: str) -> list[str]:
    """File, place and mend, what keeps something from being found or counted first: quarantined files,
    records of exports, unreadable labels, golds that are nowhere, amendments of nothing that is here; then
    the scan's other notes."""
    scanned = _lines(lake, "scan_problems", key)
    documents = lake.read("documents", key, columns=["file", "error"])
    unusable = tuple(
        f"{key}/{row['file']}: {row['error']}"
        for row in (documents.to_pylist() if documents else ())
        if row["error"]
    )
    errors = [line for line in scanned if line.startswith(unusable)]
    for family in FAMILIES:
        table = lake.read(family.documents, key, columns=["file", "error", "flags"])
        for row in table.to_pylist() if table is not None else ():
            if row["error"]:
                errors.append(f"{key}/{row['file']}: quarantined: {row['error']}")
            elif why := waiting(row["flags"]):
                errors.append(f"{key}/{row['file']}: waits for review: {why}")
    errors += _lines(lake, "ticket_problems", key)
    errors += _lines(lake, "statement_problems", key)
    errors += _lines(lake, "label_problems", key) + _lines(lake, "gold_problems", key)
    errors += _links(lake, key)
    return list(dict.fromkeys([*errors, *scanned]))


def _links(lake: Lake, key: str) -> list[str]:
    """What cannot be so, or cannot be told, of what amends what."""
    table = lake.read("review", key)
    rows = from_table(table) if table is not None else []
    return [
        f"{key}/{row.file}: {row.found}. {row.mend}"
        for row in rows
        if (row.topic, row.subject) == ("links", "finding")
    ]


def _lines(lake: Lake, asset: str, key: str) -> list[str]:
    """Lines that an asset left beside what it makes."""
    table = lake.read(asset, key)
    return table["problem"].to_pylist() if table is not None else []
