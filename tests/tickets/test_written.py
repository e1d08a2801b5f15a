"""Problem statements that a language model writes, against a server that answers as such endpoints do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from assets.documents.settings import TicketSettings
from assets.tickets.document import thread_document
from assets.tickets.family import NOT_WRITTEN, writing
from assets.tickets.model import Ticket
from assets.tickets.written import WrittenStatements
from resources.embedder import load_embedder
from resources.lake import Lake
from resources.store import open_store
from resources.writer import Writer
from tests.resources.endpoint import Endpoint
from tests.tickets.made import facts, message, ticket

KEY = "acme/support"
LINE = "PumpCtl 3.5.1 hums and does not start"
ASKED = TicketSettings(require_resolution=False, statement="written")


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    made = Endpoint()
    made.body = {"choices": [{"message": {"content": f" {LINE}\n"}}]}
    yield made
    made.close()


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(open_store(tmp_path / "store"))


def hums(ticket_id: str = "PUMP-112", said: str = "The pump hums and does not start.") -> Ticket:
    return ticket(
        ticket_id,
        "Pump P-4 hums",
        message("requester", said),
        message("agent", "Their contract ends, do not say.", public=False),
        message("agent", "Swap the capacitor."),
    )


def statement(statements: WrittenStatements, made: Ticket, settings: TicketSettings = ASKED) -> str:
    """The second line of the chunk, behind the subject; with a '!' where it stands in for a written one."""
    document = thread_document(made, settings, internal=False)
    cut = writing(statements).cut(document, facts(made.id, "desk"), [], load_embedder())
    assert cut.provisional == (NOT_WRITTEN in cut.flags)
    return cut.chunks[0].text.split("\n")[1] + ("!" if cut.provisional else "")


def test_a_statement_is_written_once_for_a_text_and_a_model(endpoint: Endpoint, lake: Lake) -> None:
    for _ in range(2):
        statements = WrittenStatements(Writer(endpoint.settings), lake, KEY)
        assert statement(statements, hums()) == LINE
        statements.keep({"PUMP-112"})
    assert len(endpoint.asked) == 1
    assert statement(statements, hums(said="Now it leaks and does not stop.")) == LINE
    assert len(endpoint.asked) == 2
    endpoint.model = "another-model"
    other = WrittenStatements(Writer(endpoint.settings), lake, KEY)
    assert other.version != statements.version
    assert statement(other, hums()) == LINE
    assert len(endpoint.asked) == 3


def test_the_model_is_given_the_public_messages_alone(endpoint: Endpoint, lake: Lake) -> None:
    statement(WrittenStatements(Writer(endpoint.settings), lake, KEY), hums())
    (asked,) = endpoint.asked
    given = asked["messages"][1]["content"]
    assert given == "Pump P-4 hums\n\nThe pump hums and does not start.\n\nSwap the capacitor."


def test_a_collection_that_does_not_ask_for_it_sends_nothing(endpoint: Endpoint, lake: Lake) -> None:
    statements = WrittenStatements(Writer(endpoint.settings), lake, KEY)
    plain = TicketSettings(require_resolution=False)
    assert statement(statements, hums(), plain) == "The pump hums and does not start."
    assert not endpoint.asked


def test_what_was_written_of_a_ticket_that_is_gone_is_forgotten(endpoint: Endpoint, lake: Lake) -> None:
    statements = WrittenStatements(Writer(endpoint.settings), lake, KEY)
    for name in ("PUMP-112", "PUMP-113"):
        statement(statements, hums(name))
    statements.keep({"PUMP-112", "PUMP-113"})
    WrittenStatements(None, lake, KEY).keep({"PUMP-113"})
    table = lake.read("written_statements", KEY)
    assert table is not None
    assert table["ticket"].to_pylist() == ["PUMP-113"]


def test_the_extract_stands_in_where_the_model_fails_and_it_is_not_asked_for_ever(
    endpoint: Endpoint, lake: Lake
) -> None:
    endpoint.statuses = [401, 200] + [401] * 9
    statements = WrittenStatements(Writer(endpoint.settings), lake, KEY)
    said = [statement(statements, hums(f"PUMP-{number}")) for number in range(7)]
    extract = "The pump hums and does not start.!"
    assert said == [extract, LINE, *[extract] * 5]
    assert len(endpoint.asked) == 5
    assert sorted(statements.missed) == [f"PUMP-{number}" for number in (0, 2, 3, 4, 5, 6)]
    (line,) = statements.problems()
    assert line.startswith("6 statements could not be written: 127.0.0.1 refused with status 401")


def test_what_was_written_stands_where_no_model_is_configured_any_more(
    endpoint: Endpoint, lake: Lake
) -> None:
    statements = WrittenStatements(Writer(endpoint.settings), lake, KEY)
    statement(statements, hums())
    statements.keep({"PUMP-112"})
    without = WrittenStatements(None, lake, KEY)
    assert statement(without, hums()) == LINE
    assert statement(without, hums(said="It leaks and does not stop.")) == "It leaks and does not stop."


def test_a_model_that_says_nothing_leaves_the_extract(endpoint: Endpoint, lake: Lake) -> None:
    endpoint.body = {"choices": [{"message": {"content": None}}]}
    statements = WrittenStatements(Writer(endpoint.settings), lake, KEY)
    for _ in range(2):
        assert statement(statements, hums()) == "The pump hums and does not start."
    assert len(endpoint.asked) == 1
