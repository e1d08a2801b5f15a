"""What lifts `structure`, each lever changed alone on the same questions, budget and documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evals.collection import EvalCollection
from evals.compare import score_index, strategy_index
from evals.gold import GoldFinder
from evals.labels import Label
from evals.score import Scores
from partitions.strategies import STRUCTURE, VARIANTS
from resources.index import Index
from resources.search.settings import DEFAULTS, SearchSettings
from resources.store import Store


@dataclass(frozen=True, slots=True)
class Lever:
    """One change to what docgrain does: in how it cuts, or only in how it searches the same index."""

    name: str
    strategy: str = STRUCTURE
    settings: SearchSettings = DEFAULTS


LEVERS: tuple[Lever, ...] = (
    Lever("no-second-hop", settings=SearchSettings(second_hop=False)),
    Lever("heading-off", settings=SearchSettings(heading_boost=0.0)),
    Lever("references-off", settings=SearchSettings(reference_boost=0.0)),
    Lever("vectors-off", settings=SearchSettings(vector_weight=0.0)),
    Lever("vectors-equal", settings=SearchSettings(vector_weight=1.0)),
    Lever("definitions-first", settings=SearchSettings(definition_factor=1.15)),
    *(Lever(name, strategy=name) for name in VARIANTS),
    Lever("context-sentence-searched", "context-sentence", SearchSettings(context_boost=0.3)),
)
"""`-off` and `no-` take away what docgrain does; the others add what it does not."""


def score_levers(
    store: Store, collection: EvalCollection, labels: Sequence[Label], finder: GoldFinder, budget: int
) -> list[Scores]:
    """The scores of `structure` as it is, then with each lever changed alone, named by it."""
    found: list[Scores] = []
    for lever in (Lever(STRUCTURE), *LEVERS):
        directory, tokens = strategy_index(store, collection, lever.strategy)
        index = Index.open_candidate(directory)
        found.append(
            score_index(collection, index, labels, finder, lever.name, budget, tokens, lever.settings)
        )
    return found
