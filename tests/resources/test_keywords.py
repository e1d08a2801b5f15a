"""Words are found in any script and no question is ever read as a query."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from resources.keywords import KeywordQuery, terms
from resources.search.access import Access, Principal
from tests.resources.corpus import chunk, searched

LEGAL = Access(Principal("acme", frozenset({"legal"})))
BODIES = {
    "cjk": "契約条項の変更",
    "hangul": "계약 조항의 변경",
    "thai": "ข้อกำหนดของสัญญา",
    "clause": "Notice under Section 7.1(a) is given in writing.",
    "cap": "The Supplier's liabilities are capped at the fees.",
    "prüf": "Die Prüfung der Komponenten dauert drei Tage.",
    "wide": "Ｆｕｌｌ　ｗｉｄｔｈ",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    rows = [chunk("a.pdf", name, body, id=name) for name, body in BODIES.items()]
    return searched(tmp_path_factory.mktemp("words") / "i", rows)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("契約", "cjk"),
        ("変", "cjk"),
        ("条項変更", "cjk"),
        ("계약", "hangul"),
        ("สัญญา", "thai"),
        ("7.1(a)", "clause"),
        ("(unclosed", None),
        ("notice (clause 9", "clause"),
        ('fee schedule: "', "cap"),
        ("liability cap", "cap"),
        ("prufung", "prüf"),
        ("full width", "wide"),
        ("body:liabilities AND NOT fees~2^9 TO *", "cap"),
    ],
)
def test_found(index, question, first):
    hits = index.keyword_search(KeywordQuery(question), LEGAL, 5)
    assert (hits[0][0] if hits else None) == first


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.lists(st.text(max_size=9), max_size=3))
@example("?!.,;:()[]{}\"'\\/*~^+-&|<>", ["("])
@example("liability " * 2_000, [])
@example("x" * 20_000, [])
@example("契" * 20_000, [])
@example("\ud800 \0", ["\ud800", "\0"])
def test_no_question_fails(index, text, references):
    query = KeywordQuery(
        text,
        exact=references,
        extra=[(text, 0.5), ("", 1.0)],
    )
    assert all(score > 0 for _, score in index.keyword_search(query, LEGAL, 5))
    index.lookup(references, LEGAL, 5)


def test_boosts_decide_where_a_word_counts(tmp_path):
    rows = [
        chunk("a.pdf", "1", "other words", id="heading", heading_path=["Pier"]),
        chunk("a.pdf", "2", "a pier", id="body"),
        chunk("a.pdf", "3", "more words", id="context", parent_context="Pier", text="Pier\nmore words"),
    ]
    made = searched(tmp_path / "i", rows)

    def order(**boosts):
        return [row_id for row_id, _ in made.keyword_search(KeywordQuery("pier", boosts=boosts), LEGAL, 5)]

    assert order(heading=1.0) == ["heading"]
    assert order(body=1.0) == ["body"]
    assert order(context=1.0) == ["context"]
    assert order(heading=0.1, body=9.0)[0] == "body"
    assert order(heading=9.0, body=0.1)[0] == "heading"
    assert order() == []


def test_further_words_weigh_less(index):
    assert [i for i, _ in index.keyword_search(KeywordQuery("writing", extra=[("fees", 0.1)]), LEGAL, 5)] == [
        "clause",
        "cap",
    ]


def test_words_are_folded_and_stemmed():
    assert terms("Liabilities, PRÜFUNG 7.1(a)") == ["liabil", "prufung", "7", "1", "a"]
    assert terms("契約条項") == ["契約", "約条", "条項"]
    assert terms("") == []
