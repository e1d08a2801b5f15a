"""Zendesk's comments as they hold in the end: each once, however often it is told, and with what was said of
it later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from assets.tickets.helpdesk import is_deleted, shows
from assets.tickets.values import first, identifier, objects, plain, time

TEXTS = ("html_body", "body", "plain_body")
_REDACTED = "▇"
"""What stands in the place of words that were taken out."""


@dataclass(slots=True)
class Comment:
    """A comment: what is told of it, the latest first to count; `public`: None where nothing says it."""

    told: dict[str, Any]
    public: bool | None
    at: datetime | None = None
    gone: bool = False
    flags: list[str] = field(default_factory=list)


def told_by(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The comments of a record, and what it says of comments, in order: of a ticket or a page with its
    `comments` or `audits`, of an audit, or of an event of an incremental export."""
    found = objects(record.get("comments"))
    for audit in objects(record.get("audits")):
        found += told_by(audit)
    shared = {
        "author_id": record.get("author_id") or record.get("updater_id"),
        "created_at": first(record, ("created_at", "timestamp")),
        "via": record.get("via"),
    }
    for child in objects(record.get("child_events")) or objects(record.get("events")):
        if _kind(child).endswith("comment") or "comment_id" in child:
            found.append({**shared, **child})
    return found


def as_they_hold(told: Iterable[Mapping[str, Any]]) -> list[Comment]:
    """The comments that are left of all that is `told`, by time; one without a time stands behind what it
    was told behind. What was hidden once is hidden: Zendesk makes nothing public again."""
    found: dict[str, Comment] = {}
    later: list[Mapping[str, Any]] = []
    for item in told:
        if "comment_id" in item and not any(item.get(name) for name in TEXTS):
            later.append(item)
            continue
        key = identifier(item.get("id")) or "\x1f".join(("", *map(plain, map(item.get, _ALIKE))))
        comment = found.setdefault(key, Comment({}, None))
        _add(comment, item)
    for item in later:
        if (of := found.get(identifier(item.get("comment_id")))) is not None:
            _change(of, item)
    at: datetime | None = None
    for comment in found.values():
        comment.at = at = time(first(comment.told, ("created_at", "created", "timestamp"))) or at
    held = [comment for comment in found.values() if not comment.gone]
    return sorted(held, key=lambda comment: comment.at or _BEFORE_ALL)


_ALIKE = ("author_id", "user_id", "created_at", "created", "body", "html_body")
"""By which a comment without an id is told from others."""
_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


def _add(comment: Comment, item: Mapping[str, Any]) -> None:
    said = {name: value for name, value in item.items() if value not in (None, "", [], {})}
    if comment.told.get("body") != said.get("body") and any(name in said for name in TEXTS):
        for name in TEXTS:
            comment.told.pop(name, None)
    comment.told |= said
    comment.gone = comment.gone or is_deleted(item)
    public = shows(item, "public", public=True)
    comment.public = public if comment.public is None else comment.public and public is not False


def _change(comment: Comment, item: Mapping[str, Any]) -> None:
    kind = _kind(item)
    if "redact" not in kind:
        public = shows(item, "public", public=True)
        comment.public = (
            False if public is False or (public is None and "privacy" in kind) else comment.public
        )
    elif "attachment" in kind or "file" in kind:
        comment.told.pop("attachments", None)
    elif not any(_REDACTED in plain(comment.told.get(name)) for name in TEXTS):
        comment.gone = True  # it is told as it was before, and which words went is not told


def _kind(event: Mapping[str, Any]) -> str:
    return plain(event.get("event_type") or event.get("type")).lower()
