"""Finding a quote whose words the reader gives in another order, or without the page's furniture.

A label made on a plain-text rendering may carry a page number or a running footer in its middle, or a
table's cells column by column. The words are then aligned within the one place where they gather."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from evals.squeezed import SqueezedText, squeeze

_WORD = re.compile(r"\w+")
_SEED = 20
"""Squeezed characters that place a quote: long enough to be rare, short enough to stand in one line."""
_MATCHED = 0.95
"""Share of the quote's own characters that must be found again; the measure of coverage itself."""
_FURNITURE = 0.4
"""Most of a quote that may be page furniture."""
_JOIN = 80
"""Most characters between two matched runs that are taken along: a list's number, a cell in other order."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int


def _words(text: str, offset: int = 0) -> list[_Word]:
    found = ((squeeze(m.group()), m) for m in _WORD.finditer(text))
    return [_Word(word, offset + m.start(), offset + m.end()) for word, m in found if word]


def align(quote: str, text: str, squeezed: SqueezedText, furniture: frozenset[str]) -> list[tuple[int, int]]:
    """Spans of `text` that hold the quote's words, in order, or none. `furniture`: the words that
    running headers, footers and page numbers are made of; only those may be missing from the place."""
    window = _window(squeeze(quote), squeezed)
    if window is None:
        return []
    asked, there = _words(quote), _words(text[window[0] : window[1]], window[0])
    matcher = SequenceMatcher(None, [w.text for w in asked], [w.text for w in there], autojunk=False)
    pairs = [(a + i, b + i) for a, b, size in matcher.get_matching_blocks() for i in range(size)]
    total = sum(len(word.text) for word in asked)
    spans = [
        span
        for span in _joined([there[j] for _, j in pairs])
        if sum(len(there[j].text) for _, j in pairs if _in(there[j], [span])) >= (1 - _MATCHED) * total
    ]
    pairs = [(i, j) for i, j in pairs if _in(there[j], spans)]
    in_order, taken = {i for i, _ in pairs}, {j for _, j in pairs}

    missing = Counter(word.text for i, word in enumerate(asked) if i not in in_order)
    for j in _reachable(there, taken, spans):
        if missing[there[j].text] > 0:
            missing[there[j].text] -= 1
            taken.add(j)
    printed = sum(len(word) * n for word, n in missing.items() if word in furniture)
    lost = sum(len(word) * n for word, n in missing.items() if word not in furniture)
    if printed > _FURNITURE * total or lost > (1 - _MATCHED) * (total - printed):
        return []
    return _joined([there[j] for j in sorted(taken)])


def _reachable(there: list[_Word], taken: set[int], spans: list[tuple[int, int]]) -> Iterator[int]:
    """The words at which moved ones may stand: those inside the spans, then outward from each end for
    as long as every word on the way was taken."""
    inside = [j for j, word in enumerate(there) if _in(word, spans)]
    yield from (j for j in inside if j not in taken)
    for j in inside:
        for step in (-1, 1):
            at = j + step
            while 0 <= at < len(there) and at not in taken and not _in(there[at], spans):
                yield at
                if at not in taken:
                    break
                at += step


def _in(word: _Word, spans: list[tuple[int, int]]) -> bool:
    return any(start <= word.start and word.end <= end for start, end in spans)


def _window(quote: str, text: SqueezedText) -> tuple[int, int] | None:
    """Where most of the quote's seeds agree that it begins: a stretch of the text somewhat longer than
    the quote, in characters of the text."""
    room = len(quote) // 4 + 100
    begins: list[tuple[int, int]] = []
    for at in range(0, len(quote) - _SEED + 1, _SEED // 2):
        found = text.squeezed.find(quote[at : at + _SEED])
        while found >= 0 and len(begins) < 10_000:
            begins.append((found - at, at))
            found = text.squeezed.find(quote[at : at + _SEED], found + 1)
    if not begins:
        return None
    begins.sort()
    votes: Counter[int] = Counter()
    best = (0, 0, 0)
    first = 0
    for begin, at in begins:
        votes[at] += 1
        while begin - begins[first][0] > room:
            votes[begins[first][1]] -= 1
            votes += Counter()  # forgets the seeds that no longer vote
            first += 1
        if len(votes) > best[0]:
            best = (len(votes), begins[first][0], begin)
    _, low, high = best
    return text.span(max(low - room, 0), min(high + len(quote) + room, len(text.squeezed)))


def _joined(words: list[_Word]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for word in words:
        if spans and word.start - spans[-1][1] <= _JOIN:
            spans[-1] = (spans[-1][0], word.end)
        else:
            spans.append((word.start, word.end))
    return spans
