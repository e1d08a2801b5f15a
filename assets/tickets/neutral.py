"""Tickets of any tracker as records with telling names: JSON, JSON Lines, a table with a row each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from assets.tickets.bodies import Body, Markup, body
from assets.tickets.markup import is_adf
from assets.tickets.model import Message, Role, Ticket
from assets.tickets.values import column, identifier, is_talk, names, plain, time, word
from assets.tickets.visibility import NOT_SAID, is_public, is_restricted, said_of

_ALIASES: dict[str, tuple[str, ...]] = {
    "id": ("key", "issue_key", "id", "ticket_id", "display_id", "ticket_number", "case_number", "number",
           "issue_id"),
    "subject": ("subject", "summary", "title", "short_description", "betreff", "name"),
    "status": ("status", "state", "status_name", "ticket_status"),
    "product": ("product", "product_name", "produkt", "project_name", "project"),
    "components": ("components", "component", "component_s", "module", "modules"),
    "priority": ("priority", "priority_name", "severity"),
    "opened": ("created_at", "created", "opened_at", "opened", "created_time", "creation_date",
               "sys_created_on", "date"),
    "closed": ("closed_at", "closed", "resolved_at", "resolved", "solved_at", "resolved_time",
               "resolution_date", "resolutiondate", "close_date"),
    "updated": ("updated_at", "updated", "updated_time", "last_updated", "last_modified", "modified_at",
                "sys_updated_on"),
    "resolution": ("resolution_text", "resolution_notes", "close_notes", "solution", "resolution", "loesung"),
    "outcome": ("outcome", "resolution_name", "resolution_code", "close_code", "close_reason"),
    "merged_into": ("merged_into", "merged_into_id", "merged_to"),
    "duplicate_of": ("duplicate_of", "duplicate_of_id", "is_duplicate_of"),
    "environment": ("environment", "env", "umgebung"),
    "description": ("description_html", "description", "description_text", "body", "content", "details",
                    "text", "question"),
    "requester": ("requester", "requester_name", "reporter", "customer", "author", "creator", "opened_by",
                  "requester_id", "reporter_id", "email"),
    "assignee": ("assignee", "assigned_to", "agent", "owner", "assignee_id", "responder_id"),
}  # fmt: skip
_VERSIONS = ("versions", "version", "affects_versions", "affects_version_s", "affected_versions",
             "affected_version", "product_version")  # fmt: skip
_TALK = ("messages", "comments", "comment", "conversations", "thread", "replies", "answers")
_INTERNAL_TALK = re.compile(
    r"(?:custom_field_|cf_)?(?:internal|private|work|agents?|staff|team|confidential)_?(?:notes?|comments?|remarks?)"
    r"|comments_and_work_notes|worklogs?|log_work|notes"
)
_ROLES: dict[str, Role] = {
    **dict.fromkeys(
        "reporter requester customer user end_user client submitter enduser contact kunde".split(),
        "requester",
    ),
    **dict.fromkeys(
        "assignee agent support staff admin engineer operator technician owner team".split(), "agent"
    ),
    **dict.fromkeys("system bot automation trigger rule machine app".split(), "system"),
}
_OUTCOME = frozenset(
    "a an and as auto automatically answered behoben bug by can cancelled canceled cannot cant complete"
    " completed customer declined deferred design designed do doesnt done dont duplicate duplicated"
    " duplikat erledigt error expired external fault feature fixed for found geschlossen gelöst hold"
    " implemented incomplete info information intended invalid issue it known me more need needs no none"
    " not obsolete of on open our out party pending permanently postponed problem rejected released"
    " reproduce reproducible request required resolved response résolu scope solved spam support"
    " temporarily third to unable unresolved update user valid wont will won withdrawn workaround works"
    " working wontfix closed fix resuelto risolto opgelost rozwiązane".split()
)
"""A tracker's name for how a ticket ended is made of these; a resolution in words says something else too."""
_YES_OR_NO = frozenset("true false yes no y n t f".split())
_APOSTROPHE = re.compile("['’`´]")
_WORDS = re.compile(r"[^\W_]+")
_TABLE_COMMENT = re.compile(r"([^;\n]{6,40});([^;\n]{1,100});(.*)", re.DOTALL)
"""Jira's table export: time;author;text."""


def ticket(
    record: Mapping[str, Any], number: int, source: str = "tickets", *, told_apart: bool = False
) -> Ticket:
    """The ticket that a record tells; `number` stands in for an id it has not. `told_apart`: its export says
    of its messages who may read them, so those of which it says nothing are nobody's. What is not
    understood stays in `extra`."""
    fields = {column(key): (key, value) for key, value in record.items() if value not in (None, "", [], {})}
    taken: set[str] = set()

    def take(*aliases: str) -> Any:
        for name in aliases:
            if name in fields:
                taken.add(fields[name][0])
                return fields[name][1]
        return None

    found = {field: take(*aliases) for field, aliases in _ALIASES.items()}
    requester, assignee = word(found["requester"]), word(found["assignee"])
    outcome, resolution = word(found["outcome"]), body(found["resolution"])
    if outcome is None and is_outcome(resolution.raw):
        outcome, resolution = word(resolution.raw), Body("")
    told = Ticket(
        id=identifier(found["id"]) or f"record-{number}",
        subject=word(found["subject"]) or "",
        status=word(found["status"]) or "",
        messages=[],
        product=word(found["product"]),
        versions=list(dict.fromkeys(version for name in _VERSIONS for version in names(take(name)))),
        components=names(found["components"]),
        priority=word(found["priority"]),
        opened=time(found["opened"]),
        closed=time(found["closed"]),
        updated=time(found["updated"]),
        resolution=resolution.text,
        outcome=outcome,
        merged_into=identifier(found["merged_into"]) or None,
        duplicate_of=_originals(found["duplicate_of"]),
        environment=body(found["environment"]).text,
        restricted=is_restricted(record),
        talk_given=tells_talk(key for key, value in record.items() if value is not None),
        source=source,
        flags=[] if identifier(found["id"]) else ["without_id"],
    )
    author = requester or ""
    if (description := found["description"]) is not None:
        opening = {"body": description, "author": author, "role": "requester", "at": found["opened"]}
        told.messages += _messages([opening], told, requester, assignee)
    talk = [item for field in _TALK for item in _items(take(field))]
    # What is called internal, and lists of what looks like messages under names not known, which may be
    # anything: nobody's to read.
    apart = [
        name
        for name, (key, value) in fields.items()
        if key not in taken and (_INTERNAL_TALK.fullmatch(name) or is_talk(value))
    ]
    told.messages += _messages(talk, told, requester, assignee, told_apart=told_apart)
    notes = [item for name in apart for item in _items(take(name))]
    told.messages += _messages(notes, told, requester, assignee, internal=True)
    told.extra = {
        key: value for key, value in record.items() if key not in taken and value not in (None, "", [], {})
    }
    return told


def tells_talk(names: Iterable[str]) -> bool:
    """Whether a field of one of these names is for messages, be it empty."""
    return any(column(name) in _TALK for name in names)


def talk_of(record: Mapping[str, Any]) -> list[Any]:
    """A record's messages as they stand in it, but for notes."""
    return [item for name, value in record.items() if column(name) in _TALK for item in _items(value)]


def _items(value: Any) -> list[Any]:
    """The messages of a field, however they are given."""
    if isinstance(value, dict) and not is_adf(value):  # Jira nests them
        value = value.get("comments") or value.get("values") or value
    value = [value] if isinstance(value, (str, dict)) else value
    return value if isinstance(value, list) else []


def _originals(value: Any) -> list[str]:
    """The ids of tickets that a field says are the same; yes or no says none."""
    return [key for name in names(value) if (key := identifier(name)).lower() not in _YES_OR_NO]


def is_outcome(text: str) -> bool:
    """Whether a resolution is only a tracker's name for how it ended (Fixed, Cannot Reproduce)."""
    if len(text) > 40 or "\n" in text:
        return False
    words = _WORDS.findall(_APOSTROPHE.sub("", text.lower()))
    return 0 < len(words) <= 5 and _OUTCOME.issuperset(words)


def _messages(
    items: list[Any],
    told: Ticket,
    requester: str | None,
    assignee: str | None,
    *,
    told_apart: bool = False,
    internal: bool = False,
) -> list[Message]:
    """The messages of `items`, all of them nobody's to read if `internal`. Where some say that everybody may
    (`told_apart`: others of the export do), those that do not say so are nobody's either; where only the
    others are marked, what has no mark is everybody's."""
    found: list[Message] = []
    unsaid: list[Message] = []
    for item in items:
        if isinstance(item, str):
            item = _of_table(item)
        elif is_adf(item):
            item = {"body": item}
        if not isinstance(item, dict):
            if item not in (None, ""):
                told.flags.append("message_not_understood")
            continue
        if _are_joined(tuple(item)):
            item = {column(name): value for name, value in item.items()}
        said = said_of(item)
        message = _message(item, len(told.messages) + len(found), requester, assignee)
        message.public = not said.hidden and not internal
        if message.raw or message.attachments:
            found.append(message)
        told_apart = told_apart or said.open
        if said.nothing and not internal:
            unsaid.append(message)
    if told_apart:
        for message in unsaid:
            message.public = False
            message.flags.append(NOT_SAID)
    return found


@lru_cache(maxsize=1024)
def _are_joined(names: tuple[str, ...]) -> bool:
    return any(name != column(name) for name in names)


def _of_table(text: str) -> dict[str, Any]:
    match = _TABLE_COMMENT.fullmatch(text)
    if match and time(match[1]):
        return {"at": match[1], "author": match[2], "body": match[3]}
    return {"body": text}


def _message(item: Mapping[str, Any], number: int, requester: str | None, assignee: str | None) -> Message:
    author = ""
    for key in ("author", "author_name", "from", "user", "name", "author_id", "user_id", "email"):
        if author := word(item.get(key)) or "":
            break
    markup, value = _written(item)
    written = body(value, markup)
    at = None
    for key in ("at", "created_at", "created", "date", "time", "timestamp", "sent_at"):
        if at := time(item.get(key)):
            break
    attached = item.get("attachments") or item.get("attachment") or item.get("files")
    return Message(
        id=identifier(item.get("id")) or str(number),
        author=author,
        role=_role(item, author, requester, assignee),
        at=at,
        raw=written.raw,
        html=written.html,
        attachments=list(dict.fromkeys([*file_names(attached), *written.files])),
        flags=list(written.flags),
    )


def _written(item: Mapping[str, Any]) -> tuple[Markup, Any]:
    for key in ("html", "body_html", "html_body"):
        if isinstance(value := item.get(key), str) and value.strip():
            return "html", value
    for key in ("body", "text", "content", "message", "comment", "body_text", "value", "note", "notes"):
        if (value := item.get(key)) not in (None, ""):
            return "unknown", value
    return "plain", ""


def _role(item: Mapping[str, Any], author: str, requester: str | None, assignee: str | None) -> Role:
    by = item.get("author")
    nested = (by.get("role"), by.get("type")) if isinstance(by, dict) else ()
    for told in (item.get("author_role"), item.get("role"), *nested):
        if told and (said := plain(told).strip().lower().replace("-", "_").replace(" ", "_")):
            return _ROLES.get(said, "other")
    if author and author == requester:
        return "requester"
    return "agent" if author and author == assignee else "other"


__all__ = ["file_names", "is_outcome", "is_public", "talk_of", "tells_talk", "ticket"]


def file_names(attached: Any) -> list[str]:
    """The names of attached files, however they are given."""
    items = attached if isinstance(attached, list) else [attached]
    found = []
    for item in items:
        if isinstance(item, dict):
            item = next(
                (item[key] for key in ("file_name", "filename", "name", "title") if item.get(key)), None
            )
        if isinstance(item, str) and (name := word(item)):
            found.append(name.replace("\\", "/").rsplit("/", 1)[-1][:255])
    return list(dict.fromkeys(found))
