"""Page furniture: running headers and footers, page numbers and drawn rules, found by repetition."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

HEADER, FOOTER, PAGE_NUMBER, RULE = "running_header", "running_footer", "page_number", "rule"

EDGE = 4
"""Lines at the top and at the bottom of a page that may be furniture: a running head of three lines
and a page number is the most that the 117 CUAD contracts show."""

_DIGITS = re.compile(r"\d+")
_RULE = re.compile(r"(?:[-=–—─━*_~.] ?){4,}")
_DRAWN = re.compile(r"[-=–—─━~](?: ?[-=–—─━~]){3,}")
_UNDERSCORES = re.compile(r"_{3,}")
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_MARK = re.compile(
    r"(?P<open>[-–—\[(<]*\s*)(?P<word>(?:page|seite|p\.|pg\.?|folio)\s*)?(?P<prefix>[a-z]{1,2}-(?:[a-z0-9]{1,2}-)?)?"
    r"(?P<number>\d{1,4}|[ivxl]{1,7})(?P<of>\s*(?:of|/|von)\s*\d{1,4})?(?P<close>\s*[-–—\])>]*)",
    re.IGNORECASE,
)
_TAGS = frozenset({"<page>", "<page/>", "</page>"})


@dataclass(slots=True)
class Placed:
    """What furniture is judged by: a line's text and where it stands on its page (points)."""

    text: str
    page: int
    x0: float
    x1: float
    y0: float
    y1: float


def mask(text: str) -> str:
    """What a line has in common with its repetitions: lower case, digits and page numbers masked."""
    return _DIGITS.sub("#", text.lower())


def find(lines: Sequence[Placed], pages: int) -> dict[int, str]:
    """Index of every line that is page furniture, with the reason. `lines` are in reading order."""
    found: dict[int, str] = {}
    by_page: dict[int, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        by_page[line.page].append(index)
    _rules(lines, found)
    tops, bottoms = _edges(lines, by_page, found)
    _page_marks(lines, tops, bottoms, found)
    _repeated_at_edges(lines, tops, HEADER, pages, found)
    _repeated_at_edges(lines, bottoms, FOOTER, pages, found)
    _repeated_beside_marks(lines, found)
    return found


def _rules(lines: Sequence[Placed], found: dict[int, str]) -> None:
    for index, line in enumerate(lines):
        text = line.text
        if text and not text[0].isalnum() and _DRAWN.fullmatch(text):
            found[index] = RULE


def _edges(
    lines: Sequence[Placed], by_page: dict[int, list[int]], found: dict[int, str]
) -> tuple[dict[int, int], dict[int, int]]:
    """The first and last lines of each page by height, as {index: distance from the edge in lines}."""
    tops: dict[int, int] = {}
    bottoms: dict[int, int] = {}
    for indices in by_page.values():
        shown = [i for i in indices if i not in found]
        shown.sort(key=lambda i: lines[i].y0)
        for distance, index in enumerate(shown[:EDGE]):
            tops[index] = distance
        for distance, index in enumerate(shown[: -EDGE - 1 : -1]):
            bottoms[index] = distance
    return tops, bottoms


def _value(match: re.Match[str]) -> tuple[str, int] | None:
    """(numbering style, number) of a page mark."""
    number = match["number"].lower()
    prefix = (match["prefix"] or "").lower()
    if number.isdigit():
        return (prefix + "#", int(number))
    if _ROMAN.fullmatch(number):
        return (prefix + "roman", _roman(number))
    return None


def _roman(number: str) -> int:
    values = [{"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}[c] for c in number]
    return sum(-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values))


def _page_marks(
    lines: Sequence[Placed], tops: dict[int, int], bottoms: dict[int, int], found: dict[int, str]
) -> None:
    """Page numbers standing alone that count up through the document. At a page's edge a number is
    enough; inside a page (print-outs of filings keep the marks of the first setting) it must be
    dressed ('Page 3', '- 3 -') or stand in the middle of the line, where no clause number stands."""
    left = min((line.x0 for line in lines), default=0.0)
    right = max((line.x1 for line in lines), default=0.0)
    series: dict[str, list[tuple[int, int, bool]]] = defaultdict(list)
    for index, line in enumerate(lines):
        text = line.text
        if len(text) > 24:
            continue
        if text.lower() in _TAGS:
            found[index] = PAGE_NUMBER
            continue
        match = _MARK.fullmatch(text)
        value = _value(match) if match else None
        if match is None or value is None or (text.startswith("(") and text.endswith(")")):
            continue
        dressed = bool(match["word"] or match["of"] or (match["open"].strip() and match["close"].strip()))
        at_edge = tops.get(index, EDGE) < 2 or bottoms.get(index, EDGE) < 3
        inside = line.x0 - left > 0.2 * (right - left)
        if dressed or at_edge or inside:
            series[value[0]].append((index, value[1], dressed or at_edge))
    for members in series.values():
        for chain in _chains(members, lines):
            sure = sum(1 for _, _, certain in chain if certain)
            if len(chain) >= 3 or (len(chain) == 2 and sure == 2):
                for index, _, _ in chain:
                    found[index] = PAGE_NUMBER


def _chains(
    members: list[tuple[int, int, bool]], lines: Sequence[Placed]
) -> list[list[tuple[int, int, bool]]]:
    """Runs that count up by one (a page without its number may be missing), some lines apart."""
    chains: list[list[tuple[int, int, bool]]] = []
    for member in members:
        index, number, _ = member
        for chain in reversed(chains[-3:]):
            last_index, last_number, _ = chain[-1]
            if 1 <= number - last_number <= 3 and index - last_index >= 4 * (number - last_number):
                chain.append(member)
                break
        else:
            chains.append([member])
    return chains


def _repeated_at_edges(
    lines: Sequence[Placed], edge: dict[int, int], reason: str, pages: int, found: dict[int, str]
) -> None:
    """Lines at the same height at the edge of several pages that say the same, digits masked."""
    groups: dict[str, list[int]] = defaultdict(list)
    for index in edge:
        if index not in found and len(lines[index].text) < 200:
            groups[mask(lines[index].text)].append(index)
    enough = 2 if pages < 4 else 3
    for members in groups.values():
        if len(members) < enough:
            continue
        heights = Counter(round(lines[i].y0 / 6) for i in members)
        near = Counter({h: heights[h] + heights[h + 1] + heights[h - 1] for h in heights})
        for index in members:
            if near[round(lines[index].y0 / 6)] >= enough:
                found[index] = reason


def _repeated_beside_marks(lines: Sequence[Placed], found: dict[int, str]) -> None:
    """Running lines beside page marks inside a page: the same line next to three marks or more."""
    marks = [i for i, reason in found.items() if reason == PAGE_NUMBER]
    for step, reason in ((-1, FOOTER), (1, HEADER)):
        groups: dict[str, list[int]] = defaultdict(list)
        for index in marks:
            for distance in (1, 2, 3):
                beside = index + step * distance
                if not 0 <= beside < len(lines):
                    break
                if beside not in found:
                    groups[mask(lines[beside].text)].append(beside)
        for members in groups.values():
            if len(members) >= 3 and len(members) * 3 >= len(marks):
                for beside in members:
                    found[beside] = reason
