"""Exports of ticket trackers: told by the names of their fields; several tables are one document set."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from assets.documents.content import Content

_SUBJECT = {"subject", "summary", "title", "short_description"}
_STATE = {"status", "state", "resolution"}
_TALK = {"messages", "comments", "comment", "conversations", "description", "body", "description_text"}
_TICKET_KEY = {"ticket_id", "issue_key", "ticket"}


def ticket_shape(content: Content) -> str | None:
    """The fields that make JSON or a table an export of tickets, or None."""
    return _shape(content.keys) if content.kind in ("json", "jsonl", "csv") else None


def _shape(columns: Iterable[str]) -> str | None:
    keys = {key.lower() for key in columns}
    found = [keys & _SUBJECT, keys & _STATE, keys & _TALK]
    if all(found):
        return ", ".join(sorted(set().union(*found)))
    return ", ".join(sorted(keys & _TICKET_KEY)) or None


def document_sets(tables: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Tables (path inside the collection, columns) that belong together, by the path of the tickets'
    own table: those of the same folder that join it by key, directly or by another table. A table
    joins where it shares an `..._id` column with the set, or is named for the thing such a column
    points at (`user_data.csv` for `user_id`)."""
    folders: dict[PurePosixPath, dict[str, list[str]]] = defaultdict(dict)
    for name, columns in tables.items():
        folders[PurePosixPath(name).parent][name] = columns
    sets: dict[str, list[str]] = {}
    for members in folders.values():
        main = next((name for name in sorted(members) if _is_ticket_table(members[name])), None)
        if main is None:
            continue
        keys = _foreign_keys(members[main]) | {"ticket_id"}
        joined: set[str] = set()
        while new := {
            name for name in members if name not in joined | {main} and _joins(name, members[name], keys)
        }:
            joined |= new
            keys = keys.union(*(_foreign_keys(members[name]) for name in new))
        if joined:
            sets[main] = sorted(joined)
    return sets


def _is_ticket_table(columns: list[str]) -> bool:
    keys = set(columns)
    return bool("id" in keys and keys & _SUBJECT and keys & _STATE)


def _foreign_keys(columns: list[str]) -> set[str]:
    return {column for column in columns if column.endswith("_id") and column != "external_id"}


def _joins(name: str, columns: list[str], keys: set[str]) -> bool:
    thing = re.split(r"[_\W]", PurePosixPath(name).stem.lower())[0]
    named = "id" in columns and f"{thing.removesuffix('s')}_id" in keys
    return named or bool(_foreign_keys(columns) & keys)
