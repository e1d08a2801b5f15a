"""Fields that people add to their help desk: told by what they call them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from assets.tickets.bodies import body
from assets.tickets.model import Ticket
from assets.tickets.neutral import is_outcome
from assets.tickets.values import names, truth, word

_PRODUCT = re.compile(r"\b(?:product(?: name)?|produkt|produit|producto|prodotto)\b")
_VERSION = re.compile(
    r"(?:(?:affect(?:ed|s)|betroffene|product|produkt|software|firmware|app|application|installed|current"
    r"|system) )?"
    r"(?:versions?|versión|versione|release|build|(?:software|firmware|produkt)version)"
    r"(?: number| affected| installed)?"
)
_VERSION_VALUE = re.compile(
    r"(?!\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d|\d{1,2}/\d{1,2}/\d\d)\D{0,20}\d[^\n]{0,30}"
)
"""A value that is a version has a figure, is short, and is no date."""
_COMPONENT = re.compile(r"\b(?:components?|module|modul|komponente|composant|componente)\b")
_ENVIRONMENT = re.compile(r"\b(?:environment|umgebung|environnement|entorno|operating system|platform)\b")
_RESOLUTION = re.compile(
    r"(?:resolution|solution|fix|lösung|résolution|solución|soluzione|oplossing)"
    r"(?: notes?| details?| text| description)?|root cause and fix"
)
_SENTENCE = 4
"""Words from which a value says what was done; what is shorter was picked from a list."""
_PICKED = re.compile(r"[\w-]+", re.ASCII)
"""A value of a list under its key: one word with underscores."""
_WORDS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]{2}|[^\W_]+(?:['’-][^\W_]+)*")
"""Two characters count for a word where no spaces stand between words."""


def apply(told: Ticket, fields: Mapping[str, Any]) -> None:
    """Fill what `told` does not say yet from `fields` by their names; the others go to its `extra`."""
    left = {}
    for name, value in fields.items():
        if value in (None, "", [], {}) or isinstance(value, bool):
            continue
        plain_name = re.sub(r"[\W_]+", " ", name.lower()).removeprefix("cf ").strip()
        if not _take(told, plain_name, value):
            left[name] = value
    if left:
        told.extra["custom_fields"] = left


def _take(told: Ticket, name: str, value: Any) -> bool:
    if _VERSION.fullmatch(name):
        versions = [version for version in names(value) if _VERSION_VALUE.fullmatch(version)]
        told.versions = list(dict.fromkeys([*told.versions, *versions]))
        return bool(versions)
    if _PRODUCT.fullmatch(name) and not told.product:
        told.product = word(value)
    elif _COMPONENT.fullmatch(name):
        told.components = list(dict.fromkeys([*told.components, *names(value)]))
    elif _ENVIRONMENT.fullmatch(name) and not told.environment:
        told.environment = body(value).text
    elif _RESOLUTION.fullmatch(name):
        return _resolve(told, value)
    else:
        return False
    return True


def _resolve(told: Ticket, value: Any) -> bool:
    """Take a field for the resolution where it says in words what was done, and for the outcome where it
    names one: a value from a list, or a box that is ticked, mends nothing and must not hide the answer."""
    text = body(value).text.strip()
    if not text or truth(text) is not None:
        return False
    if len(_WORDS.findall(text)) >= _SENTENCE and not _PICKED.fullmatch(text) and not is_outcome(text):
        if told.resolution:
            return False
        told.resolution = text
    elif told.outcome is None:
        told.outcome = " ".join(text.replace("_", " ").split())
    else:
        return False
    return True
