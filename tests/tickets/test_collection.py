"""Tickets of several exports as one collection: increments, links over files, threads over mailboxes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.tickets.cleaning import read_cleaned
from assets.tickets.document import ThreadDocument, document_of
from assets.tickets.hidden import hidden_texts
from assets.tickets.model import Ticket
from assets.tickets.threads import Export, Threads, read_threads
from assets.tickets.values import BadRecord
from tests.tickets.made import KEEP, message, ticket


@dataclass
class Collection:
    """Exports that arrive, change and leave, and what was last read of them."""

    folder: Path = Path()
    exports: dict[str, Export] = field(default_factory=dict)
    told: dict[str, list[Ticket]] = field(default_factory=dict)
    read: list[str] = field(default_factory=list)
    last: Threads | None = None

    def arrives(self, name: str, *tickets: Ticket, readers: str = "desk") -> None:
        self.told[name] = list(tickets)
        said = repr([(each, len(each.messages)) for each in tickets])
        self.exports[name] = Export(said, (name,), readers=frozenset({readers}))

    def leaves(self, name: str) -> None:
        del self.exports[name]

    def written(self, name: str, content: str | bytes, readers: str = "desk") -> None:
        (self.folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
        self.exports[name] = Export(repr(content), (name,), readers=frozenset({readers}))

    def run(self) -> Threads:
        self.read = []
        last = None if self.last is None else (self.last.table, self.last.others, self.last.files)
        self.last = read_threads(self.folder, self.exports, last, "1", KEEP, self._read)
        return self.last

    def again(self) -> Threads:
        """The same exports read as if for the first time."""
        return read_threads(self.folder, self.exports, None, "1", KEEP, self._read)

    def _read(self, path: Path, name: str, members: Sequence[Path]) -> Iterator[Ticket | BadRecord]:
        self.read.append(name)
        if name in self.told:
            return iter(deepcopy(self.told[name]))
        return read_cleaned(path, name, members)


def documents(found: Threads) -> dict[str, ThreadDocument]:
    made = {row["file"]: document_of(row) for row in found.table.to_pylist()}
    return {name: each for name, each in made.items() if isinstance(each, ThreadDocument)}


def dropped(found: Threads) -> dict[str, str]:
    return {row["file"]: row["dropped"] for row in found.table.to_pylist()}


def solved(key: str, *, day: int = 1, answer: str = "Tighten the belt.", **more: object) -> Ticket:
    at = datetime(2024, 5, day, tzinfo=UTC)
    return ticket(
        key, "Belt", message("requester", "It slips."), message("agent", answer), updated=at, **more
    )


def test_a_ticket_merged_into_one_of_another_export_leads_there() -> None:
    held = Collection()
    held.arrives("may.ndjson", solved("1"), solved("2"), solved("3", duplicate_of=["2"]))
    assert dropped(held.run()) == {"1": "", "2": "", "3": "duplicate"}
    held.arrives("june.ndjson", solved("4", extra={"merged": ["2", "99"]}), solved("5", merged_into="98"))
    found = held.run()
    assert held.read == ["june.ndjson"]
    assert dropped(found) == {"1": "", "2": "merged", "3": "duplicate", "4": "", "5": ""}
    assert documents(found)["4"].ticket.duplicates == ["2", "3"]
    assert found.dangling == 2
    held.leaves("june.ndjson")
    found = held.run()
    assert held.read == []
    assert dropped(found) == {"1": "", "2": "", "3": "duplicate"}
    assert found.dangling == 0


def test_links_alone_have_only_the_tickets_at_their_ends_cut_again() -> None:
    held = Collection()
    held.arrives("may.ndjson", *(solved(str(number)) for number in range(1, 6)))
    before = dict(zip(*(held.run().table[name].to_pylist() for name in ("file", "parsed_hash")), strict=True))
    held.arrives("june.ndjson", solved("7", duplicate_of=["3"]))
    after = dict(zip(*(held.run().table[name].to_pylist() for name in ("file", "parsed_hash")), strict=True))
    assert {key for key in before if before[key] != after[key]} == {"3"}


def test_a_circle_over_files_is_told_with_both() -> None:
    held = Collection()
    held.arrives("b.jsonl", solved("T-2", merged_into="T-1"))
    held.arrives("a.jsonl", solved("T-1", merged_into="T-2"))
    found = held.run()
    assert [line.partition(": ")[0] for line in found.bad] == ["a.jsonl and b.jsonl"]
    assert dropped(found) == {"T-1": "", "T-2": "merged"}
    held.leaves("b.jsonl")
    assert held.run().bad == []


def test_the_latest_version_counts_also_where_an_older_increment_comes_later() -> None:
    held = Collection()
    held.arrives("june.ndjson", solved("1", day=20, answer="Swap the belt."), solved("2"))
    held.run()
    held.arrives("may.ndjson", solved("1", day=3, answer="Wait."), solved("1", day=2, answer="Hm."))
    found = held.run()
    assert documents(found)["1"].ticket.messages[1].body == "Swap the belt."
    assert dict(zip(*(found.files[name].to_pylist() for name in ("source", "replaced")), strict=True)) == {
        "june.ndjson": 0, "may.ndjson": 1,
    }  # fmt: skip
    assert [line.split(" (")[0] for line in found.bad] == [
        "may.ndjson: 1 ticket(s) stand there several times"
    ]
    held.arrives("june.ndjson", solved("2"))
    found = held.run()
    assert held.read == ["june.ndjson"]
    assert documents(found)["1"].ticket.messages[1].body == "Wait."


def test_a_status_that_changed_without_a_word_is_a_later_version(tmp_path: Path) -> None:
    record = {"id": 7, "subject": "Belt", "raw_subject": "", "status": "open", "requester_id": 1,
              "submitter_id": 1, "created_at": "2024-05-01T08:00:00Z", "updated_at": "2024-05-02T08:00:00Z",
              "comments": [{"id": 1, "author_id": 1, "body": "It slips.", "created_at": "2024-05-01"}],
              }  # fmt: skip
    held = Collection(tmp_path)
    held.written("2024-06.ndjson", json.dumps({**record, "updated_at": "2024-06-02T08:00:00Z"}))
    held.written("2024-05.ndjson", json.dumps({**record, "status": "pending"}))
    assert documents(held.run())["7"].ticket.status == "open"


def test_a_later_state_without_comments_leaves_those_that_were_exported_before() -> None:
    held = Collection()
    note = message("agent", "They oil it.", public=False)
    asked = message("requester", "It slips.")
    answered = message("agent", "Tighten the belt.")
    held.arrives("may.ndjson", ticket("1", "Belt", asked, note, answered, status="pending"))
    later = ticket("1", "Belt", asked, updated=datetime(2024, 6, 1, tzinfo=UTC), talk_given=False)
    held.arrives("june.ndjson", later)
    found = held.run()
    document = documents(found)["1"]
    assert document.ticket.status == "solved"
    assert [each.body for each in document.ticket.messages] == ["It slips.", "Tighten the belt."]
    assert dropped(found) == {"1": "", "1/internal-notes": ""}
    assert found.table["sources"].to_pylist() == [["june.ndjson", "may.ndjson"]] * 2
    assert same(held.run().table, found.table)
    held.leaves("may.ndjson")
    assert list(dropped(held.run())) == ["1"]


def test_so_does_one_whose_opening_may_be_internal(tmp_path: Path) -> None:
    """A help desk's description may be an agent's note, which only the comments tell."""
    opened = {"author_id": 2, "public": True, "created_at": "2024-05-01T08:00:00Z", "body": "It slips."}
    answer = {
        "author_id": 2,
        "public": True,
        "created_at": "2024-05-02T08:00:00Z",
        "body": "Tighten the belt.",
    }
    record = {"id": 7, "subject": "Belt", "raw_subject": "", "status": "open", "requester_id": 1,
              "submitter_id": 2, "created_at": "2024-05-01T08:00:00Z", "updated_at": "2024-05-02T08:00:00Z",
              "description": "It slips."}  # fmt: skip
    held = Collection(tmp_path)
    held.written("2024-05.ndjson", json.dumps({**record, "comments": [opened, answer]}))
    later = {**record, "status": "solved", "updated_at": "2024-06-02T08:00:00Z"}
    held.written("2024-06.ndjson", json.dumps(later))
    found = held.run()
    assert [each.body for each in documents(found)["7"].ticket.messages] == ["It slips.", "Tighten the belt."]
    assert dropped(found) == {"7": ""}


def test_what_was_taken_out_of_the_opening_is_not_found_in_an_older_state(tmp_path: Path) -> None:
    told = {**FRESHDESK, "description": "Code 7731?", "description_text": "Code 7731?"}
    held = Collection(tmp_path)
    held.written("2023.json", json.dumps({**told, "conversations": [OPENS]}))
    held.written("2024.json", json.dumps({**FRESHDESK, "fr_escalated": False, "updated_at": "2024-06-01"}))
    (document,) = documents(held.run()).values()
    assert [each.body for each in document.ticket.messages] == ["The pump hums.", "Code 7731 resets it."]


def test_a_state_alone_does_not_open_a_ticket() -> None:
    held = Collection()
    note = message("agent", "They oil it.", public=False)
    asked = message("requester", "It slips.")
    held.arrives("may.ndjson", ticket("1", "Belt", asked, note, resolution="Fixed it.", restricted=True))
    later = ticket("1", "Belt", asked, updated=datetime(2024, 6, 1, tzinfo=UTC), talk_given=False)
    held.arrives("june.ndjson", later)
    assert dropped(held.run()) == {"1": "restricted", "1/internal-notes": "restricted"}


SECRET = {"id": "b", "role": "agent", "body": "Code 7731 resets it.", "at": "2024-01-02"}
ASKED = {"id": "a", "role": "customer", "body": "The pump hums.", "public": True, "at": "2024-01-01"}
PUMP = {"id": "7", "subject": "Pump", "status": "closed", "created": "2024-01-01"}
SHOWN: dict[str, Any] = {**PUMP, "messages": [ASKED, {**SECRET, "public": True}]}
HIDES: dict[str, Any] = {**PUMP, "messages": [ASKED, {**SECRET, "public": False}]}
ONLY_HIDES: dict[str, Any] = {**PUMP, "messages": [{**SECRET, "public": False}]}
LATER = {"updated_at": "2024-05-01"}
FRESHDESK = {"id": 7, "responder_id": 2, "requester_id": 1, "subject": "Pump", "status": 5, "spam": False,
             "description_text": "The pump hums.", "description": "The pump hums.",
             "created_at": "2024-01-01T12:00:00Z"}  # fmt: skip
OPENS = {"id": 5, "body_text": "Code 7731 resets it.", "private": False, "user_id": 2,
         "created_at": "2024-01-02T12:00:00Z"}  # fmt: skip


def jira(comments: list[object] | None, updated: str) -> dict[str, Any]:
    told = {} if comments is None else {"comment": {"comments": comments, "total": len(comments)}}
    fields = {"summary": "Pump", "status": {"name": "Done"}, "description": "The pump hums."}
    return {"key": "P-1", "fields": {**fields, "updated": updated, **told}}


JIRA = jira([{"id": "1", "body": "Code 7731 resets it.", "created": "2024-01-02"}], "2024-01-02")
ZENDESK = {"id": 7, "subject": "Pump", "status": "solved", "submitter_id": 1, "requester_id": 1, "via": {},
           "description": "The pump hums.", "created_at": "2024-01-01"}  # fmt: skip
TOLD = {"id": 12, "author_id": 2, "public": True, "body": "Code 7731 resets it.", "created_at": "2024-01-02"}


@pytest.mark.parametrize(
    ("older", "newer", "code_in"),
    [
        pytest.param(SHOWN, HIDES | LATER, "notes", id="internal later"),
        pytest.param(SHOWN, ONLY_HIDES | LATER, "notes", id="only that it is internal"),
        pytest.param(SHOWN, HIDES, "notes", id="internal at the same moment"),
        pytest.param(HIDES, SHOWN, "notes", id="internal at the same moment, told before"),
        pytest.param(HIDES, SHOWN | LATER, "thread", id="public later"),
        pytest.param(SHOWN, SHOWN | {"private": True}, "", id="all of it internal at the same moment"),
        pytest.param(SHOWN | {"private": True}, SHOWN, "", id="all of it, told before"),
        pytest.param(SHOWN, PUMP | LATER, "thread", id="a state without comments"),
        pytest.param(SHOWN, PUMP | LATER | {"messages": []}, "", id="no comments any more"),
        pytest.param(SHOWN, {**PUMP, **LATER, "work_notes": SECRET["body"]}, "notes", id="a note alone"),
        pytest.param(
            FRESHDESK | {"conversations": [OPENS]},
            FRESHDESK | {"conversations": [{**OPENS, "deleted": True}], "updated_at": "2024-06-01"},
            "",
            id="freshdesk: deleted",
        ),
        pytest.param(
            FRESHDESK | {"conversations": [OPENS]},
            FRESHDESK | {"conversations": [], "updated_at": "2024-06-01"},
            "",
            id="freshdesk: none left",
        ),
        pytest.param(
            FRESHDESK | {"conversations": [OPENS]},
            FRESHDESK | {"fr_escalated": False, "updated_at": "2024-06-01"},
            "thread",
            id="freshdesk: not told",
        ),
        pytest.param(JIRA, jira([], "2024-06-02"), "", id="jira: none left"),
        pytest.param(JIRA, jira(None, "2024-06-02"), "thread", id="jira: not told"),
        pytest.param(
            ZENDESK | {"comments": [TOLD]},
            ZENDESK | {"updated_at": "2024-06-01", "comments": []},
            "",
            id="zendesk: none left",
        ),
        pytest.param(
            ZENDESK | {"comments": [TOLD]},
            ZENDESK | {"updated_at": "2024-06-01"},
            "thread",
            id="zendesk: not told",
        ),
    ],
)
@pytest.mark.parametrize("files", [("2023.json", "2024.json"), ("b.json", "a.json"), ("one.jsonl",)])
def test_what_is_internal_or_taken_back_in_a_later_state_is_shown_no_more(
    tmp_path: Path, older: dict[str, Any], newer: dict[str, Any], code_in: str, files: tuple[str, ...]
) -> None:
    held = Collection(tmp_path)
    if len(files) == 1:
        held.written(files[0], f"{json.dumps(older)}\n{json.dumps(newer)}\n")
    else:
        for name, record in zip(files, (older, newer), strict=True):
            held.written(name, json.dumps(record))
    found = held.run()
    shown = {key: each for key, each in documents(found).items() if dropped(found)[key] != "restricted"}
    holding = ["notes" if each.internal else "thread" for each in shown.values() if "7731" in each.text]
    assert holding == ([code_in] if code_in else [])
    assert same(held.run().table, found.table)
    assert held.read == []


@pytest.mark.parametrize(
    ("newer", "shown"),
    [
        ("id,subject,status,updated,comment\n7,Pump,closed,2024-05-01,\n", False),
        ("id,subject,status,updated\n7,Pump,closed,2024-05-01\n", True),
    ],
)
def test_a_column_for_comments_that_holds_none_says_that_there_are_none(
    tmp_path: Path, newer: str, shown: bool
) -> None:
    held = Collection(tmp_path)
    held.written(
        "2023.csv", "id,subject,status,updated,comment\n7,Pump,closed,2024-01-02,Code 7731 resets it.\n"
    )
    held.written("2024.csv", newer)
    assert ("7731" in documents(held.run())["7"].text) is shown


@pytest.mark.parametrize("files", [("2023.json", "2024.json"), ("one.jsonl",)])
def test_a_ticket_that_was_opened_again_is_open(tmp_path: Path, files: tuple[str, ...]) -> None:
    closed = {**PUMP, "closed_at": "2024-05-05", "description": "It hums.", "resolution": "Swap the seal."}
    again = {**PUMP, "status": "open", "description": "It hums."}
    held = Collection(tmp_path)
    held.written(files[0], f"{json.dumps(closed)}\n{json.dumps(again)}\n")
    if len(files) > 1:
        held.written(files[0], json.dumps(closed))
        held.written(files[1], json.dumps(again))
    assert dropped(held.run()) == {"7": "unsolved"}


def test_an_export_with_later_tickets_has_the_later_states(tmp_path: Path) -> None:
    """Where nothing else tells which of two states is the later."""
    held = Collection(tmp_path)
    other = {
        "id": "8",
        "subject": "Lamp",
        "status": "closed",
        "created": "2024-02-02",
        "description": "Dark.",
    }
    held.written("a.json", json.dumps([{**PUMP, "status": "open", "description": "It hums."}, other]))
    held.written("b.json", json.dumps([{**PUMP, "description": "It hums."}]))
    assert documents(held.run())["7"].ticket.status == "open"


def test_an_id_that_two_trackers_have_is_two_tickets_whatever_came_first() -> None:
    note = message("agent", "They oil it.", public=False)
    zendesk = [
        solved("5", answer="Swap it.", source="zendesk"),
        solved("6", source="zendesk", merged_into="5"),
    ]
    freshdesk = [solved("5", source="freshdesk"), solved("7", source="freshdesk", duplicate_of=["6"])]
    zendesk[0].messages.append(note)
    told = [("a.json", zendesk), ("b.json", freshdesk)]
    for order in (told, told[::-1]):
        held = Collection()
        for name, tickets in order:
            held.arrives(name, *tickets)
            found = held.run()
        assert dropped(found) == {
            "5": "", "5@zendesk": "", "5@zendesk/internal-notes": "", "6": "merged", "7": "",
        }  # fmt: skip
        kept = documents(found)
        assert kept["5"].ticket.messages[-1].body == "Tighten the belt."
        assert (kept["5@zendesk"].ticket.known_as, kept["5@zendesk"].ticket.duplicates) == ("5", ["6"])
        assert [each.body for each in kept["5@zendesk/internal-notes"].ticket.messages] == ["They oil it."]
        assert [line.split(":")[0] for line in found.bad] == ["b.json and a.json"]
        assert same(held.run().table, found.table)
    held.leaves("b.json")
    assert list(dropped(held.run())) == ["5", "5/internal-notes", "6"]


def test_tickets_without_an_id_are_told_apart_by_their_exports(tmp_path: Path) -> None:
    held = Collection(tmp_path)
    for name in ("b", "a"):
        record = {"subject": f"Belt {name}", "status": "solved", "messages": [{"body": "It slips."}]}
        held.written(f"{name}.json", json.dumps([record]))
    found = documents(held.run())
    assert {key: each.ticket.subject for key, each in found.items()} == {
        "record-1": "Belt a", "record-1@b.json": "Belt b",
    }  # fmt: skip


def test_a_duplicate_stands_for_itself_where_its_original_is_not_kept() -> None:
    held = Collection()
    held.arrives(
        "may.ndjson",
        solved("1", status="open"),
        solved("2", duplicate_of=["1"]),
        solved("3", merged_into="2"),
        solved("4", duplicate_of=["1"], outcome="Duplicate"),
        ticket("5", "Belt", message("requester", "It slips."), duplicate_of=["1"]),
        solved("6", duplicate_of=["7"]),
        solved("7", restricted=True),
    )
    found = held.run()
    assert dropped(found) == {
        "1": "unsolved", "2": "", "3": "merged", "4": "", "5": "duplicate", "6": "", "7": "restricted",
    }  # fmt: skip
    assert documents(found)["2"].ticket.duplicates == ["3"]
    assert same(held.run().table, found.table)
    held.arrives("june.ndjson", solved("1", day=9))
    found = held.run()
    assert [key for key, reason in dropped(found).items() if not reason] == ["1", "6"]
    assert documents(found)["1"].ticket.duplicates == ["2", "3", "4", "5"]


def test_nobody_is_told_of_duplicates_that_they_may_not_read() -> None:
    held = Collection()
    held.arrives("board.json", solved("8", duplicate_of=["1"]), solved("9"), readers="board")
    held.arrives("desk.json", solved("1", extra={"merged": ["2"]}), solved("2", restricted=True))
    held.arrives("desk2.json", solved("3", duplicate_of=["1"]), solved("4", duplicate_of=["9"]))
    found = held.run()
    assert documents(found)["1"].ticket.duplicates == ["3"]
    assert hidden_texts(found.table) == {"1": ["2", "8"], "9": ["4"]}
    # What the desk may read does not vanish behind what it may not read, nor the other way round.
    assert {key for key, reason in dropped(found).items() if not reason} == {"1", "4", "8", "9"}
    held.arrives("board.json", solved("8", duplicate_of=["1"]), solved("9"))
    found = held.run()
    assert documents(found)["1"].ticket.duplicates == ["3", "8"]
    assert {key for key, reason in dropped(found).items() if not reason} == {"1", "9"}


def test_notes_go_with_the_version_they_stand_in() -> None:
    secret = message("agent", "They oil it.", public=False)
    held = Collection()
    held.arrives("may.ndjson", ticket("1", "Belt", message("requester", "It slips."), secret))
    assert list(dropped(held.run())) == ["1", "1/internal-notes"]
    held.arrives("june.ndjson", solved("1"))
    assert list(dropped(held.run())) == ["1"]
    held.leaves("june.ndjson")
    assert list(dropped(held.run())) == ["1", "1/internal-notes"]
    held.arrives("trap.ndjson", solved("1/internal-notes"))
    found = held.run()
    assert documents(found)["1/internal-notes"].internal
    assert "is that of notes" in found.bad[0]


def mail(number: int, text: str, sender: str, to: str, *answers: int) -> str:
    references = "References:" + "".join(f" <{n}@x>" for n in answers)
    return (
        f"From - Mon Jan  1 00:00:00 2024\nFrom: {sender}\nTo: {to}\n"
        f"Subject: {'Re: ' if answers else ''}Hoist\nMessage-ID: <{number}@x>\n{references}\n"
        f"Date: Mon, {number:02} Apr 2024 08:00:00 +0000\n\n{text}\n\n"
    )


ASK, DESK = "a@customer.example", "desk@acme.example"
MAILS = [
    mail(1, "The hoist stops.", ASK, DESK),
    mail(2, "Which relay is in it?", DESK, ASK, 1),
    mail(3, "It is a K4.", ASK, DESK, 1, 2),
    mail(4, "Then reset the K4.", DESK, ASK, 3),
    mail(5, "It runs, thanks.", ASK, DESK, 1, 4),
]


@given(st.lists(st.sampled_from(["in.mbox", "sent.mbox", "old.mbox"]), min_size=5, max_size=5), st.data())
def test_a_thread_over_mailboxes_is_what_it_would_be_in_one(
    tmp_path_factory: pytest.TempPathFactory, places: list[str], data: st.DataObject
) -> None:
    whole = Collection(tmp_path_factory.mktemp("one"))
    whole.written("all.mbox", "".join(MAILS))
    (expected,) = documents(whole.run()).values()
    held = Collection(tmp_path_factory.mktemp("many"))
    for name in data.draw(st.permutations(sorted(set(places)))):
        held.written(name, "".join(m for m, place in zip(MAILS, places, strict=True) if place == name))
        if data.draw(st.booleans()):
            held.run()
    found = held.run()
    ((key, document),) = documents(found).items()
    assert (key, document.text) == ("1@x", expected.text)
    assert [m.role for m in document.ticket.messages] == [m.role for m in expected.ticket.messages]
    assert found.table["sources"].to_pylist() == [list(dict.fromkeys(places))]
    assert held.run().table.equals(found.table)


def test_parts_that_others_may_read_stay_apart(tmp_path: Path) -> None:
    held = Collection(tmp_path)
    held.written("desk.mbox", MAILS[0] + MAILS[1])
    held.written("board.mbox", MAILS[2], readers="board")
    held.arrives("trap.jsonl", solved("1@x"))
    found = documents(held.run())
    assert {key: len(each.ticket.messages) for key, each in found.items()} == {
        "1@x": 2, "1@x@desk.mbox": 2, "1@x@board.mbox": 1,
    }  # fmt: skip


def test_what_a_run_that_died_left_is_read_again() -> None:
    held = Collection()
    held.arrives("may.ndjson", solved("1"), solved("2"))
    held.run()
    held.arrives("june.ndjson", solved("1", day=20))
    found = held.run()
    assert held.last is not None
    held.last = Threads(found.table, found.others.slice(0, 0), found.files)  # the version of May is lost
    again = held.run()
    assert held.read == ["may.ndjson"]
    assert again.others.num_rows == 1
    assert same(again.table, found.table)


def lines(*keys: int) -> list[str]:
    record = {"status": "solved", "messages": [{"body": "It slips."}, {"body": "Psst.", "public": False}]}
    return [json.dumps({"id": f"T-{key}", "subject": f"Belt {key}", **record}) for key in keys]


def test_what_a_broken_export_held_is_kept_until_it_is_whole(tmp_path: Path) -> None:
    held = Collection(tmp_path)
    held.written("may.jsonl", "\n".join([*lines(1, 2, 3), "{of old"]))
    whole = held.run()
    assert (lost(whole), len(whole.bad)) == ([], 1)
    held.written("may.jsonl", "\n".join([*lines(1, 4), '{"id": "T-2", "subj', "{of old"]))
    for _ in range(2):
        found = held.run()
        assert lost(found) == ["T-2", "T-3"]
        assert [key for key in dropped(found) if "/" not in key] == ["T-1", "T-2", "T-3", "T-4"]
        assert "2 ticket(s) that were in it" in found.bad[-1]
    assert document_text(found, "T-3/internal-notes") == document_text(whole, "T-3/internal-notes")
    held.written("may.jsonl", "")
    assert lost(held.run()) == ["T-1", "T-2", "T-3", "T-4"]
    held.exports["may.jsonl"] = replace(held.exports["may.jsonl"], error="it is no export")
    assert lost(held.run()) == ["T-1", "T-2", "T-3", "T-4"]
    held.written("may.jsonl", "\n".join([*lines(2, 4), "{of old"]))
    found = held.run()
    assert (lost(found), held.run().read) == ([], 0)
    assert [key for key in dropped(found) if "/" not in key] == ["T-2", "T-4"]
    assert same(held.again().table, found.table)


def lost(found: Threads) -> list[str]:
    return [key for keys in found.files["lost"].to_pylist() for key in keys]


def document_text(found: Threads, key: str) -> str:
    return documents(found)[key].text


KEYS = ("T-1", "T-2", "T-3", "T-10")
TICKETS = st.lists(
    st.builds(
        solved,
        st.sampled_from(KEYS),
        day=st.integers(1, 3),
        answer=st.sampled_from(["Oil it.", "Swap it."]),
        merged_into=st.sampled_from([None, None, *KEYS, "GONE"]),
        duplicate_of=st.lists(st.sampled_from(KEYS), max_size=1),
        extra=st.one_of(
            st.just({}), st.fixed_dictionaries({"merged": st.lists(st.sampled_from(KEYS), max_size=1)})
        ),
    ),
    max_size=3,
)
STEPS = st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.one_of(st.none(), TICKETS)), max_size=6)


@given(STEPS)
def test_what_comes_out_does_not_depend_on_the_order_in_which_exports_came(
    steps: list[tuple[str, list[Ticket] | None]],
) -> None:
    held = Collection()
    for name, tickets in steps:
        if tickets is not None:
            held.arrives(name, *tickets)
        elif name in held.exports:
            held.leaves(name)
        found = held.run()
        fresh = held.again()
        assert same(found.table, fresh.table)
        assert found.bad == fresh.bad
        assert (found.dangling, found.files.to_pylist()) == (fresh.dangling, fresh.files.to_pylist())


def same(one: pa.Table, other: pa.Table) -> bool:
    rows: list[list[Mapping[str, object]]] = [one.to_pylist(), other.to_pylist()]
    return rows[0] == rows[1]
