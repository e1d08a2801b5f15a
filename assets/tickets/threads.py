"""A collection's tickets, one row each, read again only where their export or its reader changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.documents.settings import TicketSettings
from assets.tickets.model import Ticket
from assets.tickets.settled import settled
from assets.tickets.thread import NOTES
from assets.tickets.thread_rows import SCHEMA, digest, rows_of, unreadable_row
from assets.tickets.values import BadRecord
from resources.progress import report

EXPORTS = "ticket_exports"
"""The table of a collection's exports (`FILES_SCHEMA`)."""
_STR = pa.string()
FILES_SCHEMA = pa.schema(
    [
        pa.field("source", _STR, nullable=False),
        pa.field("read_key", _STR, nullable=False),
        pa.field("rows", pa.int64(), nullable=False),
        pa.field("replaced", pa.int64(), nullable=False),
        pa.field("bad", pa.list_(_STR), nullable=False),
        pa.field("usual", pa.int64(), nullable=False),
        pa.field("lost", pa.list_(_STR), nullable=False),
    ]
)
"""One row an export: what it was read from and by; how many rows that made; how many of its tickets count in
another's version; what could not be used in it, one line each; how many such lines it had before it lost any
ticket; the ids of those that it lost since there are more of them: these are kept as they were."""
_AT_ONCE = 1_000
"""Tickets that are held as rows before they become a table, which takes a tenth of the room."""

Read = Callable[[Path, str, Sequence[Path]], Iterator[Ticket | BadRecord]]
"""Reads an export: its path, its name inside the collection, and the paths of the other tables of its set."""


@dataclass(frozen=True, slots=True)
class Export:
    """A file of tickets and what is read with it: `members`, the other tables of its set or mails of its box.
    `sources` are the files whose access groups count, `readers` the groups that may read all of them;
    `error`: why it is not to be read, None where it is."""

    source_hash: str
    sources: tuple[str, ...]
    members: tuple[str, ...] = ()
    readers: frozenset[str] = frozenset()
    error: str | None = None


@dataclass(slots=True)
class Threads:
    """What a collection holds of tickets: `table` (`SCHEMA`), and beside it `others`, what was read and does
    not count by itself, and `files` (`FILES_SCHEMA`); how many exports were read now; what is wrong with
    tickets and links; how many links lead to tickets that are not in the collection."""

    table: pa.Table
    others: pa.Table
    files: pa.Table
    read: int = 0
    kept: int = 0
    problems: list[BadRecord] = field(default_factory=list)
    dangling: int = 0
    unreadable: dict[str, str] = field(default_factory=dict)

    @property
    def lost(self) -> list[str]:
        """Ids of tickets that are kept as they were though their export does not hold them any more."""
        return lost_tickets(self.table, self.files)

    @property
    def bad(self) -> list[str]:
        """What could not be used, with file, line and mend."""
        lines = [line for lines in self.files["bad"].to_pylist() for line in lines]
        return lines + [str(problem) for problem in self.problems]


def read_threads(
    directory: Path,
    exports: Mapping[str, Export],
    previous: tuple[pa.Table, pa.Table, pa.Table] | None,
    version: str,
    settings: TicketSettings,
    read: Read,
) -> Threads:
    """The tickets of `exports` (file below `directory` → what it is), as one collection: what comes out does
    not depend on the order in which they arrived. `previous` are the last `table`, `others` and `files`. What
    cannot be used in an export is a line about it and stops nothing."""
    keys = {
        name: digest(version, export.source_hash, *export.sources, export.error or "")
        for name, export in exports.items()
    }
    last = _last(previous)
    same = _unchanged(last, keys)
    held = {name: last.files[name] for name in same}
    parts = [last.read]
    # What need not be filtered is not: that would copy all that was ever said.
    if not set(last.read["source"].unique().to_pylist()) <= same:
        parts = [last.read.filter(pc.is_in(last.read["source"], pa.array(sorted(same), _STR)))]
    for name in sorted(exports.keys() - same):
        tables, bad = _read_export(directory, name, exports[name], settings, read)
        lost, usual = _lost(last, name, exports[name], tables, bad)
        held[name] = {"bad": [*map(str, bad)], "usual": usual, "lost": _ids(lost)}
        parts += [*tables, lost]
    readers = {name: export.readers for name, export in exports.items()}
    everything = pa.concat_tables(parts)
    rows = Counter(everything["source"].to_pylist())
    found = settled(everything, last.whole, readers, settings)
    listed = [
        held[name]
        | {"source": name, "read_key": keys[name], "rows": rows[name], "replaced": found.replaced[name]}
        for name in sorted(exports)
    ]
    problems = [_loss(name, held[name]["lost"]) for name in sorted(exports) if held[name]["lost"]]
    errors = found.table.filter(pc.is_valid(found.table["error"]))
    return Threads(
        found.table,
        found.others,
        pa.Table.from_pylist(listed, schema=FILES_SCHEMA),
        read=len(exports) - len(same),
        kept=len(same),
        problems=[*problems, *found.problems],
        dangling=found.dangling,
        unreadable=dict(zip(errors["source"].to_pylist(), errors["error"].to_pylist(), strict=True)),
    )


def _read_export(
    directory: Path, name: str, export: Export, settings: TicketSettings, read: Read
) -> tuple[list[pa.Table], list[BadRecord]]:
    tables: list[pa.Table] = []
    rows: list[dict[str, Any]] = []
    bad: list[BadRecord] = []
    tickets = 0

    def unreadable(why: str) -> tuple[list[pa.Table], list[BadRecord]]:
        return [pa.Table.from_pylist([unreadable_row(name, why, settings)], schema=SCHEMA)], bad

    if export.error is not None:
        return unreadable(export.error)
    try:
        for found in read(directory / name, name, [directory / member for member in export.members]):
            if isinstance(found, BadRecord):
                bad.append(found)
                continue
            rows += rows_of(found, name, export.sources, settings, tickets)
            tickets += 1
            if tickets % 100 == 0:
                report(f"read {name}", tickets, 0)
            if len(rows) >= _AT_ONCE:
                tables.append(pa.Table.from_pylist(rows, schema=SCHEMA))
                rows = []
    except OSError as error:
        return unreadable(f"it cannot be opened ({error.strerror}). Mend its permissions, or copy it again.")
    except Exception as bug:
        bug.add_note(f"while reading {name}, after {tickets} tickets")
        raise
    report(f"read {name}", tickets, tickets)
    if not tickets and bad:
        return unreadable("nothing in it could be read: see the lines about it")
    return [*tables, pa.Table.from_pylist(rows, schema=SCHEMA)], bad


@dataclass(frozen=True, slots=True)
class _Last:
    """What was there the last time: the rows as they were `read`, those made of several (`whole`), and the
    exports by name."""

    read: pa.Table
    whole: pa.Table
    files: Mapping[str, dict[str, Any]]


def _last(previous: tuple[pa.Table, pa.Table, pa.Table] | None) -> _Last:
    empty = SCHEMA.empty_table()
    if previous is None or [table.schema.names for table in previous] != [
        SCHEMA.names,
        SCHEMA.names,
        FILES_SCHEMA.names,
    ]:
        return _Last(empty, empty, {})
    table, others, files = previous
    as_read = pc.equal(table["parts"], "")
    whole = table.filter(pc.invert(as_read)).cast(SCHEMA)
    read = table if not whole.num_rows else table.filter(as_read)
    read = pa.concat_tables([read.cast(SCHEMA), others.cast(SCHEMA)])
    return _Last(read, whole, {row["source"]: row for row in files.to_pylist()})


def _unchanged(last: _Last, keys: Mapping[str, str]) -> set[str]:
    """The exports that need not be read again. The tables are three files, and a run may die between writing
    them: an export counts only where all its rows are there, each once."""
    there = list(zip(*(last.read[name].to_pylist() for name in ("source", "place", "internal")), strict=True))
    count, distinct = Counter(row[0] for row in there), Counter(row[0] for row in set(there))
    return {
        name
        for name, row in last.files.items()
        if keys.get(name) == row["read_key"] and count[name] == distinct[name] == row["rows"]
    }


def _lost(
    last: _Last, name: str, export: Export, tables: Sequence[pa.Table], bad: Sequence[BadRecord]
) -> tuple[pa.Table, int]:
    """The rows of tickets that an export held and holds no more, as they were last read, where that may be
    because less of it can be read than before: nobody took them out then. And how many bad records are usual
    in it."""
    was = last.files.get(name)
    unreadable = tables[0]["error"].null_count < tables[0].num_rows
    losses = sum(record.lost for record in bad)
    if was is None or (losses <= was["usual"] and not unreadable):
        return SCHEMA.empty_table(), losses
    now = {key for table in tables for key in _ids(table)}
    of_it = pc.and_(pc.equal(last.read["source"], name), pc.is_null(last.read["error"]))
    rows = last.read.filter(of_it).to_pylist()
    rows = [row for row in rows if _id(row["file"], row["internal"]) not in now]
    first = 1 + max((place for table in tables for place in table["place"].to_pylist()), default=-1)
    places = {place: first + at for at, place in enumerate(sorted({row["place"] for row in rows}))}
    moved = [{**row, "place": places[row["place"]], "sources": list(export.sources)} for row in rows]
    return pa.Table.from_pylist(moved, schema=SCHEMA), was["usual"] if rows else losses


def _ids(rows: pa.Table) -> list[str]:
    of_tickets = rows.filter(pc.is_null(rows["error"]))
    names = zip(of_tickets["file"].to_pylist(), of_tickets["internal"].to_pylist(), strict=True)
    return sorted({_id(name, internal) for name, internal in names})


def _id(name: str, internal: bool) -> str:
    return name.removesuffix(NOTES) if internal else name


def _loss(name: str, lost: Sequence[str]) -> BadRecord:
    some = ", ".join(lost[:3])
    return BadRecord(
        name,
        None,
        f"{len(lost)} ticket(s) that were in it are not found, since less of it can be read ({some}): they "
        "are kept as they were, and count as missed in the proof",
        "Export it again; what is not in it then is taken out.",
    )


def lost_tickets(table: pa.Table, files: pa.Table) -> list[str]:
    """Ids of tickets that count as an export held them before less of it could be read (`FILES_SCHEMA`)."""
    lost = {row["source"]: set(row["lost"]) for row in files.select(["source", "lost"]).to_pylist()}
    there = zip(table["file"].to_pylist(), table["source"].to_pylist(), strict=True)
    return sorted(name for name, source in there if name in lost.get(source, ()))


def dropped_by_reason(table: pa.Table) -> dict[str, int]:
    """How many tickets are not kept, by reason."""
    found: defaultdict[str, int] = defaultdict(int)
    for reason, internal, error in zip(
        *(table[name].to_pylist() for name in ("dropped", "internal", "error")), strict=True
    ):
        if reason and not internal and error is None:
            found[reason] += 1
    return dict(sorted(found.items()))
