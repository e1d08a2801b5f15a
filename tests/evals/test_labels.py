"""A label file as people write it: what is good is kept, what is bad is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.labels import Gold, load_labels

GOOD = '{"id": "q1", "question": "The cap?", "kind": "clause", "gold": [{"file": "a.pdf", "clause": "12.3"}]}'


def _write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_label_points_at_the_source(tmp_path: Path) -> None:
    read = load_labels(_write(tmp_path / "labels.jsonl", "\ufeff" + GOOD, ""), {"a.pdf"})
    assert [label.id for label in read.labels] == ["q1"]
    assert read.labels[0].gold == (Gold(file="a.pdf", clause="12.3"),)
    assert read.problems == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"id": "q2"', "is not JSON"),
        ('{"id": "q2", "question": "?", "kind": "clause"}', "gold is missing"),
        ('{"id": "q2", "question": "?", "kind": "clause", "gold": []}', "gold: "),
        (
            '{"id": "q2", "question": " ", "kind": "clause", "gold": [{"ticket": "T-1"}]}',
            "question: must not be blank",
        ),
        ('{"id": "q2", "question": "?", "kind": "c", "gold": [{"file": "a.pdf"}]}', "say where in the file"),
        ('{"id": "q2", "question": "?", "kind": "c", "gold": [{"quote": "x"}]}', "give it a file"),
        (
            '{"id": "q2", "question": "?", "kind": "c", "gold": [{"ticket": "T", "file": "a.pdf"}]}',
            "stands alone",
        ),
        (
            '{"id": "q2", "question": "?", "kind": "c", "gold": [{"file": "a.pdf", "chunk": "1"}]}',
            "chunk is unknown",
        ),
        (
            '{"id": "q1", "question": "?", "kind": "c", "gold": [{"ticket": "T"}]}',
            "id 'q1' was used on line 1",
        ),
        (
            '{"id": "q2", "question": "?", "kind": "c", "gold": [{"file": "b.pdf", "clause": "1"}]}',
            "not in the coll",
        ),
    ],
)
def test_a_bad_line_is_named_and_the_others_stay(tmp_path: Path, line: str, problem: str) -> None:
    read = load_labels(_write(tmp_path / "labels.jsonl", GOOD, line, GOOD.replace("q1", "q3")), {"a.pdf"})
    assert {"q1", "q3"} <= {label.id for label in read.labels}
    (found,) = read.problems
    assert (found.file, found.line) == ("labels.jsonl", 2)
    assert problem in str(found)
    assert found.mend


def test_bytes_that_are_not_text_cost_one_line(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_bytes(GOOD.encode() + b"\n\xff\xfe\n")
    read = load_labels(path)
    assert len(read.labels) == 1
    assert "not UTF-8" in str(read.problems[0])


def test_a_gold_in_a_missing_file_keeps_its_question(tmp_path: Path) -> None:
    read = load_labels(_write(tmp_path / "labels.jsonl", GOOD), {"other.pdf"})
    assert len(read.labels) == len(read.problems) == 1


def test_an_edited_label_is_another_question(tmp_path: Path) -> None:
    one = load_labels(_write(tmp_path / "a.jsonl", GOOD)).labels[0]
    reworded = load_labels(_write(tmp_path / "b.jsonl", GOOD.replace("12.3", "12.4"))).labels[0]
    renamed = load_labels(_write(tmp_path / "c.jsonl", GOOD.replace("q1", "q9"))).labels[0]
    assert one.fingerprint() != reworded.fingerprint()
    assert one.fingerprint() == renamed.fingerprint()
