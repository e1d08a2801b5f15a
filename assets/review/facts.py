"""What was read of a document's facts, for review: the doubtful and the missing first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from assets.documents.read_facts import REVIEW_BELOW, USED_FROM, ReadFact
from assets.review.rows import ReviewRow
from resources.facts import DocumentFacts

_NEEDED = {
    "title": "a question cannot name the document by its title",
    "counterparty": "a question cannot name the document by its parties",
}


def rows_of_facts(
    known: Iterable[tuple[DocumentFacts, list[ReadFact]]],
    texts: Mapping[str, str],
    read_families: frozenset[str],
) -> Iterator[ReviewRow]:
    """A row for each fact read, and for each title or party that neither people nor the text say.
    `known`: facts with what was read of them (`complete`); `texts`: the documents' texts where they may be
    quoted; `read_families`: families whose texts are read for facts."""
    for fact, read in known:
        text = texts.get(fact.file)
        yield from (_row(fact, each, text) for each in read)
        if fact.family in read_families and fact.status == "ready":
            yield from _missing(fact, read)


def by_document(known: Iterable[tuple[DocumentFacts, list[ReadFact]]]) -> list[dict[str, str]]:
    """One row a document: what is known of it. What its own text says carries how sure that is, and a
    question mark where a person should look; what the manifest says stands alone. The least sure first."""
    rows = []
    for fact, read in known:
        sure = {each.fact: each.confidence for each in read if each.used}
        day = fact.effective_date.isoformat() if fact.effective_date else ""
        cells = {
            "title": fact.title,
            "counterparty": " | ".join(fact.counterparty),
            "effective_date": day,
            "doc_type": fact.doc_type or "",
            "agreement_date": fact.extra.get("agreement_date", ""),
            "governing_law": fact.extra.get("governing_law", ""),
        }
        # Of several parties the least sure counts.
        sure |= {each.fact: min(sure[each.fact], each.confidence) for each in read if each.used}
        shown = {name: _with_doubt(value, sure.get(name)) for name, value in cells.items()}
        rows.append((min(sure.values(), default=1.0), fact.file, {"file": fact.file, **shown}))
    return [row for _, _, row in sorted(rows, key=lambda row: row[:2])]


def _with_doubt(value: str, sure: float | None) -> str:
    if sure is None or not value:
        return value
    return f"{'? ' if sure < REVIEW_BELOW else ''}{value} ({sure:.2f})"


def _row(fact: DocumentFacts, read: ReadFact, text: str | None) -> ReviewRow:
    weak = not read.used and read.confidence < USED_FROM
    why = "; too doubtful to be used" if weak else "" if read.used else "; the manifest says it itself"
    names = f" ({', '.join(read.short_names)})" if read.short_names else ""
    return ReviewRow(
        "facts",
        fact.file,
        read.fact,
        f"{read.value}{names}",
        read.confidence,
        f"page {read.page}, characters {read.start}-{read.end}",
        " ".join(text[read.start : read.end].split()) if text is not None else "",
        f"{read.how}{why}",
        f"metadata.csv, column {read.fact}",
        look=read.used and read.confidence < REVIEW_BELOW,
    )


def _missing(fact: DocumentFacts, read: list[ReadFact]) -> Iterator[ReviewRow]:
    used = {each.fact for each in read if each.used}
    untitled = "title" not in used and fact.title == fact.doc_id.rpartition("/")[2].rpartition(".")[0]
    for name, why in _NEEDED.items():
        if untitled if name == "title" else not fact.counterparty:
            mend = f"metadata.csv, column {name}"
            yield ReviewRow("facts", fact.file, name, "not found", how=why, mend=mend, look=True)
