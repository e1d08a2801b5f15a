"""The forms of a filter (Lance, classes of rows, one row) let the same rows through, whatever the names."""

import tempfile
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from resources import record
from resources.keywords import KeywordQuery
from resources.search.access import Access, FilterRow, Principal, Scope
from resources.vectors import ChunkTable, rows_with_vectors
from tests.resources.corpus import chunk, document, searched

NASTY = [
    "'",
    "''",
    "a'; DROP TABLE chunks; --",
    "x' OR '1'='1",
    "a|b",
    "a | b",
    '"',
    "\\",
    "\\'",
    "%",
    "_",
    "*",
]
NAMES = (
    st.sampled_from(
        [*NASTY, "legal", "Legal", "legal ", "", "Recht§", "契約", "e\u0301", "\u00e9", "🔒", "\n", "\0"]
    )
    | st.text(max_size=8)
    | st.just("g" * 10_000)
    | st.just("契" * 10_000)
)
GROUPS = st.frozensets(NAMES, max_size=3)
DAYS = st.integers(0, 4).map(lambda n: date(2020, 1, 1) + timedelta(days=n))
ROWS = st.lists(
    st.tuples(
        GROUPS, GROUPS, st.sampled_from(["a.pdf", "b'.pdf", "c|d/e.pdf"]), st.none() | DAYS, st.none() | DAYS
    ),
    min_size=1,
    max_size=6,
)


def corpus(rows):
    return [
        chunk(
            doc_id,
            str(n),
            "pier",
            acl=sorted(acl),
            counterparty=sorted(names),
            governs_from=begin,
            governs_to=end,
        )
        for n, (acl, names, doc_id, begin, end) in enumerate(rows)
    ]


def let_through(chunks, access, indexed):
    """Ids that each of the stores lets through, asked for a word that every row has."""
    table = rows_with_vectors(record.to_table(chunks), np.eye(len(chunks), 8, dtype=np.float32) + 1)
    ask = np.ones(8, dtype=np.float32)
    with tempfile.TemporaryDirectory() as folder:
        lance = ChunkTable.create(Path(folder) / "lance", table)
        if indexed:
            lance.index()
        rows = searched(Path(folder) / "mapped", chunks)
        return {
            "lance": {row_id for row_id, _ in lance.search(ask, access, 100)},
            "vectors": {row_id for row_id, _ in rows.search(ask, access, 100)},
            "words": {row_id for row_id, _ in rows.keyword_search(KeywordQuery("pier"), access, 100)},
            "lookup": set(rows.lookup([c.path for c in chunks], access, 100)),
        }


@settings(max_examples=25, deadline=None)
@given(ROWS, GROUPS, st.none() | GROUPS, st.none() | DAYS, st.booleans())
@example(
    [(frozenset({g}), frozenset(), "a.pdf", None, None) for g in NASTY], frozenset({"'"}), None, None, True
)
@example([(frozenset({"a|b"}), frozenset(), "a.pdf", None, None)], frozenset({"a", "b"}), None, None, False)
@example(
    [(frozenset({"\ud800"[:0]}), frozenset(), "a.pdf", None, None)],
    frozenset({"\ud800", ""}),
    None,
    None,
    True,
)
def test_every_store_lets_the_same_rows_through(rows, groups, parties, day, indexed):
    chunks = corpus(rows)
    access = Access(Principal("acme", groups), Scope(counterparty=parties, as_of=day))
    expected = {
        c.id
        for c in chunks
        if set(c.acl) & groups
        and (parties is None or set(c.counterparty) & parties)
        and (day is None or ((c.governs_from or day) <= day and (c.governs_to is None or day < c.governs_to)))
    }
    assert {c.id for c in chunks if access.allows(FilterRow.of(c))} == expected
    for store, ids in let_through(chunks, access, indexed).items():
        assert ids == expected, store


def test_a_row_governs_from_its_first_day_until_the_day_before_its_end():
    begin, end = date(2020, 1, 2), date(2020, 1, 4)
    chunks = [
        chunk("a.pdf", "both", "pier", governs_from=begin, governs_to=end),
        chunk("a.pdf", "from", "pier", governs_from=begin),
        chunk("a.pdf", "to", "pier", governs_to=end),
        chunk("a.pdf", "always", "pier"),
    ]
    governing = {1: {"to", "always"}, 2: {"both", "from", "to", "always"}, 4: {"from", "always"}}
    governing[3] = governing[2]
    for day, paths in governing.items():
        access = Access(Principal("acme", frozenset({"legal"})), Scope(as_of=date(2020, 1, day)))
        expected = {c.id for c in chunks if c.path in paths}
        assert {c.id for c in chunks if access.allows(FilterRow.of(c))} == expected
        for store, ids in let_through(chunks, access, indexed=True).items():
            assert ids == expected, (store, day)


@pytest.mark.parametrize(
    ("scope", "paths"),
    [
        (Scope(), {"1", "2", "3"}),
        (Scope(collections=frozenset({"it"})), {"3"}),
        (Scope(doc_keys=frozenset({"sales/o'neil.pdf"} | {f"sales/{n}.pdf" for n in range(500)})), {"1"}),
        (Scope(doc_keys=frozenset({"it/o'neil.pdf"})), set()),
        (Scope(units=frozenset({"definition"})), {"2"}),
        (Scope(families=frozenset({"contract"}), units=frozenset({"clause"})), {"1", "3"}),
        (Scope(families=frozenset()), set()),
    ],
)
def test_scopes(scope, paths):
    chunks = [
        chunk("o'neil.pdf", "1", "pier"),
        chunk("b.pdf", "2", "pier", unit="definition"),
        chunk("b.pdf", "3", "pier", collection="it"),
    ]
    access = Access(Principal("acme", frozenset({"legal"})), scope)
    expected = {c.id for c in chunks if c.path in paths}
    assert {c.id for c in chunks if access.allows(FilterRow.of(c))} == expected
    for store, ids in let_through(chunks, access, indexed=True).items():
        assert ids == expected, store


@pytest.mark.parametrize(
    ("access", "reason"),
    [
        (Access(Principal("acme", frozenset())), "no access groups"),
        (Access(Principal("", frozenset({"legal"}))), "no tenant"),
        (Access(Principal("acme", frozenset({"legal"})), Scope(doc_keys=frozenset())), "no doc_key"),
        (Access(Principal("acme", frozenset({"\ud800"}))), "no acl"),
    ],
)
def test_nothing_has_its_reason(access, reason):
    assert reason in access.nothing
    assert not access.allows(FilterRow.of(chunk("a.pdf", "1", "pier", acl=["legal", ""])))
    assert not access.allows_document(document("a.pdf"))
    assert set(map(len, let_through([chunk("a.pdf", "1", "pier")], access, indexed=False).values())) == {0}


def test_another_tenant_sees_nothing():
    access = Access(Principal("globex", frozenset({"legal"})))
    assert set(map(len, let_through([chunk("a.pdf", "1", "pier")], access, indexed=True).values())) == {0}


def test_a_document_is_known_to_its_readers_only():
    access = Access(
        Principal("acme", frozenset({"legal"})), Scope(units=frozenset({"clause"}), as_of=date(2020, 1, 1))
    )
    assert access.allows_document(document("a.pdf", ["legal", "hr"]))
    assert not access.allows_document(document("a.pdf", ["Legal"]))
    assert not access.allows_document(document("a.pdf", []))
