"""Freshdesk tickets in JSON: with their conversations as its interface gives them, or as its export does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assets.tickets import custom_fields, merges
from assets.tickets.bodies import Body, body
from assets.tickets.helpdesk import is_deleted, is_kept_back, shows
from assets.tickets.model import Message, Role, Ticket
from assets.tickets.neutral import file_names
from assets.tickets.values import first, identifier, objects, plain, rest, time, truth, word
from assets.tickets.visibility import NOT_SAID

_OWN = frozenset(
    """description_text responder_id fr_escalated is_escalated cc_emails fwd_emails reply_cc_emails display_id
    fr_due_by email_config_id conversations""".split()
)
"""Fields of its tickets, of which other trackers may have one."""
_STATUS = {"2": "open", "3": "pending", "4": "resolved", "5": "closed", "6": "waiting on customer",
           "7": "waiting on third party"}  # fmt: skip
_GOING_ON = frozenset({"open", "pending"})
"""A ticket that was opened again still has the time of its first end."""
_PRIORITY = {"1": "low", "2": "medium", "3": "high", "4": "urgent"}
"""Numbers as its interface documents them; more can be added to the statuses, which stay numbers."""
_FORWARDED = "8"
"""Source of what an agent sent on to somebody else, whatever it says of being private."""
_TAKEN = (
    "id", "display_id", "subject", "description", "description_text", "description_html", "status",
    "status_name", "priority", "priority_name", "created_at", "updated_at", "requester_id",
    "responder_id", "requester", "responder", "requester_name", "responder_name", "conversations",
    "notes", "attachments", "custom_fields", "custom_field", "stats", "product_name", "product",
)  # fmt: skip


def is_ticket(record: Any) -> bool:
    """Whether a JSON object is a Freshdesk ticket."""
    return isinstance(record, dict) and ("helpdesk_ticket" in record or (
        len(_OWN & record.keys()) > 1 and ("subject" in record or "description" in record)))  # fmt: skip


def ticket(record: Mapping[str, Any], number: int) -> Ticket:
    """The ticket of a record; `number` stands in for an id it has not."""
    if isinstance(inside := record.get("helpdesk_ticket"), dict):
        record = inside
    key = identifier(first(record, ("display_id", "id")))
    named = plain(record.get("status_name")) or plain(record.get("status"))
    status = _STATUS.get(named, named.lower())
    priority = plain(record.get("priority_name")) or plain(record.get("priority"))
    stats = record.get("stats")
    stats = stats if isinstance(stats, dict) else {}
    extra, left_out = rest(record, _TAKEN)
    told = Ticket(
        id=key or f"record-{number}",
        subject=word(record.get("subject")) or "",
        status=status,
        messages=[],
        product=word(first(record, ("product_name", "product"))),
        priority=_PRIORITY.get(priority, priority.lower()) or None,
        opened=time(record.get("created_at")),
        closed=None if status in _GOING_ON else time(first(stats, ("resolved_at", "closed_at"))),
        updated=time(record.get("updated_at")),
        source="freshdesk",
        extra=extra,
        flags=left_out if key else ["without_id", *left_out],
        restricted=is_kept_back(record),
        talk_given=any(isinstance(record.get(key), list) for key in ("conversations", "notes")),
    )
    if is_deleted(record):
        told.status = "deleted"
    if truth(record.get("spam")) not in (None, False):
        told.outcome, told.ended = "spam", False
    if told.closed is None and told.status in ("resolved", "closed"):
        told.closed = time(record.get("updated_at"))
    people = _People(record)
    opening = _written(record, "description_html", "description", "description_text")
    files = [*file_names(record.get("attachments")), *opening.files]
    if opening.raw or files:
        told.messages.append(
            Message(
                id="description",
                author=people.requester_name,
                role="requester",
                at=told.opened,
                raw=opening.raw,
                html=opening.html,
                attachments=list(dict.fromkeys(files)),
                flags=opening.flags,
            )
        )
    for number_of, item in enumerate(_talk(record), 1):
        if message := _message(item, number_of, people):
            told.messages.append(message)
            merges.note(message, told)
    given = record.get("custom_fields") or record.get("custom_field")
    custom_fields.apply(told, given if isinstance(given, dict) else {})
    return told


class _People:
    """Who asked and who was to answer."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        requester = record.get("requester")
        requester = requester if isinstance(requester, dict) else {}
        self.requester = identifier(record.get("requester_id")) or identifier(requester.get("id"))
        self.responder = identifier(record.get("responder_id"))
        name = word(requester.get("name")) or word(record.get("requester_name"))
        self.requester_name = name or self.requester

    def name(self, user: str) -> str:
        return self.requester_name if user and user == self.requester else user

    def role(self, user: str, incoming: bool, public: bool) -> Role:
        if user and user == self.requester:
            return "requester"
        if user and user == self.responder:
            return "agent"
        return "other" if incoming and public else "agent"


def _talk(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    items = objects(record.get("conversations")) or objects(record.get("notes"))
    items = [item["note"] if isinstance(item.get("note"), dict) else item for item in items]
    return sorted(items, key=lambda item: plain(item.get("created_at")))


def _message(item: Mapping[str, Any], number: int, people: _People) -> Message | None:
    written = _written(item, "body_html", "body", "body_text")
    files = [*file_names(item.get("attachments")), *written.files]
    if is_deleted(item) or not (written.raw or files):
        return None
    said = shows({name: value for name, value in item.items() if name != "source"}, "private", public=False)
    public = said is True and identifier(item.get("source")) != _FORWARDED
    user = identifier(item.get("user_id"))
    incoming = truth(item.get("incoming")) is True
    return Message(
        id=identifier(item.get("id")) or str(number),
        author=people.name(user) or word(item.get("from_email")) or "",
        role=people.role(user, incoming, public),
        at=time(item.get("created_at")),
        raw=written.raw,
        html=written.html,
        public=public,
        attachments=list(dict.fromkeys(files)),
        flags=[*written.flags, *([NOT_SAID] if said is None else [])],
    )


def _written(record: Mapping[str, Any], *columns: str) -> Body:
    """The first of these that holds something; all but the last are HTML, if they look like it."""
    for column in columns:
        if isinstance(value := record.get(column), str) and value.strip():
            html = column.endswith("_html") or (not column.endswith("_text") and "<" in value)
            return body(value, "html" if html else "plain")
    return Body("")
