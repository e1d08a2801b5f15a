"""Whatever a contract looks like: nothing is lost, nothing stands twice, nothing is over the ceiling."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from assets.contracts.cut import cut
from assets.contracts.family import cut_contract
from assets.contracts.tree import build_tree
from assets.documents.corrections import Correction
from assets.documents.reading.model import LeftOut, Line, ParsedDocument
from assets.documents.soundness import examine
from tests.contracts.examples import EMBEDDER, FACTS

NUMBERS = st.one_of(
    st.builds("{}.".format, st.integers(1, 12)),
    st.builds("{}.{}".format, st.integers(1, 5), st.integers(1, 6)),
    st.builds("{}.{}.{}".format, st.integers(1, 3), st.integers(1, 3), st.integers(1, 4)),
    st.sampled_from(
        "Article I|ARTICLE II|Section 1.|Section 2|§ 3|A.|B.|I.|IV.|(a)|(b)|(i)|(ii)|(1)|a)|5.4A|1.0|PART I|"
        "SCHEDULE 1|Exhibit A|ANNEX|TABLE OF CONTENTS|IN WITNESS WHEREOF|[Reserved]|WHEREAS||".split("|")
    ),
)
RESTS = st.one_of(
    st.sampled_from(
        [
            "",
            "SUPPLY OF PUMPS",
            "Price. The price is fixed.",
            "The buyer pays within thirty days of the invoice, as set out in clause",
            "Supply ........ 4",
            "pumps,",
            "12 pumps | 90 euro | 3",
            "[Reserved]",
            "word " * 700,
            "x" * 3_000,
            "漢字。" * 400,
            "Keep the bay dry; " * 200,
            "DEFINITIONS",
            'In this Agreement: "Pump" means a pump; and',
            "“Net Sales” shall mean the sums received.",
            '"Pump" does not include a valve, "Valve" includes the tap.',
            '"Yard": the bay',
            "Bay means the yard.",
            "Headings are for convenience only.",
        ]
    ),
    st.text(alphabet=st.sampled_from("aB1.:;,() \u00a0\t\u2028§–“”é漢🙂\u0301<s>/"), max_size=60),
)
LINES = st.tuples(
    NUMBERS,
    RESTS,
    st.sampled_from([0.0, 0.0, 1.0]),
    st.sampled_from([0.0, 36.0]),
    st.booleans(),
    st.sampled_from(["", "Heading 1", "toc 1", "Normal"]),
    st.booleans(),
)


def document(lines: list[tuple[str, str, float, float, bool, str, bool]], tail: str = "") -> ParsedDocument:
    """A document of those lines as a reader gives it, `tail` being what the reader left out."""
    text, places = "", []
    for number, rest, gap, indent, bold, style, table in lines:
        line = f"{number} {rest}".strip().replace("\n", " ")
        if line:
            start = len(text)
            text += line + "\n"
            places.append(
                Line(
                    start,
                    start + len(line),
                    1 + start // 3_000,
                    72 + indent,
                    10,
                    300,
                    20,
                    indent,
                    11,
                    bold,
                    style,
                    gap,
                )
            )
            places[-1].table = table
    end = max(len(text) - 1, 0)
    text = text[:end]
    left_out = [LeftOut(end + 1, end + 1 + len(tail), "page_number")] if tail else []
    text += f"\f{tail}" if tail else ""
    return ParsedDocument("a.pdf", text, places, left_out, 9, "test-1", body_end=end)


@settings(max_examples=150)
@given(st.lists(LINES, min_size=6, max_size=40), st.sampled_from(["", "17"]), st.sampled_from([800, 120]))
@example([("1.", "x" * 3_000, 0.0, 0.0, False, "", False)] * 3, "17", 120)
def test_nothing_is_lost_doubled_or_too_long(
    lines: list[tuple[str, str, float, float, bool, str, bool]], tail: str, ceiling: int
) -> None:
    doc = document(lines, tail)
    chunks, left_out = cut(doc, build_tree(doc), FACTS, EMBEDDER, ceiling=ceiling)
    sound = examine(doc, chunks, left_out, EMBEDDER)
    assert (sound.uncovered, sound.overlapping, sound.misplaced) == (0, 0, 0), sound.places
    assert all(chunk.tokens == EMBEDDER.count([chunk.text])[0] <= ceiling for chunk in chunks)
    assert all(chunk.body == chunk.body.strip() != "" for chunk in chunks)
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert [chunk.seq for chunk in chunks] == list(range(len(chunks)))
    starts = [chunk.char_start for chunk in chunks]
    assert starts == sorted(starts)
    assert all(chunk.source_keys[0] == f"{chunk.doc_id}#{chunk.path}" for chunk in chunks)
    parts: dict[tuple[str, int], list[list[int]]] = {}
    for chunk in chunks:
        parts.setdefault((chunk.path, chunk.part[1]), []).append(chunk.part)
    assert all(len(found) % n == 0 for (_, n), found in parts.items())


@settings(max_examples=40)
@given(st.lists(LINES, max_size=30))
def test_the_same_document_gives_the_same_chunks(
    lines: list[tuple[str, str, float, float, bool, str, bool]],
) -> None:
    first, again = (cut_contract(document(lines), FACTS, [], EMBEDDER) for _ in range(2))
    assert first == again


@settings(max_examples=40)
@given(st.lists(LINES, max_size=20), st.text(max_size=200), st.lists(st.text(max_size=60), max_size=4))
def test_any_title_and_parties_leave_room_for_the_text(
    lines: list[tuple[str, str, float, float, bool, str, bool]], title: str, parties: list[str]
) -> None:
    doc, facts = document(lines), replace(FACTS, title=title, counterparty=parties)
    made = cut_contract(doc, facts, [], EMBEDDER)
    assert examine(doc, made.chunks, made.left_out, EMBEDDER).places == []


@settings(max_examples=60)
@given(st.lists(LINES, min_size=1, max_size=20), st.data())
def test_corrections_lose_nothing_either(
    lines: list[tuple[str, str, float, float, bool, str, bool]], data: st.DataObject
) -> None:
    doc = document(lines)
    texts = [doc.line_text(line) for line in doc.lines] or ["nothing"]
    corrections = data.draw(
        st.lists(
            st.builds(
                Correction,
                st.just("a.pdf"),
                st.sampled_from([None, 1, 2]),
                st.sampled_from(texts),
                st.sampled_from([None, "3", "7.2", "Article 4", "nonsense", "5.4A"]),
                st.sampled_from([None, "Title"]),
            ),
            max_size=4,
        )
    )
    made = cut_contract(doc, FACTS, corrections, EMBEDDER)
    assert examine(doc, made.chunks, made.left_out, EMBEDDER).places == []
