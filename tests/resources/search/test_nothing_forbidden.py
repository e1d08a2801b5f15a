"""What is returned is what an exhaustive search of the readable rows alone would return, and nothing else."""

import json
import math
import tempfile
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lancedb.index import HnswSq

from resources import facts, record
from resources.embedder import load_embedder
from resources.index import FACTS, LANCE, MAPPED, MAPPED_VECTORS, Index, build_index
from resources.keywords import KeywordQuery, field_terms, terms
from resources.part import write_part
from resources.publish import apply_facts, publish
from resources.published import Published, open_published, open_version
from resources.search.access import Access, Principal, Scope
from resources.search.ask import Search
from resources.search.fuse import fuse
from resources.store import open_store
from resources.vectors import ChunkTable, rows_with_vectors
from tests.resources.corpus import build, chunk, document

EMBEDDER = load_embedder()
WORDS = "pier harbour liability cap fees notice pays castings Halvorsted 12 7.1 shall the".split()
GROUPS = ["legal", "hr", "board", "legal|hr", "Legal"]
COLLECTIONS = ["sales", "it"]
DAY = date(2022, 6, 1)
QUESTIONS = [
    "Who pays the fees for the pier?",
    "Is the liability of Halvorsted capped?",
    "What does clause 7.1 of the Zzyzx agreement say of notice?",
    "castings",
]
BODY = st.lists(st.sampled_from(WORDS), min_size=1, max_size=30).map(" ".join)
SIZES = pytest.mark.parametrize("mapped_vectors", [MAPPED_VECTORS, 0], ids=["mapped", "lance"])


@dataclass(frozen=True)
class Doc:
    """A document of a made-up corpus; each body is a clause."""

    name: str
    collection: str
    acl: tuple[str, ...]
    party: str
    bodies: tuple[str, ...]
    ended: bool

    @property
    def key(self):
        return f"{self.collection}/{self.name}"


@st.composite
def corpora(draw):
    return [
        Doc(
            f"d{number}.txt",
            draw(st.sampled_from(COLLECTIONS)),
            tuple(draw(st.lists(st.sampled_from(GROUPS), max_size=2, unique=True))),
            draw(st.sampled_from(["Halvorsted AS", "Pier Harbour Ltd", "Other GmbH"])),
            tuple(draw(st.lists(BODY, min_size=1, max_size=4))),
            draw(st.booleans()),
        )
        for number in range(draw(st.integers(1, 7)))
    ]


PRINCIPALS = st.frozensets(st.sampled_from([*GROUPS, "nobody"]), min_size=1, max_size=2).map(
    lambda groups: Principal("acme", groups)
)
SCOPES = st.builds(
    Scope,
    collections=st.none() | st.just(frozenset({"sales"})),
    doc_keys=st.none() | st.just(frozenset({"sales/d0.txt", "it/d1.txt", "sales/d2.txt"})),
    counterparty=st.none() | st.just(frozenset({"Halvorsted AS"})),
    as_of=st.none() | st.just(DAY),
)


def rows_of(docs):
    """The clauses; each cites and stands beside all others, readable or not."""
    ids = [record.chunk_id("acme", d.collection, d.name, "structure", "clause", str(n), 1)
           for d in docs for n in range(len(d.bodies))]  # fmt: skip
    beside = json.dumps({"neighbours": ids, "rare_terms": 2, "amended_by": ids[:3], "amends": ids[3:5]})
    return [
        chunk(
            doc.name,
            str(place),
            body,
            collection=doc.collection,
            acl=list(doc.acl),
            counterparty=[doc.party],
            heading_path=[body.split()[0]],
            governs_to=date(2021, 1, 1) if doc.ended else None,
            refs=ids,
            terms=ids,
            payload=beside,
            part=[place + 1, len(doc.bodies)],
        )
        for doc in docs
        for place, body in enumerate(doc.bodies)
    ]


def facts_of(docs, collection=None):
    return [
        document(doc.name, doc.acl, doc.collection, counterparty=[doc.party])
        for doc in docs
        if collection in (None, doc.collection)
    ]


def as_it_is(directory, rows, documents, indexed):
    """An index of the rows with the dates they have, with scalar indexes or without."""
    table = rows_with_vectors(record.to_table(rows), EMBEDDER.embed([row.text for row in rows]))
    stored = ChunkTable.create(directory / LANCE, table)
    if indexed:
        stored.index()
    write_part(directory / MAPPED, table)
    pq.write_table(facts.to_table(documents), directory / FACTS)
    return directory


def may_read(row, principal, scope):
    """The rule itself, in the plainest words."""
    return (
        row.tenant_id == principal.tenant
        and any(group in principal.groups for group in row.acl)
        and (scope.collections is None or row.collection in scope.collections)
        and (scope.doc_keys is None or f"{row.collection}/{row.doc_id}" in scope.doc_keys)
        and (scope.counterparty is None or any(name in scope.counterparty for name in row.counterparty))
        and (scope.as_of is None or row.governs_to is None or scope.as_of < row.governs_to)
    )


def by_words(question, rows, counted):
    """BM25 of each row, every word of every row counted one by one; weighed over the rows `counted`."""

    def texts(row):
        return {"heading": field_terms(" ".join(row.heading_path)), "body": field_terms(row.body)}

    held = [texts(row) for row in counted]
    scores = {}
    for row in rows:
        score = 0.0
        for word in terms(question):
            for name, own in texts(row).items():
                having, usual = (
                    sum(word in each[name] for each in held),
                    sum(len(each[name]) for each in held) / len(held),
                )
                times = own.count(word)
                rare = math.log(1 + (len(held) - having + 0.5) / (having + 0.5))
                length = 1.2 * (0.25 + 0.75 * len(own) / usual)
                score += rare * times * 2.2 / (times + length)
        if score > 0:
            scores[row.id] = score
    return scores


def ranked(scores):
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def is_same(found, expected):
    """The same ids with the same scores; where scores are equal but for rounding, in any order."""
    assert dict(found) == pytest.approx(dict(expected), abs=2e-5)
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=2e-5)


def told(answer):
    """All that an answer tells."""
    hits = [(h.chunk.id, h.text, h.score, h.citation, h.via, h.partial) for h in answer.hits]
    ranking = [(hit.chunk.id, hit.score, hit.citation) for hit in answer.ranking]
    return hits, ranking, answer.resolved, answer.notes, answer.tokens_used


@SIZES
@settings(max_examples=15, deadline=None)
@given(corpora(), PRINCIPALS, SCOPES, st.sampled_from(QUESTIONS), st.booleans())
def test_both_searches_equal_the_exhaustive_one_without_forbidden_rows(
    mapped_vectors, docs, principal, scope, question, indexed
):
    rows = rows_of(docs)
    counted = [r for r in rows if may_read(r, principal, Scope(collections=scope.collections))]
    readable = [row for row in rows if may_read(row, principal, scope)]
    asked = EMBEDDER.embed([question])[0]
    vectors = EMBEDDER.embed([row.text for row in readable])
    near = {row.id: float(vector @ asked) for row, vector in zip(readable, vectors, strict=True)}
    expected = ranked(by_words(question, readable, counted)), ranked(near)
    access = Access(principal, scope)
    with tempfile.TemporaryDirectory() as folder:
        directory = as_it_is(Path(folder) / "i", rows, facts_of(docs), indexed)
        index = Index.open_candidate(directory, mapped_vectors)
        words = index.keyword_hits(KeywordQuery(question), access, 200)
        nearest = index.vector_hits(asked, access, 200)
    is_same(words, expected[0])
    is_same(nearest, expected[1])
    assert fuse(words, nearest) == pytest.approx(fuse(*expected), abs=1e-4)


@settings(max_examples=4, deadline=None)
@given(corpora(), corpora(), PRINCIPALS, SCOPES, st.data())
@example(
    [Doc("d0.txt", "sales", ("hr",), "Halvorsted AS", ("liability cap fees",) * 2, False)],
    [Doc("d0.txt", "sales", ("legal",), "Halvorsted AS", ("liability cap fees", "pier"), False)],
    Principal("acme", frozenset({"legal"})),
    Scope(),
    None,
)
def test_an_answer_tells_nothing_of_hidden_rows_whatever_was_published_before(
    before, after, principal, scope, data
):
    """Two publications, groups revoked and documents removed by facts; against an index that never held
    anything but what the asker may read now."""
    gone = data.draw(st.frozensets(st.sampled_from([doc.key for doc in after]))) if data else frozenset()
    revoked = data.draw(st.frozensets(st.sampled_from([doc.key for doc in after]))) if data else frozenset()
    now = [replace(d, acl=("board",)) if d.key in revoked else d for d in after if d.key not in gone]
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder) / "store")
        for name, docs in (("a", before), ("b", after)):
            for collection in COLLECTIONS:
                held = [doc for doc in docs if doc.collection == collection]
                if held:
                    directory = Path(folder) / f"{name}-{collection}"
                    build(directory, rows_of(held), facts_of(held))
                    publish(store, "acme", collection, directory, facts.to_table(facts_of(held)))
        published = {doc.collection for doc in [*before, *after]}
        for collection in sorted(published):
            apply_facts(store, "acme", collection, facts.to_table(facts_of(now, collection)))
        open_published(store, "acme")
        tenant = Published(store, "acme")
        rows = [row for c in COLLECTIONS for row in rows_of([d for d in now if d.collection == c])]
        readable = [row for row in rows if may_read(row, principal, Scope())]
        names = {(row.collection, row.doc_id) for row in readable}
        build(Path(folder) / "alone", readable, facts_of([d for d in now if (d.collection, d.name) in names]))
        allowed = {row.id for row in readable}
        for mapped_vectors in (MAPPED_VECTORS, 0):
            among = Search(open_version(tenant, tenant.current(), mapped_vectors), EMBEDDER)
            alone = Search(Index.open_candidate(Path(folder) / "alone", mapped_vectors), EMBEDDER)
            for question in QUESTIONS:
                answer = among.ask(question, principal, scope=scope, budget=60)
                assert {hit.chunk.id for hit in [*answer.hits, *answer.ranking]} <= allowed
                assert told(answer) == told(alone.ask(question, principal, scope=scope, budget=60))


def test_an_approximate_vector_index_hides_and_finds_as_well(tmp_path):
    """Above a million rows somebody may make one; the filter stays before the search."""
    chance = np.random.default_rng(5)
    vectors = chance.normal(size=(1500, 32)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    rows = [chunk(f"{n % 40}.txt", str(n), "pier", acl=[GROUPS[n % 3]]) for n in range(1500)]
    build_index(
        tmp_path / "i",
        record.to_table(rows),
        vectors,
        facts.to_table([document(f"{n}.txt") for n in range(40)]),
    )
    index = Index.open_candidate(tmp_path / "i", mapped_vectors=0)
    index.table.lance.create_index("vector", config=HnswSq(distance_type="cosine", num_partitions=1))
    access = Access(Principal("acme", frozenset({"legal"})))
    mine = [n for n, row in enumerate(rows) if row.acl == ["legal"]]
    kept = 0
    for asked in vectors[::75]:
        nearest = sorted(mine, key=lambda n: -float(vectors[n] @ asked))[:10]
        found = {row_id for row_id, _ in index.vector_hits(asked, access, 10)}
        assert found <= {rows[n].id for n in mine}
        kept += len(found & {rows[n].id for n in nearest})
    assert kept / (10 * len(vectors[::75])) >= 0.95
