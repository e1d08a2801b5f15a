"""Who may read what an export holds: the names by which trackers say that a message or a ticket is not for
everybody. What is not understood is not for everybody either."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from assets.tickets.values import column, plain, truth, word

_ASKERS = r"(?:customers?|clients?|end_?users?|users?|requesters?|contacts?|portal|public|everyone|all)"
_TALK = r"(?:notes?|comments?|messages?|repl(?:y|ies)|remarks?)"
_IS = r"(?:is|jsd|sd|was)_"
_OPEN = re.compile(
    rf"(?:{_IS})?(?:public(?:ly_visible)?|ispublic|published|external|visible"
    rf"|(?:visible|shown?|shared|exposed)_(?:to|for|in|on|with)_(?:the_)?{_ASKERS}"
    rf"|{_ASKERS}_(?:visible|facing|can_see)|public_{_TALK})"
)
_CLOSED = re.compile(
    rf"(?:{_IS})?(?:(?:private|internal)(?:_(?:only|flag))?|isprivate|isinternal|confidential"
    rf"|(?:agents?|staff|team|employees?)_only)"
)
_OF_TALK = re.compile(rf"(?:{_IS})?(?:public_{_TALK}|external)")
"""Of a ticket this counts or quotes its comments, or says where it came from."""
_NOTE = re.compile(rf"(?:{_IS})?(?:(?:private|internal)_{_TALK}|work_?notes?|whisper)|is_notes?")
"""What a message is, or a ticket has."""
_GONE = re.compile(
    rf"(?:{_IS})?(?:deleted|draft|redacted|hidden(?:_(?:from|for)_(?:the_)?{_ASKERS})?|secret|sensitive|restricted)"
)
"""What is set only where it is so: nothing said there says no."""
_AUDIENCE = re.compile(
    r"visibility(?:_\w+)?|visible_(?:to|for)|audience|access_level|privacy|readable_by|shared_with"
)
_LEVEL = re.compile(r"security(?:_level)?|restricted_to|confidentiality")
_KIND = re.compile(
    r"(?!(?:author|user|sender|actor|from|content|mime)_)(?:\w+_)?(?:type|kind|category|class|channel|subtype)"
)
_Sense = Literal["open", "closed", "note", "gone", "audience", "level", "kind", ""]
_SENSES: tuple[tuple[re.Pattern[str], _Sense], ...] = (
    (_OPEN, "open"),
    (_CLOSED, "closed"),
    (_NOTE, "note"),
    (_GONE, "gone"),
    (_AUDIENCE, "audience"),
    (_LEVEL, "level"),
    (_KIND, "kind"),
)
_EVERYBODY = frozenset(
    "public all everyone everybody external anyone customer customers client clients end_user end_users"
    " enduser endusers customer_portal kunde kunden öffentlich clientes publique público pubblico klanten"
    " openbaar".split()
)
_NO_LEVEL = _EVERYBODY | {"none", "no", "false", "low", "normal", "unrestricted"}
_USUAL = frozenset({"standard", "default"})
_RANK = re.compile(r"p\d")
"""How urgent something is, which says nothing of who may read it."""
_BUT = re.compile(
    r"\b(?:except|but|not|no|without|außer|nicht|sauf|excepto|eccetto|behalve)\b", re.IGNORECASE
)
_LISTED = re.compile(r"[,;|]")
_NOT_ALL = frozenset(
    "n note notes internal private staff whisper worknote worknotes confidential restricted hidden draft"
    " intern interne interner internes interno interna notiz nota notitie notat notering privat privado"
    " privato privé besloten".split()
)
"""Words of a kind that is not for whoever asked; `N` is osTicket's note."""
_NAME = re.compile(rb'"([\w .-]{1,40})"\s*:')
NOT_SAID = "visibility_not_said"
"""Flag of a message that is taken for internal since its export does not say who may read it."""
_ONLY_IF_SO = frozenset({"gone", "level"})
_NOTHING: tuple[Any, ...] = (None, "", [], {})


class Said(NamedTuple):
    """What a message says of who may read it: that everybody may (`open`), that not everybody may (`hidden`),
    or neither."""

    open: bool
    hidden: bool

    @property
    def nothing(self) -> bool:
        return not self.open and not self.hidden


def said_of(message: Mapping[str, Any]) -> Said:
    """What a message says of who may read it. What says that not everybody may counts before what says that
    they may; so does a field for it that holds nothing."""
    said = hidden = False
    for name, sense in _senses(tuple(message)):
        value = message[name]
        if sense == "kind":
            hidden |= not _NOT_ALL.isdisjoint(column(plain(value)).split("_"))
        elif sense in _ONLY_IF_SO:
            hidden |= value not in _NOTHING and _hides(sense, value)
        else:
            said = True
            hidden |= _hides(sense, value)
    return Said(said and not hidden, hidden)


def is_public(message: Mapping[str, Any]) -> bool:
    """Whether a message may be read by whoever may read the ticket, as far as it says."""
    return not said_of(message).hidden


def restricted_by(ticket: Mapping[str, Any], *, of_jira: bool = False) -> str:
    """The name of the field by which a ticket says that not everybody who may read the collection may read
    it; empty where none says so. A field that holds nothing says nothing there: tables have it in every
    row. Where one of Jira's has a level of security, not everybody has it, however it is named."""
    of_jira = of_jira or "issue key" in ticket
    for name, sense in _senses(tuple(ticket)):
        value = ticket[name]
        words = column(name)
        if value in _NOTHING or (isinstance(value, str) and word(value) is None):
            continue
        if sense in ("kind", "note") or (sense == "open" and _OF_TALK.fullmatch(words)):
            continue
        if words == "access_level" and (_is_usual(value) or _RANK.fullmatch(column(plain(value)))):
            continue
        if _hides(sense, {"name": plain(value)} if of_jira and sense == "level" else value):
            return name
    return ""


def is_restricted(ticket: Mapping[str, Any]) -> bool:
    """Whether a ticket says that not everybody who may read the collection may read it."""
    return bool(restricted_by(ticket))


def may_tell(path: Path) -> bool:
    """Whether the JSON at `path` may hold a field that says who may read a message: a glance at its names."""
    names: set[bytes] = set()
    with path.open("rb") as stream:
        end = b""
        while block := stream.read(1 << 22):
            names.update(_NAME.findall(end + block))
            end = block[-50:]
    return any(
        _sense(name.decode("ascii", "replace")) in ("open", "closed", "note", "audience") for name in names
    )


def _hides(sense: _Sense, value: Any) -> bool:
    if sense == "open":
        return truth(value) is not True
    if sense in ("closed", "note", "gone"):
        return truth(value) is not False
    if sense == "level":
        return value is not False and column(plain(value)) not in _NO_LEVEL and not _is_usual(value)
    if isinstance(value, str):
        value = _LISTED.split(value)
    if not isinstance(value, list) or any(_BUT.search(plain(item)) for item in value):
        return True
    return _EVERYBODY.isdisjoint(column(plain(item)) for item in value)


def _is_usual(value: Any) -> bool:
    """Whether a text names no level, or the one that everything has; an object is a level that was set."""
    return isinstance(value, str) and column(value) in _USUAL | _NO_LEVEL


@lru_cache(maxsize=1024)
def _senses(names: tuple[str, ...]) -> tuple[tuple[str, _Sense], ...]:
    """Those of these names that say something about who may read: the records of an export have the same."""
    return tuple((name, sense) for name in names if (sense := _sense(name)))


@lru_cache(maxsize=4096)
def _sense(name: str) -> _Sense:
    """What the field of this name says about who may read."""
    words = column(name)
    return next((sense for pattern, sense in _SENSES if pattern.fullmatch(words)), "")
