"""Fields that people add to their help desk: told by what they call them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from assets.tickets.bodies import body
from assets.tickets.model import Ticket
from assets.tickets.neutral import is_outcome
from assets.tickets.values import names, word

_PRODUCT = re.compile(r"\b(?:product(?: name)?|produkt|produit|producto|prodotto)\b")
_VERSION = re.compile(
    r"\b(?:(?:affected |product |software |firmware |app )?versions?|release|versión|versione)\b"
)
_COMPONENT = re.compile(r"\b(?:components?|module|modul|komponente|composant|componente)\b")
_ENVIRONMENT = re.compile(r"\b(?:environment|umgebung|environnement|entorno|operating system|platform)\b")
_RESOLUTION = re.compile(
    r"\b(?:resolution|solution|fix|lösung|résolution|solución|soluzione|root cause and fix)\b"
)
_FIXED_IN = re.compile(r"\b(?:fix(?:ed)?|target|planned|behoben)\b")


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
    if _VERSION.search(name) and not _FIXED_IN.search(name):
        told.versions = list(dict.fromkeys([*told.versions, *names(value)]))
    elif _PRODUCT.fullmatch(name) and not told.product:
        told.product = word(value)
    elif _COMPONENT.fullmatch(name):
        told.components = list(dict.fromkeys([*told.components, *names(value)]))
    elif _ENVIRONMENT.fullmatch(name) and not told.environment:
        told.environment = body(value).text
    elif _RESOLUTION.fullmatch(name):
        text = body(value).text
        if is_outcome(text):
            told.outcome = told.outcome or text
        elif told.resolution:
            return False
        else:
            told.resolution = text
    else:
        return False
    return True
