"""Which labels of one level form the sequence: the best chain of numbers through all candidates."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from assets.contracts.evidence import Candidate
from assets.contracts.numbering import Component, follows

GAP_LIMIT = 6
"""A chain does not jump over more missing numbers than this; beyond, the number belongs elsewhere."""
GAP_COST = 0.8
JUMP = 1
"""More missing numbers than this must not lie between two that look unlike: '4.0' does not go on with
'10' of a table."""
NEVER = float("-inf")
LATE_START = 10
"""Numbers missing before a chain's first count up to here."""
FIRST_LINES = 5
EXCERPT_COST = 0.5
LOOKBACK = 40
"""Candidates of one number that are tried as a predecessor; keeps time linear in long lists."""
SAME_INDENT = 7.0
"""Points within which two labels stand on one margin."""


@dataclass(slots=True)
class Chain:
    """Candidates in order, and how well they fit together."""

    members: list[Candidate]
    score: float


def last(candidate: Candidate) -> Component:
    """The component that counts at the candidate's own level."""
    return candidate.label.number[-1]


def _same_look(a: Candidate, b: Candidate) -> bool:
    alike = a.label.dotted == b.label.dotted and a.label.nought == b.label.nought
    return alike and abs(a.indent - b.indent) <= SAME_INDENT


def _missing(before: Candidate, here: Candidate) -> int | None:
    """How many numbers are missing between two that may follow each other in a chain, else None."""
    missing = follows(last(before), last(here))
    if missing and (here.mended or before.mended):
        return None
    if missing is not None and missing > JUMP and not here.forced and not _same_look(before, here):
        return None
    return missing


def _likeness(a: Candidate, b: Candidate) -> float:
    score = 0.4 if abs(a.indent - b.indent) <= SAME_INDENT else -0.4
    score += 0.3 if a.bold == b.bold else -0.3
    score += 0.3 if a.title_like == b.title_like else -0.1
    if a.label.keyword != b.label.keyword:
        score -= 1.0
    if a.label.dotted != b.label.dotted:
        score -= 0.3
    return score


class Support:
    """Counts, between two lines, the sub-clauses whose first number is n and those of other numbers:
    '2.1' and '2.2' speak for the '2.' before them and against a '3.' before them."""

    def __init__(self, subs: Sequence[Candidate]) -> None:
        self._lines = [c.line for c in subs]
        self._firsts = [c.label.number[0] for c in subs]

    def score(self, start: int, stop: int, number: Component) -> float:
        low, high = bisect_left(self._lines, start), bisect_left(self._lines, stop)
        own = sum(1 for n in self._firsts[low:high] if n == number)
        return 0.6 * min(own, 4) - 0.8 * min(high - low - own, 4)


def best_chain(
    candidates: Sequence[Candidate],
    *,
    expected: Component | None = None,
    support: Support | None = None,
    first: int | None = None,
    stop: int = 0,
) -> Chain:
    """The chain of strictly rising numbers with the best score (dynamic programming over all
    candidates). `expected` is the number that would continue the level's sequence from the section
    before; a chain may start there or at 1 at no cost, and at little cost within the first lines (an excerpt
    begins anywhere). A mended number stands only beside its neighbours, never at a gap and never alone. The
    region is lines first .. stop-1."""
    if not candidates:
        return Chain([], 0.0)
    scores: list[float] = []
    back: list[int] = []
    by_number: dict[Component, list[int]] = {}
    for index, here in enumerate(candidates):
        number = last(here)
        start = _start(here, number, expected, first)
        best, origin = start, -1
        for previous in range(index) if here.forced else _predecessors(by_number, number):
            before = candidates[previous]
            if before.line >= here.line:
                continue
            missing = _missing(before, here)
            if missing is None:
                continue
            step = scores[previous] + 1.0 - GAP_COST * min(missing, GAP_LIMIT) + _likeness(before, here)
            if support is not None:
                step += support.score(before.line, here.line, last(before))
            if step > best:
                best, origin = step, previous
        scores.append(best + here.strength)
        back.append(origin)
        by_number.setdefault(number, []).append(index)
    if support is not None:
        for index, here in enumerate(candidates):
            scores[index] += support.score(here.line, stop, last(here))
    end = max(range(len(candidates)), key=scores.__getitem__)
    total = scores[end]
    if total == NEVER or (back[end] < 0 and candidates[end].mended):
        return Chain([], 0.0)
    members: list[Candidate] = []
    while end >= 0:
        members.append(candidates[end])
        end = back[end]
    return Chain(members[::-1], total)


def _start(here: Candidate, number: Component, expected: Component | None, first: int | None) -> float:
    if number in ((1, ""), expected):
        return 1.0
    if here.mended:
        return NEVER
    if first is not None and here.line < first + FIRST_LINES:
        return -EXCERPT_COST
    return -GAP_COST * min(max(number[0] - 1, 1), LATE_START)


def _predecessors(by_number: dict[Component, list[int]], number: Component) -> list[int]:
    value, letter = number
    out: list[int] = []
    if letter:
        out += by_number.get((value, ""), [])[-LOOKBACK:]
        if letter > "A":
            out += by_number.get((value, chr(ord(letter) - 1)), [])[-LOOKBACK:]
        return out
    for earlier in range(value - 1, max(0, value - 2 - GAP_LIMIT), -1):
        out += by_number.get((earlier, ""), [])[-LOOKBACK:]
        for inserted in "ABC":
            out += by_number.get((earlier, inserted), [])[-LOOKBACK:]
    return out
