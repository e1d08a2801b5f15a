"""Finding a quote in a text whatever its white space, hyphens, punctuation, case and accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import numpy as np

_CODES = 0x110000
_OMISSION = re.compile(
    r"\.(?:\s*\.){2,}|…|<\s*omitted\s*>|\[\s*(?:\.(?:\s*\.)+|…|omitted)\s*\]", re.IGNORECASE
)
"""What a person writes for words left out of a quote."""


class _Folding:
    """What is left of each code point: letters and digits, compatibility forms taken apart (a ligature
    becomes its letters), accents and case gone. Filled as code points are met."""

    def __init__(self) -> None:
        self.known = np.zeros(_CODES, dtype=bool)
        self.length = np.zeros(_CODES, dtype=np.int8)
        self.start = np.zeros(_CODES, dtype=np.int32)
        self.pool = np.zeros(0, dtype=np.uint32)

    def learn(self, codes: np.ndarray) -> None:
        new = np.unique(codes[~self.known[codes]])
        pool = [self.pool]
        size = len(self.pool)
        for code in new.tolist():
            taken_apart = unicodedata.normalize("NFKD", chr(code)).casefold()
            left = [ord(c) for c in unicodedata.normalize("NFKD", taken_apart) if c.isalnum()]
            self.start[code], self.length[code] = size, len(left)
            pool.append(np.array(left, dtype=np.uint32))
            size += len(left)
        self.pool = np.concatenate(pool)
        self.known[new] = True


@cache
def _folding() -> _Folding:
    return _Folding()


def _codes(text: str) -> np.ndarray:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _fold(text: str) -> tuple[str, np.ndarray]:
    """The squeezed text and, for each of its characters, the offset in `text` it comes from."""
    codes = _codes(text)
    folding = _folding()
    folding.learn(codes)
    lengths = folding.length[codes].astype(np.int64)
    offsets = np.repeat(np.arange(len(codes)), lengths)
    first = np.cumsum(lengths) - lengths
    within = np.arange(len(offsets)) - np.repeat(first, lengths)
    folded = folding.pool[folding.start[codes[offsets]] + within]
    return folded.astype("<u4").tobytes().decode("utf-32-le", "surrogatepass"), offsets


def squeeze(text: str) -> str:
    """Letters and digits only, case and accents folded."""
    return _fold(text)[0]


class SqueezedText:
    """A text made ready for quote search and for counting characters; about 0.1 s a million characters."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.squeezed, self._offsets = _fold(text)
        blank = np.frombuffer(_blank()[_codes(text)], dtype=bool)
        self._ink = np.concatenate([[0], np.cumsum(~blank, dtype=np.int64)])

    def ink(self, start: int, end: int) -> int:
        """Characters in [start, end) that are not white space."""
        return int(self._ink[end] - self._ink[start])

    def find(self, quote: str) -> list[tuple[tuple[int, int], ...]]:
        """Every place the quote stands, each as spans of the text in order; more than one span where
        the quote says that it leaves words out. Places that begin and end with whole words come
        alone where there are any ("us" is not found in "business"). Empty where it stands nowhere."""
        pieces = [piece for part in _OMISSION.split(quote) if (piece := squeeze(part))]
        if not pieces:
            return []
        found = list(self._places(pieces))
        whole = [spans for spans in found if self._whole_words(spans)]
        return whole or found

    def _places(self, pieces: list[str]) -> Iterator[tuple[tuple[int, int], ...]]:
        at = self.squeezed.find(pieces[0])
        while at >= 0:
            end = at + len(pieces[0])
            spans = [self.span(at, end)]
            for piece in pieces[1:]:
                start = self.squeezed.find(piece, end)
                if start < 0:
                    return
                end = start + len(piece)
                spans.append(self.span(start, end))
            yield tuple(spans)
            at = self.squeezed.find(pieces[0], at + 1)

    def _whole_words(self, spans: tuple[tuple[int, int], ...]) -> bool:
        (start, _), (_, end) = spans[0], spans[-1]
        before, after = self._text[start - 1 : start + 1], self._text[end - 1 : end + 1]
        return not (len(before) == 2 and before.isalnum()) and not (len(after) == 2 and after.isalnum())

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Characters [start, end) of the squeezed text as characters of the text; not empty."""
        return int(self._offsets[start]), int(self._offsets[end - 1]) + 1


@cache
def _blank() -> np.ndarray:
    blank = np.zeros(_CODES, dtype=bool)
    blank[[code for code in range(0x3001) if chr(code).isspace()]] = True
    return blank
