"""Page furniture: running headers and footers, page numbers and drawn rules, found by repetition."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from resources.roman import NUMERAL, worth

HEADER, FOOTER, PAGE_NUMBER, RULE = "running_header", "running_footer", "page_number", "rule"

EDGE = 8
"""Most lines of furniture at one edge of a page: notices of four lines with a title, a version and a
page number beside them stand in the CUAD contracts."""
_HEAD_LINES = 5
"""Most lines of a running head or foot, notices apart; what repeats further is a repeated page."""
_FULL_PAGE = 10
"""On pages of fewer lines the heading stands where elsewhere the running head stands."""
_SHORT_PAGE = 12
"""Lines between numbers at the margin from which on they can only be page numbers."""
_SENTENCE = 8
"""Spaces in a line that ends in a full stop from which on it is a sentence, not 'Sorrel Pumps, Inc.'"""
_MANY = 50_000
"""More bare numbers in one text are data, and no document has so many pages."""

_DIGITS = re.compile(r"\d+")
_DRAWN = re.compile(r"[-=–—─━~](?: ?[-=–—─━~]){3,}")
_TITLE = re.compile(r"(?:exhibit|schedule|annex|appendix|attachment|addendum|article|part)\b", re.IGNORECASE)
_MARK = re.compile(
    r"(?P<open>[-–—\[(<]*\s*)(?P<word>(?:page|seite|p\.|pg\.?|folio)\s*)?(?P<prefix>[a-z]{1,2}-(?:[a-z0-9]{1,2}-)?)?"
    r"(?P<number>\d{1,4}|[ivxl]{1,7})(?P<of>\s*(?:of|/|von)\s*\d{1,4})?(?P<close>\s*[-–—\])>]*)",
    re.IGNORECASE,
)
# The notices that filings carry at the foot of just those pages from which something was blacked out.
_LEGEND = re.compile(
    r"confidential(?:ity)? (?:treatment|information|portion|request)|omitted|redacted|filed separately"
    r"|securities (?:and exchange commission|(?:exchange )?act of)|with the commission",
    re.IGNORECASE,
)
_COMPANY_END = re.compile(r"(?:\b(?:inc|ltd|co|corp|llc|plc|bros|assoc)|\.\w)\.$", re.IGNORECASE)
_TAGS = frozenset({"<page>", "<page/>", "</page>"})


class Placed(Protocol):
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
    for indices in by_page.values():
        indices.sort(key=lambda i: lines[i].y0)
    _rules(lines, found)
    _page_marks(lines, by_page, found)
    sheets = _sheets(by_page, found)
    _repeated(lines, [(s.lines, s.after_mark) for s in sheets], HEADER, pages, found)
    _repeated(lines, [(s.lines[::-1], s.before_mark) for s in sheets], FOOTER, pages, found)
    _further_legends(lines, found)
    return found


def _rules(lines: Sequence[Placed], found: dict[int, str]) -> None:
    for index, line in enumerate(lines):
        text = line.text
        if text and not text[0].isalnum() and _DRAWN.fullmatch(text):
            found[index] = RULE


def _value(match: re.Match[str]) -> tuple[str, int] | None:
    """(numbering style, number) of a page mark."""
    number = match["number"].lower()
    prefix = (match["prefix"] or "").lower()
    if number.isdigit():
        return (prefix + "#", int(number))
    if NUMERAL.fullmatch(number):
        return (prefix + "roman", worth(number))
    return None


def _page_marks(lines: Sequence[Placed], by_page: dict[int, list[int]], found: dict[int, str]) -> None:
    """Page numbers standing alone that count up through the document. At a page's edge a number is
    enough; inside a page (print-outs of filings keep the marks of the first setting) it must be
    dressed ('Page 3', '- 3 -') or stand in the middle of the line, where no clause number stands."""
    edge: set[int] = set()
    for indices in by_page.values():
        shown = [i for i in indices if i not in found]
        edge.update(shown[:2], shown[-3:])
    left = min((line.x0 for line in lines), default=0.0)
    right = max((line.x1 for line in lines), default=0.0)
    series: dict[str, list[_Mark]] = defaultdict(list)
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
        of = match["of"] and "/" not in match["of"]  # else a fraction or a date
        dressed = bool(match["word"] or of or (match["open"].strip() and match["close"].strip()))
        inside = line.x0 - left > 0.2 * (right - left)
        style, number = value
        sure = dressed or index in edge
        series[style].append(_Mark(index, line.page, number, line.x0, sure, inside))
        # One page with a number of its own style ('Page 1 of 2', 'i', 'A-1') makes no run.
        alone = style == "roman" and number < 4 and (sure or inside)
        if dressed or alone or (sure and match["prefix"]):
            found[index] = PAGE_NUMBER
    for members in series.values():
        if len(members) > _MANY:
            continue
        for chain in _chains(members):
            certain = sum(mark.sure for mark in chain)
            likely = sum(mark.sure or mark.inside for mark in chain)
            far = sum(b.index - a.index > _SHORT_PAGE for a, b in pairwise(chain))
            steady = len(chain) > 5 and far * 5 >= len(chain) * 4
            if certain == len(chain) == 2 or (len(chain) > 2 and likely * 2 > len(chain)) or steady:
                for mark in chain:
                    found[mark.index] = PAGE_NUMBER


@dataclass(slots=True)
class _Mark:
    """A number standing alone: certain by its place or dress, or likely as it is set in the middle."""

    index: int
    page: int
    number: int
    x: float
    sure: bool
    inside: bool


def _chains(members: list[_Mark]) -> list[list[_Mark]]:
    """Runs that count up by one (a page without its number may be missing), some lines apart. A page
    may have its number at the top and at the bottom: of two runs that fit, the one in line goes on."""
    chains: list[list[_Mark]] = []
    for mark in members:
        fitting = [
            chain
            for chain in chains[-6:]
            if 1 <= mark.number - chain[-1].number <= 3
            and (
                mark.page > chain[-1].page
                or mark.index - chain[-1].index >= 4 * (mark.number - chain[-1].number)
            )
        ]
        if fitting:
            min(
                fitting, key=lambda chain: (mark.number - chain[-1].number, abs(mark.x - chain[-1].x))
            ).append(mark)
        else:
            chains.append([mark])
    return chains


@dataclass(slots=True)
class _Sheet:
    """Lines from page break to page break, be it a page of the file or a page mark inside one."""

    lines: list[int]
    after_mark: bool
    before_mark: bool


def _sheets(by_page: dict[int, list[int]], found: dict[int, str]) -> list[_Sheet]:
    sheets: list[_Sheet] = []
    for indices in by_page.values():
        sheet = _Sheet([], False, False)
        for index in indices:
            reason = found.get(index)
            if reason is None:
                sheet.lines.append(index)
            elif reason == PAGE_NUMBER:
                if sheet.lines:
                    sheet.before_mark = True
                    sheets.append(sheet)
                sheet = _Sheet([], True, False)
        if sheet.lines:
            sheets.append(sheet)
    return sheets


def _repeated(
    lines: Sequence[Placed],
    edges: list[tuple[list[int], bool]],
    reason: str,
    pages: int,
    found: dict[int, str],
) -> None:
    """Lines that say the same at the edge of several sheets, taken off from the edge inwards: only
    what has nothing but furniture between itself and the edge counts. So a heading that stands at
    the top of one page stays, whatever stands there on the others."""
    sheets = [sheet for sheet, _ in edges]
    count = max(pages, sum(len(sheet) >= _FULL_PAGE for sheet in sheets))
    runs, depth = _peel(lines, sheets, [mark for _, mark in edges], 2 if count < 4 else 3 if count < 9 else 4)
    for number, sheet in enumerate(sheets):
        plain = sum(not _LEGEND.search(lines[i].text) for i in sheet[: depth[number]])
        if plain > _HEAD_LINES:  # a signature page, say, that stands there many times over
            depth[number] = 0
    # From the inside out: what stands on some pages only, without white space between itself and the
    # text, is the text of forms that are filled in alike.
    for run in reversed(runs):
        text = lines[sheets[run[0][0]][run[0][1]]].text
        if len(run) * 2 > pages or _LEGEND.search(text):
            continue
        inner = [(number, at) for number, at in run if depth[number] == at + 1]
        apart = sum(_apart(lines, sheets[number], at) for number, at in inner)
        if len(inner) * 2 > len(run) and apart * 5 < len(inner) * 2:
            for number, at in inner:
                depth[number] = at
    for run in runs:
        first = lines[sheets[run[0][0]][run[0][1]]]
        # A head that repeats a schedule's title from page to page: the first one is the title.
        for number, at in run[1:] if first.page > 2 and _TITLE.match(first.text) else run:
            if at < depth[number]:
                found[sheets[number][at]] = reason


def _peel(
    lines: Sequence[Placed], sheets: list[list[int]], marked: list[bool], enough: int
) -> tuple[list[list[tuple[int, int]]], list[int]]:
    """Running lines as lists of (sheet, place from its edge), in the order they come off, and how
    many came off each sheet."""
    size = Counter(lines[i].page for sheet in sheets for i in sheet)
    depth = [0] * len(sheets)
    taken: list[list[tuple[int, int]]] = []
    for _ in range(EDGE):
        groups: dict[str, dict[int, int]] = defaultdict(dict)
        for number, sheet in enumerate(sheets):
            if depth[number] < len(sheet) and _may_run(lines[sheet[depth[number]]].text):
                index = sheet[depth[number]]
                groups[mask(lines[index].text)][number] = index
        runs = [
            run
            for at in groups.values()
            if len(at) >= min(enough, 3)
            for run in _runs(lines, at, marked, size, enough)
        ]
        if not runs:
            break
        for run in runs:
            taken.append([(number, depth[number]) for number in run])
            for number in run:
                depth[number] += 1
    return taken, depth


def _apart(lines: Sequence[Placed], sheet: list[int], at: int) -> bool:
    if at + 1 >= len(sheet):
        return True
    line, inner = lines[sheet[at]], lines[sheet[at + 1]]
    space = max(inner.y0 - line.y1, line.y0 - inner.y1)
    return line.page != inner.page or space > 0.5 * (line.y1 - line.y0)


def _runs(
    lines: Sequence[Placed], at: dict[int, int], marked: list[bool], size: Counter[int], enough: int
) -> list[list[int]]:
    """The sheets among `at` (sheet -> its line at the edge) whose line is a running line."""
    runs: list[list[int]] = []
    for same, counted in _same_text(lines, at):
        if _LEGEND.search(lines[at[same[0]]].text):
            if len(same) >= min(enough, 3):
                runs.append(same)
            continue
        close: list[list[int]] = []
        for number in same:
            if close and number - close[-1][-1] <= 6:
                close[-1].append(number)
            else:
                close.append([number])
        for run in close:
            full = sum(size[lines[at[n]].page] >= _FULL_PAGE for n in run)
            if len(run) < enough or full * 2 < len(run):
                continue
            # Sheets that end at a page mark are counted against such, not against pages cut in two.
            mark = sum(marked[n] for n in run) * 2 > len(run)
            share = sum(marked[n] == mark for n in run) / marked[run[0] : run[-1] + 1].count(mark)
            heights = Counter(round(lines[at[n]].y0 / 6) for n in run)
            level = max(heights[h - 1] + heights[h] + heights[h + 1] for h in heights)
            if counted or level >= max(enough, len(run) / 2) or (share >= 0.7 and len(run) > 4):
                runs.append(run)
    return runs


def _may_run(text: str) -> bool:
    """Whether a line could be a running head at all: words, not too many, no sentence (but for legends),
    none that introduces what follows ('Name:') or stands for what was blacked out ('[***]')."""
    if len(text) > 200 or text[-1] == ":" or sum(map(str.isalpha, text)) < 4:
        return False
    full_stop = text[-1] == "." and not _COMPANY_END.search(text)
    sentence = text[-1] in ",;" or (full_stop and text.count(" ") >= _SENTENCE)
    return not sentence or _LEGEND.search(text) is not None


def _same_text(lines: Sequence[Placed], at: dict[int, int]) -> list[tuple[list[int], bool]]:
    """Groups of sheets whose line (`at`: sheet -> line) differs in nothing, or (True) in one number
    that counts up with the pages. 'Article 2' and 'Article 5' at the top of two are two headings."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, index in at.items():
        groups[lines[index].text.lower()].append(number)
    if len(groups) == 1:
        return [(list(at), False)]
    titles = any(_TITLE.match(line) and "page" not in line for line in groups)
    numbers = [] if titles else [list(map(int, _DIGITS.findall(lines[i].text))) for i in at.values()]
    for places in (list(at), [lines[index].page for index in at.values()]):
        for column in zip(*numbers, strict=True):
            steps = [
                b - a == q - p for (a, b), (p, q) in zip(pairwise(column), pairwise(places), strict=True)
            ]
            if sum(steps) * 3 >= len(steps) * 2:
                return [(list(at), True)]
    return [(members, False) for members in groups.values()]


def _further_legends(lines: Sequence[Placed], found: dict[int, str]) -> None:
    """A notice found at page edges is furniture wherever else it stands, word for word."""
    known = {
        lines[index].text.lower(): reason
        for index, reason in found.items()
        if reason in (HEADER, FOOTER) and _LEGEND.search(lines[index].text)
    }
    if known:
        for index, line in enumerate(lines):
            if index not in found and (reason := known.get(line.text.lower())):
                found[index] = reason
