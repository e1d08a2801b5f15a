"""A ticket as every export and mailbox gives it: who wrote what, when, to whom, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Role = Literal["requester", "agent", "system", "other"]
"""Who wrote a message: the person with the problem, somebody who helps, a machine, anybody else."""


@dataclass(slots=True)
class Envelope:
    """Who sent a mail to whom (addresses in lower case), and the ids of the mails it names, the nearest last:
    what tells the threads that mails of several files belong to, and who helps in them. `answers_to`: where
    its sender wants answers; `house`: whose mailbox it is, a domain or an address, where that is told and
    they help."""

    sender: str
    recipients: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    answers_to: list[str] = field(default_factory=list)
    house: str = ""


@dataclass(slots=True)
class Message:
    """One message of a thread. `raw` is what the export holds, as plain text (markup taken off); `body` is
    what the person wrote, `cut` what was taken out of it (quoted replies, signatures ...), each with its
    reason, in order. An internal note has `public` false and is never shown to those who may not read it."""

    id: str
    author: str
    role: Role
    at: datetime | None
    raw: str
    body: str = ""
    cut: list[tuple[str, str]] = field(default_factory=list)
    """(reason, text) of what was taken out."""
    public: bool = True
    automatic: str | None = None
    """Why nobody wrote it: 'auto_reply', 'bounce', 'delivery_report', 'calendar', 'bulk'; else None."""
    attachments: list[str] = field(default_factory=list)
    """Names of attached files."""
    flags: list[str] = field(default_factory=list)
    """Doubts: 'stripping_left_little', 'log_trimmed:123456', 'charset_guessed:cp1252' ..."""
    html: str = ""
    """What the message holds where that is HTML, until it is cleaned; `raw` is till then only its words."""
    headers: dict[str, str] = field(default_factory=dict)
    """A mail's headers, until it is cleaned; names in lower case."""
    envelope: Envelope | None = None
    """Of a mail; its `id` is then its Message-ID."""


ORIGINAL_MISSING = "original_missing"
"""Flag of a ticket that is a duplicate of others, or was merged into one, none of which is kept: it has to
stand for itself, where it says what mended it."""


@dataclass(slots=True)
class Ticket:
    """One ticket or mail thread. `resolution` is what mended the problem in words, empty where the export
    has none; `outcome` the tracker's own name for how it ended (Fixed, Duplicate, solved ...). Times carry
    their zone. What the format has beside this stays in `extra`."""

    id: str
    subject: str
    status: str
    messages: list[Message]
    product: str | None = None
    versions: list[str] = field(default_factory=list)
    components: list[str] = field(default_factory=list)
    priority: str | None = None
    opened: datetime | None = None
    closed: datetime | None = None
    updated: datetime | None = None
    """When the tracker says that it last changed: the latest of its versions counts. Not stored with it."""
    talk_given: bool = True
    """Whether its record told the comments, be it that there are none. Not stored with it."""
    resolution: str = ""
    outcome: str | None = None
    merged_into: str | None = None
    duplicate_of: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    """Ids of the tickets that lead here by merge or duplicate links, over the whole collection."""
    environment: str = ""
    ended: bool | None = None
    """Whether its tracker counts its status among those that end a ticket; None where it does not say."""
    restricted: bool = False
    """Whether not everybody who may read the export may read the ticket, be it its subject: it is not kept,
    and neither are its notes."""
    known_as: str = ""
    """The id it has in its tracker, where another tracker of the collection has the same; else empty."""
    source: str = ""
    """The format it came from: 'zendesk', 'freshdesk', 'jira', 'tickets', 'mail'."""
    extra: dict[str, Any] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
