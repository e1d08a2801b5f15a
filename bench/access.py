"""Ten thousand random searches: how many rows were told to somebody who may not read them. It must be none.

Askers, groups, scopes and questions are drawn at random over our samples multiplied (`bench.corpus`) and,
where the shared collections are there, over their contracts. What each asker may read is told by a table made
of the rows before any index saw them. `python -m bench.access [SEARCHES [CHUNKS]]` exits 1 where it was not
none."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pyarrow as pa
from rich.console import Console

from bench.corpus import SAMPLES, TENANT, Corpus, cut_landing, multiplied
from bench.shared import folder_of_shared
from resources import facts as facts_table
from resources import record
from resources.embedder import Embedder, load_embedder
from resources.index import MAPPED_VECTORS, Index, build_index
from resources.keywords import KeywordQuery
from resources.search.access import Access, Principal, Scope
from resources.search.ask import HITS, Search

SEARCHES = 10_000
CHUNKS = 10_000
SHARED = "atticus/services"
_LANCE_EVERY = 10
"""Every so many searches Lance finds the nearest, as it does above `MAPPED_VECTORS`."""


@dataclass
class Count:
    """What came of the searches."""

    searches: int = 0
    answered: int = 0
    told: int = 0
    """Rows returned: hits, second hops and the whole ranking."""
    forbidden: int = 0
    """Rows returned, documents resolved and titles in citations and notes that the asker may not read."""
    examples: list[str] = field(default_factory=list)
    """Their ids, or the documents' keys or titles."""
    tempted: int = 0
    """Searches in whose first hits a hidden row would have stood."""


class Readers:
    """Who may read what, from the rows alone."""

    def __init__(self, chunks: pa.Table) -> None:
        columns = ("id", "tenant_id", "collection", "doc_id", "title", "acl")
        self.rows = {row["id"]: row for row in chunks.select(columns).to_pylist()}
        self.groups = sorted({group for row in self.rows.values() for group in row["acl"]})
        self.tenants = sorted({row["tenant_id"] for row in self.rows.values()})
        self.collections = sorted({row["collection"] for row in self.rows.values()})
        self.titles = {row["title"] for row in self.rows.values() if row["title"]}
        self.keys = sorted({f"{row['collection']}/{row['doc_id']}" for row in self.rows.values()})

    def may(self, principal: Principal, row_id: str) -> bool:
        """Whether the asker may read the row."""
        row = self.rows[row_id]
        return row["tenant_id"] == principal.tenant and not principal.groups.isdisjoint(row["acl"])

    def documents(self, principal: Principal) -> set[str]:
        """Keys of the documents of which the asker may read something."""
        return {
            f"{row['collection']}/{row['doc_id']}"
            for row_id, row in self.rows.items()
            if self.may(principal, row_id)
        }

    def hidden_titles(self, principal: Principal, said: str) -> list[str]:
        """Titles of documents of which the asker may read nothing, as far as they stand in what was said; not
        such as only stand within a title that may be read."""
        open_ones = {row["title"] for row_id, row in self.rows.items() if self.may(principal, row_id)}
        for title in sorted(open_ones, key=len, reverse=True):
            said = said.replace(title, "")
        return [title for title in self.titles - open_ones if title in said]


def _asker(readers: Readers, chance: random.Random) -> tuple[Principal, Scope]:
    tenant = chance.choice([*readers.tenants, *readers.tenants, *readers.tenants, "somebody-else"])
    known = chance.sample(readers.groups, chance.randrange(min(3, len(readers.groups)) + 1))
    groups = frozenset([*known, *chance.sample(["", "Team-1", "team-1 ", "%", "' OR 1=1 --"], 1)])
    scope = Scope(
        collections=_some(readers.collections, 0.3, 2, chance),
        doc_keys=_some(readers.keys, 0.1, 40, chance),
        as_of=date(chance.randrange(2014, 2027), 6, 1),
    )
    return Principal(tenant, groups), scope


def _some(values: Sequence[str], share: float, most: int, chance: random.Random) -> frozenset[str] | None:
    if chance.random() >= share:
        return None
    return frozenset(chance.sample(values, min(most, len(values))))


def count(corpus: Corpus, searches: int, embedder: Embedder, seed: int = 3) -> Count:
    """Asks, and holds everything that was returned against the rows."""
    chance = random.Random(seed)  # noqa: S311 - searches that can be made again
    readers, found = Readers(corpus.chunks), Count()
    with tempfile.TemporaryDirectory() as name:
        build_index(Path(name) / "i", corpus.chunks, corpus.vectors, corpus.facts)
        indexes = [Index.open_candidate(Path(name) / "i", most) for most in (MAPPED_VECTORS, 0)]
        ways = [Search(index, embedder) for index in indexes]
        everybody = [Principal(tenant, frozenset(readers.groups)) for tenant in readers.tenants]
        for number in range(searches):
            principal, scope = _asker(readers, chance)
            question = chance.choice(corpus.questions)
            answer = ways[number % _LANCE_EVERY == 0].ask(question, principal, scope=scope)
            ids = [hit.chunk.id for hit in [*answer.hits, *answer.ranking]]
            bad = [row_id for row_id in ids if not readers.may(principal, row_id)]
            if answer.resolved:
                bad += set(answer.resolved) - readers.documents(principal)
            said = [*answer.notes, *(hit.citation for hit in [*answer.hits, *answer.ranking])]
            bad += readers.hidden_titles(principal, "\n".join(said))
            found.searches += 1
            found.answered += bool(ids)
            found.told += len(ids)
            found.forbidden += len(bad)
            found.examples += bad
            words = KeywordQuery(question)
            would = [indexes[0].keyword_hits(words, Access(each, scope), HITS) for each in everybody]
            found.tempted += any(not readers.may(principal, row) for hits in would for row, _ in hits)
    return found


def contracts(embedder: Embedder) -> Corpus:
    """The contracts of a shared collection as they are, each with its own groups."""
    base, labels = cut_landing(folder_of_shared() / "landing", embedder, SHARED)
    chunks = record.to_table([chunk for cut in base for chunk in cut.chunks])
    vectors = embedder.embed(chunks["text"].to_pylist())
    facts = facts_table.to_table([cut.facts for cut in base])
    return Corpus(chunks, vectors, facts, [label.question for label in labels])


def main(searches: int = SEARCHES, rows: int = CHUNKS) -> None:
    """Print what came of it; exit 1 where anything forbidden was returned."""
    embedder = load_embedder()
    corpora = {f"samples, {rows:,} chunks": multiplied(*cut_landing(SAMPLES, embedder), rows, embedder)}
    if folder_of_shared().is_dir():
        shared_ones = contracts(embedder)
        corpora[f"shared contracts, {len(shared_ones.chunks):,} chunks"] = shared_ones
    forbidden = 0
    for name, corpus in corpora.items():
        start = time.perf_counter()
        found = count(corpus, searches // len(corpora), embedder)
        forbidden += found.forbidden
        Console(width=100).print(
            f"{name}, tenant {TENANT if 'samples' in name else 'atticus'}: {found.searches:,} searches in "
            f"{time.perf_counter() - start:.0f} s, {found.answered:,} answered with {found.told:,} rows; "
            f"in {found.tempted:,} a hidden row would have stood among the first {HITS}; "
            f"forbidden rows told: {found.forbidden} {' '.join(found.examples[:9])}"
        )
    sys.exit(1 if forbidden else 0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
