"""From a question to cited clauses: resolve what it names, search by words and meaning, fill the budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

import numpy as np

from resources.embedder import Embedder, Vectors
from resources.index import Index
from resources.keywords import TICKET, KeywordQuery
from resources.mapped_rows import Outline
from resources.record import Chunk
from resources.search.access import Access, Principal, Scope, doc_key
from resources.search.amended import Relations, at_all_times, citation_as_amended, with_amendments
from resources.search.catalogue import Catalogue, Named
from resources.search.excerpt import term_weights
from resources.search.fix import shortened, told
from resources.search.fuse import by_length, fuse, lend
from resources.search.pack import HOP_TERMS, Hit, citation, pack
from resources.search.query import Query, prepare, shorten
from resources.search.settings import DEFAULTS, SearchSettings
from resources.search.tickets import rank_tickets, ticket_query
from resources.search.topics import Topic
from resources.search.unknown import unknown_names

BUDGET = 2_000
"""Tokens returned by default."""
HITS = 200
"""Hits taken from each search before they are fused."""
RANKED = 100
"""Length of the ranking: what fits a budget is looked for among these."""
SHORTENED = 24
"""Tickets of a ranking that are shortened to be read; further ones come only where they fit as they are."""
BESIDE = 5
"""Hits of each search that tell how near it came, the further down the less. Of 526 tickets and 277 contract
questions, asked of one tenant with both, 2 and 0 find the wrong family first; 3 where the questions name no
contract. By the best hit alone it is 20 tickets."""
WORDING_IN_VECTOR = 0.7
ANYWHERE = {"heading": 1.0, "context": 1.0, "body": 1.0}


@dataclass(slots=True)
class Answer:
    """What a question finds. `hits` fit the budget, strongest first; `ranking` goes on regardless of it.
    `resolved` are the doc keys ('collection/doc_id') the question named; `notes` say what was cut,
    narrowed or refused."""

    hits: list[Hit] = field(default_factory=list)
    ranking: list[Hit] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tokens_used: int = 0


def neighbours(chunk: Chunk | Outline) -> list[str]:
    """Ids of the units that stand beside a chunk under the same heading."""
    found: list[str] = told(chunk.payload).get("neighbours", [])
    return found


def aboutness(outline: Outline, topics: Sequence[Topic]) -> float:
    """How surely a unit is about one of the topics, 0 .. 1."""
    about: dict[str, float] = told(outline.payload).get("topics", {}) if topics else {}
    return max((about.get(topic.name, 0.0) for topic in topics), default=0.0)


def rare_terms(chunk: Chunk) -> list[str]:
    """Ids of the definitions of the rarest terms a chunk uses, at most `HOP_TERMS`; not of such as stand in
    every other clause (Agreement, Party, a party's name)."""
    rare: int = told(chunk.payload).get("rare_terms", 0)
    return chunk.terms[: min(rare, HOP_TERMS)]


class Search:
    """Questions against one index. Catalogues are kept per asker, so open it once for many questions."""

    def __init__(self, index: Index, embedder: Embedder, settings: SearchSettings = DEFAULTS) -> None:
        self.index = index
        self.embedder = embedder
        self.settings = settings
        self._catalogues: dict[Access, Catalogue] = {}
        self._relations: dict[Access, Relations] = {}

    def ask(
        self,
        question: str,
        principal: Principal,
        *,
        budget: int = BUDGET,
        scope: Scope | None = None,
        as_of: date | None = None,
    ) -> Answer:
        """The clauses that answer. `as_of` (default today) is the day at which a clause must govern.
        Never raises on what a person may type; an empty answer has a note that says why."""
        scope = replace(scope or Scope(), as_of=as_of or (scope.as_of if scope else None) or date.today())
        access = Access(principal, scope)
        if access.nothing is not None:
            return Answer(notes=[access.nothing])
        question, notes = shorten(question)
        if not any(character.isalnum() for character in question):
            return Answer(notes=[*notes, "the question holds no words: ask with words or a clause number"])
        families = self.index.families(access)
        tickets = self._tickets(question, access) if TICKET in families else []
        if TICKET in families:
            scope = replace(scope, families=families - {TICKET})
            access = Access(principal, scope)
        unnamed = scope.doc_keys is not None or not (scope.families is None or scope.families)
        named = Named({}, []) if unnamed else self._catalogue(access).resolve(question)
        query = prepare(question, named.spans)
        asked, fits = access, named.documents
        if fits:
            fits = self._related(access).belonging(question, fits, scope.as_of or date.today())
            access = Access(principal, replace(scope, doc_keys=frozenset(fits)))
        ranking = (
            self._with_amendments(self._rank(query, access, fits), asked) if access.nothing is None else []
        )
        if tickets:
            ranking = self._beside(ranking, tickets, query.unnamed)
        along, unit_of = partial(self._along, access), partial(self._unit_of, asked)
        hits, used = pack(self._to_read(ranking, query), budget, self.embedder, query, along, unit_of)
        self._cite(hits, asked)
        if not ranking:
            notes.append("nothing that you may read holds these words")
        elif not hits:
            notes.append(f"the strongest hit is larger than the budget of {budget} tokens: raise the budget")
        else:
            notes += self._unknown(question, named, Access(principal), hits[0].chunk)
        return Answer(hits, ranking, sorted(named.documents), notes, used)

    def _tickets(self, question: str, access: Access) -> list[Hit]:
        """The ranking of tickets. Neither the names of documents nor the topics of clauses say anything of
        them."""
        inside = Access(access.principal, replace(access.scope, families=frozenset({TICKET})))
        found = rank_tickets(self.index, self.embedder, ticket_query(question), inside, self.settings)
        return [Hit(chunk, score, citation(chunk)) for chunk, score in found][:RANKED]

    def _beside(self, others: Sequence[Hit], tickets: Sequence[Hit], question: str) -> list[Hit]:
        """Tickets and what else was found as one ranking: each is scaled by how near its best are to the
        question without names, since the scores themselves are of different searches. That holds as well
        where a document or a party is named: a customer has contracts and tickets."""
        if not others:
            return list(tickets)
        found = (others, tickets)
        best = [ranking[:BESIDE] for ranking in found]
        vectors = self.embedder.embed([question, *(hit.chunk.text for hits in best for hit in hits)])
        near = (vectors[1:] @ vectors[0]).clip(min=0.0)
        shares = [
            float(np.average(part, weights=1 / np.arange(1, len(part) + 1)))
            for part in np.split(near, [len(best[0])])
        ]
        scaled = [
            replace(hit, score=share * hit.score / ranking[0].score if ranking[0].score > 0 else 0.0)
            for ranking, share in zip(found, shares, strict=True)
            for hit in ranking
        ]
        return sorted(scaled, key=lambda hit: -hit.score)[:RANKED]

    def _to_read(self, ranking: Sequence[Hit], query: Query) -> list[Hit]:
        """The ranking as it is packed: of tickets what is read of them."""
        tickets = [hit.chunk.text for hit in ranking if hit.chunk.family == TICKET]
        if not tickets:
            return list(ranking)
        weights = term_weights(query.text, query.wording, 0.0, tickets)
        out = []
        for place, hit in enumerate(ranking):
            if hit.chunk.family == TICKET and place < SHORTENED:
                chunk, partly = shortened(hit.chunk, weights, self.embedder)
                hit = replace(hit, chunk=chunk, partial=partly)
            out.append(hit)
        return out

    def _unknown(self, question: str, named: Named, access: Access, first: Chunk) -> list[str]:
        """That a name in the question is no document's: without a word, the answer would seem to be its."""

        def in_view(word: str) -> bool:
            return bool(self.index.keyword_hits(KeywordQuery(word, boosts=ANYWHERE), access, 1))

        names = unknown_names(question, named.spans, in_view, people=bool(first.counterparty))
        said = " or ".join(f'"{name}"' for name in names[:3])
        return [f"no document that you may read is called {said}; these come from others"] if said else []

    def _along(self, access: Access, chunk: Chunk, place: int) -> list[Chunk]:
        """What a strong hit leads to: the clauses it cites, the definitions of the rarest terms it uses and,
        for the strongest, its neighbours."""
        if not self.settings.second_hop:
            return []
        ids = [*chunk.refs, *rare_terms(chunk)]
        if place == 0:
            ids += neighbours(chunk)
        return self.index.chunks(list(dict.fromkeys(ids)), access)

    def _unit_of(self, access: Access, chunk: Chunk) -> list[Chunk]:
        """All parts of a chunk's unit; an excerpt's unit is the chunk it was taken from."""
        parts = self.index.siblings(doc_key(chunk.collection, chunk.doc_id), chunk.path, access)
        return [part for part in parts if part.unit == chunk.unit and part.part[1] == chunk.part[1]]

    def _related(self, access: Access) -> Relations:
        access = access.known
        if access not in self._relations:
            if len(self._relations) >= 64:
                self._relations.clear()
            self._relations[access] = Relations(self.index.catalogue(access))
        return self._relations[access]

    def _with_amendments(self, ranking: Sequence[Hit], asked: Access) -> list[Hit]:
        """What amends a strong hit, right behind it."""
        pairs = [(hit.chunk, hit.score) for hit in ranking]
        found = with_amendments(pairs, lambda ids: self.index.chunks(ids, asked))
        return [Hit(chunk, score, citation(chunk)) for chunk, score in found][:RANKED]

    def _cite(self, hits: Sequence[Hit], asked: Access) -> None:
        """Names the amended clause and its amendment on what is returned."""
        ever = at_all_times(asked)
        for hit in hits:
            hit.citation = citation_as_amended(
                hit.chunk,
                citation,
                lambda ids: self.index.chunks(ids, asked),
                lambda ids: self.index.chunks(ids, ever),
            )

    def _catalogue(self, access: Access) -> Catalogue:
        access = access.known
        if access not in self._catalogues:
            if len(self._catalogues) >= 64:
                self._catalogues.clear()
            self._catalogues[access] = Catalogue(self.index.catalogue(access))
        return self._catalogues[access]

    def _rank(self, query: Query, access: Access, fits: dict[str, float]) -> list[Hit]:
        words = KeywordQuery(
            query.text,
            boosts={
                "heading": self.settings.heading_boost,
                "context": self.settings.context_boost,
                "body": 1.0,
            },
            exact=query.references,
            exact_boost=self.settings.reference_boost,
            extra=[(" ".join(query.wording), query.wording_weight)] if query.wording else [],
        )
        keyword = self.index.keyword_hits(words, access, HITS)
        vector = self.index.vector_hits(self._vector(query), access, HITS)
        scores = fuse(keyword, vector, self.settings.vector_weight)
        outlines = {outline.id: outline for outline in self.index.outlines(list(scores), access)}
        for key, outline in outlines.items():
            scores[key] += self.settings.topic_weight * query.shorthand * aboutness(outline, query.topics)
            scores[key] *= fits.get(outline.doc_key, 1.0) ** 2
            if '"defines"' in outline.payload:
                scores[key] *= self.settings.definition_factor
        held = {key: score for key, score in scores.items() if key in outlines}
        held = lend(held, {key: neighbours(outline) for key, outline in outlines.items()})
        ordered = by_length(held, {key: outline.tokens for key, outline in outlines.items()})[:RANKED]
        chunks = {chunk.id: chunk for chunk in self.index.chunks([key for key, _ in ordered], access)}
        return [Hit(chunks[key], score, citation(chunks[key])) for key, score in ordered if key in chunks]

    def _vector(self, query: Query) -> Vectors:
        texts = [query.text, " ".join(query.wording)] if query.wording else [query.text]
        vectors = self.embedder.embed(texts)
        mixed = vectors[0] + WORDING_IN_VECTOR * vectors[1] if query.wording else vectors[0]
        norm = float(np.linalg.norm(mixed))
        found: Vectors = mixed / norm if norm > 0 else mixed
        return found
