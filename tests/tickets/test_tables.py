"""Tickets in tables: several of a set, columns by other names, and what databases leave in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from assets.documents.content import columns_of, look
from assets.documents.exports import document_sets
from assets.tickets.exports import read_tickets
from assets.tickets.model import Ticket

HEADER = "id,requester_id,assignee_id,status,subject,description\n"
PUMP, FAN = HEADER + "1,5,9,solved,Pump,It hums\n", HEADER + "2,5,9,solved,Fan,It stands\n"
COMMENTS = "id,ticket_id,user_id,public,body\n10,1,9,true,New seal\n20,2,9,true,New belt\n30,3,9,true,Gone\n"


def read(tmp_path: Path, **tables: str) -> tuple[list[Ticket], list[str]]:
    """The tickets of tables, the first one the tickets' own, and what is said of them."""
    paths = [tmp_path / f"{name}.csv" for name in tables]
    for path, content in zip(paths, tables.values(), strict=True):
        path.write_text(content)
    found = list(read_tickets(paths[0], paths[0].name, paths[1:]))
    tickets = [each for each in found if isinstance(each, Ticket)]
    return tickets, [str(each) for each in found if not isinstance(each, Ticket)]


def talk(tickets: list[Ticket]) -> dict[str, list[str]]:
    return {ticket.id: [message.raw for message in ticket.messages] for ticket in tickets}


def columns(**tables: str) -> dict[str, list[str]]:
    return {f"{name}.csv": content.split("\n")[0].split(",") for name, content in tables.items()}


def test_tables_of_tickets_that_share_their_comments_are_one_set(tmp_path: Path) -> None:
    tables = {"tickets_2023": PUMP, "tickets_2024": FAN, "comments": COMMENTS}
    assert document_sets(columns(**tables)) == {"tickets_2023.csv": ["comments.csv", "tickets_2024.csv"]}
    tickets, problems = read(tmp_path, **tables)
    assert talk(tickets) == {"1": ["It hums", "New seal"], "2": ["It stands", "New belt"]}
    assert problems == [
        "comments.csv: 1 row(s) of 1 ticket(s) that tickets_2023.csv and tickets_2024.csv have not (3). "
        "Export both tables for the same tickets."
    ]


def test_tables_of_tickets_alone_are_documents_of_their_own() -> None:
    assert document_sets(columns(tickets_2023=PUMP, tickets_2024=FAN)) == {}


def test_a_table_of_other_columns_does_not_take_a_help_desks_comments() -> None:
    tables = columns(a_board="id,summary,status,sprint\n", tickets=PUMP, comments=COMMENTS)
    assert document_sets(tables) == {"tickets.csv": ["comments.csv"]}


@pytest.mark.parametrize("main", [PUMP, "id,subject,status,resolution\n1,Pump,closed,New seal fitted\n"])
@pytest.mark.parametrize("column", ["comment", "text", "html_body"])
def test_a_table_of_comments_may_name_its_text_and_its_notes_otherwise(
    tmp_path: Path, main: str, column: str
) -> None:
    comments = f"id,ticket_id,author,{column},is_internal\n1,1,Al,New seal,no\n2,1,Al,Owes us,yes\n"
    (ticket,), problems = read(tmp_path, tickets=main, comments=comments)
    assert problems == []
    said = {message.raw: message.public for message in ticket.messages}
    assert (said["New seal"], said["Owes us"]) == (True, False)


def test_a_first_row_without_a_requester_does_not_tell_the_format(tmp_path: Path) -> None:
    (ticket,), _ = read(tmp_path, tickets=HEADER + "1,,9,solved,Pump,It hums\n")
    assert ticket.source == "zendesk"


def test_nul_bytes_cost_nothing_but_a_word(tmp_path: Path) -> None:
    rows = "".join(f"{number},5,9,solved,Fan,It stands\n" for number in range(2, 60))
    (first, *others), problems = read(tmp_path, tickets=PUMP.replace("hums", "h\0ums") + rows)
    assert (first.messages[0].raw, len(others)) == ("It hums", 58)
    assert problems == [
        "tickets.csv:2: 1 line(s) hold NUL bytes, which no text does (2). See whether those rows are whole."
    ]
    path = tmp_path / "tickets.csv"
    assert (look(path).kind, look(path).error) == ("csv", None)
    assert columns_of(path) == HEADER.strip().split(",")
