"""Prose is cut recursively: exact offsets, nothing lost, nothing over the ceiling, whatever the text is."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assets.documents.reading.model import LeftOut, Line, ParsedDocument
from assets.prose.cut import OVERLAP, SIZE, cut
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.record import CEILING, Chunk

EMBEDDER = load_embedder()


def _facts(title: str = "Handbook") -> DocumentFacts:
    return DocumentFacts("acme", "docs", "handbook.md", "handbook.md", title, "0" * 32, "prose", acl=["all"])


def _document(*paragraphs: str) -> ParsedDocument:
    """Markdown as the reader gives it: a line a paragraph, `#` for headings."""
    lines, at = [], 0
    for paragraph in paragraphs:
        level = len(paragraph) - len(paragraph.lstrip("#"))
        lines.append(Line(at, at + len(paragraph), 1, style=f"h{level}" if level else "", gap=1.0))
        at += len(paragraph) + 1
    text = "\n".join(paragraphs)
    return ParsedDocument("handbook.md", text, lines, [], 1, "test-1", body_end=len(text))


def _cut(document: ParsedDocument, title: str = "Handbook") -> list[Chunk]:
    return cut(document, _facts(title), EMBEDDER)[0]


def _check(document: ParsedDocument, chunks: list[Chunk]) -> None:
    covered = set()
    for chunk in chunks:
        assert document.text[chunk.char_start : chunk.char_end] == chunk.body
        assert chunk.body.strip() == chunk.body != ""
        assert chunk.text.endswith(chunk.body)
        assert chunk.tokens == EMBEDDER.count([chunk.text])[0] <= CEILING
        covered.update(range(chunk.char_start, chunk.char_end))
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert [chunk.seq for chunk in chunks] == list(range(len(chunks)))
    lost = [at for at in range(document.body_end) if at not in covered and not document.text[at].isspace()]
    assert lost == []


SENTENCES = [f"This is sentence number {n} of the story, and it says little." for n in range(100)]


def test_passages_overlap_by_whole_sentences() -> None:
    document = _document(" ".join(SENTENCES))
    chunks = _cut(document)
    _check(document, chunks)
    assert all(chunk.body.startswith("This is") and chunk.body.endswith("little.") for chunk in chunks)
    for before, after in itertools.pairwise(chunks):
        assert 0 < before.char_end - after.char_start <= OVERLAP
    assert max(len(chunk.body) for chunk in chunks) <= SIZE


def test_paragraphs_are_kept_together_where_they_fit() -> None:
    paragraphs = [" ".join(SENTENCES[n : n + 9]) for n in range(0, 45, 9)]
    chunks = _cut(_document(*paragraphs))
    assert [chunk.char_end for chunk in chunks] == [
        sum(len(p) + 1 for p in paragraphs[: n + 1]) - 1 for n in range(len(paragraphs))
    ]


def test_headings_are_the_path_and_stand_before_what_does_not_show_them() -> None:
    long = " ".join(SENTENCES[:40])
    document = _document("# Travel", "## Booking", "Ask first.", "## Costs", long, "# Leave", "Take some.")
    chunks = _cut(document)
    _check(document, chunks)
    first, costs, more, leave = chunks[0], chunks[1], chunks[2], chunks[-1]
    assert first.body == "# Travel\n## Booking\nAsk first."
    assert (first.parent_context, first.heading_path) == ("Handbook", ["Travel", "Booking"])
    assert costs.body.startswith("## Costs\nThis is")
    assert costs.parent_context == "Handbook > Travel"
    assert more.parent_context == "Handbook > Travel > Costs"
    assert more.heading_path == costs.heading_path == ["Travel", "Costs"]
    assert (leave.body, leave.parent_context) == ("# Leave\nTake some.", "Handbook")


def test_a_long_title_does_not_crowd_out_the_text() -> None:
    chunks = _cut(
        _document("# Scope", "It applies.", "## " + "very " * 400 + "long", "Text."), title="title " * 300
    )
    assert all(chunk.tokens < 200 for chunk in chunks[:1])
    assert chunks[0].parent_context == ""
    _check(_document("# Scope", "It applies.", "## " + "very " * 400 + "long", "Text."), chunks)


def test_what_the_reader_left_out_stays_out_and_is_named() -> None:
    document = _document("Some text.")
    document.text += "\f17\n"
    document.left_out = [LeftOut(11, 13, "page_number")]
    chunks, left_out = cut(document, _facts(), EMBEDDER)
    assert [chunk.body for chunk in chunks] == ["Some text."]
    assert left_out == document.left_out


def test_a_page_is_the_one_where_a_passage_begins() -> None:
    text = "\n".join([" ".join(SENTENCES[:12]), " ".join(SENTENCES[12:48])])
    half = text.index("\n")
    lines = [
        Line(0, half, 1, x0=70, y0=80, x1=500, y1=700),
        Line(half + 1, len(text), 2, x0=70, y0=90, x1=480, y1=600),
    ]
    chunks = _cut(ParsedDocument("a.pdf", text, lines, [], 2, "test-1", body_end=len(text)))
    assert [chunk.page for chunk in chunks] == sorted(chunk.page or 0 for chunk in chunks)
    assert (chunks[0].page, chunks[-1].page) == (1, 2)
    across = next(chunk for chunk in chunks if len(chunk.spans) == 2)
    assert across.spans == [[1, 70, 80, 500, 700], [2, 70, 90, 480, 600]]
    assert across.bbox == [70, 80, 500, 700]


@pytest.mark.parametrize(
    "text",
    [
        "x" * 20_000,
        "漢字" * 5_000,
        "。".join(["これは長い文章です" * 10] * 60),
        "🙂" * 3_000,
        "word " * 4_000,
        "\n".join(["|".join(["12.5"] * 30)] * 100),
        "a\u0301" * 4_000,
        "0xDEADBEEF" * 2_000,
        "<s></s>" * 500,
    ],
    ids=["no spaces", "cjk", "cjk sentences", "emoji", "words", "table", "combining", "hex", "special"],
)
def test_the_ceiling_holds_for_any_text(text: str) -> None:
    document = _document(text)
    _check(document, _cut(document))


def test_a_word_is_cut_only_where_it_must_be() -> None:
    document = _document("Wörter-" * 3 + "ähnlich " * 2_000)
    assert all(chunk.body.endswith("ähnlich") for chunk in _cut(document))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(alphabet=st.sampled_from("ab .\n#|漢。🙂\u00a0"), max_size=400), max_size=12))
@example(["", "#", " "])
def test_nothing_is_lost(paragraphs: list[str]) -> None:
    document = _document(*[p.replace("\n", " ") for p in paragraphs])
    _check(document, _cut(document))
