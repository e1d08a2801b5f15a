"""Collection keys: `tenant/collection`, the unit of work and of partitioning."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAME = re.compile(r"[\w.-]+")


class CollectionKey(NamedTuple):
    """A tenant and one of its collections; `str()` gives the partition key."""

    tenant: str
    collection: str

    def __str__(self) -> str:
        return f"{self.tenant}/{self.collection}"


def parse_key(text: str) -> CollectionKey:
    """`tenant/collection` as a key; raises ValueError with a mend where it is none. Names become
    folders, so `.` and `..` are no names."""
    parts = text.split("/")
    if len(parts) != 2 or not all(_NAME.fullmatch(part) and part.strip(".") for part in parts):
        raise ValueError(
            f"{text!r} is not a collection: write TENANT/COLLECTION, of letters, digits, '_', '.' and '-'"
        )
    return CollectionKey(*parts)
