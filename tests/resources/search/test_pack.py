"""Hits into a token budget: never more than it, nothing cut silently."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from resources.embedder import load_embedder
from resources.record import Chunk
from resources.search.pack import Hit, citation, pack
from resources.search.query import Query
from tests.resources.corpus import chunk

EMBEDDER = load_embedder()
SENTENCES = [f"Sentence {n} of this clause says what the buyer of a pump owes for it." for n in range(60)]


def unit(
    path: str, body: str, *, doc_id: str = "supply.pdf", trail: Sequence[str] = (), start: int = 0
) -> Chunk:
    context = "\n".join(["Pump Supply | Quennick", *([" > ".join(trail)] if trail else [])])
    text = f"{context}\n{body}"
    return chunk(
        doc_id,
        path,
        body,
        title="Pump Supply",
        parent_context=context,
        text=text,
        heading_path=list(trail),
        char_start=start,
        char_end=start + len(body),
        tokens=EMBEDDER.count([text])[0],
    )


def packed(chunks: Sequence[Chunk], budget: int, asked: str = "buyer pump") -> list[Hit]:
    ranking = [Hit(each, 1.0 - n / 100, citation(each)) for n, each in enumerate(chunks)]
    hits, used = pack(ranking, budget, EMBEDDER, Query(asked))
    assert used == sum(hit.tokens for hit in hits) <= budget
    assert sum(EMBEDDER.count([hit.text for hit in hits])) <= used
    assert all(hit.chunk.body in hit.text for hit in hits)
    return hits


def test_a_citation_names_title_headings_and_part() -> None:
    clause = unit("12.3", "Capped.", trail=["12 Liability", "12.3 Cap"])
    assert citation(clause) == "Pump Supply > 12 Liability > 12.3 Cap"
    clause.part = [2, 3]
    assert citation(clause) == "Pump Supply > 12 Liability > 12.3 Cap > part 2 of 3"
    assert citation(unit("preamble", "Between.")) == "Pump Supply > preamble"


def test_lines_of_context_are_given_once_a_document() -> None:
    trail = ["9 Liability"]
    first, second, other = packed(
        [
            unit("9.1", "Capped.", trail=trail),
            unit("9.2", "Uncapped.", trail=trail),
            unit("9.1", "Insured.", trail=trail, doc_id="lease.pdf"),
        ],
        500,
    )
    assert first.text == "Pump Supply | Quennick\n9 Liability\nCapped."
    assert second.text == "Uncapped."
    assert other.text == "Pump Supply | Quennick\n9 Liability\nInsured."


def test_what_does_not_fit_is_skipped_for_what_does() -> None:
    long, short = unit("1", "pump " * 400), unit("2", "The pump is blue.")
    hits = packed([long, short], 60)
    assert [(hit.chunk.path, hit.partial) for hit in hits] == [("2", False)]


def test_a_unit_larger_than_the_budget_comes_in_its_matching_sentences() -> None:
    sentences = [*SENTENCES[:30], "The cooling water is changed every spring.", *SENTENCES[30:]]
    document = "x" * 1_000 + " ".join(sentences)
    long = unit("1", document[1_000:], start=1_000)
    (hit,) = packed([long], 120, asked="cooling water")
    assert hit.partial
    assert "cooling water is changed" in hit.chunk.body
    assert document[hit.chunk.char_start : hit.chunk.char_end] == hit.chunk.body
    assert hit.chunk.body.startswith(("Sentence", "The cooling"))
    assert hit.chunk.body.endswith(".")


def test_a_unit_that_says_nothing_of_the_question_is_not_cut() -> None:
    assert packed([unit("1", " ".join(SENTENCES))], 120, asked="helicopter") == []


def test_parts_are_marked_partial_until_all_have_come() -> None:
    parts = [unit("1", body) for body in SENTENCES[:3]]
    for k, part in enumerate(parts, 1):
        part.part, part.id = [k, 3], f"part-{k}"
    assert [hit.partial for hit in packed(parts[:2], 500)] == [True, True]
    assert [hit.partial for hit in packed(parts, 500)] == [False, False, False]


def test_what_a_hit_leads_to_comes_behind_it_and_says_so() -> None:
    cap, cited, other = unit("9.1", SENTENCES[0]), unit("3.2", SENTENCES[1]), unit("4", SENTENCES[2])
    ranking = [Hit(each, 1.0, citation(each)) for each in (cap, other)]
    hits, _ = pack(ranking, 1_000, EMBEDDER, Query("pump"), lambda hit, place: [cited] if place == 0 else [])
    assert [(hit.chunk.path, hit.via) for hit in hits] == [
        ("9.1", None),
        ("3.2", "Pump Supply > 9.1"),
        ("4", None),
    ]


def test_a_unit_that_comes_in_part_says_how_the_rest_begins() -> None:
    bodies = ["9. Damages.\n(a) The cap.", "(b) The pump's warranty.", "(c) Cooling water."]
    parts = [unit("9", body, start=100 * n) for n, body in enumerate(bodies)]
    for k, part in enumerate(parts, 1):
        part.part, part.id = [k, 3], f"part-{k}"
    hits, used = pack([Hit(parts[1], 1.0, "")], 300, EMBEDDER, Query("pump"), unit_of=lambda hit: parts)
    (hit,) = hits
    assert hit.partial
    assert hit.digest == "Left out: (a) The cap. … (c) Cooling water. …"
    assert used == hit.tokens == EMBEDDER.count([hit.text])[0] + EMBEDDER.count([hit.digest])[0]


def test_a_whole_unit_has_no_digest() -> None:
    (hit,) = packed([unit("2", "The pump is blue. It is large.")], 300)
    assert hit.digest == ""


BODIES = st.one_of(
    st.text(max_size=300),
    st.integers(1, 60).map(lambda n: " ".join(SENTENCES[:n])),
    st.sampled_from(["漢字。" * 90, "x" * 900, "(a) pumps\n(b) valves\n" * 30, "<s>", "\n", "🙂 " * 80]),
)


@settings(max_examples=80)
@given(
    st.lists(st.tuples(BODIES, st.lists(st.text(max_size=40), max_size=2), st.booleans()), max_size=8),
    st.integers(-5, 900),
    st.text(max_size=40),
)
def test_no_budget_is_ever_exceeded(
    units: list[tuple[str, list[str], bool]], budget: int, asked: str
) -> None:
    chunks = [
        unit(str(n), body, trail=trail, doc_id="a.pdf" if same else f"{n}.pdf")
        for n, (body, trail, same) in enumerate(units)
    ]
    hits = packed(chunks, max(budget, 0), asked)
    whole = {each.id: each for each in chunks}
    for hit in hits:
        source = whole[hit.chunk.id]
        assert hit.partial == (hit.chunk.body != source.body)
        at = hit.chunk.char_start - source.char_start
        assert source.body[at : at + len(hit.chunk.body)] == hit.chunk.body
