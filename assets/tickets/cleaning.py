"""Every message without what its writer did not write: the step between reading tickets and cutting them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from assets.tickets.automatic import automatic
from assets.tickets.exports import read_tickets
from assets.tickets.markup import html_text
from assets.tickets.model import Message, Ticket
from assets.tickets.replies import strip
from assets.tickets.values import BadRecord

_OF_MAIL = frozenset({"quote_header", "forwarded_header", "reply_marker"})
"""What only a mail program writes: a comment with it came by mail."""
_TRACE = re.compile(
    r":[ \t]*\n{1,3}[ \t]*>|^[ \t]*-{3,}[^\n-]{5,60}-{3,}[ \t]*$"
    r"|^[ \t*]*[^\W\d][\w-]{1,11}[ \t*]*:[^\n]{0,200}@[^\n]{0,200}\n",
    re.MULTILINE,
)
"""Where a comment may have come by mail, so that it is worth a closer look."""
_TRACKER = frozenset("issue_type issuetype fix_versions fixversions fix_version_s sprint labels".split())
"""Fields that only trackers of issues have, whose comments are typed into them."""


def read_cleaned(path: Path, file: str, siblings: Sequence[Path] = ()) -> Iterator[Ticket | BadRecord]:
    """The tickets of a file as `read_tickets` gives them, one by one, with every message cleaned."""
    for found in read_tickets(path, file, siblings):
        yield found if isinstance(found, BadRecord) else clean_ticket(found)


def clean_ticket(ticket: Ticket) -> Ticket:
    """The ticket itself, all its messages cleaned."""
    tracker = ticket.source == "jira" or (
        ticket.source in ("tickets", "table")
        and any(key.lower().replace(" ", "_") in _TRACKER for key in ticket.extra)
    )
    for message in ticket.messages:
        clean(message, ticket.subject, tracker=tracker)
    return ticket


def clean(message: Message, subject: str = "", *, tracker: bool = False) -> None:
    """Fill `body`, `cut`, `automatic` and `flags` of a message from what was read, and let go of its HTML and
    headers. In a tracker of issues a quote is part of what is said, and so is how a comment ends, unless it
    came by mail."""
    if not tracker or message.headers:
        _strip(message, subject)
    elif not _may_be_mail(message.raw) or not _strip(message, subject, only_mail=True):
        message.body = message.raw = html_text(message.html) if message.html else message.raw
    message.automatic = automatic(message.headers, message.body)
    if message.automatic:
        message.role = "system"
    message.html, message.headers = "", {}


def _strip(message: Message, subject: str, *, only_mail: bool = False) -> bool:
    """Whether what was written and what was not has been told apart; with `only_mail` not where there is no
    sign that a mail program wrote it."""
    stripped = strip(message.html or message.raw, html=bool(message.html), subject=subject)
    if only_mail and not any(reason in _OF_MAIL for reason, _ in stripped.cut):
        return False
    if message.html:
        message.raw = "".join(text for _, text in stripped.pieces)
    message.body, message.cut = stripped.body, stripped.cut
    message.flags = list(dict.fromkeys([*message.flags, *stripped.flags]))
    return True


def _may_be_mail(text: str) -> bool:
    signs = "@" in text or ">" in text or "---" in text  # what the pattern needs, sooner looked for
    return signs and _TRACE.search(text) is not None
