"""Clauses become chunks: one for each, parts of those that are too long, nothing over the ceiling."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from assets.contracts.family import cut_contract
from assets.contracts.splitting import PART_TOKENS
from assets.documents.reading.model import Line, ParsedDocument
from assets.documents.reading.read import read
from assets.documents.soundness import examine
from resources.facts import DocumentFacts
from resources.record import Chunk
from tests.contracts.examples import EMBEDDER, FACTS, chunks_of, typed

SAMPLES = Path(__file__).resolve().parents[2] / "evals" / "samples"
NO_HEADING = "This is a sentence about the pump that says little, and it goes on for a while."


def check(document: ParsedDocument, ceiling: int = 800, facts: DocumentFacts = FACTS) -> list[Chunk]:
    """Cuts, and holds the chunks against the rules that are true for every document."""
    chunks, left_out = chunks_of(document, facts, ceiling)
    sound = examine(document, chunks, left_out, EMBEDDER)
    assert (sound.uncovered, sound.overlapping, sound.misplaced) == (0, 0, 0), sound.places
    assert [chunk.tokens for chunk in chunks] == EMBEDDER.count([chunk.text for chunk in chunks])
    assert all(chunk.tokens <= ceiling for chunk in chunks)
    assert all(chunk.text.endswith(chunk.body) for chunk in chunks)
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert [chunk.char_start for chunk in chunks] == sorted(chunk.char_start for chunk in chunks)
    return chunks


def words(chunk: Chunk) -> str:
    """A chunk as a person checks it: place, part, trail, first words."""
    part = "" if chunk.part == [1, 1] else f" ({chunk.part[0]} of {chunk.part[1]})"
    first = " ".join(chunk.body.split()[:9])
    return f"p.{chunk.page} {chunk.unit} {chunk.path}{part} | {' > '.join(chunk.heading_path)} | {first}"


@pytest.mark.parametrize("name", ["halvorsted-amendment-1.pdf", "tavrelle-toll-manufacturing.docx"])
def test_chunks_of_a_sample(name: str, snapshot: SnapshotAssertion) -> None:
    document = read(next(SAMPLES.rglob(name)), name)
    facts = replace(FACTS, doc_id=name, file=name)
    assert [words(chunk) for chunk in check(document, facts=facts)] == snapshot


def test_a_giant_clause_is_split_into_parts_that_show_its_heading() -> None:
    document = typed("Article 1 Cargo\n\n" + "\n\n".join([NO_HEADING] * 400) + "\n\nArticle 2 Law\n\nNorway.")
    chunks = check(document)
    parts = [chunk for chunk in chunks if chunk.path == "article-1"]
    assert len(parts) > 10
    assert [chunk.part for chunk in parts] == [[k, len(parts)] for k in range(1, len(parts) + 1)]
    assert all(chunk.heading_path == ["Article 1 Cargo"] for chunk in parts)
    assert all("Article 1 Cargo" in chunk.text for chunk in parts)
    assert all(EMBEDDER.count([chunk.body])[0] <= PART_TOKENS for chunk in parts)
    assert {chunk.parent_id for chunk in parts} != {None}


def test_a_long_clause_is_split_at_its_items() -> None:
    items = "\n".join(f"({letter}) {' '.join([NO_HEADING] * 12)}" for letter in "abcdef")
    chunks = check(typed(f"1. Duties. The supplier has duties:\n{items}\n2. Law. Norway.\n3. Term. A year."))
    parts = [chunk for chunk in chunks if chunk.path == "1"]
    assert [chunk.body[:3] for chunk in parts] == ["1. ", "(b)", "(c)", "(d)", "(e)", "(f)"]
    assert parts[1].source_keys == ["pump.txt#1", "pump.txt#1(b)"]


def test_items_of_a_short_clause_stay_inside_it_and_are_its_keys() -> None:
    duties = "1. Duties. The supplier:\n(a) delivers,\n(i) on Mondays,\n(ii) by rail,\n(b) and insures."
    chunk = check(typed(f"{duties}\n2. Law. Norway."))[0]
    assert chunk.part == [1, 1]
    assert [key.partition("#")[2] for key in chunk.source_keys] == [
        "1",
        "1(a)",
        "1(a)(i)",
        "1(a)(ii)",
        "1(b)",
    ]


def test_short_clauses_stay_alone() -> None:
    chunks = check(typed("1. Law. Norway.\n2. Term. A year.\n3. Price. Fixed."))
    assert [chunk.body for chunk in chunks] == ["1. Law. Norway.", "2. Term. A year.", "3. Price. Fixed."]


def test_bullets_without_full_stops_are_places_to_cut() -> None:
    bullets = "\n".join(f"- pump number {n} of the north yard with its valve and its drum" for n in range(80))
    chunks = check(typed(f"1. Pumps\n{bullets}\n2. Law\nNorway."))
    parts = [chunk for chunk in chunks if chunk.path == "1"]
    assert len(parts) > 2
    assert all(chunk.body.startswith("- pump number") for chunk in parts[1:])


@pytest.mark.parametrize(
    "filler", ["word " * 4_000, "x" * 20_000, "漢字" * 3_000, "a\tb " * 3_000, "<s> </s>" * 900]
)
def test_one_endless_sentence_is_cut_where_it_must_be(filler: str) -> None:
    chunks = check(typed(f"1. Scope. The supplier delivers.\n2. Terms. {filler}\n3. Law. Norway."))
    assert len([chunk for chunk in chunks if chunk.path == "2"]) > 2


def test_words_are_cut_only_where_they_must_be() -> None:
    chunks = check(typed("1. Scope. " + "ähnlich " * 3_000 + "\n2. Law. Norway."))
    assert all(chunk.body.endswith("ähnlich") for chunk in chunks if chunk.path == "1")


def test_repeated_sentences_are_found_by_position() -> None:
    document = typed("1. Scope. " + "Keep the bay dry. " * 300 + "\n2. Law. Norway.")
    parts = [chunk for chunk in check(document) if chunk.path == "1"]
    assert len(parts) > 2
    assert "".join(f"{chunk.body} " for chunk in parts).strip() == document.text[: parts[-1].char_end]


def test_the_context_counts_against_the_ceiling() -> None:
    rows = "\n".join(f"pump {n} | 90 | 12" for n in range(120))
    text = f"1. {'Prices of Pumps and of Valves ' * 2}\n1.1 Rates. The rates are:\n{rows}\n1.2 Law. Norway."
    chunks = check(typed(text), ceiling=160)
    assert len(chunks) > 8


def test_a_context_longer_than_the_ceiling_is_shortened_in_its_middle_and_flagged() -> None:
    facts = replace(FACTS, title="Pump" + "supply" * 900 + "agreement")
    document = typed("1. Law. The law of Norway applies.\n2. Term. A year.")
    chunks = check(document, ceiling=300, facts=facts)
    assert [chunk.body for chunk in chunks] == ["1. Law. The law of Norway applies.", "2. Term. A year."]
    assert all(chunk.parent_context.startswith("Pumpsupply") for chunk in chunks)
    assert all(chunk.parent_context.endswith("Orrimund") for chunk in chunks)
    assert "context_shortened" in cut_contract(document, facts, [], EMBEDDER).flags


def test_page_and_boxes_are_those_of_the_lines() -> None:
    text = "1. Law\nThe law of Norway applies.\n2. Term\nA year."
    places, at = [], 0
    for row, line in enumerate(text.split("\n")):
        page, y = 1 + row // 3, 700.0 + 14 * row if row < 3 else 72.0
        places.append(Line(at, at + len(line), page, x0=72, y0=y, x1=72 + 5 * len(line), y1=y + 12))
        at += len(line) + 1
    law, term = check(ParsedDocument("a.pdf", text, places, [], 2, "test-1", body_end=len(text)))
    assert (law.page, law.spans) == (1, [[1, 72, 700, 202, 726]])
    assert (term.page, term.bbox) == (1, [72, 728, 107, 740])
    assert [box[0] for box in term.spans] == [1, 2]


def test_a_path_that_stands_twice_has_two_ids() -> None:
    text = "1. Law. Norway.\n2. Term. A year.\n\nEXHIBIT A\n\nThe pumps are blue.\n\nEXHIBIT B\n\nRed."
    first, again = check(typed(text)), check(typed(text))
    assert [chunk.id for chunk in first] == [chunk.id for chunk in again]


def test_flagged_documents_are_less_sure() -> None:
    assert {chunk.confidence for chunk in check(typed("LAW\n\nNorway.\n\nTERM\n\nA year."))} == {0.5}
    assert {chunk.confidence for chunk in check(typed("1. Law. Norway.\n2. Term. A year."))} == {1.0}


def test_the_work_grows_with_the_text() -> None:
    """Twice the text asks the tokenizer for about twice the characters: nothing is counted over and over."""

    class Counting:
        def __init__(self) -> None:
            self.asked = 0

        def count(self, texts: list[str]) -> list[int]:
            self.asked += sum(map(len, texts))
            return EMBEDDER.count(texts)

        def fits(self, text: str, ceiling: int) -> bool:
            self.asked += len(text)
            return EMBEDDER.fits(text, ceiling)

        def pieces(self, text: str) -> list[tuple[int, int, int]]:
            self.asked += len(text)
            return EMBEDDER.pieces(text)

    def asked(paragraphs: int) -> float:
        counting = Counting()
        document = typed("1. Cargo. Yes.\n" + "\n\n".join([NO_HEADING] * paragraphs) + "\n2. Law. Norway.")
        cut_contract(document, FACTS, [], counting)  # type: ignore[arg-type]
        return counting.asked / len(document.text)

    assert asked(4_000) < 1.2 * asked(1_000)
