"""What a candidate is measured against: the published index on the same questions, or plain windows."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from datetime import UTC, datetime

import pyarrow as pa

from evals.collection import EvalCollection
from evals.compare import score_index, score_strategy
from evals.labels import Label
from evals.score import RECORD_SCHEMA, QuestionRecord, Scores, records_from_table, records_to_table
from resources.index import Index
from resources.lake import Lake
from resources.published import Published, open_published
from resources.store import Store

CANDIDATE, PUBLISHED = "candidate", "published"
FIXED = ("fixed-200", "fixed-500", "fixed-800")
"""A first publish must not lose to the best of these."""
HISTORY = "score_history"
_KEPT_RUNS = 30
"""Runs of a collection whose question records are kept for `docgrain diff`."""
_SCORED = pa.field("scored", pa.string(), nullable=False)
PROOF_SCHEMA = pa.schema([_SCORED, *RECORD_SCHEMA])


def prove(
    store: Store, collection: EvalCollection, labels: Sequence[Label], candidate: Index, budget: int
) -> dict[str, Scores]:
    """Scores by what was scored: the candidate, and beside it what is published of the collection, or,
    where nothing is, the fixed windows. Without labels there is nothing to score."""
    if not labels:
        return {}
    finder = collection.finder(labels)
    chunks = collection.chunks()
    tokens = chunks["tokens"].to_pylist()
    found = {CANDIDATE: score_index(collection, candidate, labels, finder, CANDIDATE, budget, tokens)}
    if is_published(store, collection):
        index = open_published(store, collection.key.tenant)
        found[PUBLISHED] = score_index(collection, index, labels, finder, PUBLISHED, budget, ())
    else:
        for strategy in FIXED:
            found[strategy] = score_strategy(store, collection, labels, finder, strategy, budget)
    return found


def is_published(store: Store, collection: EvalCollection) -> bool:
    """Whether readers can find anything of the collection."""
    current = Published(store, collection.key.tenant).current()
    return current is not None and collection.key.collection in current.collections


def proof_table(scores: dict[str, Scores]) -> pa.Table:
    """All question records in one table, with what was scored beside each."""
    parts = [PROOF_SCHEMA.empty_table()]
    for name, one in scores.items():
        records = records_to_table(one.records)
        parts.append(records.add_column(0, _SCORED, pa.array([name] * records.num_rows, pa.string())).cast(PROOF_SCHEMA))
    return pa.concat_tables(parts).combine_chunks()


def records_of(table: pa.Table, scored: str) -> list[QuestionRecord]:
    """The records of one of those that were scored."""
    keep = pa.array([name == scored for name in table["scored"].to_pylist()], pa.bool_())
    return records_from_table(table.filter(keep))


def remember(lake: Lake, key: str, run_id: str, scores: Scores) -> None:
    """Keep the candidate's records under the run's id, so that runs can be compared later."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    lake.write(HISTORY, f"{key}/{moment}-{run_id[:8]}", records_to_table(scores.records))
    for old in remembered(lake, key)[:-_KEPT_RUNS]:
        lake.delete(HISTORY, f"{key}/{old}")


def remembered(lake: Lake, key: str) -> list[str]:
    """The runs whose records are kept, oldest first: `<UTC time>-<run>`."""
    return sorted(name.rsplit("/", 1)[1] for name in lake.keys(HISTORY) if name.startswith(f"{key}/"))


def with_name(scores: Scores, strategy: str) -> Scores:
    """The same scores under another name."""
    return dataclasses.replace(scores, strategy=strategy)
