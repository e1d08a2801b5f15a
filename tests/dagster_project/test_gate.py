"""Nothing unproven is published: whatever is tried, people's answers come from the version before."""

from __future__ import annotations

import dagster as dg

from evals.strategies import CollectionStrategies
from tests.dagster_project.graph import Graph, Shredding
from tests.dagster_project.landing import small_collection

QUESTION = "What does the North Supply Agreement say about the pallets?"


def test_a_chunker_that_cuts_badly_is_refused_and_search_answers_as_before(graph: Graph) -> None:
    small_collection(graph.landing)
    assert graph.refresh().outcome.status == "published"
    before = graph.ask(QUESTION, "legal")
    assert before[0] == "north.txt#1.2"

    graph.strategies = Shredding()
    refused = graph.refresh().outcome

    assert refused.status == "refused"
    now, was = refused.figures["full_recall"], refused.figures["published_now"]
    assert was == 1.0
    assert now < 0.5
    assert f"full_recall {now:.3f} is lower than {was:.3f} of what is published now" in refused.message
    assert refused.misses[0][0].startswith(("north.txt-", "south.txt-"))
    assert graph.ask(QUESTION, "legal") == before

    run = graph.runs()[0]
    assert run.status == dg.DagsterRunStatus.FAILURE
    events = [entry.dagster_event for entry in graph.instance.all_logs(run.run_id) if entry.dagster_event]
    failures = [event for event in events if event.is_step_failure]
    assert [event.step_key for event in failures] == ["verdict"]
    said = failures[0].step_failure_data.user_failure_data
    assert said is not None
    assert {"full_recall", "published_now", "worst_misses"} <= set(said.metadata)
    gate = [
        event.asset_check_evaluation_data
        for event in events
        if event.event_type_value == "ASSET_CHECK_EVALUATION"
    ]
    assert [(check.check_name, check.passed) for check in gate if not check.passed] == [("gate", False)]

    by_hand = graph.materialize("published_index")
    assert not by_hand.success
    assert "the verdict refused this candidate" in _failure(by_hand)
    assert graph.ask(QUESTION, "legal") == before

    graph.strategies = CollectionStrategies()
    assert graph.refresh().outcome.status == "published"


def test_published_index_started_by_hand_wants_a_verdict_on_this_very_candidate(graph: Graph) -> None:
    collection = small_collection(graph.landing)
    graph.refresh()
    (collection / "north.txt").write_text((collection / "north.txt").read_text() + "\nSigned on 1 May.\n")
    assert graph.materialize("documents", "manifest", "collection_settings").success
    assert graph.materialize(
        "contract_documents", "facts", "contract_chunks", "chunk_embeddings", "candidate_index"
    ).success

    by_hand = graph.materialize("published_index")

    assert "materialize retrieval_scores and verdict first" in _failure(by_hand)


def test_a_first_publish_that_loses_to_fixed_windows_is_refused(graph: Graph) -> None:
    small_collection(graph.landing)
    graph.strategies = Shredding()

    refused = graph.refresh().outcome

    assert refused.status == "refused"
    assert "loses to fixed-" in refused.message


def test_few_labels_are_no_proof_but_a_floor_holds_however_few(graph: Graph) -> None:
    collection = small_collection(graph.landing, clauses=4)
    assert graph.refresh().outcome.status == "unproven"

    (collection / "collection.toml").write_text("[gates]\nmin_full_recall = 0.9\n")
    graph.strategies = Shredding()
    refused = graph.refresh().outcome

    assert refused.status == "refused"
    assert "lower than min_full_recall 0.900" in refused.message


def test_a_collection_emptied_on_purpose_is_empty_and_its_documents_are_gone(graph: Graph) -> None:
    collection = small_collection(graph.landing)
    graph.refresh()
    before = graph.ask(QUESTION, "legal")
    kept = {file: file.read_text() for file in collection.glob("*.txt")}
    for file in kept:
        file.unlink()

    assert graph.refresh().outcome.status == "empty"

    assert graph.runs()[0].status == dg.DagsterRunStatus.SUCCESS
    assert graph.ask(QUESTION, "legal") == []

    # The very same documents again are the very same candidate, and have to be published all the same.
    for file, text in kept.items():
        file.write_text(text)
    assert graph.refresh().outcome.status == "published"
    assert graph.ask(QUESTION, "legal") == before


def test_a_candidate_of_which_nothing_can_be_cut_any_more_takes_nothing_from_search(graph: Graph) -> None:
    collection = small_collection(graph.landing)
    graph.refresh()
    before = graph.ask(QUESTION, "legal")
    for file in collection.glob("*.txt"):
        file.write_bytes(b"%PDF-1.4\nnothing that is a PDF")

    refused = graph.refresh().outcome

    assert (refused.status, refused.message) == ("refused", "the candidate is empty")
    assert graph.ask(QUESTION, "legal") == before


def _failure(result: dg.ExecuteInProcessResult) -> str:
    """What the failed step said."""
    said = next(
        event for event in result.all_events if event.is_step_failure
    ).step_failure_data.user_failure_data
    assert said is not None
    return said.description or ""
