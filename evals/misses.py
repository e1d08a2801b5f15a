"""What was lost between two runs: for each question that used to hit, where its gold went and why."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import pyarrow as pa

from assets.documents.reading.model import ParsedDocument
from evals.gold import FILE_GONE, TICKET_GONE, Span, merge, overlap
from evals.labels import TICKET
from evals.metrics import COVERED
from evals.score import QuestionRecord
from evals.ticket_misses import TicketCulprit, cut_apart, dropped, named_versions, without_fix
from resources.record import Chunk

Culprit = (
    Literal["removed", "not parsed", "not indexed", "filtered out", "split apart", "outranked"]
    | TicketCulprit
)


@dataclass(frozen=True, slots=True)
class MissRow:
    """One gold that was covered before and is not now, or a ticket that came back with its fix and now comes
    without. `gold_units` are the source keys that hold it now; `gold_rank` is where the ranking covers it,
    `rank_before` where it did, 0 if nowhere. `why` says in a few words what the culprit was told from; it
    holds no text of a document."""

    id: str
    kind: str
    question: str
    gold: str
    culprit: Culprit
    why: str
    first: str
    gold_units: list[str]
    gold_rank: int
    rank_before: int
    covered_before: float
    covered_now: float

    @property
    def place(self) -> str:
        """Where the gold is, without a word of it: the ticket, the units that hold it, or its file."""
        if self.gold.startswith(TICKET):
            return self.gold.removeprefix(TICKET)
        return ", ".join(self.gold_units[:3]) or self.gold.split(": ")[0]


SCHEMA = pa.schema(
    [
        *((name, pa.string()) for name in ("id", "kind", "question", "gold", "culprit", "why", "first")),
        ("gold_units", pa.list_(pa.string())),
        ("gold_rank", pa.int64()),
        ("rank_before", pa.int64()),
        ("covered_before", pa.float64()),
        ("covered_now", pa.float64()),
    ]
)


def rows_to_table(rows: Sequence[MissRow]) -> pa.Table:
    """The report as an Arrow table."""
    return pa.Table.from_pylist([dataclasses.asdict(row) for row in rows], schema=SCHEMA)


@dataclass(frozen=True)
class Present:
    """What is looked at to tell where a gold went, all of it as it is in the new run."""

    chunks: Callable[[str], Sequence[Chunk]]
    """The chunks of a file, or of a ticket."""
    indexed: Callable[[Sequence[str]], Collection[str]]
    """Which of these chunk ids the index holds."""
    visible: Callable[[QuestionRecord, Sequence[str]], Collection[str]]
    """Which of them the asker's groups, the collection and the label's own date and filters let through."""
    document: Callable[[str], ParsedDocument | None] = lambda name: None
    """The read form of a ticket, where it is at hand."""
    found: Callable[[QuestionRecord, str], Collection[str]] = lambda record, question: ()
    """The documents and tickets that come back if another question is asked in the place of the record's."""


def miss_report(
    before: Sequence[QuestionRecord], now: Sequence[QuestionRecord], present: Present
) -> list[MissRow]:
    """The golds lost from `before` to `now`, in the order of `now`. A label edited in between is another
    question and left out; so is a further ticket where the question is answered by another one."""
    earlier = {record.fingerprint + record.id: record for record in before}
    return [
        row
        for record in now
        if (old := earlier.get(record.fingerprint + record.id)) is not None
        for row in _lost(old, record, present)
    ]


def _lost(old: QuestionRecord, new: QuestionRecord, present: Present) -> Iterator[MissRow]:
    for at, gold in enumerate(new.golds):
        if not (_unread(old, new, at) if new.of_tickets else _gone(old, new, at)):
            continue
        spans = _spans(new.gold_spans[at])
        holding = [chunk for chunk in present.chunks(new.gold_files[at]) if _holds(chunk, spans)]
        culprit, why = _culprit(old, new, at, spans, holding, present)
        yield MissRow(
            id=new.id,
            kind=new.kind,
            question=new.question,
            gold=gold,
            culprit=culprit,
            why=why,
            first=new.first[0] if new.first else "",
            gold_units=list(dict.fromkeys(chunk.source_keys[0] for chunk in holding if chunk.source_keys)),
            gold_rank=new.gold_ranks[at],
            rank_before=old.gold_ranks[at],
            covered_before=old.covered[at],
            covered_now=new.covered[at],
        )


def _gone(old: QuestionRecord, new: QuestionRecord, at: int) -> bool:
    return old.covered[at] >= COVERED > new.covered[at]


def _unread(old: QuestionRecord, new: QuestionRecord, at: int) -> bool:
    """Whether a ticket that answered does not any more, and no other does; or comes without its fix."""
    if not new.answered:
        return _gone(old, new, at)
    return bool(old.fixes and new.fixes) and old.fixes[at] and not new.fix_rate


def _culprit(
    old: QuestionRecord,
    new: QuestionRecord,
    at: int,
    spans: Sequence[Span],
    holding: Sequence[Chunk],
    present: Present,
) -> tuple[Culprit, str]:
    """The culprit and what tells it: the first link that is broken between the source and the reader."""
    problem = new.problems[at]
    if problem:
        gone: Culprit = "removed" if problem in (FILE_GONE, TICKET_GONE) else "not parsed"
        return dropped(problem) or gone, problem
    ids = [chunk.id for chunk in holding]
    there = present.indexed(ids)
    if not _enough([chunk for chunk in holding if chunk.id in there], spans):
        return "not indexed", f"{len(there)} of its {len(ids)} chunks are in the index"
    seen = present.visible(new, ids)
    if not _enough([chunk for chunk in holding if chunk.id in seen], spans):
        return "filtered out", "groups, or the label's own date and filters, keep it back"
    if spans and not any(_enough([chunk], spans) for chunk in holding):
        return "split apart", f"its words stand in {len(holding)} chunks"
    if new.golds[at].startswith(TICKET):
        had_fix = bool(old.fixes) and old.fixes[at]
        found = (
            without_fix(had_fix, holding)
            or cut_apart(present.document(new.gold_files[at]), holding)
            or _by_version(new, at, holding, present)
        )
        if found is not None:
            return found
    return "outranked", _outranked(old, new, at, holding)


def _outranked(old: QuestionRecord, new: QuestionRecord, at: int, holding: Sequence[Chunk]) -> str:
    rank = new.gold_ranks[at]
    now = f"ranks {rank}, and the budget is full before" if rank else "is not among those ranked"
    text = old.gold_texts[at] if old.gold_texts else ""
    if not text:
        return now
    same = text in {chunk.text_hash for chunk in holding}
    return f"{now}; its own text is {'as' if same else 'another than'} before"


def _by_version(
    new: QuestionRecord, at: int, holding: Sequence[Chunk], present: Present
) -> tuple[Culprit, str] | None:
    """Whether the version that the question names keeps the ticket back: without it, it is found."""
    said = named_versions(new.question, holding)
    if said is None or new.gold_files[at] not in present.found(new, said.question):
        return None
    return "outranked by version", said.why


def _spans(text: str) -> list[Span]:
    pairs = (pair.split("-") for pair in text.split(",") if pair)
    return [(int(start), int(end)) for start, end in pairs]


def _holds(chunk: Chunk, spans: Sequence[Span]) -> bool:
    """Whether a chunk has a character of the spans; any chunk of a ticket, which has none, does."""
    return not spans or bool(overlap([(chunk.char_start, chunk.char_end)], spans))


def _enough(chunks: Sequence[Chunk], spans: Sequence[Span]) -> bool:
    if not spans:
        return bool(chunks)
    there = overlap(merge((chunk.char_start, chunk.char_end) for chunk in chunks), spans)
    return _length(there) >= COVERED * _length(spans) - 1


def _length(spans: Sequence[Span]) -> int:
    return sum(end - start for start, end in spans)
