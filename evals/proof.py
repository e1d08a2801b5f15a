"""What a candidate is measured against, and the judgement: published index, best ever, plain windows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from functools import cache

import pyarrow as pa

from assets.documents.checks import kept_failing
from assets.documents.settings import Gates
from assets.families import FAMILIES
from assets.index.candidate import Candidate, present_candidate
from assets.index.published import is_proven, present_version
from evals.collection import EvalCollection, materialized_labels
from evals.compare import BUDGET, score_index, score_strategy
from evals.labels import Label
from evals.metrics import Returned
from evals.misses import MissRow, Present, miss_report
from evals.score import RECORD_SCHEMA, QuestionRecord, Scores, records_from_table, records_to_table
from evals.verdict import MEASURE, PROOF, Best, Verdict, best_of, decide, measure_of
from partitions.keys import CollectionKey
from resources import record
from resources.index import Index
from resources.lake import Lake
from resources.published import open_collection
from resources.record import Chunk
from resources.search.access import Access
from resources.search.ask import Search
from resources.store import Store

CANDIDATE, PUBLISHED = "candidate", "published"
FIXED = ("fixed-200", "fixed-500", "fixed-800")
"""A first publish must not lose to the best of these."""
SCORES, HISTORY, BEST = "retrieval_scores", "score_history", "best_published"
_KEPT_RUNS = 30
"""Runs of a collection whose question records are kept for `docgrain diff`."""
_LINEAGE = [
    pa.field("scored", pa.string(), nullable=False),
    pa.field("candidate", pa.string(), nullable=False),
    pa.field("chunks", pa.int64(), nullable=False),
    pa.field("budget", pa.int64(), nullable=False),
    pa.field("measure", pa.string(), nullable=False),
]
_PROOF_SCHEMA = pa.schema([*_LINEAGE, *RECORD_SCHEMA])
_BEST_SCHEMA = pa.schema([("strategy", pa.string()), ("fingerprint", pa.string()), ("outcome", pa.float64())])


class ProofError(Exception):
    """The scores at hand are not of the candidate at hand; the message says what to do."""


def prove(
    store: Store,
    collection: EvalCollection,
    labels: Sequence[Label],
    candidate: Candidate,
    gates: Gates,
    budget: int,
) -> dict[str, Scores]:
    """Scores by what was scored: the candidate; what is published of the collection, if anything is; fixed
    windows, if nothing was ever published with proof and there are labels enough to prove something.
    Also keeps the best ever published up to date. Without labels, or without any document that could be
    cut, there is nothing to score."""
    lake, key = collection.lake, collection.key
    if not labels or waiting(store, key, candidate):
        return {}
    finder = collection.finder(labels)
    index = Index.open_candidate(candidate.directory)
    tokens = collection.column("tokens")
    found = {CANDIDATE: score_index(collection, index, labels, finder, CANDIDATE, budget, tokens)}
    best = best_published(lake, key)
    if present_version(store, key) is not None:
        index = open_collection(store, key.tenant, key.collection)
        was = finder.before_loss()
        found[PUBLISHED] = score_index(collection, index, labels, was, PUBLISHED, budget, ())
        if is_proven(lake, key):
            best = best_of(best, found[PUBLISHED], measure_of(found[PUBLISHED].records))
            _keep_best(lake, key, best)
    if best is None and (len(labels) >= PROOF or gates.min_full_recall is not None):
        for strategy in FIXED:
            found[strategy] = score_strategy(store, collection, labels, finder, strategy, budget)
    return found


def waiting(store: Store, key: CollectionKey, candidate: Candidate) -> str | None:
    """Why there is nothing to judge yet: no document can be cut, and nothing was ever published. None
    where there is something; an empty candidate beside a published index is not waiting, it is refused."""
    if candidate.chunks or present_version(store, key) is not None:
        return None
    lake = Lake(store)
    documents = lake.read("documents", str(key), columns=["status"])
    status = Counter([] if documents is None else documents["status"].to_pylist())
    errors = blank = none = left_out = 0
    for family in FAMILIES:
        columns = ["error", "source", "dropped"] if family.many else ["error", "body_end"]
        read = lake.read(family.documents, str(key), columns=columns)
        rows = [] if read is None else read.to_pylist()
        errors += sum(row["error"] is not None for row in rows)
        if family.many:
            left_out = sum(bool(row["dropped"]) and row["error"] is None for row in rows)
            kept = {row["source"] for row in rows if not row["dropped"]}
            none += len({row["source"] for row in rows if row["error"] is None} - kept)
        else:
            blank += sum(row["error"] is None and row["body_end"] == 0 for row in rows)
    if status["ready"] > errors + blank + none:
        return None
    counts = {
        "waiting for their family": status["waiting"],
        "quarantined": status["quarantined"] + errors,
        "without text, waiting for OCR": blank,
        "tickets, none of them solved": left_out,
    }
    said = ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "the folder is empty"
    return f"no document can be cut yet: {said}"


def judge(store: Store, key: CollectionKey, scored: pa.Table, gates: Gates) -> Verdict:
    """The verdict on the present candidate. Raises ProofError where `scored` is of another one, or where what
    it was made of failed its checks."""
    if broken := kept_failing(Lake(store), str(key)):
        raise ProofError(f"{'; '.join(broken)}: nothing made of {key} now may be published")
    candidate = present_candidate(store, key)
    if candidate is None:
        raise ProofError(f"{key} has no candidate: materialize candidate_index first")
    if set(scored["candidate"].to_pylist()) - {candidate.version}:
        raise ProofError(f"the scores of {key} are of another candidate: materialize retrieval_scores first")
    scores = {name: _scores_of(key, scored, name, candidate) for name in (CANDIDATE, PUBLISHED, *FIXED)}
    return decide(
        scores[CANDIDATE],
        published=scores[PUBLISHED] if scores[PUBLISHED].records else None,
        best=best_published(Lake(store), key),
        fixed=[scores[name] for name in FIXED if scores[name].records],
        max_drop=gates.max_drop,
        min_full_recall=gates.min_full_recall,
        measure=scored["measure"][0].as_py() if scored.num_rows else MEASURE,
    )


def proof_table(scores: dict[str, Scores], candidate: str) -> pa.Table:
    """All question records in one table, each with what was scored."""
    parts = [_PROOF_SCHEMA.empty_table()]
    measure = measure_of(scores[CANDIDATE].records) if CANDIDATE in scores else MEASURE
    for name, one in scores.items():
        records = records_to_table(one.records)
        lineage = (name, candidate, one.chunks, one.budget, measure)
        for at, (field, value) in enumerate(zip(_LINEAGE, lineage, strict=True)):
            records = records.add_column(at, field, pa.array([value] * len(one.records), field.type))
        parts.append(records.cast(_PROOF_SCHEMA))
    return pa.concat_tables(parts).combine_chunks()


def lost_questions(store: Store, collection: EvalCollection, scored: pa.Table) -> list[MissRow]:
    """The golds that what is published covers and the candidate does not; then those that the run before
    covered: what left the collection is taken out of what is published at once."""
    candidate = present_candidate(store, collection.key)
    if candidate is None:
        raise ProofError(f"{collection.key} has no candidate: materialize candidate_index first")
    now = _scores_of(collection.key, scored, CANDIDATE, candidate)
    held = [_scores_of(collection.key, scored, PUBLISHED, candidate)]
    runs = remembered(collection.lake, collection.key)
    held += [scores_of_run(collection.lake, collection.key, run) for run in runs[-2:-1]]
    index = Index.open_candidate(candidate.directory)
    found = [row for before in held for row in lost_between(collection, index, before, now)]
    return list({(row.id, row.gold): row for row in reversed(found)}.values())[::-1]


def lost_between(collection: EvalCollection, index: Index, before: Scores, now: Scores) -> list[MissRow]:
    """The golds covered before and not now, with what `index` says of them."""
    if not before.records:
        return []
    held = set(index.table.everything(["id"])["id"].to_pylist())
    labels = {
        label.fingerprint(): label for label in materialized_labels(collection.lake, str(collection.key))
    }
    ask = collection.ask(Search(index, collection.embedder), now.budget or BUDGET)

    @cache
    def chunks(file: str) -> list[Chunk]:
        return record.from_rows(collection.chunks([file]).to_pylist())

    def visible(asked: QuestionRecord, ids: Sequence[str]) -> Collection[str]:
        label = labels.get(asked.fingerprint)
        access = Access(collection.principal, collection.scope(label))
        return {chunk.id for chunk in index.chunks(ids, access)}

    def found(asked: QuestionRecord, question: str) -> Collection[str]:
        label = labels.get(asked.fingerprint)
        if label is None:
            return ()
        answer = ask(label.model_copy(update={"question": question}))
        return Returned.of([hit.chunk for hit in answer.hits]).doc_ids

    present = Present(chunks, held.intersection, visible, collection.documents.get, found)
    return miss_report(before.records, now.records, present)


def best_published(lake: Lake, key: CollectionKey) -> Best | None:
    """The best ever published with proof, question by question; None where nothing was."""
    table = lake.read(BEST, str(key))
    if table is None or not table.num_rows:
        return None
    outcomes = zip(table["fingerprint"].to_pylist(), table["outcome"].to_pylist(), strict=True)
    return Best(table["strategy"][0].as_py(), dict(outcomes))


def remember(lake: Lake, key: CollectionKey, run_id: str, scores: Scores) -> None:
    """Keep the candidate's records under the run's id, so that runs can be compared later."""
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    lake.write(HISTORY, f"{key}/{moment}-{run_id[:8]}", records_to_table(scores.records))
    for old in remembered(lake, key)[:-_KEPT_RUNS]:
        lake.delete(HISTORY, f"{key}/{old}")


def remembered(lake: Lake, key: CollectionKey) -> list[str]:
    """The runs whose records are kept, oldest first: `<UTC time>-<run>`."""
    return sorted(name.rsplit("/", 1)[1] for name in lake.keys(HISTORY) if name.startswith(f"{key}/"))


def scores_of_run(lake: Lake, key: CollectionKey, run: str) -> Scores:
    """What a remembered run scored."""
    table = lake.read(HISTORY, f"{key}/{run}")
    return Scores(str(key), run, 0, [] if table is None else records_from_table(table))


def _scores_of(key: CollectionKey, scored: pa.Table, name: str, candidate: Candidate) -> Scores:
    mine = scored.filter(pa.array([value == name for value in scored["scored"].to_pylist()], pa.bool_()))
    budget = mine["budget"][0].as_py() if mine.num_rows else 0
    chunks = candidate.chunks if name == CANDIDATE else 0
    return Scores(str(key), name, budget, records_from_table(mine), chunks)


def _keep_best(lake: Lake, key: CollectionKey, best: Best | None) -> None:
    if best is None:
        return
    rows = [
        {"strategy": best.strategy, "fingerprint": name, "outcome": value}
        for name, value in best.outcomes.items()
    ]
    lake.write(BEST, str(key), pa.Table.from_pylist(rows, schema=_BEST_SCHEMA))
