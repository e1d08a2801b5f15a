"""Which mails of a mailbox belong together: by the mails they name, else by subject and who takes part. Who
have nothing to do with each other stay apart, though the same house answers them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from assets.tickets.mail_house import of_house, outside, party_of
from assets.tickets.mail_parts import Mail

PEOPLE = 50
"""Recipients of a mail that are looked at."""
_MARK = re.compile(
    r"\s*(?:(?:re|aw|sv|vs|antw|antwort|res|rif|ref|odp|ynt|bls|vá|atb|ang|回复|答复|回覆|返信|fwd?|wg|fw|tr|rv|enc|i|vl|doorst|vb|转发|轉寄)"
    r"\s?(?:\[\d+\]|\(\d+\))?\s*[:：]|\[(?:ext(?:ern(?:al)?)?|spam)\]|(?:extern(?:al)?|caution)\s*:)\s*",
    re.IGNORECASE,
)
_REPLY = re.compile(
    r"\s*(?:re|aw|sv|vs|antw|antwort|res|rif|odp|ynt|bls|vá|atb|回复|答复|回覆|返信)\s?(?:\[\d+\]|\(\d+\))?\s*[:：]",
    re.IGNORECASE,
)
_NO_SUBJECT = frozenset(
    {"", "(no subject)", "no subject", "kein betreff", "(kein betreff)", "(sans objet)", "(sin asunto)"}
)
_TOGETHER_DAYS = 90
"""Days within which a reply that names no mail belongs to the thread of its subject."""


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


def subject_of(subject: str) -> str:
    """A subject without the marks of replies and forwards, in every language of them."""
    while match := _MARK.match(subject):
        subject = subject[match.end() :]
    return subject.strip()


def is_answer(mail: Mail) -> bool:
    """Whether a mail says that it answers another."""
    return bool(mail.references) or _REPLY.match(mail.subject) is not None


def people_of(mail: Mail) -> list[str]:
    """Who takes part in a mail, its sender first."""
    return [person for person in (mail.sender, *mail.recipients[:PEOPLE]) if person]


def joined(mails: Sequence[Mail], house: str) -> Roots:
    """The mails, in order of time, connected by their keys. `house`: whose mailbox it is, '' if unknown; that
    it takes part connects nobody."""
    return _Joining(mails, house).roots


class _Joining:
    def __init__(self, mails: Sequence[Mail], house: str) -> None:
        self.roots = Roots()
        self._houses = (house,) if house else ()
        self._there = {mail.key: mail for mail in mails}
        self._outside = {mail.key: outside(people_of(mail), self._houses) for mail in mails}
        self._subjects = {mail.key: subject_of(mail.subject).lower() for mail in mails}
        self._parties: defaultdict[str, set[str]] = defaultdict(set)
        """Of each mail that is named, whom the mails that name it are of."""
        for mail in mails:
            parties = set(map(party_of, self._outside[mail.key]))
            for reference in mail.references:
                self._parties[reference] |= parties
        answers = {mail.key for mail in mails if self._by_name(mail)}
        self._by_missing(mails)
        self._by_subject(mails, answers)

    def _by_name(self, mail: Mail) -> bool:
        """Join a mail to those there that it names, of mails inside the house to the nearest alone: whether
        there is one."""
        found = False
        for reference in reversed(mail.references):
            earlier = self._there.get(reference)
            if earlier is None or earlier is mail or not self._answers(mail, earlier):
                continue
            self.roots.join(mail.key, reference)
            found = True
            if not self._outside[mail.key]:
                break
        return found

    def _by_missing(self, mails: Sequence[Mail]) -> None:
        """Mails that name the same mail, which is not there, where somebody outside takes part in both, or a
        colleague under the same subject."""
        first: dict[tuple[str, ...], Mail] = {}
        for mail in mails:
            for reference in mail.references:
                if reference in self._there:
                    continue
                for person in self._outside[mail.key]:
                    self.roots.join(mail.key, first.setdefault((reference, person), mail).key)
                    of_party = (reference, party_of(person), self._subjects[mail.key])
                    self.roots.join(mail.key, first.setdefault(of_party, mail).key)

    def _by_subject(self, mails: Sequence[Mail], answers: set[str]) -> None:
        """A reply that names no mail that is there joins the last one of its subject with somebody outside in
        common."""
        last: dict[tuple[str, str], Mail] = {}
        for mail in mails:
            subject = self._subjects[mail.key]
            if subject in _NO_SUBJECT:
                continue
            people = [person for person in people_of(mail) if person in self._outside[mail.key]]
            if mail.key not in answers and _REPLY.match(mail.subject):
                for person in people:
                    earlier = last.get((subject, person))
                    if earlier is not None and _close(earlier, mail) and self._answers(mail, earlier):
                        self.roots.join(mail.key, earlier.key)
                        break
            for person in people:
                last[subject, person] = mail

    def _answers(self, mail: Mail, earlier: Mail) -> bool:
        """Whether a mail that names an earlier one is of the same conversation. Of several who answer
        what the house wrote to many, each begins one of their own."""
        here, before = self._outside[mail.key], self._outside[earlier.key]
        if not here:
            return True
        own = set(map(party_of, here))
        if not before:
            return len(self._parties[earlier.key] | own) == 1
        parties = set(map(party_of, before))
        if of_house(earlier.sender, self._houses):
            if len(parties) > 1 and not is_answer(earlier) and not parties <= own:
                return len(self._parties[earlier.key] | own) == 1
            return not here.isdisjoint(before) or not own.isdisjoint(parties)
        return not here.isdisjoint(before) or self._subjects[mail.key] == self._subjects[earlier.key]


def without_addresses(mails: Sequence[Mail]) -> None:
    """Take out of the ids that mails name what is somebody's address."""
    addresses = {person for mail in mails for person in people_of(mail)}
    for mail in mails:
        mail.references = [each for each in mail.references if each.lower() not in addresses]


def _close(earlier: Mail, later: Mail) -> bool:
    if earlier.at is None or later.at is None:
        return True
    return abs((later.at - earlier.at).days) <= _TOGETHER_DAYS
