"""Tickets through the whole graph: what is found, by whom, and what a second run has to do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from assets.tickets.assets import PROBLEMS
from dagster_project.due import look
from dagster_project.notes import notes
from resources.facts import from_table
from resources.groups import joined
from tests.dagster_project.graph import Graph

KEY = "acme/desk"
PEOPLE = [
    {"id": 1, "name": "Ask", "email": "ask@customer.example", "role": "end-user"},
    {"id": 2, "name": "Help", "email": "help@acme.example", "role": "agent"},
]


def ticket(number: int, asked: str, answer: str, *, status: str = "solved", note: str = "") -> dict[str, Any]:
    """A ticket as Zendesk exports it, with one question, one answer and perhaps an internal note."""
    said = [(1, asked, True), (2, answer, True), (2, note, False)]
    comments = [
        {
            "id": n,
            "author_id": author,
            "body": text,
            "public": public,
            "created_at": f"2024-05-0{n}T08:00:00Z",
        }
        for n, (author, text, public) in enumerate(said, start=1)
        if text
    ]
    return {
        "id": number,
        "subject": f"Ticket {number}",
        "raw_subject": "",
        "status": status,
        "requester_id": 1,
        "assignee_id": 2,
        "submitter_id": 1,
        "comments": comments,
    }


BELT = ticket(11, "The belt squeaks at start.", "Set the tension to 40 N.", note="They oil it, do not say.")
LAMP = ticket(12, "The lamp flickers with error LMP-204.", "Swap the ballast, part 77-B.")
PUMP = ticket(13, "The pump is loud.", "We will look.", status="open")
RIGHTS = 'acl = ["desk"]\n[tickets]\nnotes_acl = ["desk-internal"]\n'


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    made = Graph(tmp_path)
    folder = made.landing / KEY
    folder.mkdir(parents=True)
    (folder / "collection.toml").write_text(RIGHTS)
    write(made, [BELT, LAMP, PUMP])
    return made


def write(graph: Graph, tickets: Sequence[dict[str, Any]], name: str = "desk.json") -> None:
    (graph.landing / KEY / name).write_text(json.dumps({"tickets": tickets, "users": PEOPLE}))


def ask(graph: Graph, question: str, *groups: str) -> list[str]:
    return graph.ask(question, *groups, collection="desk")


def doc_ids(graph: Graph, question: str, *groups: str) -> list[str]:
    return [hit.chunk.doc_id for hit in graph.answer(question, *groups).ranking]


def test_solved_tickets_are_found_by_their_id_and_the_file_they_came_from(graph: Graph) -> None:
    assert graph.refresh(KEY).outcome.status == "unproven"
    assert set(ask(graph, "belt squeaks", "desk")) == {"11", "12"}
    assert ask(graph, "LMP-204", "desk")[0] == "12"
    facts = graph.lake.read("facts", KEY)
    assert facts is not None
    assert {(fact.doc_id, fact.file, tuple(fact.acl)) for fact in from_table(facts)} == {
        ("11", "desk.json", ("desk",)),
        ("11/internal-notes", "desk.json", tuple(joined(["desk"], ["desk-internal"]))),
        ("12", "desk.json", ("desk",)),
    }


def test_an_internal_note_is_for_its_groups_and_not_indexed_without_any(graph: Graph) -> None:
    graph.refresh(KEY)
    assert "11/internal-notes" in doc_ids(graph, "They oil it", "desk", "desk-internal")
    for groups in (["desk"], ["desk-internal"], ["others", "desk-internal"]):
        assert "11/internal-notes" not in doc_ids(graph, "They oil it", *groups)
    (graph.landing / KEY / "collection.toml").write_text(RIGHTS.replace('["desk"]', '["others"]'))
    graph.refresh(KEY)
    assert doc_ids(graph, "They oil it", "desk", "desk-internal") == []
    assert "11/internal-notes" in doc_ids(graph, "They oil it", "others", "desk-internal")
    (graph.landing / KEY / "collection.toml").write_text('acl = ["desk"]\n')
    graph.refresh(KEY)
    assert "11/internal-notes" not in doc_ids(graph, "They oil it", "desk", "desk-internal")


def test_a_preview_shows_no_internal_note(graph: Graph) -> None:
    (graph.landing / KEY / "collection.toml").write_text("preview = true\n" + RIGHTS)
    graph.refresh(KEY)
    event = graph.instance.get_latest_materialization_event(dg.AssetKey("ticket_chunks"))
    assert event is not None
    assert event.asset_materialization is not None
    shown = str(event.asset_materialization.metadata["preview"].value)
    assert "squeaks at start" in shown
    assert "They oil it" not in shown


def test_a_second_run_has_nothing_to_do_and_a_changed_ticket_alone_is_cut_again(graph: Graph) -> None:
    assert graph.refresh(KEY).work["documents_cut"] == 3
    found, _ = look(graph.landing, graph.store, None)
    assert not found[0].reason
    changed = ticket(12, "The lamp flickers with error LMP-205.", "Swap the ballast, part 77-B.")
    write(graph, [BELT, changed, PUMP])
    work = graph.refresh(KEY).work
    assert (work["documents_read"], work["documents_cut"]) == (1, 1)


def test_a_ticket_that_vanished_or_was_opened_again_is_not_found_any_more(graph: Graph) -> None:
    graph.refresh(KEY)
    write(graph, [{**BELT, "status": "open"}, ticket(14, "The fan is stuck.", "Oil the bearing.")])
    graph.refresh(KEY)
    assert set(ask(graph, "belt lamp fan", "desk", "desk-internal")) == {"14"}


def test_a_broken_record_is_told_with_its_line_and_stops_nothing(graph: Graph) -> None:
    lines = [json.dumps(BELT), '{"id": 12, "subject": "cut of', json.dumps(LAMP)]
    (graph.landing / KEY / "desk.json").unlink()
    (graph.landing / KEY / "desk.jsonl").write_text("\n".join(lines))
    graph.refresh(KEY)
    assert set(ask(graph, "belt or lamp", "desk")) == {"11", "12"}
    problems = graph.lake.read(PROBLEMS, KEY)
    assert problems is not None
    (line,) = problems["problem"].to_pylist()
    assert line.startswith("acme/desk/desk.jsonl:2: ")
    assert line in notes(graph.lake, KEY)


def test_of_two_exports_with_a_ticket_the_latest_counts(graph: Graph) -> None:
    later = ticket(12, "The lamp flickers with error LMP-204.", "Swap the ballast, part 77-B.", note="Again!")
    write(graph, [later], "later.json")
    graph.refresh(KEY)
    facts = graph.lake.read("facts", KEY)
    assert facts is not None
    assert {f.doc_id: f.file for f in from_table(facts)}["12"] == "later.json"
    (graph.landing / KEY / "later.json").unlink()
    graph.refresh(KEY)
    facts = graph.lake.read("facts", KEY)
    assert facts is not None
    assert {f.doc_id: f.file for f in from_table(facts)}["12"] == "desk.json"


def test_revoked_groups_find_nothing_though_an_export_has_become_unreadable(graph: Graph) -> None:
    graph.refresh(KEY)
    (graph.landing / KEY / "collection.toml").write_text('acl = ["others"]\n')
    (graph.landing / KEY / "desk.json").write_text('{"tickets": [')
    graph.refresh(KEY)
    assert ask(graph, "belt squeaks", "desk", "desk-internal") == []


def test_a_thread_over_mails_is_for_those_who_may_read_all_of_them(graph: Graph) -> None:
    (graph.landing / KEY / "desk.json").unlink()
    folder = graph.landing / KEY / "box"
    folder.mkdir()
    said = [
        ("a@customer.example", "", "The hoist stops halfway."),
        ("b@acme.example", "Re: ", "Reset relay K4."),
    ]
    for number, (sender, mark, text) in enumerate(said, start=1):
        headers = (
            f"From: {sender}\nTo: x@acme.example\nSubject: {mark}Hoist\nMessage-ID: <{number}@acme.example>\n"
        )
        reference = "References: <1@acme.example>\n" if mark else ""
        date = f"Date: Mon, 0{number} Apr 2024 08:00:00 +0000\n"
        (folder / f"{number}.eml").write_text(f"{headers}{reference}{date}\n{text}\n")
    graph.refresh(KEY)
    assert ask(graph, "hoist stops halfway", "desk") == ["1@acme.example"]
    rows = "file,acl\nbox/1.eml,desk\nbox/2.eml,boss\n"
    (graph.landing / KEY / "metadata.csv").write_text(rows)
    graph.materialize("documents", "manifest", "collection_settings", "published_manifest", key=KEY)
    assert ask(graph, "hoist stops halfway", "desk") == []
