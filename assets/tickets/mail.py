"""Mailboxes and single mails as threads: by the mails they refer to, else by subject and who takes part."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from assets.tickets.mail_parts import Mail, parse
from assets.tickets.mailbox import LONGEST_MAIL, split
from assets.tickets.model import Envelope, Message, Role, Ticket
from assets.tickets.values import BadRecord

_MARK = re.compile(
    r"\s*(?:(?:re|aw|sv|vs|antw|antwort|res|rif|ref|odp|ynt|bls|vá|atb|ang|回复|答复|回覆|返信|fwd?|wg|fw|tr|rv|enc|i|vl|doorst|vb|转发|轉寄)"
    r"\s?(?:\[\d+\]|\(\d+\))?\s*[:：]|\[(?:ext(?:ern(?:al)?)?|spam)\]|(?:extern(?:al)?|caution)\s*:)\s*",
    re.IGNORECASE,
)
_REPLY = re.compile(
    r"\s*(?:re|aw|sv|vs|antw|antwort|res|rif|odp|ynt|bls|vá|atb|回复|答复|回覆|返信)\s?(?:\[\d+\]|\(\d+\))?\s*[:：]",
    re.I,
)
_NO_SUBJECT = frozenset(
    {"", "(no subject)", "no subject", "kein betreff", "(kein betreff)", "(sans objet)", "(sin asunto)"}
)
_MACHINES = re.compile(
    r"(?:mailer-?daemon|post_?master|no-?reply|do-?not-?reply|noreply|bounces?)\b", re.IGNORECASE
)
_PEOPLE = 50
"""Recipients of a mail that are looked at."""
_TOGETHER_DAYS = 90
"""Days within which a reply that names no mail belongs to the thread of its subject."""


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
    for thread in threads(mails):
        yield _ticket(thread)


def subject_of(subject: str) -> str:
    """A subject without the marks of replies and forwards, in every language of them."""
    while match := _MARK.match(subject):
        subject = subject[match.end() :]
    return subject.strip()


def threads(mails: Sequence[Mail]) -> list[list[Mail]]:
    """Mails that belong together, each thread in order of time. Copies of a mail are left out."""
    mails = _without_copies(mails)
    roots = Roots()
    for mail in mails:
        for reference in mail.references:
            roots.join(mail.key, reference)
    _join_by_subject(mails, roots)
    found: dict[str, list[Mail]] = defaultdict(list)
    for mail in _in_time(mails):
        found[roots.of(mail.key)].append(mail)
    return list(found.values())


def _without_copies(mails: Iterable[Mail]) -> list[Mail]:
    """A sent mail stands in two folders. A Message-ID that another text has as well names that mail alone."""
    kept: dict[str, Mail] = {}
    for mail in mails:
        other = kept.get(mail.key)
        number = 1
        while other is not None and (other.body.raw, other.subject) != (mail.body.raw, mail.subject):
            number += 1
            other = kept.get(f"{mail.key}#{number}")
            if other is None:
                mail.references.append(mail.key)
                mail.key = f"{mail.key}#{number}"
                break
        if other is None:
            kept[mail.key] = mail
        elif (other.file, other.line) != (mail.file, mail.line):
            other.flags.append(f"copy_left_out:{mail.file}:{mail.line}")
    return list(kept.values())


class Roots:
    """Which ids are connected (disjoint sets)."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def of(self, key: str) -> str:
        root = key
        while (above := self._above.get(root, root)) != root:
            root = above
        while (above := self._above.get(key, key)) != root:
            self._above[key], key = root, above
        return root

    def join(self, one: str, other: str) -> None:
        a, b = self.of(one), self.of(other)
        if a != b:
            self._above[a] = b


def _join_by_subject(mails: Sequence[Mail], roots: Roots) -> None:
    """A reply that names no mail that is there joins the last one of its subject with somebody in common."""
    there = {mail.key for mail in mails}
    last: dict[tuple[str, str], Mail] = {}
    for mail in _in_time(mails):
        base = subject_of(mail.subject).lower()
        if base in _NO_SUBJECT:
            continue
        people = [mail.sender, *mail.recipients[:_PEOPLE]]
        if not any(reference in there for reference in mail.references) and _REPLY.match(mail.subject):
            for person in people:
                earlier = last.get((base, person))
                if earlier is not None and _close(earlier, mail):
                    roots.join(mail.key, earlier.key)
                    break
        for person in people:
            last[base, person] = mail


def _close(earlier: Mail, later: Mail) -> bool:
    if earlier.at is None or later.at is None:
        return True
    return abs((later.at - earlier.at).days) <= _TOGETHER_DAYS


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


def _ticket(thread: list[Mail]) -> Ticket:
    messages = [_message(mail) for mail in thread]
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


def tell_roles(messages: Sequence[Message]) -> None:
    """Write into the mails of a whole thread, in order of time, who helps in it. Whoever wrote first has the
    problem; who was asked, or is of the house that was asked, helps."""
    sent = [(message, message.envelope) for message in messages if message.envelope is not None]
    asked = next((mail for _, mail in sent if not _MACHINES.match(mail.sender)), sent[0][1] if sent else None)
    for message, mail in sent:
        if asked is not None:
            message.role = "system" if message.automatic else _role(mail, asked)


def _message(mail: Mail) -> Message:
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
        envelope=Envelope(mail.sender, mail.recipients[:_PEOPLE], mail.references),
    )


def _role(mail: Envelope, asked: Envelope) -> Role:
    if _MACHINES.match(mail.sender):
        return "system"
    if mail.sender == asked.sender:
        return "requester"
    house = mail.sender.rpartition("@")[2]
    own = asked.sender.rpartition("@")[2]
    if mail.sender in asked.recipients:
        return "agent"
    return "agent" if house != own and any(to.endswith(f"@{house}") for to in asked.recipients) else "other"
