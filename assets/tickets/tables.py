"""Tickets in CSV: a help desk's tables joined by their keys, or one table with a row a ticket."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from assets.documents.delimited import decode
from assets.documents.exports import is_ticket_table
from assets.documents.problems import ManifestError
from assets.tickets import jira, neutral, zendesk, zendesk_talk
from assets.tickets.model import Message, Ticket
from assets.tickets.outcomes import outcome_of
from assets.tickets.values import BadRecord, first, identifier, plain, time, word
from assets.tickets.visibility import said_of

LARGEST = 256 * 1024 * 1024
_LONGEST_CELL = 64 * 1024 * 1024
_SYNCED = ("_fivetran_synced", "_company_synced", "_airbyte_ab_id", "_airbyte_emitted_at")
"""What programs that copy tables add."""


_TEXTS = ("comment", "text", "message", "content", "note", "comment_body")
"""What a table of comments may call its text, beside Zendesk's names for it."""


class Row(NamedTuple):
    """A row and the line it begins on; a column that stands several times holds a list. `columns` are those
    of the table: `cells` are the ones that hold something."""

    line: int
    cells: dict[str, Any]
    columns: Sequence[str]


def read_tables(files: Mapping[str, Path]) -> Iterator[Ticket | BadRecord]:
    """The tickets of these tables (name in the collection → path), the tickets' own first; others of the same
    set may hold tickets as well. Rows of other tables that belong to no ticket are counted in one record a
    table."""
    tables: dict[str, list[Row]] = {}
    for file, path in files.items():
        tables[file] = []
        for row in _rows(path, file):
            if isinstance(row, BadRecord):
                yield row
            else:
                tables[file].append(row)
    file, *others = files
    if not others and not _is_helpdesk(tables[file]):
        for row in tables[file]:
            told = neutral.ticket(row.cells, row.line)
            told.source = "table"
            told.talk_given = neutral.tells_talk(row.columns)
            if "issue key" in row.cells:
                told.source = "jira"
                jira.complete(told, row.cells)
            yield told
        return
    more = [name for name in others if tables[name] and is_ticket_table(tables[name][0].columns)]
    yield from _joined(tables, [file, *more], [name for name in others if name not in more])


def _is_helpdesk(rows: list[Row]) -> bool:
    return bool(rows) and "requester_id" in rows[0].columns


def _joined(
    tables: Mapping[str, list[Row]], mains: list[str], others: list[str]
) -> Iterator[Ticket | BadRecord]:
    beside = zendesk.Beside()
    known = {identifier(row.cells.get("id")) for main in mains for row in tables[main]}
    joined = _Joined(beside)
    for name in others:
        strangers: Counter[str] = Counter()
        for row in tables[name]:
            joined.add(row.cells)
            ticket_id = identifier(row.cells.get("ticket_id"))
            if ticket_id and ticket_id not in known:
                strangers[ticket_id] += 1
        if strangers:
            some = ", ".join(list(strangers)[:3])
            where = " and ".join(PurePosixPath(main).name for main in mains)
            has = "have" if len(mains) > 1 else "has"
            whose = f"{len(strangers)} ticket(s) that {where} {has} not ({some})"
            why = f"{strangers.total()} row(s) of {whose}"
            yield BadRecord(name, None, why, "Export both tables for the same tickets.")
    for table, row in ((tables[main], row) for main in mains for row in tables[main]):
        record = {key: value for key, value in row.cells.items() if key not in _SYNCED}
        if isinstance(ids := record.get("merged_ticket_ids"), str):
            record["merged_ticket_ids"] = [
                part for part in ids.strip("[]").replace('"', "").split(",") if part.strip()
            ]
        if _is_helpdesk(table):
            told = zendesk.ticket(record, row.line, beside)
        else:
            talk = beside.of(identifier(record.get("id")))
            told = neutral.ticket({**record, **({"messages": talk} if talk else {})}, row.line)
            told.source = "table"
            told.talk_given = bool(talk) or neutral.tells_talk(row.columns)
        joined.complete(told)
        yield told


class _Joined:
    """Rows of the other tables by the ticket they belong to, told by their columns."""

    def __init__(self, beside: zendesk.Beside) -> None:
        self._beside = beside
        self._tags: dict[str, list[str]] = defaultdict(list)
        self._ended: dict[str, str] = {}
        self._chats: dict[str, list[str]] = defaultdict(list)
        self._visitors: dict[str, str] = {}
        self._said: dict[str, list[dict[str, Any]]] = defaultdict(list)

    def add(self, row: dict[str, Any]) -> None:
        ticket_id = identifier(row.get("ticket_id"))
        if "field_name" in row:
            moment = plain(row.get("updated"))
            if row["field_name"] == "status" and outcome_of(plain(row.get("value"))).ended:
                self._ended[ticket_id] = max(moment, self._ended.get(ticket_id, ""))
        elif "tag" in row:
            self._tags[ticket_id].append(plain(row["tag"]))
        elif "chat_id" in row and ticket_id:
            self._chats[ticket_id].append(plain(row["chat_id"]))
            self._visitors[plain(row["chat_id"])] = identifier(row.get("user_id"))
        elif "chat_id" in row:
            self._said[plain(row["chat_id"])].append(row)
        else:
            self._beside.add(_as_comment(row) if ticket_id else row)

    def complete(self, told: Ticket) -> None:
        """Add what other tables say of a ticket."""
        if tags := list(dict.fromkeys(filter(None, self._tags.get(told.id, ())))):
            told.extra["tags"] = tags
        if ended := time(self._ended.get(told.id)):
            told.closed = ended
        for chat in dict.fromkeys(self._chats.get(told.id, ())):
            events = sorted(self._said.get(chat, ()), key=lambda event: plain(event.get("created_at")))
            told.messages += [message for event in events if (message := self._chat(event, chat))]
        # By time where all have one; a help desk's tables keep no order.
        if all(message.at for message in told.messages):
            told.messages.sort(key=lambda message: message.at.timestamp() if message.at else 0.0)

    def _chat(self, event: Mapping[str, Any], chat: str) -> Message | None:
        text = plain(event.get("message")).strip()
        files = neutral.file_names(event.get("filename"))
        if not text and not files:
            return None
        kind, _, actor = plain(event.get("actor_id")).rpartition(":")
        user = self._beside.users.get(actor, {})
        agent = kind == "agent" or plain(user.get("role")) in ("agent", "admin")
        machine = actor.startswith("__") or not actor
        visitor = self._visitors.get(chat) == actor or plain(user.get("role")) == "end-user"
        return Message(
            id=f"{chat}/{plain(event.get('message_id')) or plain(event.get('chat_index'))}",
            author=word(user.get("name")) or actor,
            role="system" if machine else "agent" if agent else "requester" if visitor else "other",
            at=time(event.get("created_at")),
            raw=text,
            attachments=files,
        )


def _as_comment(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a table of comments under the names that a help desk has for its columns."""
    row = {**row, "body": first(row, (*zendesk_talk.TEXTS, *_TEXTS))}
    if "public" not in row and said_of(row).open:
        row["public"] = True
    return row


def _rows(path: Path, file: str) -> Iterator[Row | BadRecord]:
    """The rows of a table, whatever spreadsheet saved it. A row whose cells do not fit its header is left
    out, and where a quote that was never closed swallowed the lines behind it, these are read again."""
    if path.stat().st_size > LARGEST:
        yield BadRecord(file, None, f"a table of more than {LARGEST >> 20} MB", "Export it in several files.")
        return
    data = path.read_bytes()
    if holed := _holed(data):
        data = data.replace(b"\0", b"")
        why = f"{len(holed)} line(s) hold NUL bytes, which no text does ({', '.join(map(str, holed[:20]))})"
        yield BadRecord(file, holed[0], why, "See whether those rows are whole.")
    try:
        text, _ = decode(data, file)
    except ManifestError as error:
        yield BadRecord(file, error.problem.line, error.problem.what, error.problem.mend)
        return
    csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_CELL))
    lines = io.StringIO(text, newline="").readlines()
    at = 1 if lines and lines[0].lower().startswith("sep=") else 0
    delimiter = max(",;\t|", key=lines[at].count) if at < len(lines) else ","
    header: list[str] = []
    swallowed = 0  # up to here lines are read again, and only what fits exactly is a row
    while at < len(lines):
        begun = at
        reader = csv.reader((lines[number] for number in range(begun, len(lines))), delimiter=delimiter)
        for cells in _tolerant(reader):
            start, at = at, begun + reader.line_num
            if not any(cell.strip() for cell in cells or ()):
                continue
            if not header:
                header = [cell.strip().lower() for cell in cells]
                continue
            if start < swallowed and len(cells) != len(header):
                continue
            if len(cells) > len(header) or (len(cells) < len(header) and at - start > 1):
                why = f"{len(cells)} cells under {len(header)} columns"
                yield BadRecord(file, start + 1, why, "Put cells that hold the delimiter in double quotes.")
                if at - start > 1:
                    swallowed, at = at, start + 1
                    break
                continue
            yield Row(start + 1, _named(header, cells), header)
        else:
            return


def _holed(data: bytes) -> list[int]:
    """The lines of a text that hold NUL bytes, where these are few: in UTF-16, and in what is no text, they
    are not."""
    if b"\0" not in data or data.count(0) * 1000 > max(len(data), 1000):
        return []
    return [number for number, line in enumerate(data.split(b"\n"), start=1) if b"\0" in line]


def _tolerant(reader: Any) -> Iterator[list[str]]:
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error:
            yield []


def _named(header: list[str], cells: list[str]) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name, cell in zip(header, cells, strict=False):
        if not cell.strip() or not name:
            continue
        if name not in named:
            named[name] = cell
        elif isinstance(named[name], list):
            named[name].append(cell)
        else:
            named[name] = [named[name], cell]
    return named
