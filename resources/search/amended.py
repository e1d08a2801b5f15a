"""What amendments mean for an answer: documents that belong together, the clauses that change a hit, and
citations that name both."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date

from resources.facts import DocumentFacts
from resources.governing import Window, document_windows
from resources.governing_links import Link
from resources.record import Chunk
from resources.search.access import Access, Scope, doc_key
from resources.search.words import words

AMENDED_FROM = 5
"""Hits, from the strongest on, whose amendments are ranked right behind them."""
AMENDMENTS = 4
"""Most amending clauses that one hit brings along."""
BESIDE = 0.5
"""How well an agreement fits a question that names its amendment and not its own title, beside the amendment.
Measured on our samples: at 0.9 a question about an amendment was answered from the agreement."""
ENDED = 0.8
"""How well a document fits that was replaced by the word of its successor's text; where the manifest says so
too, nothing of it is found any more."""
Fetch = Callable[[Sequence[str]], list[Chunk]]
"""Gives the chunks of ids that the asker may read, in their order."""


def amends(chunk: Chunk) -> list[str]:
    """Ids of the chunks that a clause of an amendment changes or replaces."""
    return _noted(chunk, "amends")


def amended_by(chunk: Chunk) -> list[str]:
    """Ids of the chunks that change or replace a chunk, newest first."""
    return _noted(chunk, "amended_by")


def at_all_times(access: Access) -> Access:
    """The same asker's view without scope and day: for citing what is no longer in force. A document that
    the asker may not read stays unnamed."""
    return Access(access.principal, Scope())


def citation_as_amended(chunk: Chunk, cite: Callable[[Chunk], str], in_force: Fetch, ever: Fetch) -> str:
    """A citation that names a clause and what amends it: 'Master Supply Agreement > 5 Price > 5.3, as amended
    by Amendment No. 1 > 3.2', the same from either side. `in_force` fetches what governs on the day asked
    about, `ever` what the asker may read at all; `cite` cites one chunk."""
    own = cite(chunk)
    changed = [cite(other) for other in ever(amends(chunk)) if other.part[0] == 1]
    how = "as amended by" if changed else "added by"
    changed = changed or _added(chunk, ever)
    if changed:
        return f"{'; '.join(dict.fromkeys(changed))}, {how} {own}"
    changing = list(dict.fromkeys(cite(other) for other in in_force(amended_by(chunk))))
    return f"{own}, as amended by {' and '.join(changing)}" if changing else own


def with_amendments(ranked: Sequence[tuple[Chunk, float]], in_force: Fetch) -> list[tuple[Chunk, float]]:
    """(chunk, score) with the clauses that amend one of the strongest hits right behind it: whoever reads a
    clause must see what changed it. What stands above already stays there."""
    found: list[tuple[Chunk, float]] = []
    seen: set[str] = set()
    for place, (chunk, score) in enumerate(ranked):
        if chunk.id in seen:
            continue
        seen.add(chunk.id)
        found.append((chunk, score))
        if place >= AMENDED_FROM:
            continue
        for other in in_force(amended_by(chunk))[:AMENDMENTS]:
            if other.id not in seen:
                seen.add(other.id)
                found.append((other, score))
    return found


class Relations:
    """Which documents belong together, of all that an asker may know: made once, asked often."""

    def __init__(self, documents: Iterable[DocumentFacts]) -> None:
        self.known = {doc_key(fact.collection, fact.doc_id): fact for fact in documents}
        self.amendments: dict[str, set[str]] = defaultdict(set)
        self.amended: dict[str, set[str]] = defaultdict(set)
        self.revisions: dict[str, set[str]] = defaultdict(set)
        links: dict[str, list[Link]] = defaultdict(list)
        for key, fact in self.known.items():
            for target in fact.amends:
                other = doc_key(fact.collection, target)
                self.amendments[other].add(key)
                self.amended[key].add(other)
                links[fact.collection].append(Link(fact.doc_id, "amends", target))
            for target in fact.supersedes:
                other = doc_key(fact.collection, target)
                self.revisions[other].add(key)
                self.revisions[key].add(other)
                links[fact.collection].append(Link(fact.doc_id, "supersedes", target))
        self._windows: dict[str, Window] = {}
        for collection, found in links.items():
            named = {doc_id for link in found for doc_id in (link.doc_id, link.target)}
            facts = [self.known[key] for d in sorted(named) if (key := doc_key(collection, d)) in self.known]
            for doc_id, window in document_windows(facts, found)[0].items():
                self._windows[doc_key(collection, doc_id)] = window

    def belonging(self, question: str, named: Mapping[str, float], day: date) -> dict[str, float]:
        """The documents a question names, and those one must look into as well, with how well each fits.

        An agreement brings its amendments; an amendment brings its agreement, as if named where the question
        holds its title. Of a document that does not govern on that day, named all the same, its predecessors
        or successors come along: what is asked is what governed. named: doc key -> fit."""
        if not self._windows:
            return dict(named)
        asked = {word.term for word in words(question)}
        found = dict(named)
        for key, fit in sorted(named.items()):
            if not self._governs(key, day):
                found[key] = ENDED * fit
            versions = [key] if self._governs(key, day) else _reached(key, self.revisions)
            for version in versions:
                self._add(found, version, fit if self._governs(version, day) else ENDED * fit)
                for other in _reached(version, self.amendments)[1:]:
                    self._add(found, other, fit)
                for other in _reached(version, self.amended)[1:]:
                    self._add(found, other, fit if self._is_meant(other, version, asked) else BESIDE * fit)
        return found

    def _governs(self, key: str, day: date) -> bool:
        begin, end = self._windows.get(key, (None, None))
        return (begin is None or begin <= day) and (end is None or day < end)

    def _is_meant(self, agreement: str, amendment: str, asked: set[str]) -> bool:
        """The question holds the agreement's title, and nothing that only the amendment's title has."""
        title, own = self._title(agreement), self._title(amendment)
        return bool(title) and title <= asked and not (own - title) & asked

    def _title(self, key: str) -> set[str]:
        fact = self.known.get(key)
        return {word.term for word in words(fact.title) if not word.empty} if fact else set()

    def _add(self, found: dict[str, float], key: str, fit: float) -> None:
        if key in self.known:  # else the asker may not read it
            found[key] = max(fit, found.get(key, 0.0))


def _reached(start: str, steps: Mapping[str, set[str]]) -> list[str]:
    """The start and all that leads on from it, each once."""
    seen, waiting = {start: None}, [start]
    while waiting:
        for other in sorted(steps.get(waiting.pop(), ())):
            if other not in seen:
                seen[other] = None
                waiting.append(other)
    return list(seen)


def _added(chunk: Chunk, ever: Fetch) -> list[str]:
    """The clauses that are new with a chunk: 'Master Supply Agreement > 6.5'."""
    named = [said.partition(" ") for said in _noted(chunk, "adds")]
    titles = {other.id: other.title for other in ever([row_id for row_id, _, _ in named])}
    return [f"{titles[row_id]} > {printed}" for row_id, _, printed in named if row_id in titles]


def _noted(chunk: Chunk, name: str) -> list[str]:
    if f'"{name}"' not in chunk.payload:
        return []
    found: list[str] = json.loads(chunk.payload).get(name, [])
    return found
