"""One door for every format tickets come in, told by what a file holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from assets.documents.content import look
from assets.tickets import freshdesk, jira, neutral, zendesk
from assets.tickets.helpdesk import kept_back_by
from assets.tickets.json_records import Record, holds_lines, read_json
from assets.tickets.mail import read_mail
from assets.tickets.model import Ticket
from assets.tickets.tables import read_tables
from assets.tickets.values import BadRecord, identifier, objects
from assets.tickets.visibility import Said, may_tell, said_of

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
_PAGES = ("tickets", "issues", "results", "result", "data", "records", "items", "values")
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
        yield from _with_kept_back(_of_json(path, file), file)
    elif kind == "csv":
        yield from _with_kept_back(read_tables(files), file)
    elif kind in ("mail", "mbox"):
        yield from read_mail(files)
    else:
        yield BadRecord(file, None, "neither an export of tickets nor mail", _MEND)


def _with_kept_back(found: Iterable[Ticket | BadRecord], file: str) -> Iterator[Ticket | BadRecord]:
    """What was found, and which fields keep how many tickets from everybody: a field that means something
    else would hide an export without a word."""
    by: Counter[str] = Counter()
    for each in found:
        if isinstance(each, Ticket) and each.restricted:
            by[kept_back_by(each.extra, of_jira=each.source == "jira")] += 1
        yield each
    del by[""]
    if by:
        fields = ", ".join(f"{name!r}: {tickets}" for name, tickets in by.most_common(5))
        why = f"{by.total()} ticket(s) are shown to nobody, since a field says that not all may read them"
        mend = "Leave the field out of the export if it means something else."
        yield BadRecord(file, None, f"{why} ({fields})", mend, lost=False)


class _Export:
    """A JSON export. Lines are read again where somebody has to look ahead: who writes, and who may read a
    message, may stand further down than what it is needed for. One document is in memory as a whole."""

    def __init__(self, path: Path, file: str) -> None:
        self._path, self._file = path, file
        with path.open("rb") as stream:
            in_lines = holds_lines(stream)
        self._held = None if in_lines else list(read_json(path, file))

    def reads(self) -> Iterable[Record | BadRecord]:
        return read_json(self._path, self._file) if self._held is None else self._held

    def values(self) -> Iterator[Any]:
        return (read.value for read in self.reads() if isinstance(read, Record))

    @cached_property
    def beside(self) -> zendesk.Beside:
        """What stands beside the tickets of a help desk."""
        beside = zendesk.Beside()
        for value in self.values():
            if zendesk.is_beside(value):
                beside.add(value)
        return beside

    @cached_property
    def told_apart(self) -> bool:
        """Whether its messages are marked, most of them, and some for everybody: then one without a mark is
        not. One that is marked by chance says nothing of other tickets."""
        if not may_tell(self._path):
            return False
        marks = Counter(
            "open" if said.open else "" if said.nothing else "hidden"
            for value in self.values()
            for record in _tickets(value)
            for message in neutral.talk_of(record)
            for said in [said_of(message) if isinstance(message, dict) else Said(False, False)]
        )
        return marks["open"] > 0 and marks["open"] + marks["hidden"] > marks[""]


def _of_json(path: Path, file: str) -> Iterator[Ticket | BadRecord]:
    export = _Export(path, file)
    waiting: dict[str, tuple[int, dict[str, Any], list[str]]] = {}
    apart = False
    number = 0
    for read in export.reads():
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
            if not _is_zendesk(record, export):
                yield _flagged(_ticket(record, place, export), read.flags)
            elif record.get("comments") or record.get("audits"):
                yield _flagged(zendesk.ticket(record, place, export.beside), read.flags)
            else:  # they may stand further down, and so may a later state of the ticket
                waiting[identifier(record.get("id")) or str(place)] = place, record, read.flags
    for place, record, flags in waiting.values():
        yield _flagged(zendesk.ticket(record, place, export.beside), flags)
    told = export.beside.comments if apart else {}
    if lost := {key: comments for key, comments in told.items() if key not in export.beside.asked}:
        some = ", ".join(list(lost)[:3])
        why = f"{sum(map(len, lost.values()))} comment(s) of ticket(s) that are not there ({some})"
        yield BadRecord(file, None, why, "Export the tickets with their comments.")


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


def _is_zendesk(record: Mapping[str, Any], export: _Export) -> bool:
    if jira.is_issue(record) or freshdesk.is_ticket(record):
        return False
    return zendesk.is_ticket(record) or ("requester_id" in record and bool(export.beside.users))


def _ticket(record: dict[str, Any], number: int, export: _Export) -> Ticket:
    if jira.is_issue(record):
        return jira.ticket(record, number)
    if freshdesk.is_ticket(record):
        return freshdesk.ticket(record, number)
    return neutral.ticket(record, number, told_apart=export.told_apart)


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
