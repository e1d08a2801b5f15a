"""How the documents were read, for review: what cannot be read or used, and what is in doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from assets.documents.reading import flags
from assets.review.rows import ReviewRow

_FAMILY = "metadata.csv, column family, or family in collection.toml"
_ACCESS = "metadata.csv, column acl, or acl in collection.toml"


def rows_of_documents(
    documents: Iterable[Mapping[str, Any]], readers: Mapping[str, list[str]]
) -> Iterator[ReviewRow]:
    """What the scan found of files: those that cannot be opened, wait or are of a doubtful family, and those
    that nobody may read. `documents`: rows of the documents table; `readers`: groups by file."""
    for row in documents:
        file = row["file"]
        if row["error"]:
            yield ReviewRow("reading", file, "quarantined", row["error"], mend=row["mend"] or "", look=True)
        elif row["status"] == "waiting":
            found = f"its family ({row['family']}) is not built yet, or it is a picture"
            mend = "metadata.csv, column family, if it is of another"
            yield ReviewRow("reading", file, "waiting", found, mend=mend, look=True)
        if row["unsure"]:
            found = f"its family is in doubt: cut as {row['family']}"
            sure = round(row["family_confidence"], 2)
            yield ReviewRow("reading", file, "family", found, sure, mend=_FAMILY, look=True)
        if not readers.get(file):
            yield ReviewRow("reading", file, "access", "nobody may read it", mend=_ACCESS, look=True)


def rows_of_reading(file: str, error: str | None, found: Iterable[str]) -> Iterator[ReviewRow]:
    """Why one document could not be read, and its flags."""
    if error:
        yield ReviewRow(
            "reading", file, "quarantined", error, mend="put a readable file in its place", look=True
        )
    for flag in flags.review(dict.fromkeys(found)):
        yield ReviewRow(
            "reading",
            file,
            flag.name,
            flag.meaning or flag.name.replace("_", " "),
            place=flag.where if flag.pages else "",
            how=flag.seen,
            mend=flag.mend,
            look=flag.doubt,
        )
