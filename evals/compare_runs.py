"""Two runs of a collection held against each other, question by question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assets.index.candidate import present_candidate
from evals.collection import EvalCollection
from evals.misses import MissRow
from evals.proof import HISTORY, lost_between, remembered
from evals.score import Scores, records_from_table
from partitions.keys import CollectionKey
from resources.embedder import load_embedder
from resources.index import Index
from resources.lake import Lake
from resources.store import Store

_MEASURES = ("full_recall", "hit_rate", "recall", "mrr")


@dataclass(frozen=True, slots=True)
class RunDifference:
    """Means before and now by measure; golds that were lost; questions that were won."""

    totals: list[tuple[str, float, float]]
    lost: list[MissRow]
    won: list[str]


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
    old, new = (_scores(lake, key, run) for run in (before, now))
    totals = [(name, old.totals[name], new.totals[name]) for name in _MEASURES]
    was = {record.fingerprint: record.full_recall for record in old.records}
    won = [
        record.id
        for record in new.records
        if record.full_recall > was.get(record.fingerprint, record.full_recall)
    ]
    return RunDifference(
        totals, lost_between(collection, Index.open_candidate(candidate.directory), old, new), won
    )


def _scores(lake: Lake, key: CollectionKey, run: str) -> Scores:
    table = lake.read(HISTORY, f"{key}/{run}")
    return Scores(str(key), run, 0, [] if table is None else records_from_table(table))


def _one(known: Sequence[str], name: str) -> str:
    found = [run for run in known if run.startswith(name) or run.split("-", 1)[1].startswith(name[:8])]
    if len(found) != 1:
        kept = ", ".join(known) or "none"
        raise LookupError(
            f"{'no run' if not found else 'more than one run'} is called {name!r}; kept are {kept}"
        )
    return found[0]
