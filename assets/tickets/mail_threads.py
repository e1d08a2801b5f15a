"""Threads of mails that run over several mailboxes: which parts belong together, and the whole of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from assets.tickets.mail_house import of_house, party_of
from assets.tickets.mail_joins import Roots
from assets.tickets.mail_roles import tell_roles
from assets.tickets.model import Message, Ticket

_PARTY, _HOUSE = "party ", "house "
"""Before what is no id: those hold no space."""
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def names_of(messages: Iterable[Message]) -> list[str]:
    """What tells which other parts a part of a thread belongs to: the ids of its mails and of those they
    name, and, with a word and a space before it, who takes part beside the house, and whose mailbox it is."""
    mails = [(message.id, message.envelope) for message in messages if message.envelope is not None]
    ids = dict.fromkeys(name for own, mail in mails for name in (own, *mail.references))
    houses = dict.fromkeys(mail.house for _, mail in mails if mail.house)
    parties = dict.fromkeys(
        party_of(person)
        for _, mail in mails
        for person in (mail.sender, *mail.recipients)
        if person and not of_house(person, houses)
    )
    return [*ids, *(f"{_PARTY}{each}" for each in parties), *(f"{_HOUSE}{each}" for each in houses)]


def together(parts: Iterable[tuple[int, frozenset[str], Sequence[str]]]) -> list[list[int]]:
    """The parts of each thread. A part is its number, who may read it, and its `names_of`; parts that share
    an id and somebody beside the house are one thread where the same groups may read them, so that no thread
    shows one to somebody who may not read it."""
    parts = list(parts)
    houses: defaultdict[frozenset[str], set[str]] = defaultdict(set)
    for _, readers, names in parts:
        houses[readers].update(name[len(_HOUSE) :] for name in names if name.startswith(_HOUSE))
    roots = Roots()
    of_ids: defaultdict[tuple[frozenset[str], str], list[int]] = defaultdict(list)
    for at, (_, readers, names) in enumerate(parts):
        for name in names:
            if " " not in name:
                of_ids[readers, name].append(at)
    for (readers, _), several in of_ids.items():
        first: dict[str, int] = {}
        for at in several if len(several) > 1 else ():
            named = (name[len(_PARTY) :] for name in parts[at][2] if name.startswith(_PARTY))
            parties = [party for party in named if not of_house(party, houses[readers])]
            for party in parties or [""]:
                roots.join(str(at), str(first.setdefault(party, at)))
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for at, (number, _, _) in enumerate(parts):
        groups[roots.of(str(at))].append(number)
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
