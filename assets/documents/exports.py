"""Exports of ticket trackers: told by the names of their fields; several tables are one document set."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath

from assets.documents.content import Content

_SUBJECT = frozenset({"subject", "summary", "short_description", "title"})
_STATE = frozenset({"status", "state", "resolution"})
_TALK = frozenset(
    "messages comments comment conversations description body description_text content journals"
    " correspondence".split()
)
_OF_TICKETS = frozenset(
    "assignee assignee_id assigned_to requester reporter priority severity resolved_at closed_at due_date"
    " ticket_status issue_type agent messages comments conversations labels tags votes".split()
)
"""What a title and a state alone do not tell: contracts have those as well."""
_TICKET_KEY = frozenset(
    "ticket_id issue_key issuekey requester_id submitter_id helpdesk_ticket ticket_events".split()
)
"""Nothing else has such fields."""
_ISSUE = frozenset(
    "summary status issuetype project reporter priority resolution comment description created".split()
)
"""Jira's fields, which its interface nests."""
_FLAG = frozenset(
    "public private is_public is_private ispublished is_published is_internal internal jsdpublic"
    " incoming".split()
)
_SAID = frozenset("body html_body body_text text comment commentbody comment_body message note".split())
_XML = frozenset("tickets ticket issues issue helpdesk-tickets helpdesk-ticket entity-engine-xml".split())
"""Roots of a help desk's exports in XML, which no reader is there for: they are no prose either."""
_STATES = frozenset(
    "open opened new reopened pending hold on hold waiting in progress to do solved resolved closed done"
    " fixed offen geschlossen gelöst".split()
)


def ticket_shape(content: Content) -> str | None:
    """The fields that make JSON or a table an export of tickets or of what belongs to them, None where none
    do."""
    if content.kind == "csv":
        return "ticket" if "ticket" in content.columns else _shape(dict.fromkeys(content.columns, ""))
    if content.kind == "xml":
        of_jira = content.xml_root == "rss" and "jira" in content.text.lower()
        return content.xml_root if content.xml_root in _XML or of_jira else None
    if content.kind not in ("json", "jsonl"):
        return None
    return next((shape for record in content.records if (shape := _shape(record))), None)


def _shape(record: Mapping[str, str]) -> str | None:
    """`record`: names of fields that stand together, with their values where these are known."""
    values = {re.sub(r"[\s-]+", "_", name.strip().lower()): value for name, value in record.items()}
    fields = values.keys()
    if own := fields & _TICKET_KEY:
        return ", ".join(sorted(own))
    if len(issue := fields & _ISSUE) >= 5 and "summary" in issue:
        return ", ".join(sorted(issue))
    if (flag := fields & _FLAG) and (said := fields & _SAID) and not fields & _SUBJECT:
        return ", ".join(sorted(flag | said))
    found = [fields & _SUBJECT, fields & _STATE, fields & _TALK]
    if not all(found):
        return None
    plain = found[0] == {"title"} or found[1] == {"state"}
    states = {word for name in found[1] for word in values[name].split()}
    if plain and not states & _STATES and not fields & _OF_TICKETS:
        return None
    return ", ".join(sorted(set().union(*found)))


def document_sets(tables: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Tables (path inside the collection, columns) that belong together, by the path of the tickets'
    own table: those of the same folder that join it by key, directly or by another table. A table
    joins where it shares an `..._id` column with the set, or is named for the thing such a column
    points at (`user_data.csv` for `user_id`). Several tables of tickets of the same columns, a year each,
    share what joins them, so they are one set; where nothing does, each is alone."""
    folders: dict[PurePosixPath, dict[str, list[str]]] = defaultdict(dict)
    for name, columns in tables.items():
        folders[PurePosixPath(name).parent][name] = columns
    sets: dict[str, list[str]] = {}
    for members in folders.values():
        of_tickets = [name for name in sorted(members) if is_ticket_table(members[name])]
        if not of_tickets:
            continue
        main = max(of_tickets, key=lambda name: len(_foreign_keys(members[name])))
        keys = _foreign_keys(members[main]) | {"ticket_id"}
        joined: set[str] = set()
        while new := {
            name
            for name in members
            if name not in joined and name not in of_tickets and _joins(name, members[name], keys)
        }:
            joined |= new
            keys = keys.union(*(_foreign_keys(members[name]) for name in new))
        if joined:
            alike = {name for name in of_tickets if name != main and _alike(members[name], members[main])}
            sets[main] = sorted(joined | alike)
    return sets


def is_ticket_table(columns: Collection[str]) -> bool:
    """Whether a table of these columns has a row a ticket, by whose id other tables can join it."""
    keys = set(columns)
    return bool("id" in keys and keys & _SUBJECT and keys & _STATE)


def _alike(columns: list[str], others: list[str]) -> bool:
    return 2 * len(set(columns) & set(others)) > len(set(columns) | set(others))


def _foreign_keys(columns: list[str]) -> set[str]:
    return {column for column in columns if column.endswith("_id") and column != "external_id"}


def _joins(name: str, columns: list[str], keys: set[str]) -> bool:
    thing = re.split(r"[_\W]", PurePosixPath(name).stem.lower())[0]
    named = "id" in columns and f"{thing.removesuffix('s')}_id" in keys
    return named or bool(_foreign_keys(columns) & keys)
