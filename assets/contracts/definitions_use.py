"""Which defined terms a clause uses: the ids of the chunks that define them, the rarest term first."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assets.contracts.links import Doubt, Lead
from resources.record import Chunk

COMMON = 0.2
"""Share of a document's chunks from which on a term is one that everybody knows (Agreement, Party, a
party's name): its definition is known, but no hit needs it beside it."""
FEW = 5
"""Chunks below which no term is common, however short the document."""
BEHIND = 250
"""Characters behind a term in which a definition says where else the term is defined."""
_WORD = re.compile(r"[A-Z](?<![\w’'].)[\w&’'-]*")
_WORD_OR_NUMBER = re.compile(r"[A-Z0-9](?<![\w’'].)[\w&’'-]*")
_PLURAL = re.compile(r"(?:e?s)?(?:['’]s?)?(?![\w])")
_OPEN, _CLOSE = '"“', '"”,'
_VERB = re.compile(
    r"[\"”,]*\s*(?:means?|shall\s+mean|includes?|refers?\s+to|(?:shall|will)\s+be|is|are)\b[:,\s]*"
)
_SENTENCE = re.compile(r"[.;](?:\s|\Z)|\n")


@dataclass(slots=True)
class Terms:
    """`payload`, by index: `rare_terms`, the number of leading ids of `terms` that are worth bringing
    along. `twice` and `by_itself`: definitions that a person should look at."""

    payload: dict[int, dict[str, object]] = field(default_factory=dict)
    twice: list[Doubt] = field(default_factory=list)
    by_itself: list[Doubt] = field(default_factory=list)


@dataclass(slots=True)
class _Places:
    """By term, indices of the chunks that define it, that say where it is defined, or what it excludes."""

    defined: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    pointed: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    excluded: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


def add_terms(chunks: Sequence[Chunk], leads: Mapping[str, Sequence[Lead]]) -> Terms:
    """Fills `terms` of one document's chunks, given in order, from the terms that their payloads say they
    define. `leads` are the clauses each chunk cites: where a definition says no more than 'has the meaning
    given in Section 5', whoever uses the term is led to Section 5 as well."""
    found = Terms()
    places = _Places()
    for at, chunk in enumerate(chunks):
        if '"define' in chunk.payload or '"excludes"' in chunk.payload:
            facts = json.loads(chunk.payload)
            for key, kept in (
                ("defines", places.defined),
                ("defined_elsewhere", places.pointed),
                ("excludes", places.excluded),
            ):
                for term in facts.get(key, ()):
                    kept[term].append(at)
    for term, at_all in places.excluded.items():
        if term not in places.defined and term not in places.pointed:
            places.defined[term] = at_all  # all that is said of it
    if not (places.defined or places.pointed):
        return found
    _report(chunks, places, found)
    known = _Terms([*dict.fromkeys([*places.defined, *places.pointed])])
    used = [dict.fromkeys(known.used(chunk.body)) for chunk in chunks]
    counts = Counter(term for terms in used for term in terms)
    most = max(FEW, COMMON * len(chunks))
    for at, (chunk, terms) in enumerate(zip(chunks, used, strict=True)):
        ids: dict[str, None] = {}
        rare = 0
        for term in sorted(terms, key=lambda term: (counts[term], term)):
            ids.update(dict.fromkeys(i for i in _explained(chunks, at, term, places, leads) if i != chunk.id))
            if counts[term] <= most:
                rare = len(ids)
        chunk.terms = list(ids)
        if rare:
            found.payload[at] = {"rare_terms": rare}
    return found


def _explained(
    chunks: Sequence[Chunk], at: int, term: str, places: _Places, leads: Mapping[str, Sequence[Lead]]
) -> Iterator[str]:
    """Ids of what says what a term means where the chunk at index `at` uses it: the definition, what it
    excludes and, where it only points, the clause it points to."""
    defined = places.defined.get(term)
    if defined is not None:
        if len(defined) > 1 and at in defined:
            return
        nearest = _nearest(chunks, at, defined)
    else:
        nearest = _nearest(chunks, at, places.pointed[term])
    for n in nearest:
        yield chunks[n].id
    for n in places.excluded.get(term, ()):
        yield chunks[n].id
    if defined is None:
        for n in nearest:
            yield from _pointed(chunks[n], term, leads.get(chunks[n].id, ()))


def _pointed(chunk: Chunk, term: str, leads: Sequence[Lead]) -> Iterable[str]:
    """Ids of the clause in which, as the chunk says, the term is defined."""
    start = chunk.body.find(term)
    stop = min((m.start() for m in _SENTENCE.finditer(chunk.body, start + len(term))), default=start + BEHIND)
    for lead in leads:
        if start <= lead.start <= min(max(stop, start + len(term)), start + BEHIND):
            return lead.ids
    return ()


def _nearest(chunks: Sequence[Chunk], at: int, places: Sequence[int]) -> list[int]:
    """The definition in the chunk's own schedule or section, else the first in the document; a definition
    in several parts, or with exclusions under its path, counts whole."""
    if len(places) == 1:
        return [places[0]]
    path = chunks[at].path
    best = max(places, key=lambda n: (_shared(path, chunks[n].path), -n))
    return [n for n in places if chunks[n].path == chunks[best].path]


def _shared(path: str, other: str) -> int:
    """How many leading steps two paths have in common: 3.1 and 3.2 one, schedule-1/3 and schedule-1/4 two."""
    steps, others = re.split(r"[./]", path), re.split(r"[./]", other)
    return next(
        (n for n, (a, b) in enumerate(zip(steps, others, strict=False)) if a != b),
        min(len(steps), len(others)),
    )


def _report(chunks: Sequence[Chunk], places: _Places, found: Terms) -> None:
    for term, defining in places.defined.items():
        by_part: dict[str, dict[str, int]] = defaultdict(dict)
        for at in defining:
            path = chunks[at].path
            # A schedule may give a term a meaning of its own.
            by_part[path.partition("/")[0] if path[:1].isalpha() else ""].setdefault(path, at)
            if _uses_itself(chunks[at].body, term):
                found.by_itself.append(Doubt(at, term, f"“{term}” is defined by itself"))
        for said in by_part.values():
            for path, at in said.items():
                others = ", ".join(other for other in said if other != path)
                if others:
                    found.twice.append(Doubt(at, term, f"“{term}” is defined here and in {others}"))
    found.twice.sort(key=lambda doubt: doubt.at)
    found.by_itself.sort(key=lambda doubt: doubt.at)


def _uses_itself(body: str, term: str) -> bool:
    """Whether the first sentence behind '"Term" means' says what it is by the term itself."""
    if body.count(term) < 2:
        return False
    quoted = next((at for mark in _CLOSE if (at := body.find(term + mark)) > 0), -1)
    verb = _VERB.match(body, quoted + len(term)) if quoted > 0 and body[quoted - 1] in _OPEN else None
    if verb is None:
        return False
    end = _SENTENCE.search(body, verb.end())
    stop = end.start() if end else len(body)
    at = body.find(term, verb.end(), stop)
    while at >= 0:
        before, behind = body[:at], body[at + len(term) : at + len(term) + 1]
        whole = not before[-1:].isalnum() and before[-1:] not in _OPEN and not behind.isalnum()
        if whole and behind not in _CLOSE and not before.endswith(("such ", "that ")):
            return True
        at = body.find(term, at + 1, stop)
    return False


class _Terms:
    """Terms by their first word, longest first, so that a text is gone through once."""

    def __init__(self, terms: Sequence[str]) -> None:
        self._by_word: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for term in terms:
            for form in _forms(term):
                first = _WORD_OR_NUMBER.match(form)
                if first is not None:
                    self._by_word[_stem(first[0])].append((form, term))
        self._word = _WORD_OR_NUMBER if any(stem[0].isdigit() for stem in self._by_word) else _WORD
        for forms in self._by_word.values():
            forms.sort(key=lambda pair: -len(pair[0]))

    def used(self, text: str) -> Iterator[str]:
        """The terms used in a text, as often as they are."""
        flat = text.replace("\n", " ")
        stop = 0
        get = self._by_word.get
        for word in self._word.finditer(flat):
            printed = word[0]
            # The ending it may have in use is no longer than two letters.
            forms = get(printed[:4] if len(printed) > 6 else _stem(printed))
            if forms is None or (start := word.start()) < stop:
                continue
            for form, term in forms:
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
