"""No score and no order tells of rows that the asker may not read, or that are not looked at."""

import tempfile
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from resources.embedder import load_embedder
from resources.index import Index
from resources.keywords import KeywordQuery
from resources.search.access import Access, Principal, Scope
from resources.search.ask import Search
from tests.resources.corpus import build, chunk, document

EMBEDDER = load_embedder()
LEGAL = Principal("acme", frozenset({"legal"}))
SALES = Scope(collections=frozenset({"sales"}))
WORDS = ("pier", "harbour", "liability", "cap", "fees", "notice", "pays", "12")
BODY = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)
ROWS = st.lists(
    st.tuples(
        BODY, BODY, st.sampled_from([("sales", "legal"), ("sales", "hr"), ("it", "legal"), ("it", "hr")])
    ),
    max_size=14,
)
QUESTION = KeywordQuery("liability of the pier", extra=[("fees notice", 0.3)], exact=["3"])


def rows_of(made):
    """Chunks, two to a document; which of them comes first in the table is nobody's business."""
    return [
        chunk(
            f"{place // 2}-{collection}-{group}.txt",
            str(place),
            body,
            heading_path=[heading],
            collection=collection,
            acl=[group],
            seq=place,
        )
        for place, (body, heading, (collection, group)) in enumerate(made)
    ]


def built(folder, rows):
    documents = {(row.collection, row.doc_id): row.acl for row in rows}
    build(folder, rows, [document(doc, acl, collection) for (collection, doc), acl in documents.items()])
    return folder


@settings(max_examples=12, deadline=None)
@given(ROWS, st.booleans(), st.randoms())
@example([("liability", "cap", ("sales", "legal")), *[("pier", "cap", ("sales", "hr"))] * 6], True, None)
def test_answers_are_the_same_whether_hidden_rows_are_there_or_not(made, scoped, random):
    scope = SALES if scoped else Scope()
    rows = rows_of(made)
    seen = [row for row in rows if row.acl == ["legal"] and (row.collection == "sales" or not scoped)]
    if random is not None:
        random.shuffle(rows)
    with tempfile.TemporaryDirectory() as folder:
        alone, among = (
            Index.open_candidate(built(Path(folder) / name, held))
            for name, held in (("a", seen), ("b", rows))
        )
        access = Access(LEGAL, scope)
        vector = EMBEDDER.embed(["liability of the pier"])[0]
        for limit in (3, 50):
            assert among.keyword_hits(QUESTION, access, limit) == alone.keyword_hits(QUESTION, access, limit)
            assert among.vector_hits(vector, access, limit) == alone.vector_hits(vector, access, limit)
        ask = [
            Search(index, EMBEDDER).ask("Who pays for the pier?", LEGAL, scope=scope)
            for index in (among, alone)
        ]
        assert [(hit.chunk.id, hit.score) for hit in ask[0].ranking] == [
            (hit.chunk.id, hit.score) for hit in ask[1].ranking
        ]


def test_a_word_weighs_the_same_whatever_the_search_is_narrowed_to(tmp_path):
    rows = [chunk(f"{n}.txt", str(n), "pier " + "harbour " * (n % 2)) for n in range(6)]
    index = Index.open_candidate(built(tmp_path / "i", rows))
    query = KeywordQuery("pier harbour")
    all_of_them = dict(index.keyword_hits(query, Access(LEGAL), 9))
    one = Access(LEGAL, Scope(doc_keys=frozenset({"sales/1.txt"})))
    assert index.keyword_hits(query, one, 9) == [(rows[1].id, all_of_them[rows[1].id])]
