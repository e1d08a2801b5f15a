"""Collection keys: `tenant/collection`, the unit of work and of partitioning."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAME = re.compile(r"(?!\.+$)[\w.-]{1,100}", re.ASCII)
_SHOWN = 60
RULE = "letters a-z, digits, '_', '.' and '-', at most 100 characters"
"""What a name may be made of, as people are told."""


def is_name(text: str) -> bool:
    """Whether it can be the name of a tenant, a collection or anything else that becomes one folder.
    ASCII, since file systems disagree on what other letters are the same; `.` and `..` are no names."""
    return _NAME.fullmatch(text) is not None


def shortened(text: str) -> str:
    """A text quoted for a message, cut where it is too long to be shown."""
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}...")


class CollectionKey(NamedTuple):
    """A tenant and one of its collections; `str()` gives the partition key."""

    tenant: str
    collection: str

    def __str__(self) -> str:
        return f"{self.tenant}/{self.collection}"


def parse_key(text: str) -> CollectionKey:
    """`tenant/collection` as a key; raises ValueError with a mend where it is none."""
    parts = text.split("/")
    if len(parts) != 2 or not all(is_name(part) for part in parts):
        raise ValueError(f"{shortened(text)} is not a collection: write TENANT/COLLECTION, each of {RULE}")
    return CollectionKey(*parts)
