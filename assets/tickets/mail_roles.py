"""Who asks and who helps in a thread of mails: from whose mailbox it is, and from who was asked first."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from assets.tickets.automatic import automatic
from assets.tickets.mail_house import of_house, party_of
from assets.tickets.model import Envelope, Message, Role

MACHINES = re.compile(
    r"(?:mailer-?daemon|post_?master|no-?reply|do-?not-?reply|noreply|bounces?)\b", re.IGNORECASE
)


def tell_roles(messages: Sequence[Message]) -> None:
    """Write into the mails of a whole thread, in order of time, who helps in it: the house. Where that is not
    known, whoever wrote first has the problem, and who was asked, or is of the house asked, helps."""
    sent = [(message, message.envelope) for message in messages if message.envelope is not None]
    houses = frozenset(mail.house for _, mail in sent if mail.house)
    asked = next(
        ((message, mail) for message, mail in sent if _asks(mail, houses) and not _is_of_nobody(message)),
        None,
    )
    if asked is None and not houses and sent:
        asked = sent[0]
    within = asked is not None and of_house(asked[1].sender, houses)
    asking = _Asking(*asked, frozenset() if within else houses, sent) if asked is not None else None
    for message, mail in sent:
        if message.automatic or MACHINES.match(mail.sender):
            message.role = "system"
        else:
            message.role = "agent" if asking is None else asking.role(message, mail)


def _asks(mail: Envelope, houses: Collection[str]) -> bool:
    """Whether who sent a mail may be who has the problem: anybody else than the house, or one of its people
    who asks it."""
    if MACHINES.match(mail.sender):
        return False
    within = bool(mail.recipients) and all(of_house(person, houses) for person in mail.recipients)
    return not of_house(mail.sender, houses) or (within and mail.sender not in houses)


def _is_of_nobody(message: Message) -> bool:
    if message.automatic or not message.headers:
        return message.automatic is not None
    return automatic(message.headers, message.raw) is not None


class _Asking:
    """Who asks in a thread, by the mail that asked first."""

    def __init__(
        self,
        message: Message,
        mail: Envelope,
        houses: frozenset[str],
        sent: Sequence[tuple[Message, Envelope]],
    ) -> None:
        self._mail, self._houses = mail, houses
        self._name = "" if "@" in message.author else message.author
        self._party = party_of(mail.sender)
        self._elsewhere = any(party_of(person) != self._party for person in mail.recipients)
        addressed = {person for _, each in sent for person in each.recipients}
        self._own = {
            person
            for _, each in sent
            if each.sender == mail.sender
            for person in each.answers_to
            if person not in addressed - {mail.sender} and not of_house(person, houses)
        } | {mail.sender}

    def role(self, message: Message, mail: Envelope) -> Role:
        if mail.sender in self._own:
            return "requester"
        if of_house(mail.sender, self._houses):
            return "agent"
        if self._name and message.author == self._name:
            return "requester"  # from another address
        party = party_of(mail.sender)
        if party == self._party and self._elsewhere:
            return "requester"  # a colleague, who has the problem as well
        if self._houses:
            return "other"
        asked = self._mail.recipients
        if party == self._party:
            return "agent" if mail.sender in asked[:1] else "other"
        return "agent" if any(party_of(person) == party for person in asked) else "other"
