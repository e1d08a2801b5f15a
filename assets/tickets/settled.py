"""What was read of a collection's tickets, as one: of each the version that counts, threads of mails
in one piece, links as they hold over all exports. Made anew of what was read on every run, so that an export
that is read again, or leaves, leaves nothing behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.documents.settings import TicketSettings
from assets.tickets.links import Known, Links, settle
from assets.tickets.mail_threads import joined, together
from assets.tickets.states import completed
from assets.tickets.stored import from_json
from assets.tickets.thread import notes_id
from assets.tickets.thread_rows import SCHEMA, alone_of, digest, judged, judged_by, judged_notes, rows_of
from assets.tickets.trackers import BOTH, Names, renamed, told_apart
from assets.tickets.values import BadRecord
from assets.tickets.versions import Version, fuller_of, hiding, latest_of

_RENAME = "Give the ticket another id: what others may not read must not be taken for it."
_AT_ONCE = 2_000
"""Rows that are taken apart at once: what they hold is large."""


@dataclass(slots=True)
class Settled:
    """`table`: what the collection holds, a row each ticket and its notes (`SCHEMA`), sorted by `file`;
    `others`: what was read and counts no more, or only as a part of a thread, kept so that it need not be
    read again; `replaced`: how many tickets each export lost to another; `problems`: what is wrong with
    tickets and links; `dangling`: how many links lead to tickets that are not there."""

    table: pa.Table
    others: pa.Table
    replaced: Counter[str]
    problems: list[BadRecord]
    dangling: int


def settled(
    read: pa.Table, before: pa.Table, readers: Mapping[str, frozenset[str]], settings: TicketSettings
) -> Settled:
    """`read`: all that was read (`SCHEMA`), in whatever order; `before`: threads that were joined of several
    parts the last time, taken over where they are of the same parts still; `readers`: the groups that may
    read each export."""
    said = read.drop_columns(["ticket"])
    tickets, mails, notes, unread = _apart(said)
    names, clashes = told_apart((one.id, one.tracker, one.source) for one in tickets)
    tickets = _dated([_named(one, names) for one in tickets], notes, said["messages"].to_pylist())
    latest, replaced, problems = latest_of(tickets)
    threads = _threads(mails, said["mails"], readers, latest)
    problems += [
        BadRecord(
            f"{latest[one.id].source} and {one.source}",
            None,
            f"{one.id} is the id of a ticket and a thread",
            BOTH,
        )
        for one, *_ in threads.values()
        if one.id in latest
    ]
    for key in [key for key, one in latest.items() if (one.source, one.place) in notes]:
        if (taken := latest.pop(notes_id(key), None)) is not None:
            problems.append(BadRecord(taken.source, None, f"the id {taken.id!r} is that of notes", _RENAME))
    fuller = fuller_of(tickets, latest)
    kept_back = hiding(tickets, latest, fuller, notes, read)
    of_several = {key: [one] for key, one in latest.items() if one.said or key in kept_back}
    of_several |= {key: [latest[key], one] for key, one in fuller.items()}
    counted = [version.row for key, version in latest.items() if key not in of_several]
    alone = [(one.source, one.place) for key, one in latest.items() if key not in of_several]
    counted += [notes[at] for at in alone if at in notes]
    counted += [parts[0].row for name, parts in threads.items() if _is_alone(name, parts)]
    counted += unread
    of_several |= {name: parts for name, parts in threads.items() if not _is_alone(name, parts)}
    whole = _joined(read, of_several, kept_back, notes, before, settings)
    told = said["told"].take(pa.array([version.row for version in latest.values()], pa.int64())).to_pylist()
    said_of = {key: text for key, text in zip(latest, told, strict=True) if text}
    said_of |= {key: text for key, text in _columns(whole, "file", "told") if text}
    trackers = {key: one.tracker for key, one in latest.items()} | dict.fromkeys(threads, "mail")
    links = settle(
        {
            key: renamed(Links.from_text(text), trackers[key], names, trackers)
            for key, text in said_of.items()
        },
        _known(read, latest, of_several | threads, whole, readers, settings),
    )
    hold = {key: text for key, one in links.links.items() if (text := one.to_text()) != said_of.get(key, "")}
    pool = pa.concat_tables([read, whole])
    shown = [*counted, *range(read.num_rows, pool.num_rows)]
    others = sorted(set(range(read.num_rows)).difference(counted))
    return Settled(
        _judged(pool, shown, hold, settings),
        read.take(pa.array(others, pa.int64())).combine_chunks(),
        replaced,
        [*clashes, *problems, *links.problems],
        links.dangling,
    )


def _apart(
    said: pa.Table,
) -> tuple[list[Version], list[Version], dict[tuple[str, int], int], list[int]]:
    """Versions of tickets; parts of threads of mails; rows of notes by the ticket's place; rows of exports
    that cannot be read."""
    tickets: list[Version] = []
    mails: list[Version] = []
    notes: dict[tuple[str, int], int] = {}
    unread: list[int] = []
    is_mail = pc.greater(pc.list_value_length(said["mails"]), 0).to_pylist()
    names = (
        "file",
        "source",
        "place",
        "tracker",
        "opened",
        "latest",
        "talk",
        "messages",
        "internal",
        "error",
    )
    for row, (*version, internal, error) in enumerate(_columns(said, *names)):
        one = Version(row, *version)
        if error is not None:
            unread.append(row)
        elif internal:
            notes[one.source, one.place] = row
        else:
            (mails if is_mail[row] else tickets).append(one)
    return tickets, mails, notes, unread


def _named(one: Version, names: Names) -> Version:
    name = names[one.id][one.tracker] if one.id in names else one.id
    return one if name == one.id else one._replace(id=name, said=one.id)


def _dated(
    tickets: Sequence[Version], notes: Mapping[tuple[str, int], int], messages: Sequence[int]
) -> list[Version]:
    """The versions with all that decides which is later. `messages`: how many each row has."""
    newest: dict[str, str] = {}
    for one in tickets:
        newest[one.source] = max(one.latest, newest.get(one.source, ""))
    return [
        one._replace(
            messages=one.messages + (messages[notes[at]] if (at := (one.source, one.place)) in notes else 0),
            export=newest[one.source],
        )
        for one in tickets
    ]


def _known(
    read: pa.Table,
    latest: Mapping[str, Version],
    of_several: Mapping[str, Sequence[Version]],
    whole: pa.Table,
    readers: Mapping[str, frozenset[str]],
    settings: TicketSettings,
) -> dict[str, Known]:
    """What decides over the links of each ticket, by id. `whole`: the rows of those made of several."""
    found: dict[str, Known] = {}
    parts = {key: [one] for key, one in latest.items()} | dict(of_several)
    alone = _alone(read, {key: one.row for key, one in latest.items()}, settings)
    alone |= _alone(read, {key: of[0].row for key, of in of_several.items() if key not in latest}, settings)
    public = [row for row, internal in enumerate(whole["internal"].to_pylist()) if not internal]
    alone |= _alone(whole, {whole["file"][row].as_py(): row for row in public}, settings)
    for key, of in parts.items():
        may_read = frozenset.intersection(*(readers.get(one.source, frozenset()) for one in of))
        found[key] = Known(of[0].source, of[0].opened, may_read, alone[key])
    return found


def _alone(table: pa.Table, rows: Mapping[str, int], settings: TicketSettings) -> dict[str, str]:
    """Why tickets would not be kept if none of those they lead to were, by id; `rows`: where they stand."""
    at = pa.array(list(rows.values()), pa.int64())
    by = judged_by(settings)
    told = list(_columns(table.select(["settings", "alone"]).take(at), "settings", "alone"))
    found = {key: alone for key, (of_row, alone) in zip(rows, told, strict=True) if of_row == by}
    others = [key for key in rows if key not in found]
    for start in range(0, len(others), _AT_ONCE):
        some = others[start : start + _AT_ONCE]
        held = table.select(["settings", "alone", "ticket"]).take(
            pa.array([rows[key] for key in some], pa.int64())
        )
        found |= {key: alone_of(row, settings) for key, row in zip(some, held.to_pylist(), strict=True)}
    return found


def _threads(
    mails: Sequence[Version],
    ids: pa.ChunkedArray,
    readers: Mapping[str, frozenset[str]],
    tickets: Mapping[str, Version],
) -> dict[str, list[Version]]:
    """The threads of mails by id, each with its parts, the first before the others. A thread whose id a
    ticket has, or another thread that others may read, is told apart by its file."""
    named = ids.take(pa.array([part.row for part in mails], pa.int64())).to_pylist()
    of_parts = (
        (number, readers.get(part.source, frozenset()), each)
        for number, (part, each) in enumerate(zip(mails, named, strict=True))
    )
    groups = [sorted((mails[at] for at in group), key=lambda part: part.beginning)
              for group in together(of_parts)]  # fmt: skip
    threads: dict[str, list[Version]] = {}
    for parts in sorted(groups, key=lambda parts: parts[0].beginning):
        name = parts[0].id
        while name in tickets or name in threads:
            name = f"{name}@{parts[0].source}"
        threads[name] = parts
    return threads


def _is_alone(name: str, parts: Sequence[Version]) -> bool:
    return len(parts) == 1 and parts[0].id == name


def _joined(
    read: pa.Table,
    of_several: Mapping[str, Sequence[Version]],
    kept_back: Mapping[str, Sequence[Version]],
    notes: Mapping[tuple[str, int], int],
    before: pa.Table,
    settings: TicketSettings,
) -> pa.Table:
    """The rows of tickets that are made of several, by id: threads of mails, and tickets of which something
    stands in another version: their comments, or that they are internal (`kept_back`)."""
    known: dict[str, list[int]] = {}
    for row, made_of in enumerate(before["parts"].to_pylist()):
        known.setdefault(made_of, []).append(row)
    taken: list[int] = []
    rows: list[dict[str, Any]] = []
    for name, parts in of_several.items():
        every = [*parts, *kept_back.get(name, ())]
        numbers = [[part.row] + [notes[at] for at in [(part.source, part.place)] if at in notes]
                   for part in every]  # fmt: skip
        of_parts = read.take(pa.array([row for each in numbers for row in each], pa.int64()))
        own = of_parts.slice(0, sum(map(len, numbers[: len(parts)])))
        sources = list(dict.fromkeys(each for of_one in own["sources"].to_pylist() for each in of_one))
        roles = f"{len(parts)}:" + ",".join(f"{len(each)}{part.talk:d}"
                                            for each, part in zip(numbers, every, strict=True))  # fmt: skip
        made_of = digest(name, roles, *sources, *of_parts["source_hash"].to_pylist())
        if made_of in known:
            taken += known[made_of]
            continue
        texts = iter(of_parts["ticket"].to_pylist())
        tickets = []
        for part, each in zip(every, numbers, strict=True):
            one, *apart = [from_json(next(texts)) for _ in each]
            one.messages += [message for of_notes in apart for message in of_notes.messages]
            one.talk_given = part.talk
            tickets.append(one)
        if tickets[0].source == "mail":
            whole = joined(tickets)
        else:
            whole = completed(tickets[0], tickets[1 : len(parts)], tickets[len(parts) :])
        whole.id, whole.known_as = name, parts[0].said or ("" if parts[0].id == name else parts[0].id)
        made = rows_of(whole, parts[0].source, sources, settings)
        made[0]["unaccounted"] = pc.sum(own["unaccounted"]).as_py()
        latest = max(part.latest for part in parts)
        rows += [row | {"parts": made_of, "latest": latest} for row in made]
    same = before.take(pa.array(taken, pa.int64())).cast(SCHEMA)
    return pa.concat_tables([same, pa.Table.from_pylist(rows, schema=SCHEMA)])


def _judged(
    pool: pa.Table, shown: Sequence[int], hold: Mapping[str, str], settings: TicketSettings
) -> pa.Table:
    """Those rows of `pool`, sorted, under these links (by id; the others say themselves what holds) and
    settings. A row is judged anew only where one of them is not what it was judged by."""
    by = judged_by(settings)
    names = ("file", "links", "settings", "internal", "error")
    said = list(_columns(pool.select(names), *names))
    changed = [
        row
        for row in shown
        for file, links, of_row, internal, error in (said[row],)
        if error is None and not internal and (links != hold.get(file, "") or of_row != by)
    ]
    notes = {said[row][0]: row for row in shown if said[row][3]}
    where = dict(zip((said[row][0] for row in shown), shown, strict=True))
    parts = [pool]
    end = pool.num_rows
    for start in range(0, len(changed), _AT_ONCE):
        at = pa.array(changed[start : start + _AT_ONCE], pa.int64())
        rows = [judged(row, hold.get(row["file"], ""), settings) for row in pool.take(at).to_pylist()]
        dropped = {key: row["dropped"] for row in rows if (key := notes_id(row["file"])) in notes}
        held = pool.take(pa.array([notes[key] for key in dropped], pa.int64())).to_pylist()
        rows += [judged_notes(row, dropped[row["file"]], settings) for row in held]
        parts.append(pa.Table.from_pylist(rows, schema=SCHEMA))
        where |= {row["file"]: number for number, row in enumerate(rows, end)}
        end += len(rows)
    order = pa.array([where[file] for file in sorted(where)], pa.int64())
    return pa.concat_tables(parts).take(order).combine_chunks()


def _columns(table: pa.Table, *names: str) -> Iterator[tuple[Any, ...]]:
    return zip(*(table[name].to_pylist() for name in names), strict=True)
