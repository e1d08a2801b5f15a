"""What arrives broken or hostile: the rest is read, what was lost is said, and nothing takes for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assets.tickets.cleaning import read_cleaned
from assets.tickets.json_records import DEEPEST
from assets.tickets.mail_parts import parse
from assets.tickets.markup import html_text, wiki_text
from assets.tickets.model import Ticket
from assets.tickets.stored import to_json
from assets.tickets.values import LOG_LIMIT, BadRecord, trimmed
from assets.tickets.values import time as moment

GOOD = '{"id": "%s", "subject": "Pump", "status": "closed", "description": "It hums."}'


def read(tmp_path: Path, name: str, content: str | bytes) -> tuple[dict[str, Ticket], list[str]]:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    found = list(read_cleaned(path, f"in/{name}"))
    tickets = {each.id: each for each in found if isinstance(each, Ticket)}
    return tickets, [str(each) for each in found if isinstance(each, BadRecord)]


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ('{"id": "2", "subject": "Pu', "it is no JSON (unterminated string starting at, column 24)"),
        ("[" * 5000 + "]" * 5000, f"it is nested deeper than {DEEPEST} levels"),
        (
            '{"id": 2, "subject": ' + '{"a":' * 200 + "1" + "}" * 201,
            f"it is nested deeper than {DEEPEST} levels",
        ),
        ("null", "a NoneType where a ticket is expected"),
        ('{"price": 2}', "no ticket is in it (it has price)"),
    ],
)
def test_a_broken_line_is_said_and_the_rest_goes_on(tmp_path: Path, broken: str, why: str) -> None:
    lines = [GOOD % 1, broken, "", GOOD % 3]
    tickets, problems = read(tmp_path, "t.jsonl", "\n".join(lines))
    assert list(tickets) == ["1", "3"]
    (problem,) = problems
    assert problem.startswith(f"in/t.jsonl:2: {why}. ")


def test_of_a_document_cut_off_in_the_middle_the_whole_items_are_kept(tmp_path: Path) -> None:
    text = json.dumps({"tickets": [json.loads(GOOD % number) for number in range(4)], "users": []}, indent=1)
    tickets, problems = read(tmp_path, "t.json", text[: text.index('"status"', text.index('"id": "3"'))])
    assert list(tickets) == ["0", "1", "2"]
    assert problems[0].startswith("in/t.json:24: a record is no JSON")


def test_a_fault_in_a_document_costs_its_own_item(tmp_path: Path) -> None:
    items = [GOOD % 1, '{"id": "2", "subject": Pump", "comments": [{"id": 9, "body": "x"}]}', GOOD % 3]
    tickets, problems = read(tmp_path, "t.json", "[\n" + ",\n".join(items) + "\n]")
    assert list(tickets) == ["1", "3"]
    assert [problem.split(":")[1] for problem in problems] == ["3"]


def test_a_line_in_another_encoding_is_read_and_flagged(tmp_path: Path) -> None:
    line = '{"id": "1", "subject": "Größe", "status": "open", "body": "Die Größe passt nicht."}\n'
    tickets, problems = read(tmp_path, "t.jsonl", line.encode() + line.replace('"1"', '"2"').encode("cp1252"))
    assert problems == []
    assert [(each.subject, each.flags) for each in tickets.values()] == [
        ("Größe", []), ("Größe", ["charset_guessed:cp1252"])]  # fmt: skip


def test_what_no_store_takes_is_taken_out(tmp_path: Path) -> None:
    tickets, _ = read(
        tmp_path, "t.jsonl", r'{"id": "1", "subject": "A\ud800\u0000B", "body": "x\udfffy", "zone": "\ud83d"}'
    )
    assert tickets["1"].subject == "A\ufffd\ufffdB"
    to_json(tickets["1"]).encode()


def test_a_pasted_log_is_trimmed_in_the_middle(tmp_path: Path) -> None:
    log = "".join(f"2024-01-01 12:00:00 INFO step {number} done\n" for number in range(80_000))
    body = f"It stopped at noon:\n{log}What now?"
    texts = {
        "plain": body,
        "html": f"<p>It stopped</p><pre>{log}</pre><p>What now?</p>",
        "wiki": f"It stopped {{code}}\n{log}{{code}}\nWhat now?",
    }
    records = [{"id": name, "subject": "Log", "messages": [{"body": text}]} for name, text in texts.items()]
    lines = [json.dumps(record) for record in records]
    tickets, _ = read(tmp_path, "t.jsonl", "\n".join(lines))
    for ticket in tickets.values():
        (message,) = ticket.messages
        (flag,) = message.flags
        left = int(flag.removeprefix("log_trimmed:"))
        assert left > 3_000_000
        assert len(message.raw) < LOG_LIMIT + 100
        assert message.body.startswith("It stopped")
        assert message.body.endswith("What now?")
        assert f"[... {left:,} characters left out ...]" in message.body


@given(st.text(alphabet="ab\n ", min_size=0, max_size=400), st.integers(20, 100))
def test_trimming_counts_every_character(text: str, limit: int) -> None:
    short, flags = trimmed(text, limit)
    if not flags:
        assert short == text
        return
    left = int(flags[0].partition(":")[2])
    head, mark, tail = short.partition(f"\n[... {left:,} characters left out ...]\n")
    assert mark
    assert text.startswith(head)
    assert text.endswith(tail)
    assert len(head) + left + len(tail) == len(text)


def test_ten_thousand_messages_are_one_thread(tmp_path: Path) -> None:
    box = b"".join(
        b"From - Mon Jan  1 00:00:00 2024\nFrom: p%d@x.example\nTo: all@x.example\nSubject: Re: Pump\n"
        b"Message-ID: <%d@x>\nReferences: <0@x> <%d@x>\n\nStep %d.\n\n"
        % (number % 7, number, max(0, number - 1), number)
        for number in range(10_000)
    )
    messages = [{"author": "x", "body": f"Step {number}."} for number in range(10_000)]
    line = json.dumps({"id": "long", "subject": "Pump", "status": "open", "messages": messages})
    for name, content in (("b.mbox", box), ("t.jsonl", line)):
        tickets, problems = read(tmp_path, name, content)
        (ticket,) = tickets.values()
        assert problems == []
        assert [message.body for message in ticket.messages] == [f"Step {n}." for n in range(10_000)]


MAIL = b"From: a@x.example\nTo: b@y.example\nSubject: %s\nMessage-ID: <1@x>\nContent-Type: %s\n\n%s"


@pytest.mark.parametrize(
    ("kind", "content", "text", "flag"),
    [
        (b"text/plain; charset=utf-8", "Größe".encode("cp1252"), "Größe", "charset_guessed:cp1252"),
        (b"text/plain; charset=iso-8859-1", "Größe".encode(), "Größe", "charset_guessed:utf-8"),
        (b"text/plain; charset=klingon", "Größe".encode(), "Größe", "charset_guessed:utf-8"),
        (b"text/plain", "ポンプが止まる".encode("iso-2022-jp"), "ポンプが止まる", None),
        (b"text/plain; charset=punycode", b"Fine-kva", "Fine-kva", None),
        (b"text/plain; charset=iso-8859-1", "Größe".encode("latin-1"), "Größe", None),
        (b"text/html; charset=utf-8", b"<p>Only <b>HTML</b></p>", "Only HTML", None),
        (b"multipart/mixed", b"--b\nContent-Type: text/plain\n\nNo boundary\n--b--", "No boundary", None),
        (b"multipart/mixed; boundary=b", b"never opened", "never opened", None),
    ],
)
def test_a_mail_says_what_it_holds_whatever_it_claims(
    kind: bytes, content: bytes, text: str, flag: str | None
) -> None:
    mail = parse(MAIL % (b"x", kind, content))
    assert mail.body.raw == text
    assert [each for each in mail.flags if each != "without_date"] == ([flag] if flag else [])


def test_a_mail_without_a_date_stands_behind_what_it_answers(tmp_path: Path) -> None:
    def mail(number: int, answers: int | None, date: str | None) -> str:
        lines = [
            f"From: a{number % 2}@x.example",
            "To: a0@x.example",
            "Subject: Re: Pump",
            f"Message-ID: <{number}@x>",
        ]
        lines += [f"In-Reply-To: <{answers}@x>"] if answers is not None else []
        lines += [f"Date: {date}"] if date else []
        return "From - Mon Jan  1 00:00:00 2024\n" + "\n".join([*lines, "", f"Mail {number}", "", ""])

    day = "Mon, 0{} Jan 2024 10:00:00 +0000"
    box = (
        mail(2, 1, None)
        + mail(0, None, day.format(1))
        + mail(3, 1, day.format(5))
        + mail(1, 0, "the day after")
    )
    tickets, problems = read(tmp_path, "b.mbox", box)
    (ticket,) = tickets.values()
    assert problems == []
    assert [message.body for message in ticket.messages] == ["Mail 0", "Mail 1", "Mail 2", "Mail 3"]
    assert [message.flags for message in ticket.messages] == [[], ["without_date"], ["without_date"], []]


def test_parts_nested_without_end_cost_their_mail_alone(tmp_path: Path) -> None:
    deep = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(3000))
    box = b"From - Mon Jan  1 00:00:00 2024\nFrom: a@x.example\nSubject: Deep\n" + deep
    box += b"\n\nFrom - Mon Jan  1 00:00:00 2024\n" + MAIL % (b"Good", b"text/plain", b"Here.")
    tickets, problems = read(tmp_path, "b.mbox", box)
    assert [ticket.subject for ticket in tickets.values()] == ["Good"]
    assert problems == [
        "in/b.mbox:2: a mail that cannot be read: its parts are nested too deep. Export it again."
    ]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<b>" * 5000 + "Text<p>after", "Text\nafter"),
        ("<!--" * 100_000 + "Text after", "<!--" * 100_000 + "Text after"),
        ("<script>" * 50_000 + "Text after", ""),
        ("<a " + "x=1 " * 100_000 + ">Text</a> after", "Text after"),
        ("<div>" * 200_000 + "Text after" + "</div>" * 200_000, "Text after"),
    ],
)
def test_hostile_html_is_read(source: str, text: str) -> None:
    assert html_text(source) == text


@pytest.mark.parametrize(
    "piece",
    ["[", "{{", "{quote}", "|", "* ", "*a", "!a", "{code}", "{html}<p>", "[x|", "_a ", "{", "h1. ", "\\{"],
)
def test_hostile_wiki_markup_is_read(piece: str) -> None:
    source = "{{x}} " + piece * (LOG_LIMIT // len(piece))
    text, _ = wiki_text(source)  # what backtracks would not come back
    assert text.startswith("x")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.sampled_from(["2024-01-01T00:00:00Z", "<p>x</p>", "merged into #4", "email", "private"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
NAMES = st.sampled_from(
    "id key subject status description comments messages author body html_body created_at public private"
    " fields comment requester_id submitter_id via custom_fields users tickets issues ticket ticket_id"
    " child_events visibility conversations description_text issuelinks project versions resolution"
    " merged_into duplicate_of attachments stats type content".split()
)

RECORDS = st.recursive(
    st.dictionaries(NAMES, VALUES, max_size=8),
    lambda inner: st.dictionaries(NAMES, inner | st.lists(inner, max_size=3) | VALUES, max_size=8),
    max_leaves=5,
)


ODD = {
    "type": ["doc"],
    "content": [{"type": "text", "text": "x", "marks": 7}, {"type": "list", "content": 7}],
}


@settings(max_examples=60)
@example(records=[{"subject": "Pump", "comments": [ODD], "description": ODD}])
@given(records=st.lists(RECORDS, min_size=1, max_size=4))
def test_fields_of_any_type_give_a_ticket_or_a_reason(tmp_path_factory: Any, records: list[Any]) -> None:
    path = tmp_path_factory.mktemp("any") / "t.jsonl"
    path.write_text("\n".join([json.dumps(record) for record in records] + [GOOD % "last"]))
    found = list(read_cleaned(path, "t.jsonl"))
    tickets = [each for each in found if isinstance(each, Ticket)]
    assert "last" in {ticket.id for ticket in tickets}
    for ticket in tickets:
        to_json(ticket).encode()
        for message in ticket.messages:
            assert message.at is None or message.at.tzinfo
            assert not message.html
            assert not message.headers


@given(data=st.binary(max_size=300))
def test_bytes_of_any_kind_give_tickets_or_a_reason(tmp_path_factory: Any, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("any")
    for name in ("t.jsonl", "t.json", "t.csv", "t.eml", "t.mbox"):
        path = folder / name
        path.write_bytes(b"From: a@b\n" + data if name == "t.eml" else data)
        for each in read_cleaned(path, name):
            assert isinstance(each, (Ticket, BadRecord))


@pytest.mark.parametrize(
    ("said", "iso"),
    [
        ("2015-02-11T22:15:56.000+0000", "2015-02-11T22:15:56+00:00"),
        ("2020-02-19 01:54:52", "2020-02-19T01:54:52+00:00"),
        ("2024-03-04T10:00:00 +0530", "2024-03-04T10:00:00+05:30"),
        ("2024-03-04 10:00:00 PST", "2024-03-04T10:00:00-08:00"),
        ("2024-03-04 10:00 CEST", "2024-03-04T10:00:00+02:00"),
        ("03/Jul/23 1:05 PM", "2023-07-03T13:05:00+00:00"),
        ("04/März/24 12:05 AM", "2024-03-04T00:05:00+00:00"),
        ("4 févr. 2024 10:05", "2024-02-04T10:05:00+00:00"),
        ("Monday, March 4, 2024 3:05 PM", "2024-03-04T15:05:00+00:00"),
        ("Mon, 04 Mar 2024 08:12:00 +0100", "2024-03-04T08:12:00+01:00"),
        ("04.03.24 10:00", "2024-03-04T10:00:00+00:00"),
        ("31/01/2024 10:00", "2024-01-31T10:00:00+00:00"),
        ("03/04/2024 10:00", "2024-04-03T10:00:00+00:00"),
        ("03/04/2024 10:00 AM", "2024-03-04T10:00:00+00:00"),
        ("3/4/2024 10:00", "2024-03-04T10:00:00+00:00"),
        (1_700_000_000, "2023-11-14T22:13:20+00:00"),
        ("1700000000000", "2023-11-14T22:13:20+00:00"),
        ("1712123100000", "2024-04-03T05:45:00+00:00"),
        ("13/13/2024", None),
        ("2024-03-04 13:00 PM", None),
        ("yesterday", None),
        (float("nan"), None),
        (10**400, None),
        (True, None),
        ("9999-99-99", None),
    ],
)
def test_times_are_read_as_exports_write_them(said: Any, iso: str | None) -> None:
    found = moment(said)
    assert (found.isoformat() if found else None) == iso
