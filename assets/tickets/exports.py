"""One door for every format tickets come in, told by what a file holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path, PurePosixPath
from typing import Any

from assets.documents.content import look
from assets.tickets import freshdesk, jira, neutral, zendesk
from assets.tickets.json_records import Record, read_json
from assets.tickets.mail import read_mail
from assets.tickets.model import Ticket
from assets.tickets.tables import read_tables
from assets.tickets.values import BadRecord, identifier, objects
from assets.tickets.visibility import may_tell, said_of

_BY_NAME = {
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
    ".csv": "csv",
    ".tsv": "csv",
    ".eml": "mail",
    ".mbox": "mbox",
}
_KINDS = {"json": "json", "jsonl": "json", "csv": "csv", "mail": "mail", "mbox": "mbox"}
_PAGES = ("tickets", "issues", "results", "data", "records", "items", "values")
_TICKET = frozenset(
    "subject summary title short_description messages comments comment conversations description body"
    " status".split()
)
_MEND = "Export the tickets as JSON, JSON Lines or CSV, or the mails as mbox or eml."


def read_tickets(path: Path, file: str, siblings: Sequence[Path] = ()) -> Iterator[Ticket | BadRecord]:
    """The tickets in the file at `path`, whose name in the collection is `file`, and what in it could not be
    used. `siblings` are the other tables of its export, or more mails of the same box, from the same folder.
    JSON Lines are read one by one. Messages have `raw`, and `html` or `headers` where there are any; cleaning
    fills the rest. Raises OSError alone."""
    kind = _KINDS.get(look(path).kind) or _BY_NAME.get(path.suffix.lower())
    files = {file: path, **{str(PurePosixPath(file).with_name(other.name)): other for other in siblings}}
    if path.stat().st_size == 0:
        yield BadRecord(file, None, "the file is empty", "Copy or export it again.")
    elif kind == "json":
        yield from _of_json(path, file)
    elif kind == "csv":
        yield from read_tables(files)
    elif kind in ("mail", "mbox"):
        yield from read_mail(files)
    else:
        yield BadRecord(file, None, "neither an export of tickets nor mail", _MEND)


def _of_json(path: Path, file: str) -> Iterator[Ticket | BadRecord]:
    beside: zendesk.Beside | None = None
    apart = False
    waiting: dict[str, tuple[int, dict[str, Any], list[str]]] = {}
    told_apart: bool | None = None
    number = 0
    reads = read_json(path, file)
    first = list(islice(reads, 1))
    # One document is in memory as a whole already; lines are read again where somebody has to look ahead.
    is_one = any(isinstance(each, Record) and each.line is None for each in first)
    held = [*first, *reads] if is_one else None

    def again() -> Iterable[Record | BadRecord]:
        return read_json(path, file) if held is None else held

    for read in chain(first, reads) if held is None else held:
        if isinstance(read, BadRecord):
            yield read
            continue
        tickets = list(_tickets(read.value))
        is_apart = zendesk.is_beside(read.value)
        apart = apart or is_apart
        if not tickets and not is_apart:
            yield _stranger(read, file)
        for record in tickets:
            number += 1
            place = read.line or number
            if beside is None and "requester_id" in record and not freshdesk.is_ticket(record):
                beside = _beside(again())  # who writes, and who may read, may stand further down
            if _is_zendesk(record, beside):
                beside = beside or _beside(again())
                if record.get("comments") or record.get("audits"):
                    yield _flagged(zendesk.ticket(record, place, beside), read.flags)
                else:  # they may stand further down, and so may a later state of the ticket
                    waiting[identifier(record.get("id")) or str(place)] = place, record, read.flags
            else:
                if told_apart is None and not (jira.is_issue(record) or freshdesk.is_ticket(record)):
                    told_apart = may_tell(path) and _tells_apart(again())
                yield _flagged(_ticket(record, place, told_apart=told_apart or False), read.flags)
    if beside is None:
        beside = _beside(again()) if apart else zendesk.Beside()
    for place, record, flags in waiting.values():
        yield _flagged(zendesk.ticket(record, place, beside), flags)
    if lost := {key: comments for key, comments in beside.comments.items() if key not in beside.asked}:
        some = ", ".join(list(lost)[:3])
        why = f"{sum(map(len, lost.values()))} comment(s) of ticket(s) that are not there ({some})"
        yield BadRecord(file, None, why, "Export the tickets with their comments.")


def _beside(reads: Iterable[Record | BadRecord]) -> zendesk.Beside:
    """What stands beside the tickets of a help desk, in the whole file."""
    beside = zendesk.Beside()
    for read in reads:
        if isinstance(read, Record) and zendesk.is_beside(read.value):
            beside.add(read.value)
    return beside


def _tells_apart(reads: Iterable[Record | BadRecord]) -> bool:
    """Whether the file says of some message of its records that everybody may read it."""
    return any(
        isinstance(message, dict) and said_of(message).open
        for read in reads
        if isinstance(read, Record)
        for record in _tickets(read.value)
        for message in neutral.talk_of(record)
    )


def _tickets(value: Any) -> Iterator[dict[str, Any]]:
    """The records of tickets in a JSON value: itself, or those of a page."""
    if not isinstance(value, dict):
        return
    if isinstance(value.get("ticket"), dict):
        yield from zendesk.tickets(value)
    elif jira.is_request(value):
        yield jira.of_request(value)
    elif jira.is_issue(value) or freshdesk.is_ticket(value) or zendesk.is_ticket(value):
        yield value
    elif pages := [key for key in _PAGES if objects(value.get(key))]:
        for each in objects(value[pages[0]]):
            yield from _tickets(each) if _is_more(each) else (each,)
    elif (inside := _wrapped(value)) is not None:
        yield from _tickets(inside)
    elif not zendesk.is_beside(value) and len(_TICKET & {key.lower() for key in value}) > 1:
        yield value


def _wrapped(value: dict[str, Any]) -> dict[str, Any] | None:
    """The one object of which a record is nothing but the name."""
    (inside,) = value.values() if len(value) == 1 else (None,)
    if isinstance(inside, dict) and len(_TICKET & {key.lower() for key in inside}) > 1:
        return inside
    return None


def _is_more(value: dict[str, Any]) -> bool:
    """Whether a record is not itself what is read as a ticket."""
    return "ticket" in value or jira.is_request(value) or _wrapped(value) is not None


def _is_zendesk(record: Mapping[str, Any], beside: zendesk.Beside | None) -> bool:
    if jira.is_issue(record) or freshdesk.is_ticket(record):
        return False
    return zendesk.is_ticket(record) or bool(beside and beside.users and "requester_id" in record)


def _ticket(record: dict[str, Any], number: int, *, told_apart: bool) -> Ticket:
    if jira.is_issue(record):
        return jira.ticket(record, number)
    if freshdesk.is_ticket(record):
        return freshdesk.ticket(record, number)
    return neutral.ticket(record, number, told_apart=told_apart)


def _flagged(ticket: Ticket, flags: list[str]) -> Ticket:
    ticket.flags += flags
    if not ticket.messages:
        ticket.flags.append("without_messages")
    return ticket


def _stranger(read: Record, file: str) -> BadRecord:
    if isinstance(read.value, dict):
        some = ", ".join(list(read.value)[:5])
        return BadRecord(file, read.line, f"no ticket is in it (it has {some or 'nothing'})", "Leave it out.")
    return BadRecord(
        file, read.line, f"a {type(read.value).__name__} where a ticket is expected", "Leave it out."
    )


__all__ = ["BadRecord", "read_tickets"]
