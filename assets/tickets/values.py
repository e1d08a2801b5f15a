"""What a field of an export says, whatever type it was given: texts, times, names, yes and no."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Any, NamedTuple

from assets.tickets.moments import moment


class BadRecord(NamedTuple):
    """Something in an export that could not be used, for a person: `file` as in the collection, `line` from
    1 where it is known, `why` and how to mend it. What stands around it was read. `lost`: whether something
    may be missing for it."""

    file: str
    line: int | None
    why: str
    mend: str
    lost: bool = True

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.why}. {self.mend}"


_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff\ufeff]")
"""What no store takes (NUL, halves of surrogate pairs) or no reader sees. A form feed stays a break."""
_RETURN = re.compile(r"\r\n?|\u2028|\u2029|\x85|\f")
_EPOCH = re.compile(r"-?\d{9,13}(?:\.\d+)?")
_NONE = frozenset({"", "null", "none", "nan", "n/a", "-", "[]", "{}"})
_TRUE = frozenset({"true", "1", "yes", "y", "t"})
_FALSE = frozenset({"false", "0", "no", "n", "f"})
_EARLIEST, _LATEST = datetime(1970, 1, 2, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_SAID = frozenset("body text content html message comment note notes preview_text body_text".split())
_OF_PRODUCT = frozenset(
    """app application applications architecture area areas arch browser browsers build builds categories
    category component components country cpu database device devices driver edition env environment
    environments firmware hardware issuetype kernel lang language languages library locale machine model
    models module modules operatingsystem os platform platforms prio priority product products protocol
    release releases runtime sdk serial serialnumber severity software subcategory subsystem system type types
    version versions browserversion firmwareversion fixversion fixversions productversion softwareversion
    anwendung art baugruppe bereich betriebssystem dringlichkeit firmwarestand gerät geräte gerätetyp
    kategorie komponente komponenten land maschine modell modul plattform priorität produkt produkte
    produktversion schweregrad seriennummer sprache typ umgebung unterkategorie
    appareil bibliothèque catégorie composant composants environnement gravité langue logiciel matériel
    modèle navigateur pays priorité produit produits plateforme série système
    aplicación categoría dispositivo entorno gravedad idioma modelo módulo navegador país plataforma prioridad
    producto productos serie sistema versión versiones
    ambiente categoria componenti dispositivi gravità lingua modello modulo paese piattaforma prodotti
    prodotto priorità versione versioni
    apparaat besturingssysteem categorie omgeving prioriteit serienummer taal versie versies
    aplicativo plataforma prioridade produto produtos severidade versão versões
    enhet język kategori kategoria miljö produktu språk urządzenie wersja""".split()
)
"""Words that say of a field that it is about what was bought, where it runs, or what kind of request it is:
who asks knows that himself."""
_BESIDE = frozenset(
    """affected affects cf current custom d da de del der des di do du field fields fix fixed found from in
    incident installed issue line main name no number nr of operating previous problem request s server sub
    target the ticket used van von
    aktuelle betroffene exploitation n nom nombre nome naam numer numero numéro número operativo u""".split()
)
"""What may stand beside such a word; with any other a field is of something else (`root cause category`)."""
_NO_WORD = re.compile(r"[\W_]+")
_NAME_PARTS = re.compile(r"[^\W\d_]+|\d+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SHORT, _FEW_WORDS, _FEW = 80, 8, 50
"""Characters and words of what is a value, not a text; items of a list."""
LOG_LIMIT = 50_000
"""Characters of one message that are kept; nobody types that much, so what is left out is of a log."""
_HEAD = 0.6
_NAME = 100
"""Characters of what is short enough to stand in many records."""


@lru_cache(maxsize=4096)
def column(name: str) -> str:
    """The name of a field as one word of small letters: `Created at`, `created-at` and `createdAt` are
    `created_at`."""
    return _NO_WORD.sub("_", _CAMEL.sub("_", name[:200]).lower()).strip("_")


def plain(value: Any) -> str:
    """A field as text without what cannot be stored or seen; numbers as they are written, a structure as its
    `name`, `value` or `title`, nothing for what is none of these."""
    if isinstance(value, str):
        if value.isascii() and value.isprintable():
            return value
        if "\r" in value or not value.isascii() or "\f" in value:
            value = _RETURN.sub("\n", value)
        return _UNPRINTABLE.sub("", value)
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int):
        return str(value) if -(10**30) < value < 10**30 else ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else str(value)
    if isinstance(value, Mapping):
        for key in ("name", "displayName", "value", "title", "label", "key"):
            if isinstance(said := value.get(key), (str, int)) and not isinstance(said, bool):
                return plain(said)
    return ""


def word(value: Any) -> str | None:
    """A short field: one line, None where it says nothing."""
    said = plain(value)
    return _known(said) if len(said) <= _NAME else _one_line(said)


def _one_line(text: str) -> str | None:
    said = " ".join(text.split())
    return None if said.lower() in _NONE else said


_known = lru_cache(maxsize=4096)(_one_line)


def identifier(value: Any) -> str:
    """An id as text, without what people put before it; empty where there is none."""
    said = plain(value).strip()
    return said.lstrip("#").strip() if said.lower() not in _NONE else ""


def names(value: Any) -> list[str]:
    """A list of names, however it was given: a list, objects with names, text with commas or bars."""
    if isinstance(value, str):
        value = re.split(r"\s*[|;,\n]\s*", value.strip().strip("[]"))
        value = [part.strip(" \"'") for part in value]
    if not isinstance(value, (list, tuple)):
        value = [value]
    return list(dict.fromkeys(said for item in value if (said := word(item))))


def truth(value: Any) -> bool | None:
    """Yes or no, None where a field says neither."""
    if isinstance(value, bool):
        return value
    said = plain(value).strip().lower()
    return True if said in _TRUE else False if said in _FALSE else None


def time(value: Any) -> datetime | None:
    """A moment with its zone (UTC where none is named), None where it is none or cannot be right."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return _epoch(float(value)) if abs(value) < 1e15 else None
    return _time(value) if isinstance(value, str) and len(value) <= 100 else None


@lru_cache(maxsize=4096)
def _time(text: str) -> datetime | None:
    text = text.strip()
    if _EPOCH.fullmatch(text):
        return _epoch(float(text))
    try:
        return _sane(datetime.fromisoformat(text))
    except ValueError:
        pass
    if found := moment(text):
        return _sane(found)
    try:
        return _sane(parsedate_to_datetime(text))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _sane(moment: date) -> datetime | None:
    """With a zone, and within what can be right. A date alone is its first moment."""
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day, tzinfo=UTC)
    try:
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
        return moment if _EARLIEST <= moment <= _LATEST else None
    except OverflowError:
        return None


def _epoch(seconds: float) -> datetime | None:
    if seconds != seconds or abs(seconds) > 1e14:
        return None
    if abs(seconds) > 1e11:
        seconds /= 1000
    try:
        return _sane(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds))
    except OverflowError:
        return None


def trimmed(text: str, limit: int = LOG_LIMIT) -> tuple[str, list[str]]:
    """A text no longer than about `limit` characters, and the flag that says how many were left out. What
    people write stands at both ends of what they paste, so the middle goes, between lines if it has any."""
    if len(text) <= limit:
        return text, []
    head = int(limit * _HEAD)
    tail = len(text) - (limit - head)
    if (line := text.rfind("\n", head - 2000, head)) > 0:
        head = line
    if (line := text.find("\n", tail, tail + 2000)) > 0:
        tail = line
    end = text[tail:].lstrip()
    left = len(text) - head - len(end)
    return f"{text[:head]}\n[... {left:,} characters left out ...]\n{end}", [f"log_trimmed:{left}"]


def first(record: Mapping[str, Any], keys: Iterable[str]) -> Any:
    """The first of these fields that holds something."""
    for key in keys:
        if (value := record.get(key)) not in (None, "", [], {}):
            return value
    return None


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects of a list; what is no object in it is left."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def is_talk(value: Any) -> bool:
    """Whether a field of a name that is not known looks like messages. Who may read them is not known
    either."""
    return any(_SAID & item.keys() for item in objects(value))


def rest(record: Mapping[str, Any], known: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """The fields that are not `known` and hold something, but for talk, of which flags say that it was left
    out."""
    taken = frozenset(known)
    left = {
        key: value for key, value in record.items() if key not in taken and value not in (None, "", [], {})
    }
    talk = [key for key, value in left.items() if is_talk(value)]
    return {key: value for key, value in left.items() if key not in talk}, [f"left_out:{key}" for key in talk]


def published(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Of fields that are not understood, what may be shown to whoever may read the ticket: short values and
    lists of them, under names that say of the product, of what it runs on or of the kind of request. All
    else (groups, tags, causes, keys of other tickets, fields of other names) may be what agents keep for
    themselves, and stays with the ticket."""
    found: dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, dict) and name in _OF_FIELDS:
            if inside := published(value):
                found[name] = inside
        elif _is_of_product(name) and (shown := _value(value)) not in (None, "", []):
            found[name] = shown
    return found


_TELLS_APART = frozenset({"public", "private", "internal", "visibility", "jsdpublic", "body"})
_OF_FIELDS = frozenset({"custom_fields", "custom_field", "fields"})


def _value(value: Any, *, nested: bool = False) -> Any:
    """A short value as it is, an object as its name, a list of them; None for what is more than that."""
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, list):
        if nested:
            return None
        items = [_value(item, nested=True) for item in value[:_FEW]]
        return [item for item in items if item is not None]
    if isinstance(value, dict) and not _TELLS_APART.isdisjoint(map(str.lower, value)):
        return None
    text = plain(value).strip()
    if not text or len(text) > _SHORT or "\n" in text or len(text.split()) > _FEW_WORDS:
        return None
    return text


@lru_cache(maxsize=4096)
def _is_of_product(name: str) -> bool:
    words = _NAME_PARTS.findall(column(name))
    words = [word for word in words if not word.isdecimal()]
    return not _OF_PRODUCT.isdisjoint(words) and (_OF_PRODUCT | _BESIDE).issuperset(words)
