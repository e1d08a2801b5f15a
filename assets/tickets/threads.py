"""A collection's tickets, one row each, read again only where their export or its reader changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.documents.settings import TicketSettings
from assets.tickets.document import thread_document
from assets.tickets.model import Ticket
from assets.tickets.solved import standing
from assets.tickets.stored import from_json, to_json
from assets.tickets.thread import NOTES, READER, notes_id
from assets.tickets.values import BadRecord
from resources.progress import report

_STR = pa.string()
SCHEMA = pa.schema(
    [
        pa.field("file", _STR, nullable=False),
        pa.field("source", _STR, nullable=False),
        pa.field("sources", pa.list_(_STR), nullable=False),
        pa.field("title", _STR, nullable=False),
        pa.field("internal", pa.bool_(), nullable=False),
        pa.field("ticket", pa.large_string(), nullable=False),
        pa.field("settings", _STR, nullable=False),
        pa.field("dropped", _STR, nullable=False),
        pa.field("messages", pa.int32(), nullable=False),
        pa.field("automatic", pa.int32(), nullable=False),
        pa.field("unaccounted", pa.int32(), nullable=False),
        pa.field("said", pa.int64(), nullable=False),
        pa.field("stripped", pa.int64(), nullable=False),
        pa.field("latest", _STR, nullable=False),
        pa.field("body_end", pa.int64(), nullable=False),
        pa.field("pages", pa.int32(), nullable=False),
        pa.field("flags", pa.list_(_STR), nullable=False),
        pa.field("reader", _STR, nullable=False),
        pa.field("source_hash", _STR, nullable=False),
        pa.field("parsed_hash", _STR, nullable=False),
        pa.field("corrections", _STR, nullable=False),
        pa.field("error", _STR),
    ]
)
"""One row a ticket and one for the internal notes of each that has some. `file`: its id, by which the graph
knows it as a document; `source`: the export it was read from; `sources`: the files that say who may read it;
`title`: its subject; `ticket`: the ticket with those messages alone, as JSON; `dropped`: why it is not kept
under `settings`, empty where it is; `messages`, `automatic`, `unaccounted`: how many there are, that nobody
wrote, of which nothing is left; `said`, `stripped`: characters of bodies and of what was cut; `latest`: when
something was last said. An export that cannot be read is a row with its error, `file` being its name. Sorted
by `file`."""
FILES_SCHEMA = pa.schema(
    [
        pa.field("source", _STR, nullable=False),
        pa.field("read_key", _STR, nullable=False),
        pa.field("replaced", pa.int64(), nullable=False),
        pa.field("bad", pa.list_(_STR), nullable=False),
    ]
)
"""One row an export: what it was read from and by; how many of its tickets a later one replaces; what
could not be used in it, one line each."""

Read = Callable[[Path, str, Sequence[Path]], Iterator[Ticket | BadRecord]]
"""Reads an export: its path, its name inside the collection, and the paths of the other tables of its set."""


@dataclass(frozen=True, slots=True)
class Export:
    """A file of tickets and what is read with it: `members`, the other tables of its set or mails of its box.
    `sources` are the files whose access groups count."""

    source_hash: str
    sources: tuple[str, ...]
    members: tuple[str, ...] = ()


@dataclass(slots=True)
class Threads:
    """The tables of all tickets and of their exports; how many exports were read now."""

    table: pa.Table
    files: pa.Table
    read: int = 0
    kept: int = 0
    unreadable: dict[str, str] = field(default_factory=dict)

    @property
    def bad(self) -> list[str]:
        """What could not be used, with file, line and mend."""
        return [line for lines in self.files["bad"].to_pylist() for line in lines]


def read_threads(
    directory: Path,
    exports: Mapping[str, Export],
    previous: tuple[pa.Table, pa.Table] | None,
    version: str,
    settings: TicketSettings,
    read: Read,
) -> Threads:
    """The tickets of `exports` (file below `directory` → what it is). A ticket that stands more than once,
    in one export or several, is the one with the latest message. What cannot be used in an export is a line
    about it and stops nothing."""
    keys = {name: _digest(version, export.source_hash) for name, export in exports.items()}
    table, files = _kept(previous, keys)
    done = set(files["source"].to_pylist())
    missing = sorted(exports.keys() - done)
    new = [_read_export(directory, name, exports[name], settings, read) for name in missing]
    rows = [row for found, _ in new for row in found]
    bad = {name: lines for name, (_, lines) in zip(missing, new, strict=True)}
    table = _under(table, settings)
    table = pa.concat_tables([table, pa.Table.from_pylist(rows, schema=SCHEMA)])
    table, replaced = _latest(table.combine_chunks())
    before = {row["source"]: row for row in files.to_pylist()}
    listed = [
        {
            "source": name,
            "read_key": keys[name],
            "replaced": replaced[name] + (before[name]["replaced"] if name in before else 0),
            "bad": bad[name] if name in bad else before[name]["bad"],
        }
        for name in sorted(exports)
    ]
    errors = zip(table["source"].to_pylist(), table["error"].to_pylist(), strict=True)
    return Threads(
        table,
        pa.Table.from_pylist(listed, schema=FILES_SCHEMA),
        read=len(missing),
        kept=len(done),
        unreadable={source: error for source, error in errors if error},
    )


def rows_of(
    ticket: Ticket, source: str, sources: Sequence[str], settings: TicketSettings
) -> list[dict[str, Any]]:
    """The row of a ticket's public messages, and one of its internal notes where it has some."""
    public = replace(ticket, messages=[message for message in ticket.messages if message.public])
    notes = [message for message in ticket.messages if not message.public]
    times = [at for at in (ticket.opened, ticket.closed, *(each.at for each in ticket.messages)) if at]
    latest = max(times).astimezone(UTC).isoformat() if times else ""
    of_ticket: dict[str, Any] = {"latest": latest, "sources": list(sources)}
    found = [_row(public, source, settings, internal=False) | of_ticket]
    if notes:
        apart = Ticket(ticket.id, ticket.subject, ticket.status, notes, source=ticket.source)
        of_ticket["dropped"] = found[0]["dropped"]
        found.append(_row(apart, source, settings, internal=True) | of_ticket)
    return found


def _row(ticket: Ticket, source: str, settings: TicketSettings, *, internal: bool) -> dict[str, Any]:
    kept = to_json(ticket)
    document = thread_document(ticket, settings, internal=internal)
    judged_by = _judged_by(settings)
    return {
        "file": notes_id(ticket.id) if internal else ticket.id,
        "source": source,
        "sources": [source],
        "title": " ".join(ticket.subject.split()),
        "internal": internal,
        "ticket": kept,
        "settings": judged_by,
        "dropped": "" if internal else _dropped(ticket, settings),
        "messages": len(ticket.messages),
        "automatic": sum(message.automatic is not None for message in ticket.messages),
        "unaccounted": sum(
            any(map(str.isalnum, message.raw)) and not message.body.strip() and not message.cut
            for message in ticket.messages
        ),
        "said": sum(len(message.body) for message in ticket.messages),
        "stripped": sum(len(part) for message in ticket.messages for _, part in message.cut),
        "latest": "",
        "body_end": document.body_end,
        "pages": 0,
        "flags": document.flags,
        "reader": READER,
        "source_hash": _digest(kept),
        "parsed_hash": _digest(kept, judged_by),
        "corrections": "[]",
        "error": None,
    }


def _judged_by(settings: TicketSettings) -> str:
    """The settings that decide what is kept; who may read notes is none of them."""
    return settings.model_dump_json(exclude={"notes_acl"})


def _dropped(ticket: Ticket, settings: TicketSettings) -> str:
    judged = standing(ticket, settings)
    return "" if judged.kept else judged.reason or "unsolved"


def _read_export(
    directory: Path, name: str, export: Export, settings: TicketSettings, read: Read
) -> tuple[list[dict[str, Any]], list[str]]:
    rows: list[dict[str, Any]] = []
    bad: list[str] = []
    tickets = 0
    try:
        for found in read(directory / name, name, [directory / member for member in export.members]):
            if isinstance(found, BadRecord):
                bad.append(str(found))
                continue
            rows += rows_of(found, name, export.sources, settings)
            tickets += 1
            if tickets % 100 == 0:
                report(f"read {name}", tickets, 0)
    except OSError as error:
        why = f"it cannot be opened ({error.strerror}). Mend its permissions, or copy it again."
        return [_unreadable(name, why, settings)], bad
    except Exception as bug:
        bug.add_note(f"while reading {name}, after {tickets} tickets")
        raise
    report(f"read {name}", tickets, tickets)
    if not rows and bad:
        return [_unreadable(name, "nothing in it could be read: see the lines about it", settings)], bad
    return rows, bad


def _unreadable(name: str, error: str, settings: TicketSettings) -> dict[str, Any]:
    empty = _row(Ticket(name, "", "", []), name, settings, internal=False)
    return empty | {"error": error, "dropped": "unreadable", "source_hash": "", "parsed_hash": ""}


def _kept(previous: tuple[pa.Table, pa.Table] | None, keys: Mapping[str, str]) -> tuple[pa.Table, pa.Table]:
    """The rows that still hold. Where an export changed or left, those that lost tickets to another are read
    again as well: theirs may be the latest now."""
    tables = SCHEMA.empty_table(), FILES_SCHEMA.empty_table()
    if previous is None or [t.schema.names for t in previous] != [t.schema.names for t in tables]:
        return tables
    table, files = previous
    known = files.to_pylist()
    changed = any(keys.get(row["source"]) != row["read_key"] for row in known)
    good = {
        row["source"]
        for row in known
        if keys.get(row["source"]) == row["read_key"] and not (changed and row["replaced"])
    }
    kept = pa.array(sorted(good), _STR)
    return (
        table.filter(pc.is_in(table["source"], kept)).cast(SCHEMA),
        files.filter(pc.is_in(files["source"], kept)).cast(FILES_SCHEMA),
    )


def _under(table: pa.Table, settings: TicketSettings) -> pa.Table:
    """The rows judged by the settings of now."""
    judged_by = _judged_by(settings)
    if all(each == judged_by for each in table["settings"].to_pylist()):
        return table
    rows = table.to_pylist()
    reasons = {
        row["file"]: _dropped(from_json(row["ticket"]), settings)
        for row in rows
        if not row["internal"] and row["error"] is None
    }
    for row in rows:
        row["settings"], row["parsed_hash"] = judged_by, _digest(row["ticket"], judged_by)
        if row["error"] is None:
            row["dropped"] = reasons[row["file"].removesuffix(NOTES) if row["internal"] else row["file"]]
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def _latest(table: pa.Table) -> tuple[pa.Table, defaultdict[str, int]]:
    """The table with each ticket once, sorted; how many tickets each export lost to another."""
    rows = list(_columns(table, ("file", "internal", "latest", "source")))
    best: dict[str, tuple[str, str, int]] = {}
    for at, (file, internal, latest, source) in enumerate(rows):
        if not internal:
            best[file] = max(best.get(file, ("", "", -1)), (latest, source, at))
    replaced: defaultdict[str, int] = defaultdict(int)
    taken: dict[str, int] = {}
    for at, (file, internal, latest, source) in enumerate(rows):
        kept = best[file.removesuffix(NOTES) if internal else file]
        if kept[2] == at or (internal and kept[:2] == (latest, source)):
            taken[file] = at
        elif not internal and kept[1] != source:
            replaced[source] += 1
    order = [taken[file] for file in sorted(taken)]
    return table.take(pa.array(order, pa.int64())), replaced


def _digest(*parts: str) -> str:
    return blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def dropped_by_reason(table: pa.Table) -> dict[str, int]:
    """How many tickets are not kept, by reason."""
    found: defaultdict[str, int] = defaultdict(int)
    for reason, internal, error in _columns(table, ("dropped", "internal", "error")):
        if reason and not internal and error is None:
            found[reason] += 1
    return dict(sorted(found.items()))


def _columns(table: pa.Table, names: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    return zip(*(table[name].to_pylist() for name in names), strict=True)
