"""What `docgrain search`, `eval` and `restore` say of a store: what came along, what is unknown or hidden."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import pytest

from tests.dagster_project.command_line import docgrain
from tests.dagster_project.landing import prose_collection, small_collection

PALLETS = "What does the North Supply Agreement say about the pallets?"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two labelled collections of contracts that `legal` may read, and prose for everyone."""
    work = tmp_path_factory.mktemp("work")
    for key in ("acme/supply", "acme/works"):
        small_collection(work / "landing", key)
    prose_collection(work / "landing")
    assert docgrain("run", work / "landing", "--store", work / "store").code == 0
    return work / "store"


def ask(store: Path, question: str, *arguments: str, group: str = "legal") -> tuple[int, str, list[str]]:
    said = docgrain("search", question, "--tenant", "acme", "--group", group, "--store", store, *arguments)
    return said.code, said.out, said.err.splitlines()


def test_what_came_along_says_with_which_hit_and_has_no_score(store: Path) -> None:
    narrow = ("--collection", "supply")
    hits = [json.loads(line) for line in ask(store, PALLETS, *narrow, "--json")[1].splitlines()]
    first, second = hits[:2]
    assert (first["via"], second["via"]) == (None, first["citation"])
    assert first["score"] > 0
    assert all((hit["score"] is None) == (hit["via"] is not None) for hit in hits)

    heads = [line for line in ask(store, PALLETS, *narrow)[1].splitlines() if "supply/north.txt" in line]
    assert heads[0].endswith("]")
    assert heads[1].endswith("(beside 1)")
    assert [line.endswith("]") for line in heads] == [hit["via"] is None for hit in hits]


@pytest.mark.parametrize("collection", ["supply", "nowhere"])
def test_a_hidden_collection_and_none_at_all_are_the_same(store: Path, collection: str) -> None:
    said = ask(store, "How many sacks of rye?", "--collection", collection, group="everyone")
    assert said == (0, "", [f"you may read nothing in collection {collection}"])


def test_of_several_collections_those_in_view_are_looked_at(store: Path) -> None:
    arguments = ("--collection", "notes", "--collection", "supply")
    code, out, notes = ask(store, "How many sacks of rye?", *arguments, group="everyone")
    assert (code, notes[0]) == (0, "you may read nothing in collection supply")
    assert "notes/diary.md" in out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--collection", "../x"], "'../x' cannot be the name of a collection"),
        (["--collection", "a|b"], "'a|b' cannot be the name of a collection"),
        (["--unit", "../x"], "'../x' is no sort of unit"),
    ],
)
def test_an_odd_name_is_one_line(store: Path, arguments: list[str], line: str) -> None:
    code, out, notes = ask(store, PALLETS, *arguments)
    assert (code, out, len(notes)) == (2, "", 1)
    assert line in notes[0]


def test_a_sort_of_unit_that_is_nowhere_finds_nothing_and_says_so(store: Path) -> None:
    code, out, notes = ask(store, PALLETS, "--unit", "ticket")
    assert (code, out) == (0, "")
    assert notes[-1] == "only units of the sort ticket were looked at"


def test_a_contract_that_is_nowhere_is_not_answered_from_others_without_a_word(store: Path) -> None:
    note = 'no document that you may read is called "Zorblatt"; these come from others'
    assert note in ask(store, "What does the Zorblatt agreement say about the pallets?")[2]
    assert note not in ask(store, PALLETS)[2]


@pytest.mark.parametrize("version", [["--list"], [], ["7"]])
def test_what_was_never_published_has_no_versions(store: Path, version: list[str]) -> None:
    said = docgrain("restore", "acme/nope", *version, "--store", store)
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert "acme/nope" in said.err


@pytest.mark.parametrize("command", ["eval", "diff"])
def test_what_was_never_run_is_one_line(store: Path, command: str) -> None:
    said = docgrain(command, "acme/nope", "--store", store)
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)


def test_eval_of_several_collections_adds_all_together(store: Path) -> None:
    strategies = ("--strategy", "structure,fixed-200", "--store", store)
    said = docgrain("eval", "acme/*", *strategies, "--json")
    scores = [json.loads(line) for line in said.out.splitlines()]
    assert [(one["collection"], one["strategy"]) for one in scores] == [
        (collection, strategy)
        for collection in ("acme/supply", "acme/works", "acme/*")
        for strategy in ("structure", "fixed-200")
    ]
    assert scores[4]["questions"] == scores[0]["questions"] + scores[2]["questions"] == 48
    assert "acme/notes has no labels and is left out" in said.err

    said = docgrain("eval", "nope/*", *strategies)
    assert (said.code, len(said.err.splitlines())) == (2, 1)


def test_a_label_file_without_labels_is_no_score_of_nought(store: Path, tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text("{no json}\n")
    said = docgrain("eval", "acme/supply", "--labels", tmp_path / "labels.jsonl", "--store", store)
    assert (said.code, said.out) == (2, "")
    assert "holds no label that can be read" in said.err


@pytest.mark.parametrize(
    ("raised", "code", "line"),
    [
        (KeyboardInterrupt(), 130, "stopped"),
        (PermissionError(13, "Permission denied", "/store/x"), 2, "/store/x: Permission denied: correct its"),
        (OSError(28, "No space left on device", "/store/x"), 2, "make room"),
    ],
)
def test_what_the_machine_refuses_and_ctrl_c_are_one_line(
    store: Path, raised: BaseException, code: int, line: str
) -> None:
    with mock.patch("resources.published.open_published", side_effect=raised):
        said = ask(store, PALLETS)
    assert (said[0], said[1], len(said[2])) == (code, "", 1)
    assert line in said[2][0]


@pytest.mark.parametrize(("arguments", "code"), [(["--help"], 0), (["search", "--help"], 0), (["search"], 2),
                                                 (["nope"], 2), (["doctor", "--nope"], 2)])  # fmt: skip
def test_help_and_wrong_use_keep_their_codes(arguments: list[str], code: int) -> None:
    assert docgrain(*arguments).code == code
