"""Mailboxes and single mails as threads: by the mails they refer to, else by subject and who takes part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from assets.tickets.automatic import automatic
from assets.tickets.mail_house import house_of
from assets.tickets.mail_joins import PEOPLE, is_answer, joined, people_of, subject_of, without_addresses
from assets.tickets.mail_parts import Mail, parse
from assets.tickets.mail_roles import MACHINES, tell_roles
from assets.tickets.mailbox import LONGEST_MAIL, split
from assets.tickets.model import Envelope, Message, Ticket
from assets.tickets.values import BadRecord


def read_mail(sources: Mapping[str, Path]) -> Iterator[Ticket | BadRecord]:
    """The threads of these files (name in the collection → path), mailboxes and single mails; a thread may
    go over several. Ordered by their first mail."""
    mails: list[Mail] = []
    for file, path in sources.items():
        for place in split(path):
            if len(place.data) > LONGEST_MAIL:
                why = f"a mail of more than {LONGEST_MAIL >> 20} MB"
                yield BadRecord(file, place.line, why, "Take off what is attached.")
                continue
            try:
                mail = parse(place.data)
            except ValueError as error:
                yield BadRecord(file, place.line, f"a mail that cannot be read: {error}", "Export it again.")
                continue
            mail.file, mail.line = file, place.line
            mails.append(mail)
    yield from _tickets(mails)


def _tickets(mails: Sequence[Mail]) -> Iterator[Ticket]:
    """The threads of a mailbox. Copies of a mail are left out."""
    mails = _in_time(_without_copies(mails))
    without_addresses(mails)
    asked = (
        (mail.sender, other)
        for mail in mails
        if not is_answer(mail) and not _is_of_nobody(mail)
        for other in mail.recipients[:1]
    )
    house, helps = house_of([people_of(mail) for mail in mails], asked)
    roots = joined(mails, house)
    threads: dict[str, list[Mail]] = defaultdict(list)
    for mail in mails:
        threads[roots.of(mail.key)].append(mail)
    names: set[str] = set()
    for thread in threads.values():
        ticket = _ticket(thread, house if helps else "")
        if ticket.id in names:  # several people answered what was sent to all of them
            ticket.id = thread[0].key
        names.add(ticket.id)
        yield ticket


def _is_of_nobody(mail: Mail) -> bool:
    return bool(MACHINES.match(mail.sender)) or automatic(mail.headers, "") is not None


def _without_copies(mails: Iterable[Mail]) -> list[Mail]:
    """A sent mail stands in two folders. A Message-ID that another text has as well names that mail alone;
    who sent both may have sent one through a list, which writes below it."""
    kept: dict[str, Mail] = {}
    for mail in mails:
        other = kept.get(mail.key)
        number = 1
        while other is not None and (other.body.raw, other.subject) != (mail.body.raw, mail.subject):
            number += 1
            other = kept.get(f"{mail.key}#{number}")
            if other is None:
                if mail.sender == kept[mail.key].sender:
                    mail.references.append(mail.key)
                mail.key = f"{mail.key}#{number}"
                break
        if other is None:
            kept[mail.key] = mail
        elif (other.file, other.line) != (mail.file, mail.line):
            other.flags.append(f"copy_left_out:{mail.file}:{mail.line}")
    return list(kept.values())


def _in_time(mails: Sequence[Mail]) -> list[Mail]:
    """In order of time; a mail without a date stands behind the one it answers, else where it stood."""
    by_key = {mail.key: mail for mail in mails}
    moments: dict[str, tuple[datetime, int]] = {mail.key: (mail.at, 0) for mail in mails if mail.at}
    before = datetime(1970, 1, 1, tzinfo=UTC), 0
    for mail in mails:
        chain = []  # mails without a date, each answering the next
        here: Mail | None = mail
        while here is not None and here.key not in moments:
            moments[here.key] = before
            chain.append(here.key)
            above = (key for key in reversed(here.references) if key in by_key)
            here = by_key.get(next(above, ""))
        moment, steps = moments[here.key] if here is not None else before
        for step, key in enumerate(reversed(chain), 1):
            moments[key] = moment, steps + step
        before = moments[mail.key][0], 0
    numbers = {mail.key: number for number, mail in enumerate(mails)}
    return sorted(mails, key=lambda mail: (*moments[mail.key], numbers[mail.key]))


def _ticket(thread: list[Mail], house: str) -> Ticket:
    messages = [_message(mail, house) for mail in thread]
    tell_roles(messages)
    subject = next((subject_of(mail.subject) for mail in thread if subject_of(mail.subject)), "")
    files = list(dict.fromkeys(mail.file for mail in thread))
    return Ticket(
        id=_thread_id(messages[0]),
        subject=subject,
        status="",
        messages=messages,
        opened=next((mail.at for mail in thread if mail.at), None),
        source="mail",
        extra={"files": files} if len(files) > 1 else {},
    )


def _thread_id(first: Message) -> str:
    """The id of the thread that begins with this mail: that of the mail with which it began elsewhere."""
    named = first.envelope.references if first.envelope is not None else []
    return named[0] if named and not first.id.startswith(named[0]) else first.id


def _message(mail: Mail, house: str) -> Message:
    return Message(
        id=mail.key,
        author=mail.name,
        role="other",
        at=mail.at,
        raw=mail.body.raw,
        html=mail.body.html,
        attachments=list(dict.fromkeys([*mail.attachments, *mail.body.files])),
        flags=list(mail.flags),
        headers=mail.headers,
        envelope=Envelope(mail.sender, mail.recipients[:PEOPLE], mail.references, mail.answers_to, house),
    )
