"""What is wrong with a collection: everything in a log and in JSON, the gravest first, nothing twice."""

from __future__ import annotations

import json
from pathlib import Path

from tests.dagster_project.command_line import docgrain
from tests.dagster_project.landing import small_collection


def test_all_problems_are_shown_errors_first_and_each_once(tmp_path: Path) -> None:
    landing, store = tmp_path / "landing", tmp_path / "store"
    collection = small_collection(landing)
    with (collection / "metadata.csv").open("a") as manifest:
        manifest.write("broken.pdf,Broken Agreement,,contract,legal\n")
    (collection / "broken.pdf").write_text("%PDF-1.4\nnothing that is a PDF")
    for number in range(9):
        (collection / f"odd{number}.txt").symlink_to(tmp_path)
    with (collection / "labels.jsonl").open("a") as labels:
        labels.write("{no json}\n")
        gold = [{"file": "gone.txt", "quote": "the moon"}]
        labels.write(json.dumps({"id": "g", "question": "Gone?", "kind": "clause", "gold": gold}) + "\n")

    said = docgrain("run", landing, "--store", store, "--json")

    problems = json.loads(said.out)["problems"]
    assert [line for line in said.err.splitlines() if line in problems] == problems
    assert len(problems) == len(set(problems)) == 12
    assert "broken.pdf" in problems[0]
    assert "labels.jsonl, line 25: is not JSON" in problems[1]
    assert [line for line in problems if "gone.txt" in line] == [problems[2]]
    assert all("/odd" in line for line in problems[3:])
