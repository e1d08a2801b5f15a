"""What an index gives is what the asker may read, from both searches, kept in memory or not."""

import numpy as np
import pytest

from resources import facts, record
from resources.embedder import load_embedder
from resources.index import Index, build_index
from resources.keywords import KeywordQuery
from resources.parity import parity
from resources.search.access import Access, Principal
from resources.store import StoreError
from tests.resources.corpus import build, candidate, chunk, document

LEGAL = Access(Principal("acme", frozenset({"legal"})))
EMBEDDER = load_embedder()


def both(directory):
    """The index with all vectors multiplied, and with Lance finding the nearest."""
    return [Index.open_candidate(directory), Index.open_candidate(directory, mapped_vectors=0)]


@pytest.fixture(scope="module")
def contracts(tmp_path_factory):
    directory = tmp_path_factory.mktemp("index") / "candidate"
    bodies = {
        "msa.pdf": ["The liability of the supplier is capped at the fees paid.", "Notice is thirty days."],
        "pay.pdf": ["Salaries and liability insurance of the board."],
    }
    return candidate(directory, bodies, {"pay.pdf": ["hr"]})


def test_both_searches_find_and_both_filter(contracts):
    for index in both(contracts):
        question = "how is the supplier's liability capped?"
        near = index.vector_hits(EMBEDDER.embed([question])[0], LEGAL, 10)
        by_word = index.keyword_hits(KeywordQuery(question), LEGAL, 10)
        assert len(near) == 2
        assert near[0][0] == by_word[0][0]
        [best, _] = index.chunks([row_id for row_id, _ in near], LEGAL)
        assert (best.path, best.body[:13]) == ("1", "The liability")
        assert [f.doc_id for f in index.catalogue(LEGAL)] == ["msa.pdf"]


def test_memory_and_lance_agree(contracts):
    vector = EMBEDDER.embed(["liability insurance"])[0]
    everyone = Access(Principal("acme", frozenset({"legal", "hr"})))
    resident, lance = (index.vector_hits(vector, everyone, 2) for index in both(contracts))
    assert [row_id for row_id, _ in resident] == [row_id for row_id, _ in lance]
    np.testing.assert_allclose([s for _, s in resident], [s for _, s in lance], atol=1e-5)


def test_an_id_that_one_knows_is_not_a_way_in(contracts):
    secret = record.chunk_id("acme", "sales", "pay.pdf", "structure", "clause", "1", 1)
    for index in both(contracts):
        assert index.chunks([secret], LEGAL) == []
        assert index.siblings("sales/pay.pdf", "1", LEGAL) == []
        assert index.lookup(["pay.pdf"], LEGAL) == []
        assert [c.id for c in index.chunks([secret], Access(Principal("acme", frozenset({"hr"}))))] == [
            secret
        ]


def test_siblings_are_all_parts_in_order(tmp_path):
    parts = [chunk("a.pdf", "7", f"part {k}", id=f"p{k}", part=[k, 3], seq=1) for k in (2, 3, 1)] + [
        chunk("a.pdf", "7.1", "other")
    ]
    build(tmp_path / "i", parts, [document("a.pdf")])
    for index in both(tmp_path / "i"):
        assert [c.part for c in index.siblings("sales/a.pdf", "7", LEGAL)] == [[1, 3], [2, 3], [3, 3]]


def test_references_are_looked_up_whole(tmp_path):
    rows = [chunk("a.pdf", path, "text") for path in ("7", "7.1", "7.1(a)", "17.1", "A-501/detail-3")]
    build(tmp_path / "i", rows, [document("a.pdf")])
    index = Index.open_candidate(tmp_path / "i")
    for asked, path in (("7.1", "7.1"), ("7.1 (A)", "7.1(a)"), ("a-501/Detail-3", "A-501/detail-3")):
        assert [c.path for c in index.chunks(index.lookup([asked], LEGAL), LEGAL)] == [path]
        hits = index.keyword_hits(KeywordQuery("", exact=[asked]), LEGAL, 9)
        assert [c.path for c in index.chunks([i for i, _ in hits], LEGAL)] == [path]
    assert index.lookup(["(", "7.1(a", "*"], LEGAL) == []


def test_an_empty_candidate_can_be_built_and_asked(tmp_path):
    empty = np.zeros((0, 256), np.float32)
    build_index(tmp_path / "i", record.to_table([]), empty, facts.to_table([]))
    for index in both(tmp_path / "i"):
        assert index.vector_hits(EMBEDDER.embed(["x"])[0], LEGAL, 5) == []
        assert index.keyword_hits(KeywordQuery("x"), LEGAL, 5) == []
        assert parity(index).problems == []


def test_a_question_without_tokens_is_near_to_nothing(contracts):
    for index in both(contracts):
        assert index.vector_hits(EMBEDDER.embed([""])[0], LEGAL, 5) == []


def test_an_index_is_never_written_over(contracts):
    with pytest.raises(FileExistsError):
        build_index(contracts, record.to_table([]), np.zeros((0, 256), np.float32), facts.to_table([]))


def test_a_damaged_candidate_is_one_line_with_its_place_and_a_mend(tmp_path):
    for number, part in enumerate(("lance", "mapped", "facts.parquet")):
        directory = candidate(tmp_path / str(number), {"msa.pdf": ["Liability."]})
        (directory / part).rename(tmp_path / f"{number}-{part}")
        with pytest.raises(StoreError, match=rf"{number} cannot be read .*: delete it and run again$"):
            Index.open_candidate(directory)


def test_whoever_may_read_one_file_of_an_index_may_read_all(tmp_path):
    directory = candidate(tmp_path / "i", {"msa.pdf": ["Liability."]})
    assert len({file.stat().st_mode for file in (directory / "mapped").iterdir()}) == 1


def test_the_one_permitted_row_is_found_though_it_is_the_farthest(tmp_path):
    rows = [chunk("a.pdf", str(n), f"alpha {n}", acl=["hr"]) for n in range(60)]
    rows.append(chunk("b.pdf", "far", "alpha omega", acl=["legal"]))
    vectors = np.tile(np.array([1.0, 0.0], np.float32), (61, 1))
    vectors[60] = [-1.0, 0.0]
    documents = [document("a.pdf", ["hr"]), document("b.pdf")]
    build_index(tmp_path / "i", record.to_table(rows), vectors, facts.to_table(documents))
    for index in both(tmp_path / "i"):
        assert [i for i, _ in index.vector_hits(np.array([1.0, 0.0], np.float32), LEGAL, 3)] == [rows[60].id]
        assert [i for i, _ in index.keyword_hits(KeywordQuery("alpha"), LEGAL, 3)] == [rows[60].id]
