"""Zendesk's tickets in JSON: with comments, users beside them, or as events of an incremental export."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from assets.tickets import custom_fields, merges
from assets.tickets.bodies import Body, body
from assets.tickets.helpdesk import is_deleted, is_kept_back
from assets.tickets.model import Message, Role, Ticket
from assets.tickets.neutral import file_names
from assets.tickets.replies.tagless import tagless
from assets.tickets.values import identifier, objects, plain, rest, time, truth, word
from assets.tickets.visibility import NOT_SAID
from assets.tickets.zendesk_talk import TEXTS, Comment, as_they_hold, told_by

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
_AGENTS = frozenset({"agent", "admin", "owner"})
_OF_TICKET = frozenset(
    {"subject", "raw_subject", "summary", "title", "short_description", "description", "resolution"}
)
"""What only a ticket has: a comment or an event that belongs to one has none of these."""
_TOGETHER = timedelta(minutes=2)
"""Between a ticket and its first comment, which are made at once."""


class Field(NamedTuple):
    """A field that people added: its title, and whether customers see it (None where that is not said)."""

    title: str
    shown: bool | None


@dataclass(slots=True)
class Beside:
    """What an export says apart from its tickets: users and fields by id; by ticket its comments, and what
    is said of them."""

    users: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
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
            defined = Field(plain(each.get("title")), truth(each.get("visible_in_portal")))
            self.fields[identifier(each.get("id"))] = defined
        for each in _of_tickets(record):
            told = told_by(each) if _HOLDS_EVENTS & each.keys() else [each]
            self.comments[identifier(each["ticket_id"])] += told
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
        or bool(_of_tickets(record)))  # fmt: skip


_HOLDS_EVENTS = frozenset({"events", "child_events"})
_PARTS = ("comments", "audits", "ticket_events")


def _of_tickets(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The comments, audits and events in a record that say to which ticket they belong: on a page of them,
    or the record itself."""
    if _OF_TICKET & record.keys():
        return []
    listed = [dict(record), *(each for part in _PARTS for each in objects(record.get(part)))]
    return [each for each in listed if identifier(each.get("ticket_id"))]


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
    if is_deleted(record):
        told.status = "deleted"
    people = {name: _person(record, name, beside) for name in ("requester", "assignee", "submitter")}
    talk = [*told_by(record), *beside.of(key)]
    told.talk_given = bool(talk) or any(isinstance(record.get(name), list) for name in ("comments", "audits"))
    comments = as_they_hold(talk)
    told.messages = _messages(record, comments, people, beside)
    if (opening := _opening(record, comments, people, beside)) is not None:
        told.messages.insert(0, opening)
    # Nobody outside sees a ticket whose comments are all internal: neither its subject nor its fields.
    silent = bool(comments) and not any(message.public for message in told.messages)
    told.restricted = is_kept_back(record) or (silent and truth(record.get("is_public")) is not True)
    for message in told.messages:
        merges.note(message, told)
    _fields(told, record, beside)
    if isinstance(ids := record.get("merged_ticket_ids"), list) and ids:
        told.extra["merged"] = [*told.extra.get("merged", []), *map(identifier, ids)]
    return told


def _messages(
    record: Mapping[str, Any], comments: Sequence[Comment], people: Mapping[str, str], beside: Beside
) -> list[Message]:
    messages = []
    for number, comment in enumerate(comments, 1):
        said = comment.told
        written = _written(said)
        files = [*file_names(said.get("attachments")), *written.files]
        if not written.raw and not files:
            continue
        via = said.get("via") or record.get("via") or record.get("via_channel")
        author = identifier(said.get("author_id") or said.get("user_id"))
        public = comment.public is True
        messages.append(
            Message(
                id=identifier(said.get("id")) or str(number),
                author=_name(author, said, beside),
                role=_role(author, _channel(via), public, people, beside),
                at=time(said.get("created_at") or said.get("created") or said.get("timestamp")),
                raw=written.raw,
                html=written.html,
                public=public,
                attachments=list(dict.fromkeys(files)),
                flags=[*written.flags, *([NOT_SAID] if comment.public is None else [])],
            )
        )
    return messages


def _opening(
    record: Mapping[str, Any], comments: Sequence[Comment], people: Mapping[str, str], beside: Beside
) -> Message | None:
    """The description where it is not among the comments, though it is the first of them: it may as well be
    an agent's note, and only what customers write themselves never is."""
    author = people["submitter"] or (people["requester"] if _channel(record.get("via")) == "email" else "")
    at = time(record.get("created_at"))
    if comments and at and _is_first(comments[0], author, at):
        return None
    written = body(record.get("description"))
    if not written.raw:
        return None
    words = _bare(record.get("description"))
    if any(_same(words, _bare(comment.told.get(name))) for comment in comments for name in TEXTS):
        return None
    is_agent = _kind(author, beside) in _AGENTS or author == people["assignee"]
    public = bool(author) and author == people["requester"] and not is_agent
    return Message(
        id="description",
        author=_name(author or people["requester"], {}, beside),
        role="requester" if author == people["requester"] or not author else "agent",
        at=at,
        raw=written.raw,
        html=written.html,
        public=public,
        flags=[*written.flags, *([] if public else [NOT_SAID])],
    )


def _written(comment: Mapping[str, Any]) -> Body:
    if isinstance(html := comment.get("html_body"), str) and html.strip():
        return body(html, "html")
    return body(comment.get("body") or comment.get("plain_body"), "plain")


def _is_first(comment: Comment, author: str, opened: datetime) -> bool:
    """Whether a ticket's earliest comment is the one it was opened with."""
    by = identifier(comment.told.get("author_id") or comment.told.get("user_id"))
    return (
        comment.at is not None
        and abs(comment.at - opened) <= _TOGETHER
        and (not author or by in ("", author))
    )


def _bare(text: Any) -> str:
    """The letters and figures a text begins with, whatever markup stands between them."""
    return "".join(filter(str.isalnum, tagless(plain(text))[:1_000]))[:200]


def _same(description: str, comment: str) -> bool:
    """Whether a description, which may be cut short, is the text of that comment."""
    return bool(comment) and (
        description == comment or (len(description) > 20 and comment.startswith(description))
    )


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
    kind = _kind(author, beside)
    if author and author == people["requester"]:
        return "requester"
    if kind in _AGENTS or (author and author == people["assignee"]) or not public:
        return "agent"  # an end user cannot write an internal note
    if kind in ("end-user", "end_user"):
        return "other"
    return "agent" if author and author == people["submitter"] else "other"


def _kind(author: str, beside: Beside) -> str:
    return plain(beside.users.get(author, {}).get("role")).lower()


def _channel(via: Any) -> str:
    return plain(via.get("channel") if isinstance(via, Mapping) else via).lower()


def _fields(told: Ticket, record: Mapping[str, Any], beside: Beside) -> None:
    """What customers see of the fields that people added. The others say nothing of the ticket, and are kept
    apart with those of which it is not known what they are."""
    given = record.get("custom_fields") or record.get("fields")
    shown: dict[str, Any] = dict(given) if isinstance(given, dict) else {}
    internal: dict[str, Any] = {}
    for each in objects(given):
        if each.get("value") in (None, "", [], {}):
            continue
        key = identifier(each.get("id"))
        defined = beside.fields.get(key) or Field("", None)
        title = defined.title or plain(each.get("title") or each.get("name"))
        hidden = defined.shown is False or truth(each.get("visible_in_portal")) is False
        (internal if hidden or not title else shown)[title or key] = each.get("value")
    custom_fields.apply(told, shown)
    if internal:
        told.extra["internal_fields"] = internal
