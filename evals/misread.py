"""Finding a quote in a text that text recognition read, in which letters may be wrong."""

from __future__ import annotations

import numpy as np

from evals.squeezed import SqueezedText, squeeze

FORGIVEN = 20
"""One wrong, missing or additional letter in so many is forgiven."""
_SHORTEST = 20
"""Letters of a quote below which none is forgiven: every one tells it from another text."""
_MOST_PLACES = 50
"""Places looked at more closely; a quote whose pieces stand in more places is found in the first."""


def find_misread(quote: str, text: SqueezedText) -> list[tuple[int, int]]:
    """The places [start, end) of the text where the quote stands with one wrong letter in twenty at most,
    white space, punctuation, case and accents ignored, best first; none where it stands nowhere.

    For texts from text recognition alone: elsewhere a letter that differs is another text.
    """
    wanted = squeeze(quote)
    allowed = len(wanted) // FORGIVEN
    if len(wanted) < _SHORTEST:
        return []
    found = []
    for low, high in _windows(wanted, text.squeezed, allowed):
        window = text.squeezed[low:high]
        errors, end = _best_end(wanted, window)
        if errors <= allowed:
            # From its end backwards, the beginning is found the same way.
            _, length = _best_end(wanted[::-1], window[:end][::-1], anchored=True)
            found.append((errors, low + end - length, low + end))
    found.sort()
    kept: list[tuple[int, int]] = []
    for _, start, end in found:
        if not any(start < other_end and other < end for other, other_end in kept):
            kept.append((start, end))
    return [text.span(start, end) for start, end in kept]


def _windows(wanted: str, text: str, allowed: int) -> list[tuple[int, int]]:
    """Stretches of the text in which the quote may stand. Cut into one piece more than there may be wrong
    letters, it has one piece at least without any."""
    size = max(len(wanted) // (allowed + 1), 1)
    begins: set[int] = set()
    for at in range(0, len(wanted) - size + 1, size):
        place = text.find(wanted[at : at + size])
        while place >= 0 and len(begins) < _MOST_PLACES * (allowed + 1):
            begins.add(place - at)
            place = text.find(wanted[at : at + size], place + 1)
    windows: list[tuple[int, int]] = []
    for begin in sorted(begins):
        low, high = max(begin - allowed, 0), min(begin + len(wanted) + allowed, len(text))
        if windows and low <= windows[-1][0] + 2 * allowed:
            windows[-1] = (windows[-1][0], max(high, windows[-1][1]))
        elif low < high:
            windows.append((low, high))
    return windows[:_MOST_PLACES]


def _best_end(wanted: str, window: str, *, anchored: bool = False) -> tuple[int, int]:
    """(fewest errors, end) of the quote anywhere in the window, or, `anchored`, from its beginning: Sellers'
    algorithm, a row of the table of edit distances at a time."""
    codes = np.frombuffer(window.encode("utf-32-le"), dtype=np.uint32)
    columns = np.arange(len(codes) + 1)
    row = columns.copy() if anchored else np.zeros(len(codes) + 1, dtype=np.int64)
    for count, letter in enumerate(wanted, 1):
        changed = row[:-1] + (codes != ord(letter))
        below = np.concatenate([[count], np.minimum(changed, row[1:] + 1)])
        # Letters that the window has too many: the least of all before, one more for each step from there.
        row = np.minimum.accumulate(below - columns) + columns
    end = int(row.argmin())
    return int(row[end]), end
