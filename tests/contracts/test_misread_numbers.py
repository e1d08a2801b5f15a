"""Numbers with letters for digits open clauses where their neighbours prove them, and nowhere else."""

from __future__ import annotations

from assets.contracts.doubts import few_headings
from assets.documents.corrections import Correction
from assets.documents.reading import flags
from tests.contracts.examples import chunks_of, outline, paths, tree_of, typed


def test_neighbours_prove_a_number() -> None:
    text = """
        l. Supply
        l.l The seller delivers all pumps to the yard.
        1.2 The buyer unloads them.
        2. Price
        2.l The price is fixed.
        2.2 It is paid in euro.
        ...
        9. Notices
        lO. Law
        1l. Courts
    """
    found = [path for path, _ in outline(text)]
    assert found == ["1", "1.1", "1.2", "2", "2.1", "2.2", "9", "10", "11"]


def test_the_text_stays_as_it_was_read() -> None:
    chunks, _ = chunks_of("1. Supply\nl.l All pumps go to the yard.\n1.2 They are unloaded there.")
    assert [(chunk.path, chunk.body) for chunk in chunks] == [
        ("1.1", "l.l All pumps go to the yard."),
        ("1.2", "1.2 They are unloaded there."),
    ]


def test_without_neighbours_it_opens_nothing() -> None:
    text = """
        1. Supply
        The seller marks each pump with its type and the letters
        l.l Standard pumps stay unmarked.
        2. Price
        The price is fixed. Where it is not, the list of
        lO. March holds.
        3. Law
    """
    assert [path for path, _ in outline(text)] == ["1", "2", "3"]


def test_corrections_hold_when_a_page_is_read_a_little_differently() -> None:
    text = """
        1. Supply. The supplier delivers pumps.
        x.1 Orders are placed in wrlting by the buyer.
        l.2 Delivery is on Mondays.
        2. Price. It is fixed.
    """
    before = Correction("contract.txt", 1, "x.1 Orders are placed in writing by", "1.1", "Orders")
    tree = tree_of(text, [before])
    assert paths(tree) == ["1", "1.1", "1.2", "2"]
    assert tree.unused == []
    other = Correction("contract.txt", 1, "Orders placed by telephone are confirmed", "1.1", None)
    assert tree_of(text, [other]).unused == [other]


def test_a_long_text_with_hardly_a_heading_is_flagged() -> None:
    sentence = "The seller keeps a log of every pump that leaves the yard, and shows it on request.\n"
    long = typed("1. Supply\n" + sentence * 400 + "2. Price\n" + sentence * 10)
    assert few_headings(long, tree_of(long.text)) == ["few_headings (2 clauses and headings in 1 pages)"]
    assert flags.review(few_headings(long, tree_of(long.text)))[0].mend
    short = typed("1. Supply\n" + sentence * 40)
    assert few_headings(short, tree_of(short.text)) == []
