"""No score and no order tells of rows that the asker may not read, or that are not looked at."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from resources import record
from resources.embedder import load_embedder
from resources.index import Index
from resources.keywords import KeywordIndex, KeywordQuery
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


@pytest.mark.parametrize("taken_out_again", [False, True])
def test_words_are_weighed_over_what_may_be_read_where_the_keyword_index_answers(tmp_path, taken_out_again):
    """Texts are equally long here: their usual length is the whole index's (see `KeywordIndex.search`)."""
    seen = [chunk("a.txt", str(n), f"pier {word}") for n, word in enumerate(["cap", "cap", "fees", "notice"])]
    others = [chunk("b.txt", str(n), "cap fees", acl=["hr"]) for n in range(40)]
    gone = [chunk("c.txt", str(n), "notice fees") for n in range(15)]
    alone, among = (KeywordIndex.create(tmp_path / name) for name in "ab")
    alone.update(record.to_table(seen))
    among.update(record.to_table([*seen, *others, *gone]))
    among.update(record.to_table([]), without_documents=["sales/c.txt", *["sales/b.txt"] * taken_out_again])
    expected, found = (
        dict(index.search(KeywordQuery("pier cap fees notice"), Access(LEGAL), 9)) for index in (alone, among)
    )
    assert found == pytest.approx(expected, rel=1e-5)
    assert len(found) == 4


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), max_size=4), st.text(max_size=12)
)
@example(["契約条項 the Pier,\u00a0piers’ 7.1(a)", "", "x" * 70 + " y"], "piers")
def test_words_are_counted_as_the_keyword_index_holds_them(texts, asked):
    """Both find the same rows: in memory, and by tantivy."""
    rows = [
        chunk("a.txt", str(n), body, id=str(n), heading_path=[body[:5], "Head"])
        for n, body in enumerate(texts)
    ]
    access = Access(LEGAL)
    with tempfile.TemporaryDirectory() as folder:
        built(Path(folder) / "i", rows)
        memory, keywords = (Index.open_candidate(Path(folder) / "i", limit) for limit in (50_000, 0))
        for words in (asked, *texts):
            query = KeywordQuery(words, boosts={"heading": 0.7, "context": 0.1, "body": 1.0})
            found = [
                {row_id for row_id, _ in index.keyword_hits(query, access, 9)} for index in (memory, keywords)
            ]
            assert found[0] == found[1]
