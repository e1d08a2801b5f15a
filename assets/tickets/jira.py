"""Jira issues as its REST interface gives them: text in either form, comments, links, no history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from assets.tickets.bodies import body
from assets.tickets.model import Message, Role, Ticket
from assets.tickets.neutral import file_names, is_public
from assets.tickets.values import identifier, names, objects, plain, rest, time, word

_TAKEN = (
    "summary", "description", "status", "resolution", "resolutiondate", "created", "project", "versions",
    "components", "priority", "environment", "comment", "attachment", "issuelinks", "reporter",
    "assignee",
)  # fmt: skip
_NOISE = frozenset({"self", "avatarUrls", "iconUrl", "avatarId"})
_UNSET = frozenset({"none", "unprioritized", "undefined"})


def is_issue(record: Any) -> bool:
    """Whether a JSON object is a Jira issue."""
    return (
        isinstance(record, dict)
        and isinstance(record.get("fields"), dict)
        and ("key" in record or "id" in record)
    )


def issues(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The issues of what a search answers."""
    return [issue for issue in objects(record.get("issues")) if is_issue(issue)]


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
        source="jira",
        extra=_clean(extra),
        flags=left_out if key else ["without_id", *left_out],
    )
    told.messages = list(_messages(fields, told))
    if fields.get("security"):  # a level of people who may see the issue: not all who may read the tracker
        for message in told.messages:
            message.public = False
    for relation, other, is_source in _links(fields):
        if "duplicate" in relation.lower() and is_source:
            told.duplicate_of.append(other)
        elif "merged into" in relation.lower() and is_source:
            told.merged_into = other
        else:
            told.extra.setdefault("links", []).append([relation, other])
    return told


def _messages(fields: Mapping[str, Any], told: Ticket) -> Iterator[Message]:
    reporter = fields.get("reporter") or fields.get("creator")
    opening = body(fields.get("description"))
    attached = file_names(fields.get("attachment"))
    if opening.raw or attached:
        yield Message(
            id="description",
            author=_who(reporter),
            role="requester",
            at=told.opened,
            raw=opening.raw,
            html=opening.html,
            attachments=list(dict.fromkeys([*opening.files, *attached])),
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
            public=is_public(comment),
            attachments=written.files,
            flags=written.flags,
        )


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


def _links(fields: Mapping[str, Any]) -> Iterator[tuple[str, str, bool]]:
    """Each link's relation as read from this issue, the other's key, and whether this one is its subject."""
    for link in objects(fields.get("issuelinks")):
        kind = link.get("type")
        kind = kind if isinstance(kind, dict) else {}
        for side, relation, is_source in (
            ("outwardIssue", "outward", True),
            ("inwardIssue", "inward", False),
        ):
            if isinstance(other := link.get(side), dict) and (key := identifier(other.get("key"))):
                yield plain(kind.get(relation)) or plain(kind.get("name")), key, is_source


def _clean(value: Any) -> Any:
    """Without addresses of icons and of the interface itself."""
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items() if key not in _NOISE}
    return [_clean(item) for item in value] if isinstance(value, list) else value
