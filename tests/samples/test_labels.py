"""The labelled questions: well-formed, enough of each kind, and every gold really in its file."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from evals.labels import Label, load_labels
from tests.samples.conftest import DOCUMENTS, SAMPLES, lines, squeezed
from tests.samples.test_outlines import outline

COLLECTIONS = ("supply", "services", "handbook")
ADVERSARIAL = (
    *("header+row", "siblings", "cross-reference", "definition+exception", "revision", "arithmetic"),
)


def labels(collection: str) -> list[Label]:
    read = load_labels(SAMPLES / "acme" / collection / "labels.jsonl")
    assert not read.problems, [str(problem) for problem in read.problems]
    return read.labels


@pytest.mark.parametrize("collection", COLLECTIONS)
def test_every_gold_is_in_its_file(collection: str) -> None:
    files = {path.name: path for path in DOCUMENTS if path.parent.name == collection}
    for label in labels(collection):
        for gold in label.gold:
            assert gold.file in files, label.id
            if gold.quote:
                text = squeezed("".join(lines(files[gold.file])))
                assert squeezed(gold.quote) in text, (label.id, gold.quote)
            else:
                assert gold.clause in dict(outline(gold.file)), (label.id, gold.clause)


def test_there_are_enough_of_each_kind() -> None:
    contracts = labels("supply") + labels("services")
    kinds = Counter(label.kind for label in contracts)
    assert len(contracts) >= 50
    assert set(kinds) == {"clause", *ADVERSARIAL}
    assert all(kinds[kind] >= 10 for kind in ADVERSARIAL), kinds
    assert Counter(label.kind for label in labels("handbook")) == {"passage": len(labels("handbook"))}
    assert len(labels("handbook")) >= 20


def test_ids_and_questions_are_asked_once() -> None:
    everything = [label for collection in COLLECTIONS for label in labels(collection)]
    assert len({label.id for label in everything}) == len(everything)
    assert len({label.question for label in everything}) == len(everything)


def test_comparisons_and_cross_references_have_two_golds() -> None:
    for label in labels("supply") + labels("services"):
        if label.kind in ("siblings", "cross-reference", "header+row"):
            assert len(label.gold) == 2, label.id
        if label.kind == "definition+exception":
            assert len(label.gold) >= 2, label.id
        if label.kind == "arithmetic":
            assert label.answer, label.id
            assert label.route is None, label.id


@pytest.mark.parametrize("collection", ["supply", "services"])
def test_a_question_alone_names_its_contract(collection: str) -> None:
    """By a party, the title, or what the contract is known by; never by the file."""
    with (SAMPLES / "acme" / collection / "metadata.csv").open(encoding="utf-8", newline="") as table:
        rows = {row["file"]: row for row in csv.DictReader(table)}
    for label in labels(collection):
        (file,) = {gold.file for gold in label.gold}
        parties = rows[file or ""]["counterparty"].split(" | ")
        names = [party.split()[0] for party in parties if not party.startswith("Acme")]
        names += ["CL-2291", "FPA-77", "Elverham works"]
        assert any(name in label.question for name in names), label.question
        assert ".pdf" not in label.question


def test_access_tells_the_deal_teams_apart() -> None:
    groups = {}
    for collection in COLLECTIONS:
        folder = SAMPLES / "acme" / collection
        with (folder / "metadata.csv").open(encoding="utf-8", newline="") as table:
            for row in csv.DictReader(table):
                settings = (folder / "collection.toml").read_text(encoding="utf-8")
                groups[row["file"]] = row.get("acl") or settings
    assert set(groups) == {path.name for path in DOCUMENTS}
    assert all("legal" in acl for acl in groups.values())
    assert [file for file, acl in groups.items() if "deal-" not in acl] == ["orrimund-distribution.pdf"]
    assert "deal-services" not in groups["halvorsted-master-supply.pdf"]
    assert "deal-supply" not in groups["belmarrow-it-services.pdf"]
