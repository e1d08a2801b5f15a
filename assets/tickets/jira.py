"""Jira issues as its REST interface gives them: text in either form, comments, links, no history."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from assets.tickets.bodies import body
from assets.tickets.model import Message, Role, Ticket
from assets.tickets.neutral import file_names
from assets.tickets.outcomes import outcome_of
from assets.tickets.relations import names_duplicates, relation_of
from assets.tickets.values import first, identifier, names, objects, plain, rest, time, truth, word
from assets.tickets.visibility import is_public, is_restricted

_TAKEN = (
    "summary", "description", "status", "resolution", "resolutiondate", "created", "project", "versions",
    "components", "priority", "environment", "comment", "attachment", "issuelinks", "reporter",
    "assignee",
)  # fmt: skip
_NOISE = frozenset({"self", "avatarUrls", "iconUrl", "avatarId"})
_UNSET = frozenset({"none", "unprioritized", "undefined"})
ALL_SHOWN = "comments_taken_for_public"
"""Flag of an issue whose export has no word about who may read its comments."""
_OF_DESK = "sd.public.comment"
_LINK_COLUMN = re.compile(r"(outward|inward) issue link \((.+)\)")


class _Link(NamedTuple):
    """A link as an issue has it: on which side of it the other stands, what is `said` there, read from this
    issue ("is duplicated by"), the name of its kind, the other's key."""

    side: str
    said: str
    kind: str
    key: str


def is_issue(record: Any) -> bool:
    """Whether a JSON object is a Jira issue."""
    return (
        isinstance(record, dict)
        and isinstance(record.get("fields"), dict)
        and ("key" in record or "id" in record)
    )


def is_request(record: Any) -> bool:
    """Whether a JSON object is a request as Jira's service desk gives it to customers."""
    return isinstance(record, dict) and "issueKey" in record and "requestFieldValues" in record


def of_request(record: Mapping[str, Any]) -> dict[str, Any]:
    """A service desk's request as the issue that it is."""
    fields: dict[str, Any] = {
        name: each.get("value")
        for each in objects(record.get("requestFieldValues"))
        if (name := plain(each.get("fieldId")))
    }
    status = record.get("currentStatus")
    status = status if isinstance(status, dict) else {}
    talk = record.get("comments")
    talk = talk.get("values") if isinstance(talk, dict) else talk
    return {
        "key": record["issueKey"],
        "fields": fields
        | {
            "status": {
                "name": status.get("status"),
                "statusCategory": {"key": status.get("statusCategory")},
            },
            "created": _instant(record.get("createdDate")),
            "reporter": record.get("reporter"),
        }
        | (
            {"comment": [{**each, "created": _instant(each.get("created"))} for each in objects(talk)]}
            if isinstance(talk, list)
            else {}
        ),
    }


def _instant(date: Any) -> Any:
    return first(date, ("iso8601", "jira", "epochMillis")) if isinstance(date, dict) else date


def ticket(issue: Mapping[str, Any], number: int) -> Ticket:
    """The ticket of an issue; `number` stands in for a key it has not."""
    fields: Mapping[str, Any] = issue["fields"]
    key = identifier(issue.get("key")) or identifier(issue.get("id"))
    priority = word(fields.get("priority"))
    extra, left_out = rest(fields, _TAKEN)
    told = Ticket(
        id=key or f"record-{number}",
        subject=word(fields.get("summary")) or "",
        status=word(fields.get("status")) or "",
        messages=[],
        product=word(fields.get("project")),
        versions=names(objects(fields.get("versions"))),
        components=names(objects(fields.get("components"))),
        priority=None if priority and priority.lower() in _UNSET else priority,
        opened=time(fields.get("created")),
        closed=time(fields.get("resolutiondate")),
        updated=time(fields.get("updated")),
        outcome=word(fields.get("resolution")),
        environment=body(fields.get("environment")).text,
        ended=_ended(fields.get("status")),
        # A security level: people who may see the issue are not all who may read the tracker.
        restricted=is_restricted({"security": fields.get("security")}),
        talk_given=isinstance(fields.get("comment"), (dict, list)),
        source="jira",
        extra=_clean(extra),
        flags=left_out if key else ["without_id", *left_out],
    )
    told.messages = _attached(list(_messages(fields, told)), fields)
    _link(told, _links(fields))
    return told


def complete(told: Ticket, cells: Mapping[str, Any]) -> None:
    """Add what the columns of Jira's table export say beside the usual ones. Such a table does not say which
    comments are internal."""
    if any(name in cells for name in ("comment", "comments")):
        told.flags.append(ALL_SHOWN)
    told.ended = _ended({"statusCategory": {"name": cells.get("status category")}})
    links: list[_Link] = []
    for name, cell in cells.items():
        if column := _LINK_COLUMN.fullmatch(name):
            told.extra.pop(name, None)
            links += [_Link(column[1], "", column[2], key) for key in names(cell)]
    _link(told, links)


def _ended(status: Any) -> bool | None:
    """Whether a status is in the category of those that are done, however it is named."""
    category = status.get("statusCategory") if isinstance(status, dict) else None
    if not isinstance(category, dict):
        return None
    if key := plain(category.get("key")).lower():
        return None if key == "undefined" else key == "done"
    name = plain(category.get("name"))
    return outcome_of(name).ended if name else None


def _messages(fields: Mapping[str, Any], told: Ticket) -> Iterator[Message]:
    reporter = fields.get("reporter") or fields.get("creator")
    opening = body(fields.get("description"))
    if opening.raw or file_names(fields.get("attachment")):
        yield Message(
            id="description",
            author=_who(reporter),
            role="requester",
            at=told.opened,
            raw=opening.raw,
            html=opening.html,
            attachments=opening.files,
            flags=opening.flags,
        )
    talk = fields.get("comment")
    talk = talk if isinstance(talk, dict) else {"comments": talk}
    comments = objects(talk.get("comments"))
    total = talk.get("total")
    if isinstance(total, int) and total > len(comments):
        told.flags.append(f"comments_missing:{total - len(comments)}")
    for number, comment in enumerate(comments, 1):
        written = body(comment.get("body"))
        if not written.raw:
            continue
        author = comment.get("author")
        yield Message(
            id=identifier(comment.get("id")) or str(number),
            author=_who(author),
            role=_role(author, reporter, fields.get("assignee")),
            at=time(comment.get("created")),
            raw=written.raw,
            html=written.html,
            public=_is_public(comment),
            attachments=written.files,
            flags=written.flags,
        )


def _attached(messages: list[Message], fields: Mapping[str, Any]) -> list[Message]:
    """The messages with the issue's files. These do not say where they were attached: the first message has
    them, but where some comments are internal, those that an internal one names, or that somebody who did
    not report the issue attached without naming them where all may read."""
    reporter = _key(fields.get("reporter") or fields.get("creator"))
    hidden = [message for message in messages if not message.public]
    shown = {name for message in messages if message.public for name in message.attachments}
    files = fields.get("attachment")
    for each in files if isinstance(files, list) else [files]:
        for name in file_names(each):
            internal = [message for message in hidden if name in message.raw or name in message.attachments]
            theirs = isinstance(each, dict) and reporter and _key(each.get("author")) == reporter
            if hidden and not internal and name not in shown and not theirs:
                internal = [_nearest(hidden, time(each.get("created")) if isinstance(each, dict) else None)]
            holder = internal[0] if internal else messages[0]
            holder.attachments = list(dict.fromkeys([*holder.attachments, name]))
    return [message for message in messages if message.raw or message.attachments]


def _nearest(messages: list[Message], at: datetime | None) -> Message:
    if at is None:
        return messages[0]
    return min(messages, key=lambda each: abs((each.at - at).total_seconds()) if each.at else math.inf)


def _key(person: Any) -> str:
    if isinstance(person, dict):
        for key in ("accountId", "key", "name", "emailAddress", "displayName"):
            if said := plain(person.get(key)):
                return said
    return plain(person)


def _who(person: Any) -> str:
    said = person.get("displayName") or person.get("name") if isinstance(person, dict) else person
    return word(said) or _key(person)


def _role(author: Any, reporter: Any, assignee: Any) -> Role:
    if isinstance(author, dict) and author.get("accountType") == "app":
        return "system"
    key = _key(author)
    if key and key == _key(reporter):
        return "requester"
    return "agent" if key and key == _key(assignee) else "other"


def _is_public(comment: Mapping[str, Any]) -> bool:
    """Service desks say so in a property of the comment."""
    if not is_public(comment):
        return False
    properties = comment.get("properties")
    if properties in (None, "", [], {}):
        return True
    if not isinstance(properties, list) or len(objects(properties)) < len(properties):
        return False
    for each in objects(properties):
        key, value = plain(each.get("key")).lower(), each.get("value")
        if key == _OF_DESK:
            if not isinstance(value, dict) or truth(value.get("internal")) is not False:
                return False
        elif any(word in key for word in ("internal", "public", "private", "visib", "restrict")):
            return False
    return True


def _links(fields: Mapping[str, Any]) -> Iterator[_Link]:
    for link in objects(fields.get("issuelinks")):
        kind = link.get("type")
        kind = kind if isinstance(kind, dict) else {}
        for side in ("outward", "inward"):
            if isinstance(other := link.get(f"{side}Issue"), dict) and (key := identifier(other.get("key"))):
                yield _Link(side, plain(kind.get(side)), plain(kind.get("name")), key)


def _link(told: Ticket, links: Iterable[_Link]) -> None:
    for link in links:
        relation = relation_of(link.said)
        if not link.said and link.side == "outward" and names_duplicates(link.kind):
            relation = "duplicate_of"
        if link.key == told.id:
            continue
        if relation == "duplicate_of":
            told.duplicate_of = list(dict.fromkeys([*told.duplicate_of, link.key]))
        elif relation == "merged_into":
            told.merged_into = link.key
        else:
            said = link.said or f"{link.kind} ({link.side})"
            told.extra.setdefault("links", []).append([said, link.key])


def _clean(value: Any) -> Any:
    """Without addresses of icons and of the interface itself."""
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items() if key not in _NOISE}
    return [_clean(item) for item in value] if isinstance(value, list) else value
