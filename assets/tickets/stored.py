"""A ticket as text to be kept, and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import datetime
from typing import Any

from assets.tickets.model import Envelope, Message, Ticket

_PLAIN = ("id", "subject", "status", "product", "versions", "components", "priority", "resolution", "outcome",
          "merged_into", "duplicate_of", "duplicates", "environment", "ended", "restricted",
          "source", "extra", "flags")  # fmt: skip
_OF_MESSAGE = ("id", "author", "role", "body", "cut", "public", "automatic", "attachments", "flags")


def to_json(ticket: Ticket) -> str:
    """The ticket as JSON. A message's `raw` is left out: body and what was cut say it all."""
    kept: dict[str, Any] = {name: getattr(ticket, name) for name in _PLAIN}
    if ticket.known_as:
        kept["known_as"] = ticket.known_as
    kept["opened"], kept["closed"] = _moment(ticket.opened), _moment(ticket.closed)
    kept["messages"] = [
        {name: getattr(message, name) for name in _OF_MESSAGE}
        | {"at": _moment(message.at)}
        | ({"envelope": asdict(message.envelope)} if message.envelope is not None else {})
        for message in ticket.messages
    ]
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=str)


def from_json(text: str) -> Ticket:
    """What `to_json` wrote; `raw` of its messages is empty."""
    kept = json.loads(text)
    messages = [
        Message(
            **{name: each[name] for name in _OF_MESSAGE if name != "cut"},
            cut=[(reason, part) for reason, part in each["cut"]],
            at=_read(each["at"]),
            raw="",
            envelope=Envelope(**each["envelope"]) if "envelope" in each else None,
        )
        for each in kept.pop("messages")
    ]
    opened, closed = _read(kept.pop("opened")), _read(kept.pop("closed"))
    return Ticket(**kept, opened=opened, closed=closed, messages=messages)


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None


def _read(at: str | None) -> datetime | None:
    return datetime.fromisoformat(at) if at is not None else None
