"""What was read of a document's facts in its own text: how sure, where, and whether it is used. It travels
in `DocumentFacts.extra['read']`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from resources.facts import DocumentFacts

KEY = "read"
REVIEW_BELOW = 0.8
"""A fact that is less sure than this should be looked at by a person."""


@dataclass(frozen=True, slots=True)
class ReadFact:
    """One fact read in the text. `fact` names it as a manifest's column does; `value` is what a manifest
    would say. It stands at characters start .. end of the document's text, on `page` (from 1); `how` says
    what told it. `used`: the manifest is silent, so that this counts. `short_names` are those the text
    gives a party."""

    fact: str
    value: str
    confidence: float
    page: int
    start: int
    end: int
    how: str
    used: bool = False
    short_names: list[str] = field(default_factory=list)


_NAMES = frozenset(each.name for each in fields(ReadFact))


def to_json(read: Sequence[ReadFact]) -> str:
    """The facts as a JSON list, in the order given."""
    return json.dumps([asdict(fact) for fact in read], ensure_ascii=False, separators=(",", ":"))


def read_facts(facts: DocumentFacts) -> list[ReadFact]:
    """What was read of this document; empty where nothing was, or where a manifest's own column `read` holds
    something else."""
    try:
        rows = json.loads(facts.extra.get(KEY, "[]"))
    except ValueError:
        return []
    found = [_fact(row) for row in rows] if isinstance(rows, list) else []
    return [fact for fact in found if fact is not None]


def _fact(row: Any) -> ReadFact | None:
    if not isinstance(row, dict) or not {"fact", "value"} <= row.keys() <= _NAMES:
        return None
    try:
        return ReadFact(**row)
    except TypeError:
        return None
