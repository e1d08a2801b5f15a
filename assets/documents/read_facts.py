"""What was read of a document's facts in its own text, how sure and where; and the facts that come of it
where the manifest is silent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import PurePosixPath

from resources.facts import DocumentFacts

REVIEW_BELOW = 0.8
"""A fact that is less sure than this should be looked at by a person."""
USED_FROM = 0.5
"""What is less sure than this is shown, but not used."""


@dataclass(frozen=True, slots=True)
class ReadFact:
    """One fact read in the text. `fact` names it as a manifest's column does (`counterparty` once for each
    party); `value` is what a manifest would say, dates as ISO 8601. It stands at characters start .. end of
    the document's text, on `page` (from 1); `how` says what told it. `used`: the manifest is silent, so that
    this counts. `short_names` are those the text gives a party."""

    fact: str
    value: str
    confidence: float
    page: int
    start: int
    end: int
    how: str
    used: bool = False
    short_names: list[str] = field(default_factory=list)


def complete(said: DocumentFacts, read: Sequence[ReadFact]) -> tuple[DocumentFacts, list[ReadFact]]:
    """The facts with what was read where the manifest is silent, and what was read, marked where it is used.
    What the manifest says wins, field by field; an empty title is silence. A document that nobody and nothing
    names is known by its file's name. Facts without a column of their own are kept as further columns are."""
    silent = {fact.fact for fact in read if _is_silent(said, fact.fact)}
    marked = [replace(fact, used=fact.confidence >= USED_FROM and fact.fact in silent) for fact in read]
    values = {fact.fact: fact.value for fact in marked if fact.used}
    parties = [fact.value for fact in marked if fact.used and fact.fact == "counterparty"]
    day = values.get("effective_date")
    completed = replace(
        said,
        title=said.title or values.get("title") or PurePosixPath(said.file).stem,
        counterparty=list(said.counterparty) or parties,
        doc_type=said.doc_type or values.get("doc_type"),
        effective_date=said.effective_date or (date.fromisoformat(day) if day else None),
        extra=said.extra | {name: value for name, value in values.items() if name not in _COLUMNS},
    )
    return completed, marked


_COLUMNS = frozenset({"title", "counterparty", "doc_type", "effective_date"})


def _is_silent(said: DocumentFacts, fact: str) -> bool:
    return not (getattr(said, fact) if fact in _COLUMNS else said.extra.get(fact))
