"""What a support lead sees of the sample tickets: what solved one, what the proof says, where one went."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from resources.lake import Lake
from resources.store import open_store
from tests.dagster_project.command_line import docgrain
from tests.samples.conftest import SAMPLES
from tests.samples.test_tour import SHOWN

KEY = "acme/support"
NO_FIX = "it is in the index, and nothing says any more how it was solved"


@pytest.fixture(scope="module")
def landing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample tickets, to be edited."""
    made = tmp_path_factory.mktemp("landing")
    shutil.copytree(SAMPLES / KEY, made / KEY)
    return made


@pytest.fixture(scope="module")
def store(landing: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample tickets, published."""
    path = tmp_path_factory.mktemp("demo") / "store"
    run = docgrain("run", landing, "--store", path)
    assert run.code == 0
    assert "published" in run.out
    return path


def ask(store: Path, question: str, *options: str, group: str = "support") -> str:
    said = docgrain("search", question, "--tenant", "acme", "--group", group, "--store", store, *options)
    assert said.code == 0
    return said.out


def test_a_solved_ticket_is_shown_with_its_fix(store: Path) -> None:
    question = "Gateway loses its MQTT connection every minute"
    assert f'"{question}"' in SHOWN
    said = ask(store, question)
    first = said.index("4108: MQTT connection drops every 60 seconds")
    assert first < said.index("Last answer: ") < said.index("mqtt.keepalive = 20")
    assert "support/helpdesk.json, closed 2024-05-1" in said


def test_a_duplicate_or_a_merged_ticket_leads_to_the_solved_one(store: Path) -> None:
    assert ask(store, "MG-131").startswith("1. MG-128: Proxy credentials are dropped")
    assert "(also MG-131)" in ask(store, "MG-128").splitlines()[0]
    assert ask(store, "4110").startswith("1. 4111: Password reset mail arrives in Polish (also 4110)")


def test_that_nothing_says_how_it_was_solved_is_said(store: Path) -> None:
    said = ask(store, "signature field grey on tablet", "--budget", "60")
    assert said.startswith("1. 4114: ")
    assert "[solved; nothing says how]" in said


def test_what_only_notes_tell_is_for_those_who_may_read_notes(store: Path) -> None:
    question = "cold solder joint in power supplies"
    assert "batch 2231" not in ask(store, question)
    said = ask(store, question, "--group", "support-internal")
    assert "batch 2231" in said
    assert "batch 2231" not in said[: said.index("613")]


def test_a_program_is_told_what_is_known_of_a_ticket(store: Path) -> None:
    hit = json.loads(ask(store, "restoring a backup stops at 40 % on 3.4.0", "--json").splitlines()[0])
    assert hit["citation"] == "604: Restoring a backup stops at 40 %"
    ticket = hit["ticket"]
    assert (ticket["id"], ticket["product"], ticket["versions"]) == ("604", "Morvane Gateway", ["3.4.0"])
    assert (ticket["status"], ticket["closed"][:4]) == ("resolved", "2024")
    assert "type the passphrase" in ticket["resolution"]
    assert "thread" not in ticket


@pytest.mark.parametrize(
    ("export", "problem", "fix", "dropped"),
    [
        ("helpdesk.json", "4108 > problem-1 > MQTT connection", "mqtt.keepalive = 20", "merged 1"),
        ("hotline.json", "601 > problem-1 > Display stays dark", "two arrow keys", "unsolved 1"),
        ("tracker.json", "FC-311 > problem-1 > Modbus", "exception 01", "duplicate 3"),
        ("service.mbox", "support-1.1@mail.example > problem-1", "too little pre-charge", "unsolved 3"),
    ],
)
def test_how_an_export_is_cut_is_shown_without_a_store(
    landing: Path, export: str, problem: str, fix: str, dropped: str
) -> None:
    said = docgrain("chunk", landing / KEY / export)
    lines = said.out.splitlines()
    at = next(number for number, line in enumerate(lines) if problem in line)
    assert lines[at + 2].strip().startswith("Last answer: ")
    assert fix in lines[at + 2]
    assert "tickets are not kept: " in said.err
    assert dropped in said.err


def test_the_proof_shows_what_counts_for_tickets(store: Path) -> None:
    said = docgrain("eval", KEY, "--strategy", "structure,subject", "--misses", "3", "--store", store).out
    columns = said.splitlines()[1]
    for name in ("hit@1", "hit@10", "mrr", "hit rate", "with its fix", "ahead in hit rate", "ahead in hit@1"):
        assert name in columns
    assert "wrong clause" not in said
    assert "ranked too low" in said
    (scores,) = map(json.loads, docgrain("eval", KEY, "--store", store, "--json").out.splitlines())
    assert scores["hit_at_1"] > 0.7
    assert scores["fix_rate"] <= scores["hit_rate"]
    assert set(scores["lost"]) == {"ranked too low", "not found", "not kept", "not there"}


def edit(landing: Path, export: str, change: Callable[[Any], None]) -> None:
    path = landing / KEY / export
    held = json.loads(path.read_text(encoding="utf-8"))
    change(held)
    path.write_text(json.dumps(held), encoding="utf-8")


def test_where_lost_tickets_went_is_told_after_the_next_run(landing: Path, store: Path) -> None:
    """One is opened again, one loses its answers, one leaves the export."""

    def spoil(export: dict[str, Any]) -> None:
        tickets = {ticket["id"]: ticket for ticket in export["tickets"]}
        tickets[4105]["status"] = "open"
        tickets[4106]["comments"] = tickets[4106]["comments"][:1]
        export["tickets"] = [ticket for ticket in export["tickets"] if ticket["id"] != 4121]

    edit(landing, "helpdesk.json", spoil)
    docgrain("run", landing, "--store", store)
    said = docgrain("diff", KEY, "--store", store)
    rows = {
        row["id"]: row
        for row in map(json.loads, docgrain("diff", KEY, "--store", store, "--json").out.splitlines())
    }
    told = {name: (row["gold"], row["culprit"], row["why"]) for name, row in rows.items()}
    assert told == {
        "sup-04": ("ticket 4105", "not solved", "the ticket is not kept: unsolved"),
        "sup-05": ("ticket 4106", "resolution lost", NO_FIX),
        "sup-14": ("ticket 4121", "removed", "no ticket of the collection has this id"),
    }  # fmt: skip
    assert (rows["sup-05"]["gold_rank"], rows["sup-05"]["first"]) == (1, "4106")
    assert "50 questions that both runs asked" in said.out
    assert "fix_rate " in said.out
    assert "4106 Printer prints one blank label between jobs" in said.out
    kept = Lake(open_store(store, make=False)).read("miss_report", KEY)
    assert kept is not None
    assert {row["id"]: row["culprit"] for row in kept.to_pylist()} == {
        name: culprit for name, (_, culprit, _) in told.items()
    }
