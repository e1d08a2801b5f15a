"""Which document a question names: its words held against titles, parties and dates the asker may read."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from resources.facts import DocumentFacts
from resources.search.access import doc_key
from resources.search.topics import topics
from resources.search.words import EMPTY, Word, runs, term, words

LEGAL_FORMS = frozenset(
    """inc incorporated llc llp lp ltd limited corp corporation co company plc gmbh ag sa nv bv ab oy as spa
    srl pty kg kgaa se sarl pte bhd the and of a an d b f k on behalf as hereinafter et al""".split()
)
"""Words of a party's name that name nobody."""
TIE = 0.92
"""Documents within this share of the best score are named as well (an agreement and its amendment)."""
PART_OF_NAME = 0.5
"""A party counts as named from this share of its name's weight on, its first word included."""
FEW = 4
"""A party's first word alone names it where at most this many documents (or one in fifty) carry the word."""
_ALIAS = re.compile(r"\([^()]*[\"“”][^()]*\)")
"""An alias given in the question, ("Supplier"): it says who is meant, not what is asked."""
_ALSO = re.compile(r"\b(?:[dfan]/k?b?/a|doing business as|trading as|formerly(?: known as)?)\b", re.I)
"""What stands between a party's name and another one it goes by: d/b/a, f/k/a, a/k/a, n/k/a."""
_THROUGH = frozenset({"and", "of", "the", "for", "to", "in", "on", "by"})
_LEADING = frozenset({"for", "to", "in", "on", "by"})


@dataclass(slots=True)
class Entry:
    """One document's names as terms."""

    facts: DocumentFacts
    key: str
    title: frozenset[str]
    parties: list[tuple[str, ...]]
    """Each party's name without legal forms, in order."""
    forms: frozenset[str]
    """All words of the parties' names, legal forms included."""
    names: frozenset[str]
    """All that may name the document: words of its title, parties and date."""

    @property
    def size(self) -> int:
        return len(self.names)


@dataclass(slots=True)
class Named:
    """What a question names. `documents` maps doc keys to how well they fit, 1 for the best; empty where
    none is named. `spans` are the characters of the question that name them."""

    documents: dict[str, float]
    spans: list[tuple[int, int]]


class Catalogue:
    """Names of the documents an asker may read, for resolving questions."""

    def __init__(self, documents: Iterable[DocumentFacts]) -> None:
        self.entries = [_entry(facts) for facts in documents]
        holders: dict[str, list[int]] = defaultdict(list)
        for index, entry in enumerate(self.entries):
            for name in entry.names:
                holders[name].append(index)
        self._holders = dict(holders)
        total = len(self.entries)
        self._weight = {t: math.log(1 + (total - len(h) + 0.5) / (len(h) + 0.5)) for t, h in holders.items()}
        sizes = [entry.size for entry in self.entries]
        self._usual_size = sum(sizes) / len(sizes) if sizes else 1.0

    def resolve(self, question: str) -> Named:
        """The documents that the question names by a party (or by a title no other document has)."""
        asked = words(question)
        shouting = sum(w.capital for w in asked) > 0.8 * len(asked)
        lower = not any(w.capital for w in asked[1:])
        present = {w.term for w in asked}
        loud = present if lower or shouting else {w.term for w in asked if w.capital}
        names = set() if lower or shouting else {w.term for w in asked[1:] if w.text[:1].isupper()}
        matched: defaultdict[int, set[str]] = defaultdict(set)
        for name in present:
            for index in self._holders.get(name, ()):
                matched[index].add(name)
        ranked: list[tuple[float, Entry, set[str]]] = []
        for index, held in matched.items():
            entry = self.entries[index]
            if self._is_named(entry, asked, loud, names) or self._is_titled(entry, asked, present):
                score = sum(self._weight[name] for name in sorted(held))
                ranked.append((score / (0.6 + 0.4 * entry.size / self._usual_size), entry, held))
        if not ranked:
            return Named({}, [])
        ranked.sort(key=lambda found: (-found[0], found[1].key))
        best, _, told = ranked[0]
        # Documents that the question says the same words of cannot be told apart by it.
        chosen = {
            entry.key: (1.0 if held == told else score / best, entry)
            for score, entry, held in ranked
            if held == told or score >= TIE * best
        }
        documents = {key: fit for key, (fit, _) in chosen.items()}
        return Named(documents, _spans(question, asked, [entry for _, entry in chosen.values()]))

    def _is_named(self, entry: Entry, asked: Sequence[Word], loud: set[str], names: set[str]) -> bool:
        """`loud` are words that may be a name (capitals, or all where nobody wrote any), `names` those
        that stand with a capital inside a sentence and so hardly are anything else."""
        for party in entry.parties:
            if _stands_whole(party, asked):
                return True
            said = {t for t in party if t in loud}
            if not said or said <= ordinary():
                continue
            whole = sum(self._weight[t] for t in party)
            told = sum(self._weight[t] for t in party if t in said)
            if whole > 0 and party[0] in loud and told >= PART_OF_NAME * whole:
                return True
            if party[0] in names and len(self._holders[party[0]]) <= max(FEW, len(self.entries) // 50):
                return True
        return False

    def _is_titled(self, entry: Entry, asked: Sequence[Word], present: set[str]) -> bool:
        return len(entry.title) >= 2 and entry.title <= present and self._is_own(entry, asked)

    def _is_own(self, entry: Entry, asked: Sequence[Word]) -> bool:
        """The title stands in the question in one piece, and hardly any other document has it."""
        if not any(j - i >= len(entry.title) for i, j in runs(asked, entry.title | _AGREEMENT, _THROUGH)):
            return False
        sharing = set.intersection(*(set(self._holders[t]) for t in entry.title))
        return len(sharing) <= 2


def _stands_whole(party: Sequence[str], asked: Sequence[Word]) -> bool:
    """All words of a party's name stand together in the question; ordinary words ('General', 'First Data')
    count only where they are written as a name, with capitals and apart from other capitals."""
    for i, j in runs(asked, frozenset(party), _THROUGH):
        if not {w.term for w in asked[i:j]} >= set(party):
            continue
        if not ordinary().issuperset(party):
            return True
        capital = all(w.capital for w in asked[i:j] if w.term in party)
        behind = asked[j].capital and asked[j].term not in _LEGAL_TERMS if j < len(asked) else False
        if capital and (len(party) > 1 or (i > 0 and not behind)):
            return True
    return False


@cache
def ordinary() -> frozenset[str]:
    """Words of clauses and of questions about them: where one is a party's name too, it may not mean it."""
    phrases = [phrase for topic in topics() for phrase in topic.wording]
    found = {word.term for phrase in phrases for word in words(phrase)}
    return frozenset(found.union(*(cue for topic in topics() for cue in topic.cues), _EMPTY_TERMS))


_AGREEMENT = frozenset(map(term, ("agreement", "contract")))


def _entry(facts: DocumentFacts) -> Entry:
    title, parties, forms, names = _names(facts.title, tuple(facts.counterparty), facts.effective_date)
    return Entry(facts, doc_key(facts.collection, facts.doc_id), title, parties, forms, names)


@lru_cache(maxsize=65_536)
def _names(
    title: str, counterparty: Sequence[str], day: date | None
) -> tuple[frozenset[str], list[tuple[str, ...]], frozenset[str], frozenset[str]]:
    """(title, parties, forms, names) of an `Entry`: the same for every asker, so made once."""
    parties: list[tuple[str, ...]] = []
    forms: set[str] = set()
    for party in counterparty:
        forms.update(w.term for w in words(party))
        for name in _ALSO.split(party):
            core = tuple(dict.fromkeys(w.term for w in words(name) if w.term not in _LEGAL_TERMS))
            if core:
                parties.append(core)
    dates = {str(day.year), term(day.strftime("%B")), str(day.day)} if day else set()
    of_title = frozenset(w.term for w in words(title) if not w.empty)
    return of_title, parties, frozenset(forms), of_title.union(dates, *parties)


_LEGAL_TERMS = frozenset(map(term, LEGAL_FORMS))
_EMPTY_TERMS = frozenset(map(term, EMPTY))


def _written_as_name(run: Sequence[Word]) -> Sequence[Word]:
    """The run without ordinary words that lead to the name: "castings to Halvorsted" asks about castings,
    although the party is Halvorsted Castings. Only before a preposition, since names begin small as well."""
    for at, word in enumerate(run):
        if word.capital:
            break
        if word.text.lower() in _LEADING and any(after.capital for after in run[at + 1 :]):
            return _written_as_name(run[at + 1 :])
    return run


def _spans(question: str, asked: Sequence[Word], entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Where the names stand: runs of a party's or title's words, and aliases in brackets."""
    spans = [match.span() for match in _ALIAS.finditer(question)]
    for entry in entries:
        names: frozenset[str] = frozenset().union(*entry.parties)
        for i, j in runs(asked, entry.forms, _THROUGH):
            if any(w.term in names and (w.capital or j - i > 1) for w in asked[i:j]):
                name = _written_as_name(asked[i:j])
                spans.append((name[0].start, name[-1].end))
        for i, j in runs(asked, entry.title | _AGREEMENT, _THROUGH):
            told = {w.term for w in asked[i:j]} & entry.title
            # A title of several words is named by two of them side by side; one alone may be the topic.
            if len(told) >= min(2, len(entry.title)) and any(w.capital for w in asked[i:j]):
                spans.append((asked[i].start, asked[j - 1].end))
    return sorted(spans)
