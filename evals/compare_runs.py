"""Two runs of a collection held against each other, question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assets.index.candidate import present_candidate
from evals.collection import EvalCollection
from evals.misses import MissRow
from evals.proof import lost_between, remembered, scores_of_run
from evals.score import FIXES, mean
from evals.verdict import OF_TICKETS, measure_of
from partitions.keys import CollectionKey
from resources.embedder import load_embedder
from resources.index import Index
from resources.lake import Lake
from resources.store import Store

_MEASURES = ("full_recall", "hit_rate", "recall", "mrr")
_OF_TICKETS = ("hit_rate", "hit_at_1", "hit_at_10", "mrr")


@dataclass(frozen=True, slots=True)
class RunDifference:
    """Means before and now by measure, of the questions that both runs asked and whose golds are still there;
    golds that were lost; questions that were won. `titles` are what people call the documents that rank first
    now and the golds, by the key that names them."""

    questions: int
    totals: list[tuple[str, float, float]]
    lost: list[MissRow]
    won: list[str]
    titles: Mapping[str, str]


def pick_runs(store: Store, key: CollectionKey, named: Sequence[str]) -> tuple[str, str]:
    """The two runs meant: by the beginning of their id or time, else the last two. Raises LookupError."""
    known = remembered(Lake(store), key)
    if len(named) not in (0, 2):
        raise LookupError(f"name two runs, or none for the last two; kept are {', '.join(known) or 'none'}")
    if not named:
        if len(known) < 2:
            raise LookupError(f"{key} has {len(known)} scored run(s); two are needed")
        return known[-2], known[-1]
    found = [_one(known, name) for name in named]
    return found[0], found[1]


def compare_runs(store: Store, key: CollectionKey, before: str, now: str) -> RunDifference:
    """What changed between two remembered runs. Where the gold went is told by the present index."""
    lake = Lake(store)
    collection = EvalCollection(lake, key, load_embedder())
    candidate = present_candidate(store, key)
    if candidate is None:
        raise LookupError(f"{key} has no index any more: docgrain run LANDING --only '{key}'")
    old, new = (scores_of_run(lake, key, run) for run in (before, now))
    was = {record.fingerprint + record.id: record for record in old.records}
    pairs = [
        (earlier, record)
        for record in new.records
        if (earlier := was.get(record.fingerprint + record.id)) and not record.removed
    ]
    tickets = measure_of([record for _, record in pairs]) == OF_TICKETS
    means = [mean([pair[at] for pair in pairs]) for at in (0, 1)]
    names = [*(_OF_TICKETS if tickets else _MEASURES)]
    if all(earlier.fixes and record.fixes for earlier, record in pairs) and tickets:
        names.insert(1, FIXES)
    return RunDifference(
        questions=len(pairs),
        totals=[(name, means[0][name], means[1][name]) for name in names],
        lost=lost_between(collection, Index.open_candidate(candidate.directory), old, new),
        won=[record.id for earlier, record in pairs if record.answered > earlier.answered],
        titles={fact.doc_id: fact.title for fact in collection.facts.values()},
    )


def _one(known: Sequence[str], name: str) -> str:
    found = [run for run in known if run.startswith(name) or run.split("-", 1)[1].startswith(name[:8])]
    if len(found) != 1:
        kept = ", ".join(known) or "none"
        raise LookupError(
            f"{'no run' if not found else 'more than one run'} is called {name!r}; kept are {kept}"
        )
    return found[0]
