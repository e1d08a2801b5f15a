"""Golds become spans of the document: quotes as people copy them, clauses with their children, tickets."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.gold import GoldFinder, LocatedGold, clause_path, merge, overlap
from evals.labels import Gold
from evals.squeezed import SqueezedText
from tests.evals.example import chunk, document, question

TEXT = """12. Liability
12.1 Cap. The Supplier's total liability shall not exceed the fees paid in the
twelve months before the claim.
12.2 Exclusions. Neither party is liable for lost profit or re-
placement costs; see the Ofﬁce Policy.
13. Term
This Agreement ends on 31 March 2027."""


def _locate(gold: Gold, text: str = TEXT, **more: object) -> tuple[LocatedGold, list[str]]:
    doc = document(text, **more)  # type: ignore[arg-type]
    (found,) = GoldFinder({doc.file: doc}).locate(question(gold))
    return found, ["".join(doc.text[a:b] for a, b in spans) for spans in found.alternatives]


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("shall not exceed the fees paid", "shall not exceed the fees paid"),
        ("the fees paid in the\n\n   twelve  months", "the fees paid in the\ntwelve months"),
        ("THE SUPPLIER’S TOTAL LIABILITY", "The Supplier's total liability"),
        ("lost profit or replacement costs", "lost profit or re-\nplacement costs"),
        ("Office Policy", "Ofﬁce Policy"),
        ("“ends on 31 March, 2027”", "ends on 31 March 2027"),
    ],
)
def test_a_quote_is_found_however_it_was_copied(quote: str, stands: str) -> None:
    found, places = _locate(Gold(file="msa.txt", quote=quote))
    assert found.problem is None
    assert places == [stands]


@pytest.mark.parametrize("dots", ["...", " … ", ". . .", "<omitted>", "[...]"])
def test_words_left_out_of_a_quote_need_not_be_returned(dots: str) -> None:
    found, places = _locate(Gold(file="msa.txt", quote=f"total liability{dots}before the claim"))
    assert len(found.alternatives[0]) == 2
    assert places == ["total liabilitybefore the claim"]


def test_any_occurrence_counts_and_whole_words_come_first() -> None:
    text = "The business is ours. Tell us. Pay us."
    _, places = _locate(Gold(file="msa.txt", quote="us"), text)
    assert places == ["us", "us"]
    found, _ = _locate(Gold(file="msa.txt", quote="us"), text)
    assert found.alternatives[0] == ((27, 29),)


def test_page_furniture_inside_a_quote_is_stepped_over() -> None:
    quote = (
        "The Supplier's total liability shall not exceed the fees paid in the\n\n 17 \n\n"
        "Source: ACME CORP, 10-K\n\n"
        "twelve months before the claim. Neither party is liable"
    )
    text = TEXT.replace("12.2 Exclusions. ", "")
    found, places = _locate(
        Gold(file="msa.txt", quote=quote), text, furniture="17\nSource: ACME CORP, 10-K\n"
    )
    assert found.problem is None
    assert places[0].startswith("The Supplier's total")
    assert places[0].endswith("Neither party is liable")
    found, _ = _locate(Gold(file="msa.txt", quote=quote), text)
    assert found.problem == "the quote is not in the document"


def test_a_table_read_in_another_order_is_still_found() -> None:
    rows = (
        "Royalty rate is as follows for all products sold in a year:\nNet sales Rate\nup to 10 million 5%\n"
    )
    more = "from 10 to 20 million 6%\nover 20 million 7% payable within thirty days of each quarter's end"
    quote = (
        "Royalty rate is as follows for all products sold in a year: Rate Net sales up to 10 million 5% "
        + more
    )
    found, places = _locate(Gold(file="msa.txt", quote=quote), rows + more)
    assert found.problem is None
    assert places == [(rows + more)]


def test_a_quote_of_something_else_is_a_miss_and_says_so() -> None:
    for quote in ("The Supplier's total liability shall be unlimited in every case whatever", "***", "§"):
        found, places = _locate(Gold(file="msa.txt", quote=quote))
        assert places == []
        assert found.problem == "the quote is not in the document"
        assert not found.removed


def test_files_that_are_gone_or_unreadable_are_told_apart() -> None:
    doc = document(TEXT)
    finder = GoldFinder({doc.file: doc}, files=["msa.txt", "broken.pdf"])
    gone, broken = finder.locate(
        question(Gold(file="gone.pdf", quote="x"), Gold(file="broken.pdf", quote="total liability"))
    )
    assert (gone.removed, gone.problem) == (True, "the file is not in the collection")
    assert (broken.removed, broken.problem) == (False, "the file could not be read")


def test_a_clause_is_its_whole_text_with_its_children() -> None:
    doc = document(TEXT)
    chunks = [
        chunk(doc, TEXT[TEXT.index("12.1") : TEXT.index("12.2") - 1], "12.1", seq=0),
        chunk(doc, TEXT[TEXT.index("12.2") : TEXT.index("13.") - 1], "12.2", seq=1),
        chunk(doc, TEXT[TEXT.index("13.") :], "13", seq=2),
    ]
    finder = GoldFinder({doc.file: doc}, chunks)
    whole, one, wordy, none = finder.locate(
        question(*(Gold(file="msa.txt", clause=c) for c in ("12", "12.2", "Section 13.", "1")))
    )
    assert [len(spans) for spans in whole.alternatives] == [2]
    assert [doc.text[a:b][:4] for a, b in whole.alternatives[0]] == ["12.1", "12.2"]
    assert doc.text[slice(*one.alternatives[0][0])].startswith("12.2 Exclusions")
    assert doc.text[slice(*wordy.alternatives[0][0])].endswith("31 March 2027.")
    assert none.problem == "no unit of the document is '1'"


def test_a_number_given_out_twice_is_two_places_and_parts_are_one() -> None:
    doc = document("1. Alpha one.\n1. Alpha two.\n1. Beta again.")
    chunks = [
        chunk(doc, "1. Alpha one.", "1", seq=0, k=(1, 2)),
        chunk(doc, "1. Alpha two.", "1", seq=1, k=(2, 2)),
        chunk(doc, "1. Beta again.", "1", seq=2),
    ]
    (found,) = GoldFinder({doc.file: doc}, chunks).locate(question(Gold(file="msa.txt", clause="1")))
    assert [len(spans) for spans in found.alternatives] == [2, 1]


def test_a_quote_with_its_clause_is_only_looked_for_there() -> None:
    doc = document("1. Fees are due in May.\n2. Fees are due in June.")
    chunks = [
        chunk(doc, "1. Fees are due in May.", "1", seq=0),
        chunk(doc, "2. Fees are due in June.", "2", seq=1),
    ]
    (found,) = GoldFinder({doc.file: doc}, chunks).locate(
        question(Gold(file="msa.txt", clause="2", quote="Fees are due"))
    )
    assert found.alternatives == (((doc.text.index("Fees are due in June"), doc.text.index(" in June")),),)


def test_a_page_keeps_the_quote_to_itself() -> None:
    text, pages = "SOILED UTILITY\nbase B-1\nSOILED UTILITY", (1, 1, 2)
    found, _ = _locate(
        Gold(file="msa.txt", page=2, region="schedule", quote="soiled utility"), text, pages=pages
    )
    assert found.alternatives == (((text.rindex("SOILED"), len(text)),),)
    found, _ = _locate(Gold(file="msa.txt", page=2, region="schedule", quote="base"), text, pages=pages)
    assert found.problem == "the quote is not on page 2"


def test_clauses_as_people_write_them() -> None:
    assert [clause_path(c) for c in ("12.3", "Section 12.3.", "§ 7", "clause 4 (a)")] == [
        "12.3",
        "12.3",
        "7",
        "4(a)",
    ]


@given(st.text(max_size=60), st.text(min_size=1, max_size=20), st.text(max_size=60))
def test_what_is_in_the_text_is_found_where_it_is(before: str, quote: str, after: str) -> None:
    text = SqueezedText(before + quote + after)
    found = text.find(quote)
    if any(c.isalnum() for c in quote) and "." not in quote and "…" not in quote and "<" not in quote:
        folded = SqueezedText(quote).squeezed
        assert folded == "" or found
        for spans in found:
            (start, _), (_, end) = spans[0], spans[-1]
            assert folded in SqueezedText((before + quote + after)[start:end]).squeezed


@given(
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60))),
)
def test_spans_are_sets_of_characters(some: list[tuple[int, int]], others: list[tuple[int, int]]) -> None:
    def characters(spans: list[tuple[int, int]]) -> set[int]:
        return {at for start, end in spans for at in range(start, end)}

    assert characters(merge(some)) == characters(some)
    assert characters(overlap(merge(some), merge(others))) == characters(some) & characters(others)


@pytest.mark.shared
def test_every_passage_of_the_shared_library_is_located(shared: Path) -> None:
    from evals.labels import load_labels

    folder = shared / "landing" / "library" / "general"
    docs = {p.name: document(p.read_text(encoding="utf-8"), p.name) for p in folder.glob("*.md")}
    finder = GoldFinder(docs)
    golds = [
        gold for label in load_labels(folder / "labels.jsonl", docs).labels for gold in finder.locate(label)
    ]
    assert [gold.gold.where() for gold in golds if gold.problem] == []
    assert len(golds) > 400
