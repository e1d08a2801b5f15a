"""Each culprit of a lost gold, on a document of two clauses."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from evals.gold import FILE_GONE, FILE_UNREAD
from evals.misses import SCHEMA, MissRow, Present, miss_report, rows_to_table
from evals.score import QuestionRecord
from resources.record import Chunk
from tests.evals.example import chunk, document, outcome

DOC = document("1. The fee is due in May. It is ten.\n2. Notices go to the office.")
WHOLE = chunk(DOC, "1. The fee is due in May. It is ten.", "1")
HALVES = [chunk(DOC, "1. The fee is due in May.", "1", k=(1, 2)), chunk(DOC, "It is ten.", "1", k=(2, 2))]
BEFORE = outcome("q1", True, gold_spans=["0-36"])


def _after(**changes: object) -> QuestionRecord:
    return outcome("q1", False, gold_spans=["0-36"], **changes)


def _report(
    after: QuestionRecord,
    chunks: Sequence[Chunk],
    *,
    indexed: Collection[str] | None = None,
    visible: Collection[str] | None = None,
    before: QuestionRecord = BEFORE,
) -> list[MissRow]:
    present = Present(
        chunks=lambda file: [chunk for chunk in chunks if chunk.file == file],
        indexed=lambda ids: set(ids) if indexed is None else set(indexed),
        visible=lambda record, ids: set(ids) if visible is None else set(visible),
    )
    return miss_report([before], [after], present)


@pytest.mark.parametrize(
    ("after", "chunks", "limits", "culprit"),
    [
        (_after(problems=[FILE_UNREAD]), [], {}, "not parsed"),
        (_after(problems=[FILE_GONE], removed=True), [], {}, "removed"),
        (_after(), [], {}, "not indexed"),
        (_after(), [HALVES[0]], {}, "not indexed"),
        (_after(), [WHOLE], {"indexed": []}, "not indexed"),
        (_after(), [WHOLE], {"visible": []}, "filtered out"),
        (_after(), HALVES, {}, "split apart"),
        (_after(), [WHOLE], {}, "outranked"),
    ],
)
def test_the_culprit(
    after: QuestionRecord, chunks: list[Chunk], limits: dict[str, Collection[str]], culprit: str
) -> None:
    (row,) = _report(after, chunks, **limits)
    assert row.culprit == culprit
    assert row.first == "msa.txt#9"
    assert row.gold_units == (["msa.txt#1"] if chunks else [])


def test_only_what_was_lost_is_reported() -> None:
    assert _report(outcome("q1", True, gold_spans=["0-36"]), [WHOLE]) == []
    assert _report(_after(), [WHOLE], before=outcome("q1", False)) == []
    assert _report(_after(fingerprint="edited"), [WHOLE]) == []


def test_one_gold_of_two() -> None:
    def two(covered: list[float]) -> QuestionRecord:
        return outcome(
            "q1", all(covered), covered=covered, golds=["msa.txt: clause 1", "msa.txt: clause 2"],
            gold_files=["msa.txt"] * 2, gold_spans=["0-36", "37-65"], gold_ranks=[1, 7], problems=["", ""],
        )  # fmt: skip

    (row,) = _report(
        two([1.0, 0.5]), [WHOLE, chunk(DOC, "2. Notices go to the office.", "2")], before=two([1.0, 1.0])
    )
    assert (row.gold, row.gold_units, row.gold_rank) == ("msa.txt: clause 2", ["msa.txt#2"], 7)
    assert (row.covered_before, row.covered_now) == (1.0, 0.5)


def test_an_outranked_text_is_said_to_be_the_one_that_was_found_or_another() -> None:
    before = outcome("q1", True, gold_spans=["0-36"], gold_texts=[WHOLE.text_hash])
    (same,) = _report(_after(gold_ranks=[7]), [WHOLE], before=before)
    assert same.why == "ranks 7, and the budget is full before; its own text is as before"
    (other,) = _report(_after(), [chunk(DOC, DOC.text, "1")], before=before)
    assert other.why == "is not among those ranked; its own text is another than before"


def test_where_it_is_says_no_word_of_the_document() -> None:
    quoted = outcome("q1", False, golds=['msa.txt: "The fee"'], gold_spans=["0-36"])
    (row,) = _report(quoted, [])
    assert row.place == "msa.txt"
    (row,) = _report(quoted, [WHOLE])
    assert row.place == "msa.txt#1"


def test_a_ticket_has_no_spans() -> None:
    after = outcome("q1", False, gold_files=["msa.txt"], gold_spans=[""], golds=["ticket msa.txt"])
    (row,) = _report(after, [WHOLE], before=outcome("q1", True, gold_spans=[""]))
    assert (row.culprit, row.place) == ("outranked", "msa.txt")
    assert rows_to_table([row]).schema == SCHEMA
