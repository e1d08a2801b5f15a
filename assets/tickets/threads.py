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
from assets.tickets.thread_rows import SCHEMA, digest, rows_of, unreadable_row
from assets.tickets.values import BadRecord
from resources.progress import report

_STR = pa.string()
FILES_SCHEMA = pa.schema(
    [
        pa.field("source", _STR, nullable=False),
        pa.field("read_key", _STR, nullable=False),
        pa.field("rows", pa.int64(), nullable=False),
        pa.field("replaced", pa.int64(), nullable=False),
        pa.field("bad", pa.list_(_STR), nullable=False),
    ]
)
"""One row an export: what it was read from and by; how many rows that made; how many of its tickets count in
another's version; what could not be used in it, one line each."""
_AT_ONCE = 1_000
"""Tickets that are held as rows before they become a table, which takes a tenth of the room."""

Read = Callable[[Path, str, Sequence[Path]], Iterator[Ticket | BadRecord]]
"""Reads an export: its path, its name inside the collection, and the paths of the other tables of its set."""


@dataclass(frozen=True, slots=True)
class Export:
    """A file of tickets and what is read with it: `members`, the other tables of its set or mails of its box.
    `sources` are the files whose access groups count, `readers` the groups that may read all of them."""

    source_hash: str
    sources: tuple[str, ...]
    members: tuple[str, ...] = ()
    readers: frozenset[str] = frozenset()


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
    keys = {name: digest(version, export.source_hash, *export.sources) for name, export in exports.items()}
    known, before, bad = _kept(previous, keys)
    kept = len(bad)
    parts = [known]
    for name in sorted(exports.keys() - bad.keys()):
        tables, bad[name] = _read_export(directory, name, exports[name], settings, read)
        parts += tables
    readers = {name: export.readers for name, export in exports.items()}
    everything = pa.concat_tables(parts)
    rows = Counter(everything["source"].to_pylist())
    found = settled(everything, before, readers, settings)
    listed = [
        {"source": name, "read_key": keys[name], "rows": rows[name], "replaced": found.replaced[name],
         "bad": bad[name]}
        for name in sorted(exports)
    ]  # fmt: skip
    errors = found.table.filter(pc.is_valid(found.table["error"]))
    return Threads(
        found.table,
        found.others,
        pa.Table.from_pylist(listed, schema=FILES_SCHEMA),
        read=len(exports) - kept,
        kept=kept,
        problems=found.problems,
        dangling=found.dangling,
        unreadable=dict(zip(errors["source"].to_pylist(), errors["error"].to_pylist(), strict=True)),
    )


def _read_export(
    directory: Path, name: str, export: Export, settings: TicketSettings, read: Read
) -> tuple[list[pa.Table], list[str]]:
    tables: list[pa.Table] = []
    rows: list[dict[str, Any]] = []
    bad: list[str] = []
    tickets = 0

    def unreadable(why: str) -> tuple[list[pa.Table], list[str]]:
        return [pa.Table.from_pylist([unreadable_row(name, why, settings)], schema=SCHEMA)], bad

    try:
        for found in read(directory / name, name, [directory / member for member in export.members]):
            if isinstance(found, BadRecord):
                bad.append(str(found))
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


def _kept(
    previous: tuple[pa.Table, pa.Table, pa.Table] | None, keys: Mapping[str, str]
) -> tuple[pa.Table, pa.Table, dict[str, list[str]]]:
    """The rows that still hold as they were read, the threads that were joined of several, and what was bad
    in the exports that need not be read again. The tables are three files, and a run may die between writing
    them: an export counts only where all its rows are there, each once."""
    empty = SCHEMA.empty_table()
    if previous is None or [table.schema.names for table in previous] != [
        SCHEMA.names,
        SCHEMA.names,
        FILES_SCHEMA.names,
    ]:
        return empty, empty, {}
    table, others, files = previous
    as_read = pc.equal(table["parts"], "")
    before = table.filter(pc.invert(as_read)).cast(SCHEMA)
    # What need not be filtered is not: that would copy all that was ever said.
    read = table if not before.num_rows else table.filter(as_read)
    read = pa.concat_tables([read.cast(SCHEMA), others.cast(SCHEMA)])
    there = list(zip(*(read[name].to_pylist() for name in ("source", "place", "internal")), strict=True))
    count, distinct = Counter(row[0] for row in there), Counter(row[0] for row in set(there))
    bad = {
        row["source"]: row["bad"]
        for row in files.to_pylist()
        if keys.get(name := row["source"]) == row["read_key"] and count[name] == distinct[name] == row["rows"]
    }
    if not count.keys() <= bad.keys():
        read = read.filter(pc.is_in(read["source"], pa.array(sorted(bad), _STR)))
    return read, before, bad


def dropped_by_reason(table: pa.Table) -> dict[str, int]:
    """How many tickets are not kept, by reason."""
    found: defaultdict[str, int] = defaultdict(int)
    for reason, internal, error in zip(
        *(table[name].to_pylist() for name in ("dropped", "internal", "error")), strict=True
    ):
        if reason and not internal and error is None:
            found[reason] += 1
    return dict(sorted(found.items()))
