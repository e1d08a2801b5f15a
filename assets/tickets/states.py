"""Several states of one ticket as one: which messages count, and what of them is kept back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from assets.tickets.links import links_of
from assets.tickets.model import Message, Ticket
from assets.tickets.visibility import NOT_SAID


class Hidden:
    """Messages that a state keeps back, to be found in another. They are told by their ids; where these may
    be only places in a list, by what they say and when."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self._ids: set[str] = set()
        self._dated: set[tuple[str, datetime]] = set()
        self._bodies: dict[str, list[Message]] = {}
        for message in messages:
            if not _is_place(message.id):
                self._ids.add(message.id)
            if message.at:
                self._dated.add((message.id, message.at))
            self._bodies.setdefault(_folded(message), []).append(message)

    def holds(self, message: Message) -> bool:
        """Whether the message is one of them."""
        if message.id in self._ids or (message.at and (message.id, message.at) in self._dated):
            return True
        return any(
            (_is_place(message.id) or _is_place(other.id))
            and (message.at == other.at or None in (message.at, other.at))
            for other in self._bodies.get(_folded(message), ())
        )

    def any_of(self, messages: Iterable[Message]) -> bool:
        """Whether some of the messages are among them."""
        return any(map(self.holds, messages))


_PLACES = 10_000
"""Numbers below may be places in a list of messages, which readers give those without an id."""


def _is_place(key: str) -> bool:
    return key in ("", "description") or (key.isdecimal() and len(key) < 6 and int(key) <= _PLACES)


def _folded(message: Message) -> str:
    return " ".join(message.body.split())


def _reworded(messages: Sequence[Message], later: Sequence[Message]) -> list[Message]:
    """The messages, the opening as a later state has it: words may have been taken out of it."""
    if not messages or not later or not later[0].public:
        return list(messages)
    opening, now = messages[0], later[0]
    is_same = (opening.id, opening.at) == (now.id, now.at) and (now.id == "description" or now.at is not None)
    return [replace(now, public=opening.public) if is_same else opening, *messages[1:]]


def completed(latest: Ticket, older: Sequence[Ticket], as_late: Sequence[Ticket] = ()) -> Ticket:
    """The latest state of a ticket, with the messages, notes included, of an `older` one where it does not
    tell any. What the latest state keeps back of them, or one that is `as_late`, is an internal note; so is
    nothing that it only does not say."""
    states = [latest, *older]
    base = next((state for state in states if state.talk_given), latest)
    kept_back = [
        message for message in latest.messages if not message.public and NOT_SAID not in message.flags
    ]
    kept_back += [message for state in as_late for message in state.messages if not message.public]
    hidden = Hidden(kept_back)
    if base is not latest:
        base = replace(base, messages=_reworded(base.messages, latest.messages))
    messages = [
        replace(message, public=False) if message.public and hidden.holds(message) else message
        for message in base.messages
    ]
    if base is not latest:
        own = Hidden(base.messages)
        messages += [
            message for message in latest.messages if message in kept_back and not own.holds(message)
        ]
        if all(message.at for message in messages):
            messages.sort(key=lambda message: message.at.timestamp() if message.at else 0.0)
    merged = [key for state in reversed(states) for key in links_of(state).merged]
    return replace(
        latest,
        messages=messages,
        resolution=latest.resolution or next((state.resolution for state in older), ""),
        # A state alone does not say who may read the ticket.
        restricted=any(state.restricted for state in (*states, *as_late)),
        merged_into=latest.merged_into or next((state.merged_into for state in older), None),
        extra=latest.extra | ({"merged": list(dict.fromkeys(merged))} if merged else {}),
    )
