"""What made other tools of this kind fail in the field, each as its kind; each test names its report."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.contracts.cut import cut
from assets.contracts.tree import build_tree
from assets.documents.reading.model import Line, ParsedDocument
from assets.documents.soundness import examine
from resources.record import Chunk
from tests.contracts.examples import (
    EMBEDDER,
    FACTS,
    bodies,
    chunks_of,
    paths,
    report_of,
    tree_of,
    typed,
)

SAYS = "The supplier keeps the yard in good order and pays what it owes for it when it falls due"


def lines(*texts: str, **marks: set[str]) -> ParsedDocument:
    """A document of those lines; `table` and `bold` name the lines that are."""
    text, places = "\n".join(texts), []
    at = 0
    for one in texts:
        bold = one in marks.get("bold", set())
        places.append(Line(at, at + len(one), 1, bold=bold, table=one in marks.get("table", set())))
        at += len(one) + 1
    return ParsedDocument("a.docx", text, places, [], 1, "test-1", body_end=len(text))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=6), st.sampled_from(["{}", "{}.", "{}.0"]))
def test_chapters_with_and_without_a_full_stop(sections: list[int], form: str) -> None:
    """B009: '1 PURPOSE' is the parent of '1.1', however the chapter's number is printed."""
    text = []
    for chapter, count in enumerate(sections, 1):
        text += [f"{form.format(chapter)} CHAPTER {'ABCDEF'[chapter - 1]}"]
        text += [f"{chapter}.{n} Clause {'abcd'[n - 1]}\n{SAYS}." for n in range(1, count + 1)]
    top = [node for node in tree_of("\n".join(text)).nodes if node.unit == "clause"]
    assert [len(node.children) for node in top] == sections
    assert all(c.number[0] == n.number[0] for n in top for c in n.children)


@pytest.mark.parametrize("year", ["1990 was a wet year, and work stood still.", "2021 is a Contract Year."])
def test_a_year_at_a_line_start_is_no_chapter(year: str) -> None:
    """B009."""
    assert paths(tree_of(f"1 PURPOSE\n1.1 Yard\n{SAYS}.\n{year}\n2 WORKS\n2.1 Rail\n{SAYS}.")) == [
        "1",
        "1.1",
        "2",
        "2.1",
    ]


@pytest.mark.parametrize(
    "before",
    ["as it is described in clause", "subject to Section", "under clauses", "in paragraph", "and"],
)
@pytest.mark.parametrize("number", ["11.4", "11.9", "12.1"])
def test_a_cross_reference_that_wraps_opens_nothing(before: str, number: str) -> None:
    """B011: the number at the line's start goes on with a sentence and breaks the sequence."""
    text = f"""
        11 CABLES
        11.1 Drums
        {SAYS}.
        11.2 Tests
        The cable passes the test when its smoke is measured in the way and at the place {before}
        {number} when the smoke stays below the band that the table of this clause gives for it.
        11.3 Records
        {SAYS}.
        11.4 Smoke
        {SAYS}.
    """
    assert paths(tree_of(text)) == ["11", "11.1", "11.2", "11.3", "11.4"]
    assert f"{number} when the smoke" in bodies(text)["11.2"]


@settings(max_examples=12, deadline=None)
@given(
    st.integers(80, 400),
    st.sampled_from(["Article 1 Cargo", "1. Cargo", "Section 1. Cargo"]),
    st.integers(150, 800),
)
def test_one_giant_clause_is_split_under_any_ceiling(paragraphs: int, head: str, ceiling: int) -> None:
    """B013: parts below the ceiling, each with the heading above it and 'part k of n'."""
    last = head.replace("1", "2").replace("Cargo", "Law")
    document = typed(head + "\n" + "\n\n".join([f"{SAYS}."] * paragraphs) + f"\n{last}\nNorway.\n")
    parts = [c for c in chunks_of(document, ceiling=ceiling)[0] if "Cargo" in " ".join(c.heading_path)]
    assert [part.part for part in parts] == [[k, len(parts)] for k in range(1, len(parts) + 1)]
    assert len(parts) > 1
    assert all(part.tokens <= ceiling and "Cargo" in part.text for part in parts)
    assert "".join("".join(p.body.split()) for p in parts).count("".join(SAYS.split())) == paragraphs


@pytest.mark.parametrize(
    "rows", [["Pump | 90"], ["Pump | 90", "Valve | 12"], ["Item | Price | Note", "Pump | 90 | net"]]
)
def test_the_path_goes_on_behind_a_table(rows: list[str]) -> None:
    """B014."""
    head, tail = ["3 Fees", "3.1 Rates", "The rates are these."], ["They hold for a year.", "3.2 Tax"]
    document = lines(*head, *rows, *tail, "Tax is added.", table=set(rows))
    found: dict[str, str] = {}
    for chunk in chunks_of(document)[0]:
        found[chunk.path] = found.get(chunk.path, "") + chunk.body
    assert "They hold for a year." in found["3.1"]
    assert found["3.2"] == "3.2 Tax\nTax is added."


@pytest.mark.parametrize("inserted", [["5.4A"], ["5.4A", "5.4B"], ["5.4A", "5.4A.1", "5.4B"]])
def test_inserted_numbers_leave_no_gap(inserted: list[str]) -> None:
    """B016."""
    numbers = ["5", "5.1", "5.2", "5.3", "5.4", *inserted, "5.5"]
    text = "\n".join(f"{n} {'FEES' if n == '5' else 'Late fees'}. {SAYS}." for n in numbers)
    assert paths(tree_of(text)) == numbers
    assert report_of(text).to_json() == {}


@pytest.mark.parametrize("mark", ["{}", "{}.", "1. {}", "Section 1. {}"])
def test_short_sections_are_never_merged(mark: str) -> None:
    """B019: two short sections are two chunks with paths of their own."""
    names = ["STORAGE", "TRANSPORT", "INSURANCE"]
    heads = [mark.replace("1", str(n)).format(name) for n, name in enumerate(names, 1)]
    text = "\n\n".join(f"{head}\n\nThe goods are kept dry." for head in heads)
    chunks = [chunk for chunk in chunks_of(text)[0] if "dry" in chunk.body]
    assert len({chunk.path for chunk in chunks}) == len(chunks) == 3
    assert all(chunk.body.count("kept dry") == 1 for chunk in chunks)


@settings(max_examples=20, deadline=None)
@given(
    st.integers(1, 120),
    st.sampled_from(["The {} engineer keeps the log.", "- the {} engineer", "{} engineer; and"]),
)
def test_the_next_number_ends_a_clause_of_any_length(count: int, item: str) -> None:
    """B021: the sequence alone shows that '8. Budget' is no part of clause 7."""
    items = "\n".join(item.format("abcdefgh"[n % 8]) for n in range(count))
    text = f"7. Stakeholders and their roles\n{items}\n8. Budget\nThe budget is set each spring."
    assert paths(tree_of(text)) == ["7", "8"]
    assert bodies(text)["8"] == "8. Budget\nThe budget is set each spring."


@pytest.mark.parametrize("exclusion", ["does not include", "shall not include", "excludes"])
def test_an_exclusion_stays_with_its_definition(exclusion: str) -> None:
    """B026: one term, with what it means and what it does not include."""
    text = f"""
        1. DEFINITIONS
        "Bay" means the north bay of the yard.
        "Plant" means the pumps and the valves of the yard.
        "Plant" {exclusion} the spare pump in the shed.
        "Yard" means the fenced area.
        2. LAW
        The law of Norway applies.
    """
    plant = [chunk for chunk in chunks_of(text)[0] if "pumps and the valves" in chunk.body]
    assert len(plant) == 1
    assert "spare pump" in plant[0].body


def _split(document: ParsedDocument, ceiling: int, **facts: object) -> list[Chunk]:
    chunks, left_out = chunks_of(document, replace(FACTS, **facts), ceiling)  # type: ignore[arg-type]
    assert examine(document, chunks, left_out, EMBEDDER).uncovered == 0
    assert all(chunk.tokens == EMBEDDER.count([chunk.text])[0] <= ceiling for chunk in chunks)
    return chunks


@pytest.mark.parametrize("ceiling", [128, 300, 800])
def test_the_prefix_is_in_the_budget_of_tables_too(ceiling: int) -> None:
    """B068: a long heading path and table rows that would fill the chunk alone."""
    rows = [f"pump {n} of the north yard | {n}.00 | each" for n in range(200)]
    head = "1 Prices of Pumps, of Valves and of Drums of the North Yard and of the South Yard"
    document = lines(head, "1.1 Rates in Euro and in Crowns", *rows, "2 Law", "2.1 Norway.", table=set(rows))
    assert len([chunk for chunk in _split(document, ceiling) if chunk.path == "1.1"]) > 2


@pytest.mark.parametrize("title", ["Supply " * 600, "pump" * 900])
def test_a_path_longer_than_the_ceiling_keeps_the_body(title: str) -> None:
    """B069: the context is shortened in its middle; no body is dropped."""
    text = "1. Law. The law of Norway applies.\n2. Term. A year."
    assert [c.body for c in _split(typed(text), 120, title=title)] == text.split("\n")


@pytest.mark.parametrize("ceiling", [64, 128, 500])
def test_a_ceiling_that_is_given_is_kept(ceiling: int) -> None:
    """B071: a size that was asked for is honoured, or it is an error."""
    long = typed("1. Scope. " + f"{SAYS}. " * 60 + "\n2. Law. Norway.")
    assert max(chunk.tokens for chunk in _split(long, ceiling)) <= ceiling
    with pytest.raises(ValueError, match="no room"):
        chunks_of(long, ceiling=20)


@pytest.mark.parametrize("ceiling", [64, 150])
def test_one_long_sentence_is_cut_at_words(ceiling: int) -> None:
    """B073: nothing to cut at but spaces."""
    parts = [
        c
        for c in _split(typed("1. Scope. " + "keep the bay dry " * 200 + "\n2. Law. N."), ceiling)
        if c.path == "1"
    ]
    assert len(parts) > 3
    assert {word for part in parts for word in part.body.split()} == {
        "1.",
        "Scope.",
        "keep",
        "the",
        "bay",
        "dry",
    }


@settings(max_examples=15, deadline=None)
@given(st.integers(40, 200), st.integers(80, 400))
def test_repeated_text_has_places_of_its_own(times: int, ceiling: int) -> None:
    """B074: offsets go on, though every sentence reads the same."""
    document = typed("1. Scope. " + "Keep the bay dry. " * times + "\n2. Law. Norway.")
    chunks = _split(document, ceiling)
    assert all(document.text[chunk.char_start : chunk.char_end] == chunk.body for chunk in chunks)
    assert all(a.char_end <= b.char_start for a, b in pairwise(chunks))


@pytest.mark.parametrize("bullet", ["-", "•", "*", "–"])
def test_bullets_without_full_stops_are_places_to_cut(bullet: str) -> None:
    """B078."""
    bullets = "\n".join(
        f"{bullet} pump number {n} of the north yard, its valve and its drum" for n in range(80)
    )
    parts = [c for c in _split(typed(f"1. Pumps\n{bullets}\n2. Law\nNorway."), 200) if c.path == "1"]
    assert len(parts) > 3
    assert all(part.body.startswith(bullet) for part in parts[1:])


def test_one_clause_of_half_a_megabyte_is_cut_in_one_go() -> None:
    """B079: hardly a line break, and the text is tokenized a few times at most."""
    counted = 0

    class Counting:
        def count(self, texts: list[str]) -> list[int]:
            nonlocal counted
            counted += sum(map(len, texts))
            return EMBEDDER.count(texts)

        def fits(self, text: str, ceiling: int) -> bool:
            return EMBEDDER.fits(text, ceiling)

        def pieces(self, text: str) -> list[tuple[int, int, int]]:
            nonlocal counted
            counted += len(text)
            return EMBEDDER.pieces(text)

    document = typed("1. Scope. " + f"{SAYS} " * 6_000 + "\n2. Law. Norway.")
    cut(document, build_tree(document), FACTS, Counting())  # type: ignore[arg-type]
    assert counted < 6 * len(document.text)
