"""The steps of recursive splitting on spans small enough to see."""

from __future__ import annotations

import pytest

from assets.prose.recursive import hard_cut, lap, pack, split, trim


def test_the_strongest_boundary_that_suffices_is_cut() -> None:
    paragraphs, words = [10, 30], [3, 10, 14, 18, 22, 26, 30]
    assert split(0, 36, (paragraphs, words), 12) == [
        (0, 10), (10, 14), (14, 18), (18, 22), (22, 26), (26, 30), (30, 36),
    ]  # fmt: skip
    assert split(0, 12, (paragraphs, words), 12) == [(0, 12)]
    assert split(0, 7, (), 3) == [(0, 3), (3, 6), (6, 7)]
    assert split(5, 5, (paragraphs,), 3) == []


def test_pieces_are_packed_up_to_the_size() -> None:
    assert pack([(0, 4), (4, 8), (8, 12), (12, 13)], 8) == [(0, 8), (8, 13)]
    assert pack([], 8) == []


def test_a_span_takes_along_the_last_sentence_but_never_the_whole_span_before() -> None:
    assert lap([(0, 10), (10, 20)], [0, 4, 7, 10, 15], overlap=5) == [(0, 10), (7, 20)]
    assert lap([(0, 10), (10, 20)], [0, 10], overlap=50) == [(0, 10), (10, 20)]
    assert lap([(0, 3), (3, 20)], [0, 2, 3], overlap=50) == [(0, 3), (2, 20)]


def test_a_span_too_long_is_cut_at_words_else_at_characters() -> None:
    def fits(text: str) -> bool:
        return len(text) <= 6

    text = "one two threeandfour five"
    cut = [text[start:end] for start, end in hard_cut(text, (0, len(text)), fits)]
    assert cut == ["one ", "two ", "threea", "ndfour", " five"]
    assert list(hard_cut("word", (0, 4), fits)) == [(0, 4)]
    with pytest.raises(ValueError, match="prefix is too long"):
        list(hard_cut("word", (0, 4), lambda text: False))


def test_white_space_around_is_no_part_of_a_body() -> None:
    assert trim("  ab c \n", (0, 8)) == (2, 6)
    assert trim("   ", (1, 3))[0] == trim("   ", (1, 3))[1]
