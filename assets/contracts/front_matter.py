"""What a contract's first pages and signature block say of it: title, parties, dates, kind, governing law."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace

from assets.contracts.front_matter_dates import Day, find_dates
from assets.contracts.front_matter_law import governing_law
from assets.contracts.front_matter_parties import all_parties
from assets.contracts.front_matter_text import flowing
from assets.contracts.front_matter_title import document_type, find_title
from assets.documents.read_facts import ReadFact
from assets.documents.reading.model import ParsedDocument

SURE_EFFECTIVE = 0.75
"""An effective date less sure than this gives way to the date of the agreement."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What was read; None and empty where the text does not say. Dates are ISO 8601 in `value`."""

    title: ReadFact | None = None
    parties: list[ReadFact] = field(default_factory=list)
    doc_type: ReadFact | None = None
    agreement_date: ReadFact | None = None
    effective_date: ReadFact | None = None
    governing_law: ReadFact | None = None

    def all(self) -> list[ReadFact]:
        """Every fact, in the order of a manifest's columns."""
        single = [self.doc_type, self.effective_date, self.agreement_date, self.governing_law]
        return [*filter(None, [self.title]), *self.parties, *filter(None, single)]


def read_front_matter(doc: ParsedDocument) -> FrontMatter:
    """Reads one contract. Never raises: what is not understood is not said."""
    flat = flowing(doc)
    place = _Places(doc)
    title = find_title(doc, flat)
    made, effective = find_dates(flat)
    law = governing_law(flat)
    kind = document_type(title.text) if title else None
    read_title = read_law = None
    if title:
        read_title = place.fact("title", title.text, title.confidence, title.start, title.end, title.how)
    if law:
        read_law = place.fact(
            "governing_law", law.place, law.confidence, law.start, law.end, "the law clause"
        )
    return FrontMatter(
        title=read_title,
        parties=[
            place.fact("counterparty", p.name, p.confidence, p.start, p.end, p.how, p.short)
            for p in all_parties(doc, flat)
        ],
        doc_type=replace(read_title, fact="doc_type", value=kind, how="title")
        if read_title and kind
        else None,
        agreement_date=place.day("agreement_date", made),
        effective_date=place.day("effective_date", _effective(made, effective)),
        governing_law=read_law,
    )


def _effective(made: Day | None, effective: Day | None) -> Day | None:
    """A contract that names no effective date has effect from the day it was made."""
    if effective and (
        effective.confidence >= SURE_EFFECTIVE or made is None or made.confidence < effective.confidence
    ):
        return effective
    return (
        replace(
            made, how=f"{made.how}; no effective date is named", confidence=round(0.9 * made.confidence, 3)
        )
        if made
        else None
    )


class _Places:
    """Pages by character."""

    def __init__(self, doc: ParsedDocument) -> None:
        self.starts = [line.start for line in doc.lines]
        self.pages = [line.page for line in doc.lines]

    def fact(
        self,
        fact: str,
        value: str,
        sure: float,
        start: int,
        end: int,
        how: str,
        short: list[str] | None = None,
    ) -> ReadFact:
        at = bisect_right(self.starts, start) - 1
        page = self.pages[at] if at >= 0 else 1
        return ReadFact(
            fact, value, round(min(sure, 0.99), 2), page, start, end, how, False, list(short or ())
        )

    def day(self, fact: str, day: Day | None) -> ReadFact | None:
        if day is None:
            return None
        return self.fact(fact, day.value.isoformat(), day.confidence, day.start, day.end, day.how)
