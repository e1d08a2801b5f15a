"""What a contract's first pages and signature block say about it, and the facts that come of it where the
manifest is silent."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import PurePosixPath

from assets.contracts.front_matter_dates import Day, find_dates
from assets.contracts.front_matter_law import governing_law
from assets.contracts.front_matter_parties import all_parties
from assets.contracts.front_matter_text import flowing
from assets.contracts.front_matter_title import document_type, find_title
from assets.documents.read_facts import KEY, ReadFact, read_facts, to_json
from assets.documents.reading.model import ParsedDocument
from resources.facts import DocumentFacts

USED_FROM = 0.5
"""What is less sure than this is shown, but not used."""
SURE_EFFECTIVE = 0.75
"""An effective date less sure than this gives way to the date of the agreement."""
EXTRA = ("agreement_date", "governing_law")
"""Facts without a column of their own: kept as a manifest's further columns are."""


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


def complete(facts: DocumentFacts, front: FrontMatter) -> DocumentFacts:
    """The facts with what was read where the manifest is silent. What it says wins; a title that is only the
    file's name is silence. Everything read is kept in `extra['read']` (see `read_facts`), marked where it is
    used; completing completed facts again starts from what the manifest said."""
    said = _as_said(facts)
    sure = [fact for fact in front.all() if fact.confidence >= USED_FROM]
    silent = {fact.fact for fact in sure if _is_silent(said, fact.fact)}
    used = [replace(fact, used=fact in sure and fact.fact in silent) for fact in front.all()]
    values = {fact.fact: fact.value for fact in used if fact.used}
    parties = [fact.value for fact in used if fact.used and fact.fact == "counterparty"]
    extra = said.extra | {name: values[name] for name in EXTRA if name in values}
    if used and (KEY not in extra):
        extra[KEY] = to_json(used)
    return replace(
        said,
        title=values.get("title", said.title),
        counterparty=parties or list(said.counterparty),
        doc_type=values.get("doc_type", said.doc_type),
        effective_date=date.fromisoformat(values["effective_date"])
        if "effective_date" in values
        else said.effective_date,
        extra=extra,
    )


def _is_silent(facts: DocumentFacts, fact: str) -> bool:
    match fact:
        case "title":
            return facts.title == PurePosixPath(facts.file).stem
        case "counterparty":
            return not facts.counterparty
        case "doc_type":
            return facts.doc_type is None
        case "effective_date":
            return facts.effective_date is None
        case _:
            return fact not in facts.extra


def _as_said(facts: DocumentFacts) -> DocumentFacts:
    """The facts as the manifest gave them: what an earlier reading filled in is taken out again."""
    used = {fact.fact for fact in read_facts(facts) if fact.used}
    if not read_facts(facts):
        return facts
    extra = {name: value for name, value in facts.extra.items() if name != KEY and name not in used}
    return replace(
        facts,
        title=PurePosixPath(facts.file).stem if "title" in used else facts.title,
        counterparty=[] if "counterparty" in used else facts.counterparty,
        doc_type=None if "doc_type" in used else facts.doc_type,
        effective_date=None if "effective_date" in used else facts.effective_date,
        extra=extra,
    )
