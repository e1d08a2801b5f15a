"""What a contract says of itself, used where the manifest is silent, and kept with its place."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.contracts.front_matter import FrontMatter, read_front_matter
from assets.documents.manifest import load_manifest
from assets.documents.read_facts import complete
from assets.documents.reading.model import Line, ParsedDocument
from assets.documents.reading.read import read
from resources.facts import DocumentFacts
from tests.contracts.examples import typed

SAMPLES = Path(__file__).parents[2] / "evals/samples/acme"
AGREEMENT = """
    PUMP SUPPLY AGREEMENT

    This Pump Supply Agreement is made as of May 3, 2022 and takes effect on 1 June 2022 (the
    "Effective Date") by and between Acme Fluidics, Inc., a Delaware corporation ("Buyer"), and
    Quennick Pumps Ltd, an English company ("Supplier").

    1. Delivery

    1.1 The Supplier delivers within six weeks.

    2. Law

    2.1 This Agreement is governed by the laws of England and Wales.
    """
SILENT = DocumentFacts("acme", "supply", "in/pump.txt", "in/pump.txt", "", "0" * 32, "contract")


@pytest.fixture(scope="module")
def document() -> ParsedDocument:
    return typed(AGREEMENT)


@pytest.fixture(scope="module")
def front(document: ParsedDocument) -> FrontMatter:
    return read_front_matter(document)


def test_everything_read_says_where_it_stands(document: ParsedDocument, front: FrontMatter) -> None:
    places = [
        (fact.fact, " ".join(document.text[fact.start : fact.end].split()), fact.page) for fact in front.all()
    ]
    assert places == [
        ("title", "PUMP SUPPLY AGREEMENT", 1),
        ("counterparty", "Acme Fluidics, Inc.", 1),
        ("counterparty", "Quennick Pumps Ltd", 1),
        ("doc_type", "PUMP SUPPLY AGREEMENT", 1),
        ("effective_date", "1 June 2022", 1),
        ("agreement_date", "May 3, 2022", 1),
        ("governing_law", "England and Wales", 1),
    ]
    assert [party.short_names for party in front.parties] == [["Buyer"], ["Supplier"]]
    assert all(0.5 <= fact.confidence < 1 for fact in front.all())


def test_a_silent_manifest_is_completed(front: FrontMatter) -> None:
    facts, read = complete(SILENT, front.all())
    assert facts.title == "PUMP SUPPLY AGREEMENT"
    assert facts.counterparty == ["Acme Fluidics, Inc.", "Quennick Pumps Ltd"]
    assert facts.doc_type == "supply agreement"
    assert facts.effective_date == date(2022, 6, 1)
    assert facts.extra == {"agreement_date": "2022-05-03", "governing_law": "England and Wales"}
    assert all(fact.used for fact in read)
    assert (facts.acl, facts.file, facts.doc_id) == (SILENT.acl, SILENT.file, SILENT.doc_id)
    assert SILENT.counterparty == [] and SILENT.extra == {}  # noqa: PT018


def test_the_manifest_wins_and_what_was_read_is_kept_beside_it(front: FrontMatter) -> None:
    said = replace(
        SILENT, title="Pumps", counterparty=["Quennick"], effective_date=date(2020, 1, 1),
        doc_type="supply", extra={"governing_law": "Wales", "currency": "GBP"},
    )  # fmt: skip
    facts, read = complete(said, front.all())
    assert facts == replace(said, extra={**said.extra, "agreement_date": "2022-05-03"})
    assert {fact.fact for fact in read if fact.used} == {"agreement_date"}
    assert [fact.value for fact in read if fact.fact == "counterparty"] == [
        "Acme Fluidics, Inc.",
        "Quennick Pumps Ltd",
    ]


def test_a_title_that_people_give_counts_also_where_it_is_the_files_name(front: FrontMatter) -> None:
    assert complete(replace(SILENT, title="pump"), front.all())[0].title == "pump"


def test_what_is_too_doubtful_is_shown_but_not_used(front: FrontMatter) -> None:
    facts, read = complete(SILENT, [replace(front.all()[0], confidence=0.3)])
    assert facts.title == "pump"
    assert [(fact.value, fact.used) for fact in read] == [("PUMP SUPPLY AGREEMENT", False)]


def test_a_text_that_says_nothing_leaves_the_facts_alone_but_for_the_files_name() -> None:
    front = read_front_matter(typed("Buy milk.\n"))
    assert front == FrontMatter()
    assert complete(SILENT, front.all()) == (replace(SILENT, title="pump"), [])


@pytest.mark.parametrize("collection", ["supply", "services"])
def test_the_samples_without_their_manifest(collection: str) -> None:
    """The samples' own texts say what their manifest says: every party, and the title's words."""
    folder = SAMPLES / collection
    files = [path.name for path in sorted(folder.iterdir()) if path.suffix in (".pdf", ".docx", ".txt")]
    for file, rows in load_manifest(folder, "acme", files).rows.items():
        front = read_front_matter(read(folder / file, file))
        assert {party.value for party in front.parties} == set(rows[0].counterparty), file
        assert front.title is not None
        assert set(front.title.value.lower().split()) <= set((rows[0].title or "").lower().split()), file


_WORDS = """between and among the AGREEMENT Agreement ( ) “ ” " ' , ; . : _____ [●] Inc. LLC GmbH AS A/S
BETWEEN AND dated as of March 31, 2000 31st day made Effective Date By: /s/ WITNESS laws New
York governed by 1. (1) (a) To: Customer: hereinafter d/b/a Acme Bolt & - – 2020 § é İ 漢 |
PARTIES WHEREAS"""
_PIECES = st.sampled_from([*_WORDS.split(), "\n", "\n\n", "\f", "IN WITNESS WHEREOF", "for and on behalf of"])


def _parsed(texts: list[str]) -> ParsedDocument:
    """Lines as a PDF has them, with boxes, on pages of ten."""
    lines: list[Line] = []
    at = 0
    for number, text in enumerate(texts):
        line = Line(at, at + len(text), number // 10 + 1, x0=50, x1=50 + 5 * len(text), size=10, indent=50)
        line.y0, line.gap, line.bold = 12.0 * (number % 10), number % 3 / 2, len(text) % 2 == 0
        line.y1 = line.y0 + 10
        lines.append(line)
        at += len(text) + 1
    text = "\n".join(texts)
    return ParsedDocument("x.pdf", text, lines, [], len(texts) // 10 + 1, "pdf-1", body_end=len(text))


@settings(deadline=None, max_examples=150)
@given(st.lists(st.lists(_PIECES, min_size=1, max_size=14).map(" ".join), max_size=25))
def test_any_text_is_read_without_an_error_and_every_place_is_in_it(texts: list[str]) -> None:
    document = _parsed([" ".join(text.replace("\f", " ").split()) or "x" for text in texts])
    front = read_front_matter(document)
    for fact in front.all():
        assert 0 <= fact.start < fact.end <= len(document.text)
        assert 1 <= fact.page <= document.pages
        assert 0 <= fact.confidence < 1
        assert fact.value.strip() == fact.value != ""
    facts, read = complete(SILENT, front.all())
    assert facts.title
    assert len(read) == len(front.all())


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=400))
def test_any_characters_are_read_without_an_error(text: str) -> None:
    lines = [line for line in text.replace("\f", " ").splitlines() if line]
    read_front_matter(_parsed(lines))
