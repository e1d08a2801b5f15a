"""The command: what it prints, its exit codes, and one clear line for whatever is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from filelock import FileLock

from tests.dagster_project.command_line import Said, docgrain
from tests.dagster_project.landing import contract, prose_collection, small_collection

EVAL_FIELDS = set(
    "collection strategy budget questions hit_rate full_recall recall precision tokens_used recall_at_4 "
    "hit_at_1 hit_at_10 mrr chunks median_tokens by_kind".split()
)
PALLETS = "What does the North Supply Agreement say about the pallets?"


@pytest.fixture(scope="module")
def landing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One collection of contracts, one of prose."""
    folder = tmp_path_factory.mktemp("landing")
    small_collection(folder)
    prose_collection(folder)
    return folder


@pytest.fixture(scope="module")
def first(landing: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """The store of a first run, and what the run said."""
    store = tmp_path_factory.mktemp("work") / "store"
    return store, docgrain("run", landing, "--store", store)


@pytest.fixture
def store(first: tuple[Path, Said]) -> Path:
    return first[0]


def test_a_run_ends_in_a_table_and_lines_for_a_log(first: tuple[Path, Said]) -> None:
    said = first[1]
    assert said.code == 0
    rows = [line.split() for line in said.out.splitlines()]
    assert rows[0][:2] == ["collection", "outcome"]
    assert {row[0]: row[1] for row in rows[1:]} == {"acme/notes": "unproven", "acme/supply": "published"}
    assert "acme/supply: read 2" in said.err.splitlines()
    assert "DEBUG" not in said.err


def test_a_dry_run_says_what_would_be_done_and_does_nothing(landing: Path, tmp_path: Path) -> None:
    said = docgrain("run", landing, "--store", tmp_path / "new", "--dry-run")
    assert said.code == 0
    assert said.out.splitlines()[0].startswith("acme/notes: would run (")
    assert docgrain("run", landing, "--store", tmp_path / "new", "--dry-run").out == said.out
    assert not (tmp_path / "new").exists()


def test_one_run_at_a_time(landing: Path, store: Path) -> None:
    with FileLock(store / "run.lock"):
        said = docgrain("run", landing, "--store", store)
    assert said.code == 2
    assert "another docgrain run is at work" in said.err


def test_search_gives_json_lines_with_place_and_citation(store: Path) -> None:
    said = docgrain("search", PALLETS, "--tenant", "acme", "--group", "legal", "--store", store, "--json")
    assert said.code == 0
    hits = [json.loads(line) for line in said.out.splitlines()]
    assert hits[0]["source_keys"] == ["north.txt#1.2"]
    assert hits[0]["citation"].startswith("North Supply Agreement > 1")
    assert {"source_keys", "file", "path", "page", "bbox", "text", "score", "citation", "partial"} <= set(
        hits[0]
    )
    assert sum(hit["tokens"] for hit in hits) <= 2000


@pytest.mark.parametrize(
    ("question", "arguments", "note"),
    [
        (PALLETS, [], "no access groups were given"),
        (PALLETS, ["--group", "kitchen"], "nothing that you may read"),
        ("?! ...", ["--group", "legal"], "the question holds no words"),
        (PALLETS, ["--group", "legal", "--counterparty", "Nobody & Sons"], "no counterparty"),
    ],
)
def test_search_that_finds_nothing_says_why(
    store: Path, question: str, arguments: list[str], note: str
) -> None:
    said = docgrain("search", question, "--tenant", "acme", *arguments, "--store", store)
    assert (said.code, said.out) == (0, "")
    assert note in said.err


def test_a_very_long_question_is_cut_and_that_is_said(store: Path) -> None:
    said = docgrain(
        "search", PALLETS + " x" * 10_000, "--tenant", "acme", "--group", "legal", "--store", store
    )
    assert said.code == 0
    assert "1.2" in said.out
    assert "the first 4,000 were searched for" in said.err


def test_the_counterparty_narrows_by_part_of_a_name(store: Path) -> None:
    said = docgrain("search", "pallets", "--tenant", "acme", "--group", "legal", "--counterparty", "alder",
                    "--store", store)  # fmt: skip
    assert "north.txt" in said.out


def test_chunk_needs_no_store_and_goes_on_past_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.pdf"
    good.write_text(contract("North Supply Agreement", "Alder Ltd and Birch GmbH"))
    bad.write_bytes(b"%PDF-1.4\nnothing that is a PDF")

    said = docgrain("chunk", bad, good, "--family", "contract", "--json")

    assert said.code == 2
    assert f"{bad}: " in said.err
    chunks = [json.loads(line) for line in said.out.splitlines()]
    assert [chunk["path"] for chunk in chunks if chunk["unit"] == "clause"][:3] == ["1.1", "1.2", "1.3"]
    assert docgrain("chunk", good).code == 0


def test_eval_compares_the_strategies(store: Path) -> None:
    said = docgrain("eval", "acme/supply", "--strategy", "structure,fixed-200", "--store", store, "--json")
    scores = [json.loads(line) for line in said.out.splitlines()]
    assert [one["strategy"] for one in scores] == ["structure", "fixed-200"]
    assert set(scores[0]) >= EVAL_FIELDS
    assert scores[0]["full_recall"] == 1.0

    asked = ("eval", "acme/supply", "--strategy", "structure,fixed-200", "--misses", "1", "--store", store)
    table = docgrain(*asked).out
    assert "structure is ahead by" in table
    assert "right doc" in table.splitlines()[1]
    assert "wrong document" in table

    fixed = docgrain(
        "eval", "acme/supply", "--strategy", "fixed-200", "--misses", "1", "--store", store, "--json"
    )
    (scored,) = [json.loads(line) for line in fixed.out.splitlines()]
    missed = round((1 - scored["full_recall"]) * scored["questions"])
    assert sum(scored["lost"].values()) == missed
    assert len(scored.get("misses", [])) == min(missed, 1)


def test_doctor_finds_nothing_wrong_and_then_a_damaged_table(store: Path, tmp_path: Path) -> None:
    sound = docgrain("doctor", "--store", store)
    assert (sound.code, sound.out.splitlines()[-1]) == (0, "all is well")

    table = next((store / "lake" / "miss_report" / "acme" / "supply").glob("*.parquet"))
    held = table.read_bytes()
    table.write_bytes(held[:-8])
    try:
        hurt = docgrain("doctor", "--store", store)
    finally:
        table.write_bytes(held)
    assert hurt.code == 1
    assert str(table) in hurt.err
    assert "delete it and run again" in hurt.err


def test_restore_goes_back_and_says_how_to_undo_it(tmp_path: Path) -> None:
    collection = small_collection(tmp_path / "landing")
    store = tmp_path / "store"
    docgrain("run", tmp_path / "landing", "--store", store)
    with (collection / "south.txt").open("a") as text:
        text.write("\n11. Signature\n\n11.1 Place. Signed at the mill on the first of May.\n")
    docgrain("run", tmp_path / "landing", "--store", store)

    def asked() -> bool:
        question = ("search", "South Works Contract: at what place was it signed?", "--tenant", "acme")
        return "11.1" in docgrain(*question, "--group", "legal", "--store", store).out

    assert asked()
    said = docgrain("restore", "acme/supply", "--store", store)
    assert said.code == 0
    assert not asked()
    undo = said.out.split("undo it with: docgrain ")[1].split()
    assert docgrain(*undo, "--store", store).code == 0
    assert asked()

    difference = docgrain("diff", "acme/supply", "--store", store)
    assert difference.code == 0
    assert "full_recall  1.000 -> 1.000" in difference.out


def _landing_with(tmp_path: Path, name: str, content: str) -> Path:
    collection = small_collection(tmp_path / "landing")
    (collection / name).write_text(content)
    prose_collection(tmp_path / "landing")
    return tmp_path / "landing"


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("collection.toml", "max_drop = 0.1\n", "acme/supply/collection.toml:1: unknown key max_drop"),
        ("collection.toml", 'strategy = "guess"\n', "acme/supply/collection.toml:1: strategy is wrong"),
        (
            "structure.csv",
            "file,text,nummer\nnorth.txt,1.1,9\n",
            "acme/supply/structure.csv:1: unknown column nummer",
        ),
    ],
)
def test_what_people_wrote_wrongly_stops_its_collection_and_no_other(
    tmp_path: Path, name: str, content: str, line: str
) -> None:
    landing = _landing_with(tmp_path, name, content)

    said = docgrain("run", landing, "--store", tmp_path / "store")

    assert said.code == 2
    assert line in said.err
    assert len([each for each in said.err.splitlines() if line in each]) == 1
    outcomes = {row.split()[0]: row.split()[1] for row in said.out.splitlines()[1:]}
    assert outcomes == {"acme/notes": "unproven", "acme/supply": "stopped"}
    again = docgrain("run", landing, "--store", tmp_path / "store")
    assert again.code == 2
    assert "stopped (unchanged)" in again.out


def test_a_bad_file_is_quarantined_with_one_line_and_the_rest_goes_on(tmp_path: Path) -> None:
    landing = _landing_with(tmp_path, "broken.pdf", "%PDF-1.4\nnothing that is a PDF")

    said = docgrain("run", landing, "--only", "*/supply", "--store", tmp_path / "store")

    assert said.code == 0
    assert "acme/supply/broken.pdf: the PDF is damaged beyond repair" in said.err
    assert "published" in said.out


def test_a_manifest_that_names_a_missing_file_says_so_and_the_rest_goes_on(tmp_path: Path) -> None:
    collection = small_collection(tmp_path / "landing")
    with (collection / "metadata.csv").open("a") as manifest:
        manifest.write("gone.txt,Gone Agreement,,contract,legal\n")

    said = docgrain("run", tmp_path / "landing", "--store", tmp_path / "store")

    assert said.code == 0
    assert len([line for line in said.err.splitlines() if "acme/supply/metadata.csv:4" in line]) == 1
    assert "published" in said.out


def test_a_label_whose_quote_is_nowhere_is_named_and_counts_as_a_miss(tmp_path: Path) -> None:
    landing = tmp_path / "landing"
    collection = small_collection(landing)
    with (collection / "labels.jsonl").open("a") as labels:
        gold = [{"file": "north.txt", "quote": "The moon is made of pallets and of nothing else besides."}]
        labels.write(
            json.dumps({"id": "moon", "question": "What is the moon?", "kind": "clause", "gold": gold}) + "\n"
        )
        labels.write("{no json}\n")

    said = docgrain("run", landing, "--store", tmp_path / "store")

    assert said.code == 0
    assert "question 'moon': the quote is not in the document (north.txt)" in said.err
    assert "labels.jsonl, line 26: is not JSON" in said.err


@pytest.mark.parametrize("name", ["a|b", "..", "x y"])
def test_a_folder_that_cannot_be_a_collection_is_skipped_with_a_line(tmp_path: Path, name: str) -> None:
    landing = tmp_path / "landing"
    prose_collection(landing)
    if name == "..":
        assert docgrain("eval", "../x", "--store", tmp_path / "store").code == 2
        assert (
            docgrain("search", "q", "--tenant", "../x", "--group", "g", "--store", tmp_path / "store").code
            == 2
        )
        return
    (landing / "acme" / name).mkdir()

    said = docgrain("run", landing, "--store", tmp_path / "store")

    assert said.code == 2
    assert repr(name) in said.err
    assert "unproven" in said.out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["run", "nowhere"], "there is no such folder"),
        (["search", "q", "--tenant", "acme", "--store", "nowhere"], "there is no store at nowhere"),
        (["doctor", "--store", "nowhere"], "there is no store at nowhere"),
        (["eval", "acme", "--store", "new"], "is not a collection: write TENANT/COLLECTION"),
        (["eval", "acme/x", "--store", "new"], "there is no store at new"),
        (["eval", "acme/*", "--store", "new"], "there is no store at new"),
        (["restore", "acme/x", "--store", "new"], "there is no store at new"),
        (["restore", "acme/x", "--list", "--store", "new"], "there is no store at new"),
        (["diff", "acme/x", "--store", "new"], "there is no store at new"),
        (["diff", "acme", "--store", "new"], "is not a collection: write TENANT/COLLECTION"),
        (["doctor", "--store", "empty"], "there is no store at empty"),
        (["chunk", "nowhere.pdf"], "nowhere.pdf: "),
        (["ui", "--store", "new"], "there is no store at new"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(
    arguments: list[str], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is made, where one only looks: neither a store nor anything in an empty folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    said = docgrain(*arguments)
    assert said.code == 2
    assert len(said.err.splitlines()) == 1
    assert line in said.err
    assert [path.name for path in tmp_path.rglob("*")] == ["empty"]


def test_a_store_of_another_version_is_left_alone(tmp_path: Path, landing: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "format").write_text("docgrain store 999\n")
    said = docgrain("run", landing, "--store", tmp_path / "store")
    assert said.code == 2
    assert len(said.err.splitlines()) == 1
    assert "another version" in said.err
    assert sorted(path.name for path in (tmp_path / "store").iterdir()) == ["format"]


@pytest.fixture(autouse=True)
def _no_store_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOCGRAIN_STORE", raising=False)
