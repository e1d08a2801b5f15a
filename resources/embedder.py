"""Text to unit vectors, and the token counts that every ceiling and budget is measured in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from itertools import filterfalse, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Vectors = npt.NDArray[np.float32]

_NAMED = re.compile(r"<0x[0-9A-F]{2}>|<unk>|</?s>")
"""Tokens that are no text: bytes, and what is special."""
_SPECIAL = re.compile(r"<unk>|</?s>")
"""Written in a text, these become one token each and restart the word before which they stand."""
_ASCII = r"(?![\x80-\U0010ffff])"
_PIECE = re.compile(rf" *+(?:[A-Za-z]++{_ASCII}|[^A-Za-z \n\x80-\U0010ffff]++{_ASCII}|[^ \n]+)|\n| +")
"""A word, parted where letters and signs of ASCII meet: what programs print is never the same word twice, but
made of the same names."""
_CHARACTERS_KEPT = 4_000_000
"""Some 500,000 pieces: more than a large collection has, and about 100 MB."""
_TEXTS_AT_ONCE = 2_048
_WORDS_AT_ONCE = 1_024
"""Tokenized as one text; the tokenizer is slower a character the longer its text is."""


class EmbedderError(Exception):
    """The embedder cannot be loaded; the message says what to mend."""


class Embedder(Protocol):
    """What cutters, index and search need of a model."""

    model_id: str
    dimension: int

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without special tokens."""

    def fits(self, text: str, ceiling: int) -> bool:
        """Whether the text has at most `ceiling` tokens; answered by length where that suffices."""

    def pieces(self, text: str) -> list[tuple[int, int, int]]:
        """(start, end, tokens) of consecutive pieces; their tokens add up to the text's."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """(n, dimension) float32 unit vectors; a text without tokens gives zeros."""

    def embed_counted(self, texts: Sequence[str]) -> tuple[Vectors, list[int]]:
        """Vectors and token counts in one go, so that a text is tokenized once."""


class WordLlamaEmbedder:
    """WordLlama, 256-d: the mean of the static vectors of a text's tokens, made a unit vector.

    Tokens never reach over a space or a newline, nor from letters to signs (`_check_vocabulary`), so
    pieces of words are tokenized once and remembered: 30 MB/s of counting instead of 3.5. The files are
    read from the wordllama wheel; importing the package itself takes five times as long and sets up
    logging for the whole process.
    """

    dimension = 256

    def __init__(self) -> None:
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer

        folder = _package_folder("wordllama")
        tokenizer_file = folder / "tokenizers" / "l2_supercat_tokenizer_config.json"
        weights_file = folder / "weights" / "l2_supercat_256.safetensors"
        for file in (tokenizer_file, weights_file):
            if not file.is_file():
                raise EmbedderError(
                    f"{file.name} is missing from the installed wordllama: "
                    "pip install --force-reinstall wordllama"
                )
        self.model_id = f"wordllama-{version('wordllama')}-l2_supercat_256"
        self._tokenizer: Tokenizer = Tokenizer.from_file(str(tokenizer_file))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._matrix: Vectors = load_file(weights_file)["embedding.weight"].astype(np.float32)
        self._newline = self._tokenizer.encode("\n", add_special_tokens=False).ids[-1]
        self._longest = _check_vocabulary(self._tokenizer)
        self._words: dict[str, list[int]] = {}
        self._sizes: dict[str, int] = {}
        self._kept = 0

    def count(self, texts: Sequence[str]) -> list[int]:
        return [self._count(_encodable(text)) for text in texts]

    def fits(self, text: str, ceiling: int) -> bool:
        # A token covers a vocabulary entry or, for a character outside the vocabulary, one byte of
        # its UTF-8 form; one more for the space that the tokenizer puts in front.
        if len(text) < ceiling and (text.isascii() or len(text.encode("utf-8", "replace")) < ceiling):
            return True
        if len(text) > ceiling * self._longest:
            return False
        return self._count(_encodable(text)) <= ceiling

    def pieces(self, text: str) -> list[tuple[int, int, int]]:
        found: list[tuple[int, int, int]] = []
        clean = _encodable(text)
        if _SPECIAL.search(clean):
            return [(0, len(text), self._count(clean))] if text else []
        # The space in front is the tokenizer's own, so the first piece begins one character before.
        pieces = _split(clean)
        self._remember(pieces)
        start, end, tokens, after = -1, -1, 0, "\n"
        for piece in pieces:
            if (piece[0] in " \n" or after == "\n") and end > start:
                found.append((max(start, 0), end, tokens))
                start, tokens = end, 0
            end, after = end + len(piece), piece
            tokens += self._sizes[piece]
        if pieces:
            found.append((max(start, 0), end, tokens))
        return found

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self.embed_counted(texts)[0]

    def embed_counted(self, texts: Sequence[str]) -> tuple[Vectors, list[int]]:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        counts: list[int] = []
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            batch = [_encodable(text) for text in texts[start : start + _TEXTS_AT_ONCE]]
            sums, batch_counts = self._sum_tokens(batch)
            norms = np.linalg.norm(sums, axis=1, keepdims=True)
            np.divide(sums, norms, out=vectors[start : start + len(batch)], where=norms > 0)
            counts.extend(batch_counts)
        return vectors, counts

    def _count(self, text: str) -> int:
        if _SPECIAL.search(text):
            return len(self._tokenizer.encode(text, add_special_tokens=False).ids)
        words = _split(text)
        sizes = self._sizes
        try:
            return sum(map(sizes.__getitem__, words))
        except KeyError:
            self._remember(words)
            return sum(map(self._sizes.__getitem__, words))

    def _remember(self, words: Iterable[str]) -> None:
        """Tokenizes the words not met before; what is kept is bounded."""
        words = dict.fromkeys(words)
        new = list(filterfalse(self._words.__contains__, words))
        if not new:
            return
        length = sum(map(len, new))
        if self._kept + length > _CHARACTERS_KEPT:
            self._words, self._sizes, self._kept = {}, {}, 0
            new = list(words)
            length = sum(map(len, new))
        self._kept += length
        for start in range(0, len(new), _WORDS_AT_ONCE):
            batch = new[start : start + _WORDS_AT_ONCE]
            tokens = list(self._tokenize_words(batch))
            self._words.update(zip(batch, tokens, strict=True))
            self._sizes.update(zip(batch, map(len, tokens), strict=True))

    def _tokenize_words(self, words: Sequence[str]) -> Iterator[list[int]]:
        # One text, a word a line, takes half as long as a text a word, and no threads; no token reaches
        # over a newline. The tokenizer puts a space in front of every text: it is the first line.
        whole = set(filter(_SPECIAL.search, words))  # such a text is not split, and no other word equals it
        lines = [word for word in words if word != "\n" and word not in whole]
        ids = self._tokenizer.encode("\n".join(["", *lines]), add_special_tokens=False).ids
        ends = [*(at for at, token in enumerate(ids) if token == self._newline), len(ids)]
        tokens = (ids[begin + 1 : end] for begin, end in pairwise(ends))
        for word in words:
            if word == "\n":
                yield [self._newline]
            elif word in whole:
                yield self._tokenizer.encode(word, add_special_tokens=False).ids
            else:
                yield next(tokens)

    def _sum_tokens(self, texts: Sequence[str]) -> tuple[Vectors, list[int]]:
        """Sums of token vectors as two sparse count matrices (texts x words, words x tokens) times
        the embedding matrix: no padding, memory bounded by the batch."""
        from scipy.sparse import csr_matrix

        split = [[text] if _SPECIAL.search(text) else _split(text) for text in texts]
        self._remember(word for words in split for word in words)
        ids = self._words
        column: dict[str, int] = {}
        rows = [[column.setdefault(word, len(column)) for word in words] for words in split]
        word_vectors = _counts(csr_matrix, [ids[word] for word in column], len(self._matrix)) @ self._matrix
        sums = _counts(csr_matrix, rows, len(column)) @ word_vectors
        sizes = self._sizes
        return np.asarray(sums, dtype=np.float32), [sum(map(sizes.__getitem__, words)) for words in split]


def _split(text: str) -> list[str]:
    """Pieces of words with the spaces before them, newlines apart; the tokenizer's own space in front is
    added."""
    return _PIECE.findall(" " + text) if text else []


def _counts(csr_matrix: Any, rows: Sequence[Sequence[int]], width: int) -> Any:
    """A sparse matrix that holds how often each column index stands in each row."""
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.fromiter((at for row in rows for at in row), dtype=np.int32, count=int(ends[-1]))
    return csr_matrix((np.ones(len(columns), dtype=np.float32), columns, ends), shape=(len(rows), width))


def _check_vocabulary(tokenizer: Tokenizer) -> int:
    """The longest token in characters; raises where a token reaches over a space or a newline, or from
    letters to signs, since pieces of words could then not be tokenized one by one."""
    tokens = tokenizer.get_vocab(with_added_tokens=False)
    written = (token.lstrip("▁") for token in tokens if not _NAMED.fullmatch(token))
    if any("\n" in token or "▁" in token or len(_PIECE.findall(token)) > 1 for token in written):
        raise EmbedderError(
            "this wordllama's tokenizer joins words: install the version in requirements.lock"
        )
    return max(map(len, tokens))


def _encodable(text: str) -> str:
    """The text as UTF-8 can hold it: lone surrogates (from a terminal, say) become '?'. The
    tokenizer's own sign for a space counts as one, as it does inside the tokenizer."""
    if text.isascii():
        return text
    return text.encode("utf-8", "replace").decode("utf-8").replace("▁", " ")


def _package_folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise EmbedderError(f"{package} is not installed: pip install {package}")
    return Path(next(iter(spec.submodule_search_locations)))


@cache
def load_embedder(name: str = "wordllama") -> Embedder:
    """The embedder of that name, loaded once in a process; raises EmbedderError."""
    if name != "wordllama":
        raise EmbedderError(f"no embedder is called {name!r}: use 'wordllama'")
    return WordLlamaEmbedder()
