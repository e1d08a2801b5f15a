"""The questions that the demo and the README ask show the clause that answers, to those who may see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.dagster_project.command_line import docgrain

SAMPLES = ROOT / "evals" / "samples"
SHOWN = (ROOT / "Makefile").read_text("utf-8") + (ROOT / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contracts of the demo, published."""
    path = tmp_path_factory.mktemp("demo") / "store"
    assert docgrain("run", SAMPLES, "--only", "acme/supply", "--store", path).code == 0
    return path


@pytest.mark.parametrize(
    ("question", "file", "clause"),
    [
        ("How soon must we report missing castings to Halvorsted?", "halvorsted-master-supply.pdf", "6.2"),
        (
            "Which law applies to the distribution agreement with Orrimund?",
            "orrimund-distribution.pdf",
            "13.3",
        ),
        ("Which law governs the Orrimund agreement?", "orrimund-distribution.pdf", "13.3"),
        ("What does Quennick pay for late goods?", "quennick-framework-2024.txt", "2.2"),
    ],
)
def test_the_clause_that_answers_is_shown(store: Path, question: str, file: str, clause: str) -> None:
    assert f'"{question}"' in SHOWN
    said = docgrain("search", question, "--tenant", "acme", "--group", "legal", "--store", store, "--json")
    hits = [json.loads(line) for line in said.out.splitlines()]
    found = [(hit["file"], hit["path"]) for hit in hits if hit["via"] is None]
    # An earlier revision of the same agreement may stand beside it.
    assert (file, clause) in found[:2]
    assert found[0][1] == clause
    assert said.err == ""


def test_who_may_not_see_the_contract_is_told_that_the_answer_is_of_others(store: Path) -> None:
    question = "Which law governs the Orrimund agreement?"
    said = docgrain("search", question, "--tenant", "acme", "--group", "deal-supply", "--store", store)
    assert 'no document that you may read is called "Orrimund"' in said.err
    assert "orrimund-distribution" not in said.out


def test_who_is_in_no_group_is_told_so(store: Path) -> None:
    said = docgrain("search", "What does Quennick pay for late goods?", "--tenant", "acme", "--store", store)
    assert said.out == ""
    assert "no access groups were given" in said.err
