"""Scores of one index on one collection's labelled questions, each question with its own record."""

from __future__ import annotations

import dataclasses
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import pyarrow as pa

from evals import metrics
from evals.gold import GoldFinder, LocatedGold
from evals.labels import TICKET, Label
from evals.miss_kinds import count_misses
from evals.squeezed import squeeze
from resources.record import Chunk
from resources.search.fix import resolution_of
from resources.search.tickets import ticket_of

MEASURES = ("hit_rate", "full_recall", "recall", "precision", "tokens_used", "recall_at_4", "hit_at_1",
            "hit_at_10", "mrr", "right_document_first")  # fmt: skip
"""What is averaged over questions, in the order they are shown."""
FIXES = "fix_rate"
"""Averaged over the questions that tickets answer, where there are any."""
_TOP = 5
"""Units of a ranking that a record names, for the report on misses."""


class ScoredHit(Protocol):
    """One hit as search gives it."""

    @property
    def chunk(self) -> Chunk: ...
    @property
    def text(self) -> str: ...


class ScoredAnswer(Protocol):
    """An answer as search gives it: `hits` within the budget, `ranking` before it, strongest first."""

    @property
    def hits(self) -> Sequence[ScoredHit]: ...
    @property
    def ranking(self) -> Sequence[ScoredHit]: ...
    @property
    def tokens_used(self) -> int: ...


class Ask(Protocol):
    """One question to search. The collection and the asker are bound by the caller, the gold's file
    never is; `as_of` and `filters` are the label's own."""

    def __call__(self, label: Label) -> ScoredAnswer: ...


@dataclass(frozen=True, slots=True)
class QuestionRecord:
    """How one question fared. Lists of golds run in the label's order; `first` names the strongest
    units as source keys, `first_ids` the chunks they begin with."""

    id: str
    fingerprint: str
    question: str
    kind: str
    topic: str | None
    hit_rate: float
    full_recall: float
    recall: float
    precision: float
    tokens_used: int
    recall_at_4: float
    hit_at_1: float
    hit_at_10: float
    mrr: float
    right_document_first: bool
    """The strongest hit is of a gold's document."""
    own_units_only: bool
    removed: bool
    """A gold's file is no longer in the collection: the question does not count at the gate."""
    files: list[str]
    golds: list[str]
    gold_files: list[str]
    """The file (or the ticket) of each gold."""
    gold_spans: list[str]
    """Where each gold was located: `start-end` of its first alternative, joined by `,`; else empty."""
    covered: list[float]
    """Share of each gold's characters that was returned within the budget."""
    gold_ranks: list[int]
    """Rank of the unit with which each gold is covered by the ranking so far; 0 where it never is."""
    problems: list[str]
    """Why golds could not be located; empty strings where they were."""
    first: list[str]
    first_ids: list[str]
    fixes: list[bool] = field(default_factory=list)
    """Whether what solved it was returned with each gold, if that is a ticket (the words of the label's
    `answer`, where it has one); empty in records of old."""
    answer_known: bool = False
    """The label says what the fix is (`answer`), so that whether it came back is no matter of opinion."""
    gold_texts: list[str] = field(default_factory=list)
    """Hash of the text with which each gold ranks best, empty where it does not rank at all."""

    @property
    def of_tickets(self) -> bool:
        """Whether tickets alone answer it: any of them will do, since each tells a fix."""
        return bool(self.golds) and all(gold.startswith(TICKET) for gold in self.golds)

    @property
    def answered(self) -> float:
        """1 where enough came back: one of the golds for a question that tickets answer, else all."""
        return self.hit_rate if self.of_tickets else self.full_recall

    @property
    def fix_rate(self) -> float:
        """1 where a gold ticket came back with what solved it."""
        return float(any(self.fixes))


_PA_TYPES = {"str": pa.string(), "str | None": pa.string(), "float": pa.float64(), "int": pa.int64(),
             "bool": pa.bool_(), "list[str]": pa.list_(pa.string()), "list[float]": pa.list_(pa.float64()),
             "list[int]": pa.list_(pa.int64()), "list[bool]": pa.list_(pa.bool_())}  # fmt: skip
RECORD_SCHEMA = pa.schema([(f.name, _PA_TYPES[str(f.type)]) for f in dataclasses.fields(QuestionRecord)])


def records_to_table(records: Sequence[QuestionRecord]) -> pa.Table:
    """Records as an Arrow table of `RECORD_SCHEMA`."""
    return pa.Table.from_pylist([dataclasses.asdict(record) for record in records], schema=RECORD_SCHEMA)


def records_from_table(table: pa.Table) -> list[QuestionRecord]:
    """The records of such a table, also of one that was kept before the last fields were there."""
    held = [name for name in RECORD_SCHEMA.names if name in table.column_names]
    return [QuestionRecord(**row) for row in table.select(held).to_pylist()]


@dataclass(slots=True)
class Scores:
    """One strategy on one collection at one budget (tokens)."""

    collection: str
    strategy: str
    budget: int
    records: list[QuestionRecord]
    chunks: int = 0
    median_tokens: float = 0.0
    totals: dict[str, float] = field(init=False)
    by_kind: dict[str, dict[str, float]] = field(init=False)

    def __post_init__(self) -> None:
        self.totals = mean(self.records)
        kinds = sorted({record.kind for record in self.records})
        self.by_kind = {kind: mean([r for r in self.records if r.kind == kind]) for kind in kinds}

    @property
    def questions(self) -> int:
        return len(self.records)

    @property
    def unlocated(self) -> list[tuple[str, str, str]]:
        """(question id, gold, why) of every gold that could not be located."""
        return [
            (record.id, gold, problem)
            for record in self.records
            for gold, problem in zip(record.golds, record.problems, strict=True)
            if problem
        ]

    def without_own_units(self) -> Scores:
        """The scores on what every way of cutting could return: for comparisons between strategies."""
        kept = [record for record in self.records if not record.own_units_only]
        return Scores(self.collection, self.strategy, self.budget, kept, self.chunks, self.median_tokens)

    @property
    def figures(self) -> dict[str, float]:
        """The measures' means by name; none where no question was asked, since a 0 would be read as one.
        `fix_rate` is there where tickets answer: the share of questions whose gold came with its fix."""
        if not self.records:
            return {}
        return {name: float(self.totals[name]) for name in (*MEASURES, FIXES) if name in self.totals}

    def to_json(self) -> dict[str, Any]:
        """One object a strategy, as `docgrain eval --json` prints it."""
        return {
            "collection": self.collection,
            "strategy": self.strategy,
            "budget": self.budget,
            "questions": self.questions,
            **self.figures,
            "chunks": self.chunks,
            "median_tokens": self.median_tokens,
            "lost": count_misses(self.records),
            "by_kind": {
                kind: {**means, "lost": count_misses(r for r in self.records if r.kind == kind)}
                for kind, means in self.by_kind.items()
            },
        }


def score(
    ask: Ask,
    labels: Sequence[Label],
    finder: GoldFinder,
    *,
    collection: str,
    strategy: str,
    budget: int,
    chunk_tokens: Sequence[int] = (),
    on_question: Callable[[int], None] = lambda done: None,
) -> Scores:
    """Ask every question and score what comes back; a question without an answer scores 0 and stays.
    `ask` must hold to `budget`. `chunk_tokens` are the sizes of all chunks of the index."""
    records = []
    for done, label in enumerate(labels, start=1):
        records.append(score_question(label, finder.locate(label), ask(label), finder))
        on_question(done)
    return Scores(
        collection,
        strategy,
        budget,
        records,
        chunks=len(chunk_tokens),
        median_tokens=float(statistics.median(chunk_tokens)) if len(chunk_tokens) else 0.0,
    )


def score_question(
    label: Label, golds: Sequence[LocatedGold], answer: ScoredAnswer, finder: GoldFinder
) -> QuestionRecord:
    """The record of one answered question."""
    returned = metrics.Returned.of([hit.chunk for hit in answer.hits])
    coverages = [metrics.coverage(gold, returned, finder) for gold in golds]
    solved = {ticket_of(hit.chunk)[1] for hit in answer.hits if _tells_fix(hit, label)}
    units = metrics.fold([hit.chunk for hit in answer.ranking])
    gold_ranks = [metrics.gold_rank(gold, units, finder) for gold in golds]
    rank = metrics.first_rank(gold_ranks)
    four = metrics.Returned.of([chunk for unit in units[:4] for chunk in unit])
    wanted = {gold.gold.file for gold in golds} | {gold.gold.ticket for gold in golds}
    return QuestionRecord(
        id=label.id,
        fingerprint=label.fingerprint(),
        question=label.question,
        kind=label.kind,
        topic=label.topic,
        hit_rate=metrics.hit_rate(coverages),
        full_recall=metrics.full_recall(coverages),
        recall=metrics.recall(coverages),
        precision=metrics.precision(golds, returned, finder),
        tokens_used=answer.tokens_used,
        recall_at_4=metrics.gold_recall([metrics.coverage(gold, four, finder) for gold in golds]),
        hit_at_1=metrics.hit_at(rank, 1),
        hit_at_10=metrics.hit_at(rank, 10),
        mrr=metrics.reciprocal_rank(rank),
        right_document_first=bool(units) and bool({units[0][0].file, units[0][0].doc_id} & wanted),
        own_units_only=label.own_units_only,
        removed=any(gold.removed for gold in golds),
        files=sorted({gold.gold.file or gold.gold.ticket or "" for gold in golds}),
        golds=[gold.gold.where() for gold in golds],
        gold_files=[gold.gold.file or gold.gold.ticket or "" for gold in golds],
        gold_spans=[_spans_text(gold) for gold in golds],
        covered=[got / size for got, size in coverages],
        gold_ranks=gold_ranks,
        problems=[gold.problem or "" for gold in golds],
        first=[(unit[0].source_keys or [f"{unit[0].doc_id}#{unit[0].path}"])[0] for unit in units[:_TOP]],
        first_ids=[unit[0].id for unit in units[:_TOP]],
        fixes=[gold.gold.ticket in solved for gold in golds],
        answer_known=bool(label.answer),
        gold_texts=[units[at - 1][0].text_hash if at else "" for at in gold_ranks],
    )


def _tells_fix(hit: ScoredHit, label: Label) -> bool:
    """Whether a ticket's reader learns what solved it."""
    if label.answer:
        return squeeze(label.answer) in squeeze(hit.text)
    return bool(resolution_of(hit.chunk))


def mean(records: Sequence[QuestionRecord]) -> dict[str, float]:
    """Every measure's mean over the questions, with their number; 0 where there are none."""
    means: dict[str, float] = {"questions": len(records)}
    for name in (*MEASURES, "answered"):
        means[name] = _mean([float(getattr(record, name)) for record in records])
    asked = [record.fix_rate for record in records if record.of_tickets]
    return {**means, FIXES: _mean(asked)} if asked else means


def combined(scores: Iterable[Scores], collection: str) -> Scores:
    """Several collections' scores of one strategy as one, every question counting the same. Ids and files
    are only unique inside their collection, so they take it along. `median_tokens` becomes the mean of the
    medians, weighted by chunks."""
    found = list(scores)
    records = [
        dataclasses.replace(
            record,
            id=f"{one.collection}:{record.id}",
            files=[f"{one.collection}/{file}" for file in record.files],
        )
        for one in found
        for record in one.records
    ]
    chunks = sum(one.chunks for one in found)
    median = sum(one.median_tokens * one.chunks for one in found) / chunks if chunks else 0.0
    return Scores(collection, found[0].strategy, found[0].budget, records, chunks, median)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _spans_text(gold: LocatedGold) -> str:
    return ",".join(f"{start}-{end}" for start, end in gold.alternatives[0]) if gold.alternatives else ""
