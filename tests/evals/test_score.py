"""The measures on answers small enough to check by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from evals.gold import GoldFinder
from evals.labels import Gold, Label
from evals.score import MEASURES, combined, records_from_table, records_to_table, score
from resources.record import Chunk
from tests.evals.example import Answer, answering, chunk, document, question

DOC = document("aaaa bbbb cccc dddd eeee ffff gggg hhhh")
OTHER = document("zzzz yyyy", "nda.txt")
A, B, C = (chunk(DOC, words, path, seq=n) for n, (words, path) in enumerate(
    [("aaaa bbbb", "1"), ("cccc dddd", "2"), ("eeee ffff gggg hhhh", "3")]))  # fmt: skip
Z = chunk(OTHER, "zzzz yyyy", "1")
FINDER = GoldFinder({DOC.file: DOC, OTHER.file: OTHER}, [A, B, C, Z])


def _totals(label: Label, ranking: list[Chunk], within: int | None = None) -> dict[str, float]:
    return score(
        answering(ranking, within),
        [label],
        FINDER,
        collection="acme/legal",
        strategy="structure",
        budget=2000,
    ).totals


def test_a_gold_returned_whole() -> None:
    assert _totals(question(Gold(file="msa.txt", clause="2")), [B]) == {
        "questions": 1,
        "hit_rate": 1,
        "full_recall": 1,
        "recall": 1,
        "precision": 1,
        "tokens_used": 2,
        "recall_at_4": 1,
        "hit_at_1": 1,
        "hit_at_10": 1,
        "mrr": 1,
        "right_document_first": 1,
        "answered": 1,
    }


def test_one_gold_of_two_at_rank_two() -> None:
    label = question(Gold(file="msa.txt", quote="aaaa bbbb"), Gold(file="msa.txt", quote="gggg"))
    totals = _totals(label, [Z, A])
    assert totals["hit_rate"] == 1
    assert totals["full_recall"] == 0
    assert totals["recall"] == 8 / 12
    assert totals["precision"] == 8 / 16
    assert (totals["hit_at_1"], totals["mrr"], totals["recall_at_4"]) == (0, 0.5, 0.5)


def test_the_budget_decides_what_is_read_and_the_ranking_what_is_ranked() -> None:
    totals = _totals(question(Gold(file="msa.txt", clause="2")), [A, B], within=1)
    assert (totals["full_recall"], totals["recall"]) == (0, 0)
    assert (totals["hit_at_10"], totals["mrr"], totals["recall_at_4"]) == (1, 0.5, 1)


def test_a_gold_over_two_units_is_covered_by_their_union_from_the_second_on() -> None:
    totals = _totals(question(Gold(file="msa.txt", quote="bbbb cccc")), [A, Z, B])
    assert (totals["full_recall"], totals["mrr"]) == (1, pytest.approx(1 / 3))


def test_nineteen_characters_of_twenty_are_enough() -> None:
    doc = document("a" * 20 + " tail")
    for size, covered in ((19, 1), (18, 0)):
        part = chunk(doc, "a" * size, "1")
        finder = GoldFinder({doc.file: doc})
        totals = score(
            answering([part]), [question(Gold(file="msa.txt", quote="a" * 20))], finder,
            collection="c", strategy="s", budget=1,
        ).totals  # fmt: skip
        assert totals["full_recall"] == covered


def test_parts_of_a_unit_stand_at_its_place() -> None:
    first, second = chunk(DOC, "eeee ffff", "3", k=(1, 2)), chunk(DOC, "gggg hhhh", "3", k=(2, 2))
    assert _totals(question(Gold(file="msa.txt", clause="3")), [first, A, B, second])["mrr"] == 1


def test_headings_repeated_in_the_prefix_are_read() -> None:
    doc = document("12. Liability\n12.1 The cap is ten.")
    child = chunk(doc, "12.1 The cap is ten.", "12.1")
    gold = Gold(file="msa.txt", quote="12. Liability 12.1 The cap is ten.")
    finder = GoldFinder({doc.file: doc})
    for payload, full in (("{}", 0), ('{"trail_spans": [[0, 13]]}', 1)):
        child.payload = payload
        scored = score(answering([child]), [question(gold)], finder, collection="c", strategy="s", budget=9)
        assert scored.totals["full_recall"] == full


def test_nothing_vanishes() -> None:
    labels = [
        question(Gold(file="msa.txt", clause="2")),
        question(Gold(file="msa.txt", quote="not there at all"), id="q2", kind="other"),
        question(Gold(file="gone.txt", quote="aaaa"), id="q3", kind="other"),
    ]
    scored = score(
        lambda _: Answer(), labels, FINDER, collection="acme/legal", strategy="structure", budget=10
    )
    assert scored.questions == 3
    assert all(scored.totals[name] == 0 for name in MEASURES)
    assert {kind: means["questions"] for kind, means in scored.by_kind.items()} == {"clause": 1, "other": 2}
    assert [(id, why) for id, _, why in scored.unlocated] == [
        ("q2", "the quote is not in the document"),
        ("q3", "the file is not in the collection"),
    ]
    assert [record.removed for record in scored.records] == [False, False, True]


def test_a_ticket_is_covered_by_any_chunk_of_it() -> None:
    ticket = chunk(document("printer broken", "export.json"), "printer broken", "T-7")
    ticket.doc_id = "T-7"
    finder = GoldFinder({}, [ticket], tickets={"T-7": ""})
    labels = [question(Gold(ticket="T-7"))]
    for ranking, hit in (([ticket], 1), ([A], 0)):
        totals = score(answering(ranking), labels, finder, collection="c", strategy="s", budget=9).totals
        assert totals["hit_rate"] == totals["recall"] == totals["precision"] == totals["mrr"] == hit


def test_the_right_document_first_is_told_apart_from_the_right_place() -> None:
    labels = [question(Gold(file="msa.txt", clause="2"))]
    for ranking, right in (([A], 1), ([Z, B], 0), ([], 0)):
        scored = score(answering(ranking), labels, FINDER, collection="c", strategy="s", budget=9)
        assert scored.totals["right_document_first"] == right


def test_scores_as_the_command_prints_them_and_as_a_table() -> None:
    labels = [
        question(Gold(file="msa.txt", clause="2")),
        question(Gold(file="msa.txt", unit="clause"), id="q2"),
    ]
    scored = score(
        answering([B]), labels, FINDER, collection="acme/legal", strategy="structure", budget=2000,
        chunk_tokens=[2, 2, 4],
    )  # fmt: skip
    printed = scored.to_json()
    assert list(printed) == [
        "collection", "strategy", "budget", "questions", "hit_rate", "full_recall", "recall", "precision",
        "tokens_used", "recall_at_4", "hit_at_1", "hit_at_10", "mrr", "right_document_first", "chunks",
        "median_tokens", "lost", "by_kind",
    ]  # fmt: skip
    assert (printed["questions"], printed["chunks"], printed["median_tokens"]) == (2, 3, 2)
    assert records_from_table(records_to_table(scored.records)) == scored.records
    assert scored.without_own_units().questions == 1
    assert combined([scored, scored], "all").questions == 4


def test_of_several_places_the_one_best_covered_counts() -> None:
    doc = document("The fee is ten. Elsewhere: the fee is ten.")
    second = chunk(doc, "Elsewhere: the fee is ten.", "2")
    finder = GoldFinder({doc.file: doc})
    labels = [question(Gold(file="msa.txt", quote="the fee is ten"))]
    assert (
        score(answering([second]), labels, finder, collection="c", strategy="s", budget=9).totals["recall"]
        == 1
    )


def test_recall_at_four_looks_at_four_units() -> None:
    doc = document("one two three four five")
    units = [chunk(doc, word, word) for word in doc.text.split()]
    for word, found in (("four", 1), ("five", 0)):
        labels = [question(Gold(file="msa.txt", quote=word))]
        scored = score(
            answering(units), labels, GoldFinder({doc.file: doc}), collection="c", strategy="s", budget=9
        )
        assert scored.totals["recall_at_4"] == found


def test_internal_notes_are_of_their_ticket_and_one_place_with_it_in_a_ranking() -> None:
    def made(doc_id: str, text: str, path: str, payload: dict[str, str]) -> Chunk:
        of = chunk(document(text, "desk.json"), text, path)
        return replace(of, id=doc_id, doc_id=doc_id, family="ticket", payload=json.dumps(payload))

    fix = made("T-7", "printer broken", "problem-1", {"resolution": "Turn it off and on."})
    note = made("T-7/internal-notes", "they dropped it", "note-1", {"ticket": "T-7"})
    other = made("T-8", "scanner broken", "problem-1", {})
    finder = GoldFinder({}, [], tickets={"T-7": "", "T-8": ""})
    asked = [question(Gold(ticket="T-7"), id="q7"), question(Gold(ticket="T-8"), id="q8")]
    found = score(answering([note, fix, other]), asked, finder, collection="c", strategy="s", budget=1)
    of_seven, of_eight = found.records
    assert (of_seven.gold_ranks, of_eight.gold_ranks) == ([1], [2])
    assert (of_seven.fix_rate, of_eight.fix_rate, of_eight.hit_rate) == (1, 0, 1)
    assert found.figures["fix_rate"] == 0.5
    told = [asked[0].model_copy(update={"answer": words}) for words in ("Printer broken", "turn it off")]
    of_words = score(answering([fix]), told, finder, collection="c", strategy="s", budget=1)
    assert [record.fix_rate for record in of_words.records] == [1, 0]
    alone = score(answering([note]), asked[:1], finder, collection="c", strategy="s", budget=1)
    assert (alone.records[0].hit_rate, alone.records[0].fix_rate) == (1, 0)


def test_records_kept_before_a_field_was_there_are_read() -> None:
    finder = GoldFinder({}, [], tickets={"T-7": ""})
    found = score(
        answering([]), [question(Gold(ticket="T-7"))], finder, collection="c", strategy="s", budget=1
    )
    table = records_to_table(found.records).drop_columns(["fixes", "gold_texts"])
    (record,) = records_from_table(table)
    assert (record.fixes, record.gold_texts, record.of_tickets) == ([], [], True)
