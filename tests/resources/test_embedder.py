"""Counting and embedding agree with the model's own library."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from resources.embedder import EmbedderError, WordLlamaEmbedder, load_embedder

EMBEDDER = load_embedder()
ODD, OF_PROGRAMS = (
    st.text(alphabet="ab \n\t▁<s>é契😀", max_size=40),
    st.text(alphabet="aZé 09._-('\n", max_size=40),
)
TEXTS = st.lists(st.text(max_size=60) | ODD | OF_PROGRAMS, max_size=5)


@pytest.fixture(scope="module")
def library():
    import wordllama

    return wordllama.WordLlama.load(cache_dir=wordllama.__path__[0], disable_download=True)


@given(TEXTS)
@example(["", " ", "  ", "\n", " \n ", "a  b", "<s>a b</s>", "▁▁a", "\x00", "ﷺ", "word\n\n  word"])
def test_counts_are_the_tokenizers_own(texts):
    encoded = [EMBEDDER._tokenizer.encode(text, add_special_tokens=False) for text in texts]
    assert EMBEDDER.count(texts) == [len(e.ids) for e in encoded]
    vectors, counts = EMBEDDER.embed_counted(texts)
    assert counts == EMBEDDER.count(texts)
    sums = np.array([EMBEDDER._matrix[e.ids].sum(axis=0) for e in encoded]).reshape(-1, 256)
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    np.testing.assert_allclose(vectors * norms, sums, atol=1e-3)


@given(st.text(max_size=80) | st.text(alphabet="a \n<s>😀", max_size=40), st.integers(0, 90))
def test_fits_is_exact_however_it_is_answered(text, ceiling):
    assert EMBEDDER.fits(text, ceiling) == (EMBEDDER.count([text])[0] <= ceiling)


@given(st.text(alphabet="ab \n\té😀<s>", max_size=60) | OF_PROGRAMS)
def test_pieces_cover_the_text_and_add_up(text):
    pieces = EMBEDDER.pieces(text)
    assert "".join(text[start:end] for start, end, _ in pieces) == text
    assert sum(tokens for _, _, tokens in pieces) == EMBEDDER.count([text])[0]


def test_vectors_are_the_librarys_own(library):
    texts = [
        "The Supplier's total liability shall not exceed the fees paid.",
        "12.3 Cap\n(a) for death;  (b) fraud. Prüfung § 7 契約条項の変更 😀",
        "word " * 900,
    ]
    ours, theirs = EMBEDDER.embed(texts), library.embed(texts, norm=True)
    assert (ours * theirs).sum(axis=1).min() >= 0.9999
    np.testing.assert_allclose(np.linalg.norm(ours, axis=1), 1.0, atol=1e-5)


def test_a_text_without_tokens_is_zero_and_a_lone_surrogate_is_no_error():
    assert not EMBEDDER.embed([""]).any()
    assert EMBEDDER.count(["caf\udce9"]) == EMBEDDER.count(["caf?"])


def test_an_unknown_embedder_names_the_known():
    with pytest.raises(EmbedderError, match="wordllama"):
        load_embedder("../x")


def test_forgetting_words_changes_nothing(monkeypatch):
    monkeypatch.setattr("resources.embedder._CHARACTERS_KEPT", 10)
    forgetful = WordLlamaEmbedder()
    texts = ["one two three four five", "six seven one two", "one two three four five"]
    assert (forgetful.embed(texts) == EMBEDDER.embed(texts)).all()
    assert forgetful.count(texts) == EMBEDDER.count(texts)
