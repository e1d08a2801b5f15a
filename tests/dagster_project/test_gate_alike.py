"""The gate measures candidate and published index with one yardstick, whatever stands beside them."""

from __future__ import annotations

from itertools import pairwise

from assets.documents.settings import Gates
from assets.index.candidate import present_candidate
from evals.collection import EvalCollection
from evals.labels import Label
from evals.proof import CANDIDATE, PUBLISHED, best_published, prove
from partitions.keys import parse_key
from resources.embedder import load_embedder
from resources.lake import Lake
from resources.publish import publish
from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import THINGS, small_collection
from tests.resources.corpus import candidate

KEY = parse_key("acme/supply")


def test_an_unchanged_candidate_scores_as_what_is_published_and_the_best_owes_nothing_to_neighbours(
    graph: Graph,
) -> None:
    small_collection(graph.landing)
    assert graph.refresh().outcome.status == "published"
    lake = Lake(graph.store)
    collection = EvalCollection(lake, KEY, load_embedder())
    labels = [
        Label.model_validate(
            {
                "id": one,
                "question": f"What does the North Supply Agreement say about {one} or {other}?",
                "kind": "clause",
                "gold": [{"file": "north.txt", "quote": f"supplier keeps the {one} ready"}],
            }
        )
        for one, other in pairwise(THINGS[:25])
    ]
    mine = present_candidate(graph.store, KEY)
    assert mine is not None

    def proven() -> dict[str, object]:
        scores = prove(graph.store, collection, labels, mine, Gates(), budget=300)
        return {name: scores[name].records for name in (CANDIDATE, PUBLISHED)}

    before, best = proven(), best_published(lake, KEY)
    for turn in range(3):
        # Neighbours full of every second thing that is asked for, which would make it a common word.
        bodies = [f"The {thing} are seen every week." for thing in THINGS[turn % 2 : 24 : 2]]
        made = candidate(graph.store.path / "made" / str(turn), {"n.txt": bodies * 3}, collection="notes")
        publish(graph.store, "acme", "notes", made)
    after = proven()

    assert before[CANDIDATE] == before[PUBLISHED]
    assert after == before
    assert best_published(lake, KEY) == best
