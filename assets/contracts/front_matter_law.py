"""Whose law governs a contract."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from assets.contracts.front_matter_places import PLACE, short_place


@dataclass(frozen=True, slots=True)
class Law:
    """The jurisdiction at characters start .. end, as people call it ('New York')."""

    place: str
    start: int
    end: int
    confidence: float


_WORDS = ("law", "Law", "LAW", "Recht", "droit", "leyes", "legge", "legislation")
_LAW = re.compile(r"\b(?:laws?|Recht|droit|leyes|legge|legislation)\b", re.I)
_GOVERNED = re.compile(
    r"\b(?:govern(?:ed|s|ing)?|construed|interpreted|subject to|enforced|unterliegt|régie?s?|rigen?"
    r"|regirá|regol(?:ato|ata)|regido)\b"
    r"(?:[^.;]|\.(?=[A-Z]\.))*$",
    re.I,
)
_FORMS_OF_LAW = re.compile(
    r"\b(?:deutschem|deutsches|schweizerisches|österreichisches|français|suisse|belge|español|italiana"
    r"|English|French|German|Swiss|Dutch|Scots|Israeli|Swedish|Danish|Norwegian|Japanese|Indian|Irish)\b"
)
_ADJECTIVES = {
    "deutschem": "Germany", "deutsches": "Germany", "schweizerisches": "Switzerland",
    "österreichisches": "Austria", "français": "France", "suisse": "Switzerland", "belge": "Belgium",
    "español": "Spain", "italiana": "Italy", "english": "England", "french": "France", "german": "Germany",
    "swiss": "Switzerland", "dutch": "Netherlands",
    "scots": "Scotland", "israeli": "Israel", "swedish": "Sweden", "danish": "Denmark", "norwegian": "Norway",
    "japanese": "Japan", "indian": "India", "irish": "Ireland",
}  # fmt: skip
_ORGANISED = re.compile(r"organi[sz]ed|incorporated|existing|established|duly formed", re.I)
_STOP = re.compile(r"[.;](?=\s)|\n")
_BEFORE = 180
"""Characters before 'laws' within which 'governed by' stands."""
_REACH = 110
"""Characters behind 'laws of' within which the place is named."""


def governing_law(flat: str) -> Law | None:
    """The law that governs: of the sentences that say so, the one that speaks of this contract, the first of
    equals. `flat` is the text as paragraphs."""
    best = _labelled(flat)
    for match in _laws(flat):
        window = max(0, match.start() - _BEFORE)
        governed = _GOVERNED.search(flat[window : match.start()])
        if governed is None or _ORGANISED.search(governed[0]):
            continue
        start = window + governed.start()
        law = _place(flat, start, match.end())
        if law is None:
            continue
        around = flat[max(0, start - 200) : start]
        sure = 0.7 + (
            0.2
            if re.search(
                r"\b(?:agreement|contract|amendment|lease|vertrag|contrat|contrato|deed)\b", around, re.I
            )
            else 0.0
        )
        sure += 0.05 if re.search(r"govern|applicable law|choice of law", around, re.I) else 0.0
        if best is None or sure > best.confidence:
            best = Law(law.place, law.start, law.end, round(sure, 2))
    return best


_LABEL = re.compile(r"(?:^|\n)(?:governing|applicable) law\s*[:|]\s*[^\n]{0,60}", re.I)


def _labelled(flat: str) -> Law | None:
    """'Governing law: Ontario', as key terms have it."""
    label = _LABEL.search(flat)
    place = PLACE.search(flat, label.start() + 14, label.end()) if label else None
    return Law(short_place(_cased(place[0])), place.start(), place.end(), 0.9) if place else None


def _laws(flat: str) -> Iterator[re.Match[str]]:
    """Where law is spoken of. Plain search finds the places: one expression for all words took five times as
    long."""
    for word in _WORDS:
        at = flat.find(word)
        while at >= 0:
            if match := _LAW.match(flat, at):
                yield match
            at = flat.find(word, at + len(word))


def _place(flat: str, start: int, end: int) -> Law | None:
    """The place named behind 'the laws of', else before 'law' ('New York law')."""
    stop = _STOP.search(flat, end, end + _REACH)
    found = PLACE.search(flat, end, stop.start() if stop else min(len(flat), end + _REACH))
    if found is None:
        inside = list(PLACE.finditer(flat, start, end))
        found = inside[-1] if inside else None
    if found is not None:
        return Law(short_place(_cased(found[0])), found.start(), found.end(), 0.0)
    adjective = _FORMS_OF_LAW.search(flat, start, min(len(flat), end + 30))
    if adjective is not None:
        return Law(_ADJECTIVES[adjective[0].lower()], adjective.start(), adjective.end(), 0.0)
    return None


def _cased(place: str) -> str:
    plain = " ".join(place.split())
    if not plain.isupper() or len(plain.replace(".", "")) <= 3:
        return plain
    return " ".join(w.lower() if w in ("OF", "AND") else w.capitalize() for w in plain.split())
