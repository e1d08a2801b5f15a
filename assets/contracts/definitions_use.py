"""Which defined terms a clause uses: the ids of the chunks that define them, the rarest term first."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from resources.record import Chunk

COMMON = 0.2
"""Share of a document's chunks from which on a term is one that everybody knows (Agreement, Party, a
party's name): its definition is known, but no hit needs it beside it."""
FEW = 5
"""Chunks below which no term is common, however short the document."""
_WORD = re.compile(r"(?<![\w’'])[A-Z0-9][\w&’'-]*")
_PLURAL = re.compile(r"(?:e?s)?(?:['’]s?)?(?![\w])")


def add_terms(chunks: Sequence[Chunk]) -> None:
    """Fills `terms` of one document's chunks from the terms that their payloads say they define. The
    payload's `rare_terms` is the number of leading ids that are worth bringing along."""
    places: dict[str, list[Chunk]] = defaultdict(list)
    pointers: dict[str, list[Chunk]] = defaultdict(list)
    for chunk in chunks:
        if '"defines"' in chunk.payload or '"defined_elsewhere"' in chunk.payload:
            facts = json.loads(chunk.payload)
            for term in facts.get("defines", ()):
                places[term].append(chunk)
            for term in facts.get("defined_elsewhere", ()):
                pointers[term].append(chunk)
    for term, found in pointers.items():
        places.setdefault(term, found)
    if not places:
        return
    known = _Terms(places)
    used = [dict.fromkeys(known.used(chunk.body)) for chunk in chunks]
    counts = Counter(term for terms in used for term in terms)
    most = max(FEW, COMMON * len(chunks))
    for chunk, terms in zip(chunks, used, strict=True):
        ordered = sorted(terms, key=lambda term: (counts[term], term))
        ids: dict[str, None] = {}
        rare = 0
        for term in ordered:
            ids.update(dict.fromkeys(i for i in _nearest(chunk, places[term]) if i != chunk.id))
            if counts[term] <= most:
                rare = len(ids)
        chunk.terms = list(ids)
        if rare:
            chunk.payload = json.dumps({**json.loads(chunk.payload), "rare_terms": rare})


def _nearest(chunk: Chunk, places: Sequence[Chunk]) -> list[str]:
    """The definition in the chunk's own schedule or section, else the first in the document; a definition
    in several parts, or with exclusions under its path, counts whole. None for the definition itself."""
    if len(places) > 1:
        if chunk in places:
            return []
        best = max(places, key=lambda place: (_shared(chunk.path, place.path), -place.seq))
        return [place.id for place in places if place.path == best.path]
    return [places[0].id]


def _shared(path: str, other: str) -> int:
    """How many leading steps two paths have in common: 3.1 and 3.2 one, schedule-1/3 and schedule-1/4 two."""
    steps, others = re.split(r"[./]", path), re.split(r"[./]", other)
    return next(
        (n for n, (a, b) in enumerate(zip(steps, others, strict=False)) if a != b),
        min(len(steps), len(others)),
    )


class _Terms:
    """Terms by their first word, longest first, so that a text is gone through once."""

    def __init__(self, terms: Iterator[str] | Sequence[str] | dict[str, list[Chunk]]) -> None:
        self._by_word: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for term in terms:
            for form in _forms(term):
                first = _WORD.match(form)
                if first is not None:
                    self._by_word[_stem(first[0])].append((form, term))
        for forms in self._by_word.values():
            forms.sort(key=lambda pair: -len(pair[0]))

    def used(self, text: str) -> Iterator[str]:
        """The terms used in a text, as often as they are."""
        flat = text.replace("\n", " ")
        stop = 0
        for word in _WORD.finditer(flat):
            start = word.start()
            forms = self._by_word.get(_stem(word[0])) if start >= stop else None
            for form, term in forms or ():
                if flat.startswith(form, start) and (ending := _PLURAL.match(flat, start + len(form))):
                    stop = ending.end()
                    yield term
                    break


def _stem(word: str) -> str:
    """A first word without the ending it may have in use."""
    return word.rstrip("’'").removesuffix("’s").removesuffix("'s")[:4]


def _forms(term: str) -> list[str]:
    """A term as it stands in a text; 'Party' also as 'Parties'."""
    if term.endswith("y") and term[-2:-1] not in "aeiou":
        return [term, term[:-1] + "ies"]
    return [term]
