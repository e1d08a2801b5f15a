"""What is published is whole, other collections are left alone, and facts of the moment always win."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from datetime import date, timedelta

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from resources import facts
from resources.embedder import load_embedder
from resources.index import FACTS, MAPPED, Index
from resources.keywords import KeywordQuery
from resources.parity import parity
from resources.part import write_rows
from resources.publish import PublishError, apply_facts, publish, restore
from resources.published import (
    Published,
    open_collection,
    open_published,
    open_version,
    published_versions,
    unsound,
)
from resources.publisher import set_aside_damaged
from resources.search.access import Access, Principal, Scope
from resources.search.ask import Search
from resources.store import StoreError, open_store
from tests.resources.corpus import build, candidate, chunk, document

EMBEDDER = load_embedder()
LEGAL = Access(Principal("acme", frozenset({"legal"})))
FIRST = {
    "msa.pdf": ["Liability is capped at the fees.", "Notice is thirty days."],
    "nda.pdf": ["Keep it secret."],
}
SECOND = {
    "msa.pdf": ["Liability is not capped."],
    "nda.pdf": ["Keep it secret."],
    "sow.pdf": ["Paint the pier."],
}


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "store")


def found(store, words, access=LEGAL):
    """The bodies that a search for the words gives, by both searches where both agree."""
    index = open_published(store, "acme")
    by_words = [row_id for row_id, _ in index.keyword_hits(KeywordQuery(words), access, 10)]
    return [each.body for each in index.chunks(by_words, access)]


def everything(store, access=LEGAL):
    """All bodies the asker may read, as the vector search and the rows give them."""
    index = open_published(store, "acme")
    vector = [1.0] + [0.0] * 255
    return sorted(
        each.body for each in index.chunks([i for i, _ in index.vector_hits(vector, access, 1000)], access)
    )


def bodies(documents):
    return sorted(body for of_one in documents.values() for body in of_one)


def test_nothing_published_says_so(store):
    with pytest.raises(StoreError, match="docgrain run"):
        open_published(store, "acme")


@pytest.mark.parametrize("at_once", [1, 1 << 26])
def test_a_second_publication_replaces_the_first_whole(store, tmp_path, monkeypatch, at_once):
    monkeypatch.setattr("resources.publish._MERGED_AT_ONCE", at_once)  # bytes: a row after the other
    first = publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    assert (first.version, first.inserted, first.updated, first.deleted) == (1, 3, 0, 0)
    assert everything(store) == bodies(FIRST)
    second = publish(store, "acme", "sales", candidate(tmp_path / "b", SECOND))
    assert (second.version, second.inserted, second.updated, second.deleted) == (2, 1, 2, 1)
    assert everything(store) == bodies(SECOND)
    assert found(store, "liability capped") == ["Liability is not capped."]
    assert found(store, "thirty") == []
    assert parity(open_published(store, "acme")).problems == []


def test_other_collections_stay_as_they_are(store, tmp_path):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    publish(
        store, "acme", "it", candidate(tmp_path / "b", {"lease.pdf": ["Rent the servers."]}, collection="it")
    )
    publish(store, "acme", "sales", candidate(tmp_path / "c", SECOND))
    assert everything(store) == sorted([*bodies(SECOND), "Rent the servers."])
    restore(store, "acme", "sales", 1)
    assert everything(store) == sorted([*bodies(FIRST), "Rent the servers."])
    assert {f.doc_id for f in open_published(store, "acme").catalogue(LEGAL)} == {
        "lease.pdf",
        "msa.pdf",
        "nda.pdf",
    }


def test_a_revoked_group_and_a_removed_document_are_gone_at_once_and_stay_gone(store, tmp_path):
    first = candidate(tmp_path / "a", FIRST)
    publish(store, "acme", "sales", first)
    publish(store, "acme", "sales", candidate(tmp_path / "b", SECOND))
    of_the_moment = facts.to_table([document("msa.pdf", ["board"]), document("sow.pdf")])
    change = apply_facts(store, "acme", "sales", of_the_moment)
    assert (change.documents, change.removed, change.updated, change.deleted) == (1, 1, 1, 1)

    def assert_gone():
        assert found(store, "liability secret") == []
        assert "msa.pdf" not in [f.doc_id for f in open_published(store, "acme").catalogue(LEGAL)]
        assert not {"Keep it secret.", *FIRST["msa.pdf"], *SECOND["msa.pdf"]} & set(everything(store))

    assert_gone()
    assert everything(store, Access(Principal("acme", frozenset({"board"})))) == ["Liability is not capped."]
    restore(store, "acme", "sales", 1)
    assert_gone()
    assert everything(store, Access(Principal("acme", frozenset({"board"})))) == sorted(FIRST["msa.pdf"])
    publish(store, "acme", "sales", first)
    assert_gone()
    assert parity(open_published(store, "acme")).problems == []


def test_facts_given_to_a_publication_win_over_the_candidates(store, tmp_path):
    publish(
        store,
        "acme",
        "sales",
        candidate(tmp_path / "a", FIRST),
        facts.to_table([document("nda.pdf", ["board"])]),
    )
    assert everything(store) == []
    assert everything(store, Access(Principal("acme", frozenset({"board"})))) == ["Keep it secret."]


def test_a_document_that_comes_back_is_found_again(store, tmp_path):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    apply_facts(store, "acme", "sales", facts.to_table([document("msa.pdf")]))
    assert everything(store) == sorted(FIRST["msa.pdf"])
    publish(
        store, "acme", "sales", tmp_path / "a", facts.to_table([document("msa.pdf"), document("nda.pdf")])
    )
    assert everything(store) == bodies(FIRST)


def test_facts_before_any_publication_are_kept_for_it(store, tmp_path):
    assert apply_facts(store, "acme", "sales", facts.to_table([document("msa.pdf")])).version is None
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    assert everything(store) == sorted(FIRST["msa.pdf"])


def test_every_fact_on_a_row_follows(store, tmp_path):
    publish(store, "acme", "sales", candidate(tmp_path / "a", {"msa.pdf": ["Liability."]}))
    changed = document(
        "msa.pdf",
        title="Master agreement",
        doc_type="license",
        counterparty=["Globex"],
        effective_date=date(2020, 1, 2),
        amends=["old.pdf"],
        revision="B",
    )
    changed.file = "later.jsonl"  # of an export that holds many, documents move to the next one
    apply_facts(store, "acme", "sales", facts.to_table([changed]))
    index = open_published(store, "acme")
    scope = Scope(counterparty=frozenset({"Globex"}))
    access = Access(LEGAL.principal, scope)
    [(row_id, _)] = index.keyword_hits(KeywordQuery("liability"), access, 5)
    [row] = index.chunks([row_id], access)
    names = ("title", "file", "doc_type", "counterparty", "effective_date", "amends", "revision")
    assert [getattr(row, name) for name in names] == [getattr(changed, name) for name in names]
    assert index.catalogue(access) == [changed]


def test_unchanged_facts_make_no_version(store, tmp_path):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    change = apply_facts(store, "acme", "sales", facts.to_table([document(doc_id) for doc_id in FIRST]))
    assert (change.version, change.changed) == (1, False)
    assert Published(store, "acme").current().number == 1


def test_a_row_for_fewer_readers_than_its_document_never_gains_readers(store, tmp_path):
    rows = [
        chunk("t.pdf", "1", "Open part.", acl=["all", "staff"]),
        chunk("t.pdf", "2", "Note.", acl=["staff"]),
    ]
    build(tmp_path / "a", rows, [document("t.pdf", ["all", "staff"])])
    publish(store, "acme", "sales", tmp_path / "a")
    everyone = Access(Principal("acme", frozenset({"all", "guests"})))
    assert everything(store, everyone) == ["Open part."]
    apply_facts(store, "acme", "sales", facts.to_table([document("t.pdf", ["guests", "staff"])]))
    assert everything(store, everyone) == ["Open part."]
    assert everything(store, Access(Principal("acme", frozenset({"staff"})))) == ["Note.", "Open part."]
    apply_facts(store, "acme", "sales", facts.to_table([document("t.pdf", ["guests"])]))
    assert everything(store, Access(Principal("acme", frozenset({"staff", "guests"})))) == ["Open part."]


def test_an_empty_or_foreign_candidate_is_refused(store, tmp_path):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    with pytest.raises(StoreError, match="empty"):
        publish(store, "acme", "sales", candidate(tmp_path / "b", {}))
    with pytest.raises(StoreError, match="cannot be published as acme/it"):
        publish(store, "acme", "it", tmp_path / "a")
    with pytest.raises(StoreError, match="cannot be published as globex/sales"):
        publish(store, "globex", "sales", tmp_path / "a")
    assert everything(store) == bodies(FIRST)


def test_an_unknown_version_names_the_known(store, tmp_path):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    with pytest.raises(StoreError, match=r"choose one of \[1\]"):
        restore(store, "acme", "sales", 7)


def test_an_index_that_does_not_read_back_is_not_published(store, tmp_path, monkeypatch):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    with monkeypatch.context() as patch:
        patch.setattr("resources.publish.write_rows", lambda *_: None)
        patch.setattr("resources.publish._with_facts", lambda rows, *_: rows.slice(1))
        with pytest.raises(PublishError, match="does not hold what was written"):
            publish(store, "acme", "sales", candidate(tmp_path / "b", SECOND))
    assert everything(store) == bodies(FIRST)
    publish(store, "acme", "sales", tmp_path / "b")
    assert everything(store) == bodies(SECOND)


def test_old_publications_are_dropped_and_an_open_index_goes_on(store, tmp_path, monkeypatch):
    monkeypatch.setattr("resources.publish.HISTORY_KEPT", 2)
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    opened = open_published(store, "acme")
    for turn in range(4):
        publish(store, "acme", "sales", candidate(tmp_path / str(turn), SECOND if turn % 2 else FIRST))
    assert published_versions(store, "acme", "sales") == [4, 5]
    hits = [row_id for row_id, _ in opened.keyword_hits(KeywordQuery("liability notice"), LEGAL, 9)]
    assert sorted(each.body for each in opened.chunks(hits, LEGAL)) == sorted(FIRST["msa.pdf"])

    monkeypatch.setattr("resources.publish.GRACE", -timedelta(days=1))
    monkeypatch.setattr("resources.publish.SLACK", timedelta(0))
    publish(store, "acme", "sales", tmp_path / "a")
    kept = sorted(int(folder.name) for folder in Published(store, "acme").versions.iterdir())
    assert kept == [5, 6]
    assert len(open_published(store, "acme").table.lance.list_versions()) < 12
    assert everything(store) == bodies(FIRST)


_PUBLISHER = """
import sys
from pathlib import Path
from resources.publish import publish
from resources.store import open_store
publish(open_store(Path(sys.argv[1])), "acme", "sales", Path(sys.argv[2]))
"""


def _start(store, directory):
    return subprocess.Popen([sys.executable, "-c", _PUBLISHER, store.path, directory])


@pytest.mark.parametrize("step", ["merge", "bring", "write_version", "point_to"])
def test_killed_at_any_step_readers_see_a_whole_version_and_the_next_goes_on(store, tmp_path, step):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    candidate(tmp_path / "b", SECOND)
    dying = (
        "import os, signal\n"
        "import resources.publish as p\n"
        "from resources.published import Published\n"
        "die = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)\n"
        + {
            "merge": "p._check_merge = die",
            "bring": "p.write_rows = die",
            "write_version": "p.write_version = die",
            "point_to": "Published.point_to = die",
        }[step]
    )
    killed = subprocess.run(
        [sys.executable, "-c", f"{dying}\n{_PUBLISHER}", store.path, tmp_path / "b"], check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert everything(store) == bodies(FIRST)
    publish(store, "acme", "it", candidate(tmp_path / "c", {"lease.pdf": ["Rent it."]}, collection="it"))
    assert everything(store) == sorted([*bodies(FIRST), "Rent it."])
    publish(store, "acme", "sales", tmp_path / "b")
    assert everything(store) == sorted([*bodies(SECOND), "Rent it."])
    assert parity(open_published(store, "acme")).problems == []
    assert published_versions(store, "acme", "sales") == [1, 3]


def test_killed_at_a_random_moment(store, tmp_path):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    candidate(tmp_path / "b", SECOND)
    for _ in range(2):
        process = _start(store, tmp_path / "b")
        time.sleep(random.uniform(0.8, 2.5))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert everything(store) in (bodies(FIRST), bodies(SECOND))
    publish(store, "acme", "sales", tmp_path / "b")
    assert everything(store) == bodies(SECOND)
    assert parity(open_published(store, "acme")).problems == []


def test_three_publishers_at_once_take_turns(store, tmp_path):
    for name, documents in {"a": FIRST, "b": SECOND, "c": FIRST}.items():
        candidate(tmp_path / name, documents)
    publish(
        store, "acme", "it", candidate(tmp_path / "d", {"lease.pdf": ["Rent the servers."]}, collection="it")
    )
    publishers = [_start(store, tmp_path / name) for name in "abc"]
    assert [process.wait() for process in publishers] == [0, 0, 0]
    assert Published(store, "acme").current().number == 4
    assert everything(store) in (
        sorted([*bodies(FIRST), "Rent the servers."]),
        sorted([*bodies(SECOND), "Rent the servers."]),
    )
    assert parity(open_published(store, "acme")).problems == []


def test_a_candidate_scores_to_the_last_digit_as_it_does_once_published(store, tmp_path):
    """Whatever else the tenant has, and whatever was published and taken out again before."""
    mine = candidate(tmp_path / "a", SECOND)
    others = {"lease.pdf": ["The pier is rented; notice is capped.", "Liability, liability."]}
    publish(store, "acme", "sales", candidate(tmp_path / "b", FIRST))
    publish(store, "acme", "it", candidate(tmp_path / "c", others, collection="it"))
    publish(store, "acme", "sales", mine)
    publish(store, "acme", "sales", tmp_path / "b")
    apply_facts(store, "acme", "it", facts.to_table([document("lease.pdf", ["hr"], "it")]))
    publish(store, "acme", "sales", mine)

    scope = Scope(collections=frozenset({"sales"}))
    alone = Search(Index.open_candidate(mine), EMBEDDER)
    for index in (open_collection(store, "acme", "sales"), open_published(store, "acme")):
        among = Search(index, EMBEDDER)
        for question in ("Is liability capped?", "Who must paint the pier and keep it secret?", "notice"):
            answers = [each.ask(question, LEGAL.principal, scope=scope) for each in (alone, among)]
            ranked = [[(hit.chunk.id, hit.score) for hit in answer.ranking] for answer in answers]
            assert ranked[0]
            assert ranked[0] == ranked[1]


def cut_short(*files):
    """Half of each file, as a full disk leaves it; others linked to the same one keep theirs."""
    for file in files:
        data = file.read_bytes()
        file.unlink()
        file.write_bytes(data[: len(data) // 2])


@pytest.mark.parametrize(
    ("hurt", "named"),
    [
        (lambda p: p.pointer.write_text("99"), "current names '99'.* write 2, the newest"),
        (lambda p: p.pointer.write_text("?"), "current names '?'.* write 2, the newest"),
        (lambda p: p.pointer.write_text("9" * 5000), "current names '999"),
        (lambda p: (p.version(2) / "version.json").write_text("{"), "version.json cannot be read"),
        (lambda p: (p.version(2) / "version.json").unlink(), "version.json cannot be read"),
        (lambda p: (p.version(2) / FACTS).write_text("broken"), "facts.parquet cannot be read"),
        (lambda p: pq.write_table(pa.table({"a": [1]}), p.version(2) / FACTS), "parquet cannot be read"),
        (lambda p: (p.version(2) / FACTS).unlink(), "facts.parquet cannot be read"),
        (lambda p: shutil.rmtree(p.version(2) / MAPPED), "sales cannot be read"),
        (lambda p: (p.mapped(2, "sales") / "rows.arrow").write_text("{"), "sales cannot be read"),
        (lambda p: cut_short(p.mapped(2, "sales") / "body.times.npy"), "sales cannot be read"),
        (lambda p: cut_short(p.mapped(2, "sales") / "vectors.npy"), "sales cannot be read"),
        (lambda p: shutil.rmtree(p.lance), "lance cannot be read"),
        (lambda p: shutil.rmtree(p.lance / "chunks.lance" / "data"), "lance cannot be read"),
        (lambda p: cut_short(*(p.lance / "chunks.lance" / "data").iterdir()), "lance cannot be read"),
    ],
)  # fmt: skip
def test_a_damaged_index_is_told_in_one_line_with_its_place_and_a_mend(store, tmp_path, hurt, named):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    publish(store, "acme", "sales", candidate(tmp_path / "b", SECOND))
    hurt(Published(store, "acme"))
    with pytest.raises(StoreError, match=named) as refusal:
        open_published(store, "acme")
    assert "\n" not in str(refusal.value)
    assert "docgrain doctor" in str(refusal.value)
    assert "run the tenant's collections again" in str(refusal.value)


def test_the_mend_that_is_named_mends(store, tmp_path):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    published = Published(store, "acme")
    published.pointer.write_text("99")
    published.pointer.write_text("1")
    assert everything(store) == bodies(FIRST)
    shutil.rmtree(published.version(1) / MAPPED)
    published.path.rename(tmp_path / "moved away")
    publish(store, "acme", "sales", candidate(tmp_path / "b", SECOND))
    assert found(store, "liability capped") == ["Liability is not capped."]


def test_parity_sees_missing_and_orphaned_rows(store, tmp_path):
    publish(store, "acme", "sales", candidate(tmp_path / "a", FIRST))
    published = Published(store, "acme")
    rows = open_published(store, "acme").table.everything()
    write_rows(published.mapped(1, "sales"), rows.filter(pc.not_equal(rows["doc_id"], "nda.pdf")))
    index = open_version(published, published.current())
    assert len(parity(index).missing) == 1
    index.table.lance.checkout_latest()
    index.table.lance.delete("doc_key = 'sales/msa.pdf'")
    report = parity(index)
    assert (len(report.orphans), len(report.problems)) == (2, 2)


@pytest.mark.parametrize("hurt", [shutil.rmtree, lambda d: cut_short(d / "ids.npy")])
@pytest.mark.parametrize(("collection", "by_facts"), [("sales", False), ("it", False), ("it", True)])
def test_what_is_damaged_is_made_anew_from_the_table_by_the_next_publication(
    store, tmp_path, hurt, collection, by_facts
):
    first = candidate(tmp_path / "a", FIRST)
    publish(store, "acme", "sales", first)
    lease = candidate(tmp_path / "b", {"lease.pdf": ["Rent the servers."]}, collection="it")
    publish(store, "acme", "it", lease)
    hurt(Published(store, "acme").mapped(2, collection))
    hurt(first / MAPPED)
    assert unsound(store, "acme", "it") == "what is published is damaged"
    if by_facts:
        apply_facts(store, "acme", "sales", facts.to_table([document(doc_id) for doc_id in FIRST]))
    else:
        publish(store, "acme", "sales", first)
    assert unsound(store, "acme", "it") is None
    assert everything(store) == sorted([*bodies(FIRST), "Rent the servers."])
    assert sorted(found(store, "servers secret")) == ["Keep it secret.", "Rent the servers."]
    assert parity(open_published(store, "acme")).problems == []


@pytest.mark.parametrize(
    "hurt",
    [
        lambda p, aside: p.path.rename(aside),
        lambda p, aside: p.pointer.write_text("99"),
        lambda p, aside: cut_short(*(p.lance / "chunks.lance" / "data").iterdir()),
        lambda p, aside: shutil.rmtree(p.lance),
        lambda p, aside: (p.version(2) / FACTS).unlink(),
    ],
    ids=["moved away", "pointer", "rows cut short", "rows gone", "facts gone"],
)
def test_what_is_damaged_is_noticed_and_published_anew(store, tmp_path, hurt):
    first = candidate(tmp_path / "a", FIRST)
    lease = candidate(tmp_path / "b", {"lease.pdf": ["Rent the servers."]}, collection="it")
    publish(store, "acme", "sales", first)
    publish(store, "acme", "it", lease)
    assert (unsound(store, "acme", "sales"), unsound(store, "acme", "it")) == (None, None)
    hurt(Published(store, "acme"), tmp_path / "aside")
    assert unsound(store, "acme", "sales")
    with pytest.raises(StoreError, match="run"):
        open_published(store, "acme")
    publish(store, "acme", "sales", first)
    assert unsound(store, "acme", "sales") is None
    assert everything(store) == bodies(FIRST)
    assert unsound(store, "acme", "it") == "what was published of it is gone"
    publish(store, "acme", "it", lease)
    assert everything(store) == sorted([*bodies(FIRST), "Rent the servers."])
    assert set_aside_damaged(store, "acme") is None
