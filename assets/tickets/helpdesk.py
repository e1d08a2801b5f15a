"""What exports of help desks have in common: who may read a message, and what was taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assets.tickets.values import truth
from assets.tickets.visibility import is_public, restricted_by

_DELETED = ("deleted", "is_deleted", "deleted_at", "trashed", "_fivetran_deleted")
_NOTHING: tuple[Any, ...] = (None, "", [], {})


def shows(message: Mapping[str, Any], field: str, *, public: bool) -> bool | None:
    """Whether customers see a message: True where `field` says what public ones say there (`public`) and
    nothing else says that they do not; None where nothing is said. A word that is not understood hides it."""
    if not is_public({name: value for name, value in message.items() if name != field}):
        return False
    said = message.get(field)
    return None if said in _NOTHING else truth(said) is public


def is_kept_back(ticket: Mapping[str, Any]) -> bool:
    """Whether a ticket says that not everybody may read it; one that was deleted may be by nobody."""
    return bool(kept_back_by(ticket))


def kept_back_by(ticket: Mapping[str, Any], *, of_jira: bool = False) -> str:
    """The name of the field that says so, empty where none does."""
    said = {name: value for name, value in ticket.items() if name not in _DELETED}
    return restricted_by(said, of_jira=of_jira)


def is_deleted(record: Mapping[str, Any]) -> bool:
    """Whether a ticket or a message was taken back, though its export still holds it."""
    return any(record.get(name) not in _NOTHING and truth(record[name]) is not False for name in _DELETED)
