"""Zendesk's tickets in JSON: with comments, users beside them, or as events of an incremental export."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assets.tickets import custom_fields, merges
from assets.tickets.bodies import Body, body
from assets.tickets.model import Message, Role, Ticket
from assets.tickets.neutral import file_names, is_public
from assets.tickets.values import identifier, objects, plain, rest, time, word

_OWN = frozenset(
    {
        "submitter_id",
        "raw_subject",
        "ticket_form_id",
        "allow_channelback",
        "satisfaction_rating",
        "via_channel",
    }
)
_TAKEN = (
    "id", "subject", "raw_subject", "status", "priority", "created_at", "updated_at", "description",
    "comments", "audits", "custom_fields", "fields", "requester", "assignee", "submitter",
    "requester_id", "assignee_id", "submitter_id", "merged_ticket_ids", "url", "comment_count",
)  # fmt: skip
_ENDED = frozenset({"solved", "closed"})
_MACHINES = frozenset({"rule", "system", "automation", "trigger"})


@dataclass(slots=True)
class Beside:
    """What an export says apart from its tickets: users and titles of fields by id, comments by ticket."""

    users: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    comments: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    asked: set[str] = field(default_factory=set)
    """Tickets whose comments were given."""

    def of(self, ticket_id: str) -> list[dict[str, Any]]:
        """The comments that stand apart from this ticket."""
        self.asked.add(ticket_id)
        return self.comments.get(ticket_id, [])

    def add(self, record: Mapping[str, Any]) -> None:
        """Take what a page or a line holds beside tickets."""
        for user in objects(record.get("users")):
            self.users[identifier(user.get("id"))] = user
        for each in objects(record.get("ticket_fields")):
            self.fields[identifier(each.get("id"))] = plain(each.get("title"))
        for comment in objects(record.get("comments")):
            if ticket_id := identifier(comment.get("ticket_id")):
                self.comments[ticket_id].append(comment)
        for event in objects(record.get("ticket_events")):
            self.comments[identifier(event.get("ticket_id"))] += _of_events(event)
        if "ticket_id" in record and "subject" not in record:
            if "child_events" in record:
                self.comments[identifier(record["ticket_id"])] += _of_events(record)
            elif any(key in record for key in ("body", "html_body", "plain_body")):
                self.comments[identifier(record["ticket_id"])].append(dict(record))
        if is_user(record):
            self.users[identifier(record.get("id"))] = record


def is_ticket(record: Any) -> bool:
    """Whether a JSON object is a Zendesk ticket."""
    if not isinstance(record, dict) or "id" not in record or not {"subject", "description"} & record.keys():
        return False
    own = _OWN & record.keys() or {"requester_id", "via"} <= record.keys()
    return bool(own) or "/api/v2/tickets/" in plain(record.get("url"))


def is_beside(record: Any) -> bool:
    """Whether it is something that goes with tickets: a user, a comment, an event, or a page of them."""
    return isinstance(record, dict) and (
        is_user(record)
        or any(isinstance(record.get(key), list) for key in ("users", "ticket_fields", "ticket_events"))
        or ("ticket_id" in record and "subject" not in record))  # fmt: skip


def is_user(record: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a user."""
    return "email" in record and "role" in record and "subject" not in record and "id" in record


def tickets(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tickets of a page, each with what stands beside it there."""
    if isinstance(one := record.get("ticket"), dict):
        return [{**one, **{key: record[key] for key in ("comments", "audits") if key in record}}]
    return objects(record.get("tickets"))


def ticket(record: Mapping[str, Any], number: int, beside: Beside) -> Ticket:
    """The ticket of a record; `number` stands in for an id it has not."""
    key = identifier(record.get("id"))
    status = plain(record.get("status")).lower()
    metrics = record.get("metric_set")
    solved = metrics.get("solved_at") if isinstance(metrics, dict) else None
    extra, left_out = rest(record, _TAKEN)
    told = Ticket(
        id=key or f"record-{number}",
        subject=word(record.get("subject")) or word(record.get("raw_subject")) or "",
        status=status,
        messages=[],
        priority=word(record.get("priority")),
        opened=time(record.get("created_at")),
        # A closed ticket cannot be changed any more, so its last change is its end.
        closed=time(solved) or (time(record.get("updated_at")) if status in _ENDED else None),
        updated=time(record.get("updated_at")),
        source="zendesk",
        extra=extra,
        flags=left_out if key else ["without_id", *left_out],
    )
    people = {name: _person(record, name, beside) for name in ("requester", "assignee", "submitter")}
    comments = objects(record.get("comments")) or _of_audits(record) or []
    comments = comments + beside.of(key)
    comments.sort(key=lambda comment: plain(comment.get("created_at") or comment.get("created")))
    told.messages = _messages(record, comments, people, beside)
    for message in told.messages:
        merges.note(message, told)
    _fields(told, record, beside)
    if isinstance(ids := record.get("merged_ticket_ids"), list) and ids:
        told.extra["merged"] = [*told.extra.get("merged", []), *map(identifier, ids)]
    return told


def _messages(
    record: Mapping[str, Any], comments: list[dict[str, Any]], people: Mapping[str, str], beside: Beside
) -> list[Message]:
    messages = []
    for number, comment in enumerate(comments, 1):
        written = _written(comment)
        files = [*file_names(comment.get("attachments")), *written.files]
        if not written.raw and not files:
            continue
        public = is_public(comment)
        via = comment.get("via") or record.get("via") or record.get("via_channel")
        channel = plain(via.get("channel") if isinstance(via, dict) else via)
        author = identifier(comment.get("author_id") or comment.get("user_id"))
        messages.append(
            Message(
                id=identifier(comment.get("id")) or str(number),
                author=_name(author, comment, beside),
                role=_role(author, channel, public, people, beside),
                at=time(comment.get("created_at") or comment.get("created")),
                raw=written.raw,
                html=written.html,
                public=public,
                attachments=list(dict.fromkeys(files)),
                flags=written.flags,
            )
        )
    opening = body(record.get("description"))
    if opening.raw and not any(_same(opening.raw, message.raw) for message in messages):
        author = people["requester"] or people["submitter"]
        first = Message(
            id="description",
            author=_name(author, {}, beside),
            role="requester",
            at=time(record.get("created_at")),
            raw=opening.raw,
            html=opening.html,
            public=record.get("is_public") in (None, "") or is_public(record),
            flags=opening.flags,
        )
        messages.insert(0, first)
    return messages


def _written(comment: Mapping[str, Any]) -> Body:
    if isinstance(html := comment.get("html_body"), str) and html.strip():
        return body(html, "html")
    return body(comment.get("body") or comment.get("plain_body"), "plain")


def _same(one: str, other: str) -> bool:
    """Whether a description is that comment's text; Zendesk's may lack its markup, and may be cut short."""
    mine, theirs = "".join(one.split())[:200], "".join(other.split())[:200]
    return mine == theirs or (len(mine) > 20 and theirs.startswith(mine))


def _person(record: Mapping[str, Any], name: str, beside: Beside) -> str:
    inside = record.get(name)
    if isinstance(inside, dict) and (key := identifier(inside.get("id"))):
        beside.users.setdefault(key, inside)
        return key
    return identifier(record.get(f"{name}_id"))


def _name(author: str, comment: Mapping[str, Any], beside: Beside) -> str:
    user = beside.users.get(author) or comment.get("author") or {}
    return (word(user.get("name")) if isinstance(user, Mapping) else word(user)) or author


def _role(author: str, channel: str, public: bool, people: Mapping[str, str], beside: Beside) -> Role:
    if author == "-1" or channel in _MACHINES:
        return "system"
    kind = plain(beside.users.get(author, {}).get("role")).lower()
    if author and author == people["requester"]:
        return "requester"
    if kind in ("agent", "admin", "owner") or (author and author == people["assignee"]) or not public:
        return "agent"  # an end user cannot write an internal note
    if kind in ("end-user", "end_user"):
        return "other"
    return "agent" if author and author == people["submitter"] else "other"


def _of_audits(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [comment for audit in objects(record.get("audits")) for comment in _of_events(audit)]


def _of_events(event: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The comments among an audit's or an export's events."""
    who, when, via = (
        event.get("author_id") or event.get("updater_id"),
        event.get("created_at"),
        event.get("via"),
    )
    return [
        {"author_id": who, "created_at": when, "via": via, **child}
        for child in objects(event.get("child_events") or event.get("events"))
        if (child.get("event_type") or child.get("type")) == "Comment"
    ]


def _fields(told: Ticket, record: Mapping[str, Any], beside: Beside) -> None:
    given: Iterable[Mapping[str, Any]] = objects(record.get("custom_fields")) or objects(record.get("fields"))
    named = {}
    for each in given:
        key = identifier(each.get("id"))
        named[beside.fields.get(key) or plain(each.get("title") or each.get("name")) or key] = each.get(
            "value"
        )
    custom_fields.apply(told, named)
