"""Threads of mails that run over several mailboxes: which parts belong together, and the whole of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from assets.tickets.mail import Roots, tell_roles
from assets.tickets.model import Message, Ticket

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def together(parts: Iterable[tuple[int, frozenset[str], Sequence[str]]]) -> list[list[int]]:
    """The parts of each thread. A part is its number, who may read it, and the ids of its mails and of those
    they name; parts that share an id are one thread where the same groups may read them, so that no thread
    shows one to somebody who may not read it."""
    parts = list(parts)
    roots = Roots()
    groups: defaultdict[str, list[int]] = defaultdict(list)
    names = [[f"{'|'.join(sorted(readers))}\x1f{mail}" for mail in mails] for _, readers, mails in parts]
    for first, *others in filter(None, names):
        for other in others:
            roots.join(other, first)
    for (number, _, _), (first, *_) in zip(parts, names, strict=True):
        groups[roots.of(first)].append(number)
    return list(groups.values())


def joined(parts: Sequence[Ticket]) -> Ticket:
    """One ticket of the parts of a thread, each as it was read, that which began first before the others."""
    moments: list[tuple[datetime, int, Message]] = []
    there: set[tuple[str, str]] = set()
    for part in parts:
        before = _LONG_AGO
        for message in part.messages:
            before = message.at or before  # one without a date stands behind the one before it
            if (message.id, message.body) not in there:  # a sent mail stands in two folders
                there.add((message.id, message.body))
                moments.append((before, len(moments), message))
    messages = [message for _, _, message in sorted(moments, key=lambda each: each[:2])]
    tell_roles(messages)
    files = dict.fromkeys(file for part in parts for file in part.extra.get("files", ()))
    return Ticket(
        id=parts[0].id,
        subject=next((part.subject for part in parts if part.subject), ""),
        status="",
        messages=messages,
        opened=next((message.at for message in messages if message.at), None),
        source="mail",
        extra={"files": list(files)} if files else {},
        flags=list(dict.fromkeys(flag for part in parts for flag in part.flags)),
    )
