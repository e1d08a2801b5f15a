"""Labelled questions, what the candidate scores on them, how the strategies compare, and the verdict."""

from collections import Counter
from collections.abc import Iterator

import dagster as dg
import pyarrow as pa

from assets.documents.steps import existing, settings_of
from assets.families import FAMILIES
from assets.index.candidate import present_candidate
from assets.index.published import Verdict, keep_verdict
from evals.baselines import StrategyError
from evals.checks import GATE
from evals.collection import EvalCollection, chunker_versions, materialized_labels
from evals.compare import BUDGET, keep_scores, kept_scores, score_strategy
from evals.gold import FILE_GONE, FILE_UNREAD, TICKET_LOST
from evals.labels import LabelSet, load_labels
from evals.misses import rows_to_table
from evals.proof import (
    CANDIDATE,
    SCORES,
    ProofError,
    judge,
    lost_questions,
    proof_table,
    prove,
    remember,
    waiting,
)
from evals.table import kind_table, strategy_table
from evals.verdict import Miss, measure_of
from partitions.definitions import collection_strategies, collections
from partitions.keys import parse_key
from resources.automation import CARRY
from resources.codeversion import code_version
from resources.materialized import OWNERS, Materialized, materialized, table
from resources.platform import LandingResource, StoreResource

SAID_ELSEWHERE = (FILE_UNREAD, FILE_GONE, TICKET_LOST)
"""Why a gold is not located where another line says it already: the file's own, or the label's."""
_LOST = ["question", "kind", "gold", "culprit", "why", "rank before", "rank now", "first now"]
_LABELS_SCHEMA = pa.schema([("id", pa.string()), ("kind", pa.string()), ("label", pa.string())])


@dg.asset(
    deps=["documents"],
    partitions_def=collections,
    group_name="proof",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version("evals.labels"),
    description="The collection's labelled questions. A line that is none is left out and listed.",
)
def labels(context: dg.AssetExecutionContext, landing: LandingResource, store: StoreResource) -> Materialized:
    """Read labels.jsonl; a collection may have none, and is then published on its checks alone."""
    key, lake = context.partition_key, store.lake
    path = landing.directory(key) / "labels.jsonl"
    files = existing(lake, "documents", key)["file"].to_pylist()
    found = load_labels(path, files) if path.is_file() else LabelSet()
    for problem in found.problems:
        context.log.warning(f"{key}/{problem}")
    rows = [{"id": label.id, "kind": label.kind, "label": label.model_dump_json()} for label in found.labels]
    lines = [f"{key}/{problem}" for problem in found.problems]
    lake.write("label_problems", key, pa.table({"problem": pa.array(lines, pa.string())}))
    return materialized(
        lake.write("labels", key, pa.Table.from_pylist(rows, schema=_LABELS_SCHEMA)),
        {
            "questions": len(found.labels),
            "label_problems": len(found.problems),
            "problems": table(["problem"], [(line,) for line in lines[:50]]),
        },
    )


@dg.asset(
    deps=["candidate_index", "labels", "collection_settings"],
    partitions_def=collections,
    group_name="proof",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version("evals.proof"),
    description="What is about to be published, asked the labelled questions; what is published now is asked "
    "the same in the same run, or fixed windows, where nothing proven is published yet.",
)
def retrieval_scores(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Score candidate and comparison with one search, one budget and one set of labels."""
    key, lake = parse_key(context.partition_key), store.lake
    candidate = present_candidate(store.open(), key)
    if candidate is None:
        raise dg.Failure(f"{key} has no candidate: materialize candidate_index first", allow_retries=False)
    asked = materialized_labels(lake, str(key))
    collection = EvalCollection(lake, key, store.embedder)
    scores = prove(store.open(), collection, asked, candidate, settings_of(lake, str(key)).gates, BUDGET)
    content = lake.write(SCORES, str(key), proof_table(scores, candidate.version))
    lines = [
        f"{key}/labels.jsonl: question {name!r}: {why} ({gold.split(':')[0]}). Correct the label or its file."
        for name, gold, why in (scores[CANDIDATE].unlocated if scores else ())
        if why not in SAID_ELSEWHERE
    ]
    lake.write("gold_problems", str(key), pa.table({"problem": pa.array(lines, pa.string())}))
    if CANDIDATE not in scores:
        return materialized(content, {"questions": 0})
    own = scores[CANDIDATE]
    remember(lake, key, context.run.run_id, own)
    measure = measure_of(own.records)
    others = {f"{name.replace('-', '_')}_{measure}": one.totals[measure]
              for name, one in scores.items() if name != CANDIDATE and one.records}  # fmt: skip
    return materialized(
        content,
        {
            **own.figures,
            **others,
            "questions": own.questions,
            "chunks": own.chunks,
            "median_tokens": own.median_tokens,
            "golds_not_located": len(own.unlocated),
            "chunker_version": chunker_versions(collection),
            "kinds": dg.MetadataValue.md(kind_table(own)),
            "compared": dg.MetadataValue.md(strategy_table(list(scores.values()), reference=CANDIDATE)),
            "not_located": table(["label"], [(line,) for line in lines[:30]]),
        },
    )


@dg.asset(
    deps=["retrieval_scores"],
    partitions_def=collections,
    group_name="proof",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version("evals.proof"),
    description="Questions that what is published, or the run before, answers and the candidate does not: "
    "what ranks first now, where the gold went, and the likely culprit.",
)
def miss_report(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Compare the candidate's answers with those of before, question by question."""
    key, lake = parse_key(context.partition_key), store.lake
    collection = EvalCollection(lake, key, store.embedder)
    rows = lost_questions(store.open(), collection, existing(lake, SCORES, str(key)))
    culprits = Counter(row.culprit for row in rows)
    shown = [
        (row.id, row.kind, row.place, row.culprit, row.why, row.rank_before, row.gold_rank, row.first)
        for row in rows
    ]
    return materialized(
        lake.write("miss_report", str(key), rows_to_table(rows)),
        {
            "golds_lost": len(rows),
            **{name.replace(" ", "_"): count for name, count in culprits.items()},
            "lost": table(_LOST, shown[:30]),
        },
    )


@dg.asset(
    deps=["retrieval_scores", "candidate_index", "collection_settings"],
    partitions_def=collections,
    group_name="proof",
    kinds={"python"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version("evals.verdict"),
    check_specs=[GATE],
    description="Whether the candidate may be published. A refusal fails the run here, with both figures and "
    "the worst misses; nothing downstream runs.",
)
def verdict(
    context: dg.AssetExecutionContext, store: StoreResource
) -> Iterator[dg.AssetCheckResult | Materialized]:
    """Decide from the scores alone, say so as a check, and raise where the answer is no."""
    key, lake = parse_key(context.partition_key), store.lake
    gates = settings_of(lake, str(key)).gates
    candidate = present_candidate(store.open(), key)
    version = candidate.version if candidate is not None else ""
    if candidate is not None and (why := waiting(store.open(), key, candidate)):
        store.conclude(context, "waiting", why)
        yield dg.AssetCheckResult(
            asset_key="verdict", check_name=GATE.name, passed=True, metadata={"why": why}
        )
        yield materialized(keep_verdict(lake, key, Verdict(version, False, False, [why], {})), {"why": why})
        return
    try:
        decision = judge(store.open(), key, existing(lake, SCORES, str(key)), gates)
    except ProofError as error:
        raise dg.Failure(str(error), allow_retries=False) from error
    figures = dict(decision.figures)
    shown = [_shown(miss) for miss in decision.worst]
    misses = table(["question", "files", "returned", "first now", "was answered"], shown)
    content = keep_verdict(
        lake, key, Verdict(version, decision.passed, not decision.unproven, list(decision.reasons), figures)
    )
    yield dg.AssetCheckResult(
        asset_key="verdict",
        check_name=GATE.name,
        passed=decision.passed,
        metadata={**figures, "worst_misses": misses},
    )
    if not decision.passed:
        message = "; ".join(decision.reasons)
        store.conclude(context, "refused", message, figures, shown)
        raise dg.Failure(str(decision), metadata={**figures, "worst_misses": misses}, allow_retries=False)
    yield materialized(content, {**figures, "proven": int(not decision.unproven), "worst_misses": misses})


@dg.asset(
    deps=[*(family.documents for family in FAMILIES), "facts", "labels"],
    partitions_def=collection_strategies,
    group_name="proof",
    kinds={"python", "parquet"},
    owners=OWNERS,
    code_version=code_version("evals.compare"),
    description="One way of cutting on one collection, on the same questions as all others.",
)
def strategy_scores(context: dg.AssetExecutionContext, store: StoreResource) -> Materialized:
    """Cut, index and score the collection by one strategy; nothing of it is published."""
    cell = context.partition_key.keys_by_dimension
    key, strategy, lake = parse_key(cell["collection"]), cell["strategy"], store.lake
    collection = EvalCollection(lake, key, store.embedder)
    asked = materialized_labels(lake, str(key))
    try:
        scores = score_strategy(store.open(), collection, asked, collection.finder(asked), strategy, BUDGET)
    except StrategyError as error:
        raise dg.Failure(str(error), allow_retries=False) from error
    content = keep_scores(lake, scores)
    return materialized(
        content,
        {
            **scores.figures,
            "questions": scores.questions,
            "chunks": scores.chunks,
            "median_tokens": scores.median_tokens,
            "kinds": dg.MetadataValue.md(kind_table(scores)),
            "strategies": dg.MetadataValue.md(strategy_table(kept_scores(lake, key))),
        },
    )


def _shown(miss: Miss) -> list[str]:
    return [miss.id, ", ".join(miss.files), f"{miss.recall:.2f}", miss.first, "yes" if miss.lost else ""]
