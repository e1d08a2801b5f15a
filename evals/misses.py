"""What was lost between two runs: for each question that used to hit, where its gold went and why."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import pyarrow as pa

from assets.documents.reading.model import ParsedDocument
from evals.gold import Span, merge, overlap
from evals.labels import TICKET
from evals.metrics import COVERED
from evals.score import QuestionRecord
from evals.ticket_misses import TicketCulprit, another_version, cut_apart, dropped
from resources.record import Chunk

Culprit = Literal["not parsed", "not indexed", "filtered out", "split apart", "outranked"] | TicketCulprit


@dataclass(frozen=True, slots=True)
class MissRow:
    """One gold that was covered before and is not now. `gold_units` are the source keys that hold it now;
    `gold_rank` is where the ranking covers it, 0 if nowhere."""

    id: str
    kind: str
    question: str
    gold: str
    culprit: Culprit
    first: str
    gold_units: list[str]
    gold_rank: int
    covered_before: float
    covered_now: float


SCHEMA = pa.schema(
    [
        *((name, pa.string()) for name in ("id", "kind", "question", "gold", "culprit", "first")),
        ("gold_units", pa.list_(pa.string())),
        ("gold_rank", pa.int64()),
        ("covered_before", pa.float64()),
        ("covered_now", pa.float64()),
    ]
)


def rows_to_table(rows: Sequence[MissRow]) -> pa.Table:
    """The report as an Arrow table."""
    return pa.Table.from_pylist([dataclasses.asdict(row) for row in rows], schema=SCHEMA)


def miss_report(
    before: Sequence[QuestionRecord],
    now: Sequence[QuestionRecord],
    *,
    chunks: Callable[[str], Sequence[Chunk]],
    indexed: Callable[[Sequence[str]], Collection[str]],
    visible: Callable[[Sequence[str]], Collection[str]],
    document: Callable[[str], ParsedDocument | None] = lambda name: None,
) -> list[MissRow]:
    """The golds covered `before` and not `now`, in the order of `now`. `chunks` gives the chunks of a file
    (or of a ticket) in the new run; `indexed` and `visible` say which chunk ids the new index holds, and
    which of those the asker's groups and scope let through; `document` gives the read form of a ticket, where
    it is at hand. A label edited in between is another question and left out."""
    earlier = {record.fingerprint + record.id: record for record in before}
    return [
        row
        for record in now
        if (old := earlier.get(record.fingerprint + record.id)) is not None
        for row in _lost(old, record, chunks, indexed, visible, document)
    ]


def _lost(
    old: QuestionRecord,
    new: QuestionRecord,
    chunks: Callable[[str], Sequence[Chunk]],
    indexed: Callable[[Sequence[str]], Collection[str]],
    visible: Callable[[Sequence[str]], Collection[str]],
    document: Callable[[str], ParsedDocument | None],
) -> Iterator[MissRow]:
    for at, gold in enumerate(new.golds):
        if not old.covered[at] >= COVERED > new.covered[at]:
            continue
        spans = _spans(new.gold_spans[at])
        holding = [chunk for chunk in chunks(new.gold_files[at]) if _holds(chunk, spans)]
        culprit = _culprit(new, at, spans, holding, indexed, visible)
        if culprit == "outranked" and gold.startswith(TICKET):
            now_first = new.first[0] if new.first else ""
            first = chunks(now_first) or chunks(now_first.rpartition("#")[0])
            culprit = (
                cut_apart(document(new.gold_files[at]), holding)
                or another_version(new.question, holding, first)
                or culprit
            )
        yield MissRow(
            id=new.id,
            kind=new.kind,
            question=new.question,
            gold=gold,
            culprit=culprit,
            first=new.first[0] if new.first else "",
            gold_units=list(dict.fromkeys(chunk.source_keys[0] for chunk in holding if chunk.source_keys)),
            gold_rank=new.gold_ranks[at],
            covered_before=old.covered[at],
            covered_now=new.covered[at],
        )


def _culprit(
    record: QuestionRecord,
    at: int,
    spans: Sequence[Span],
    holding: Sequence[Chunk],
    indexed: Callable[[Sequence[str]], Collection[str]],
    visible: Callable[[Sequence[str]], Collection[str]],
) -> Culprit:
    if record.problems[at]:
        return dropped(record.problems[at]) or "not parsed"
    ids = [chunk.id for chunk in holding]
    there = indexed(ids)
    if not _enough([chunk for chunk in holding if chunk.id in there], spans):
        return "not indexed"
    seen = visible(ids)
    if not _enough([chunk for chunk in holding if chunk.id in seen], spans):
        return "filtered out"
    if spans and not any(_enough([chunk], spans) for chunk in holding):
        return "split apart"
    return "outranked"


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
