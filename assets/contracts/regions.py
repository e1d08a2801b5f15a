"""Where the main body, each schedule, the signature block and the tables of contents lie."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from assets.contracts.attached import SIGNATURE
from assets.contracts.contents import find_contents
from assets.contracts.evidence import TITLE_WORDS, Evidence, is_unfinished, title_like
from assets.contracts.numbering import schedule_at

LISTED, WRAPPED = 3, 3
"""Names of schedules one below the other that are a list of them, and the lines that one may take."""


@dataclass(slots=True)
class Region:
    """Lines first .. stop-1. kind: body, schedule, contents, signature. `path` is the namespace: the
    schedule's own path, '' for the body."""

    kind: str
    first: int
    stop: int
    path: str = ""
    printed: str = ""
    title: str = ""
    title_line: int = 0


def find_regions(evidence: Evidence) -> list[Region]:
    """All lines in regions, in order, none left over."""
    total = len(evidence.texts)
    contents = find_contents(evidence)
    inside = {i for first, stop in contents for i in range(first, stop)}
    schedules = _schedules(evidence, inside)
    regions: list[Region] = [Region("contents", first, stop) for first, stop in contents]
    edges = sorted({0, total, *(s.first for s in schedules), *(e for span in contents for e in span)})
    by_first = {s.first: s for s in schedules}
    current: Region | None = None
    for first, stop in pairwise(edges):
        if first in inside:
            continue
        current = by_first.get(first, current)
        if current is None or current.first != first:
            regions.append(
                Region("body", first, stop) if current is None else _continued(current, first, stop)
            )
        else:
            current.stop = stop
            regions.append(current)
    regions.sort(key=lambda r: r.first)
    return _split_signature(evidence, _merge_bodies(regions))


def _continued(schedule: Region, first: int, stop: int) -> Region:
    """A schedule goes on behind a table of contents of its own."""
    return Region("schedule", first, stop, schedule.path, schedule.printed, schedule.title, first - 1)


def _merge_bodies(regions: list[Region]) -> list[Region]:
    """The short text before a table of contents (a cover page) is no body of its own."""
    bodies = [r for r in regions if r.kind == "body"]
    if len(bodies) > 1:
        longest = max(bodies, key=lambda r: r.stop - r.first)
        for region in bodies:
            if region is not longest:
                region.kind = "cover"
                region.path = "cover" if region.first < longest.first else "behind"
    return [r for r in regions if r.stop > r.first]


def _split_signature(evidence: Evidence, regions: list[Region]) -> list[Region]:
    out: list[Region] = []
    for region in regions:
        out.append(region)
        if region.kind != "body":
            continue
        marks = [
            i
            for i in range(region.first + (region.stop - region.first) // 2, region.stop)
            if SIGNATURE.match(evidence.texts[i]) and i not in evidence.by_line
        ]
        if not marks:
            continue
        mark = marks[0] if re.match("in witness", evidence.texts[marks[0]], re.I) else marks[-1]
        # Numbered clauses behind the mark: it was a form or a mention, not the end of the body.
        behind = [
            c
            for i in range(mark, region.stop)
            for c in evidence.by_line.get(i, [])
            if c.label.style == "decimal" and c.title_like
        ]
        if len(behind) <= 2:
            region.stop, end = mark, region.stop
            out.append(Region("signature", mark, end, "signature"))
    return out


_TITLE_REST = re.compile(r"^\s*[-–—:.(]*\s*")


def _schedules(evidence: Evidence, inside: set[int]) -> list[Region]:
    texts, lines = evidence.texts, evidence.lines
    found: list[Region] = []
    first_label = min((i for i in evidence.by_line if i not in inside), default=0)
    for index, text in enumerate(texts):
        if (
            index in inside
            or index in evidence.closed
            or not text
            or text[0] not in 'SsEeAaFfTtNn"“[('
            or len(text) > 120
            or index <= first_label
        ):
            continue
        where = schedule_at(text.lstrip('"“[('))
        if where is None:
            continue
        word, number, end = where
        rest = _TITLE_REST.sub("", text.lstrip('"“[(')[end:]).strip(' "”])')
        if rest.upper() in ("TO", "OF"):  # 'ADDENDUM TO', the rest below
            rest = ""
        line = lines[index]
        styled = line.style.lower().startswith(("h", "title"))
        if rest and not title_like(rest) and not (styled and len(rest.split()) <= TITLE_WORDS):
            continue
        if not rest and text.rstrip().endswith((".", ",", ";", ")")) and not line.bold:
            continue
        if not number and not rest and not text.strip(" :").isupper():
            continue
        loud = text.isupper() or line.bold or text[: len(word)].isupper() or styled
        before = texts[index - 1] if index else ""
        apart = line.gap >= 0.5 or (index and lines[index - 1].page != line.page)
        if before and is_unfinished(before, evidence.width) and not apart:
            continue
        if not (loud or (apart and not rest)) or line.table:
            continue
        title_line, title = index, rest
        after = index + 1
        if (
            not rest
            and after < len(texts)
            and after not in evidence.by_line
            and _is_title_below(texts[after])
        ):
            title_line, title = after, texts[after].strip(' .:-–—"“”')
        path = f"{word}-{number.lower().replace('.', '-')}" if number else word
        found.append(Region("schedule", index, 0, path, text[:end].strip(), title, title_line))
    return _one_each(found, len(texts))


def _is_title_below(text: str) -> bool:
    """The line under 'Schedule 2' is its title: set like a heading, or short and no sentence."""
    return title_like(text) or (text[:1].isupper() and len(text.split()) <= 6 and text[-1:].isalnum())


def _one_each(found: list[Region], total: int) -> list[Region]:
    """A schedule named several times (a list of schedules, a page heading, the schedule itself) is
    the occurrence with the most text behind it; what follows at once under the same name goes on."""
    extent: dict[int, int] = {}
    for region, after in zip_longest(found, found[1:]):
        extent[region.first] = (after.first if after else total) - region.first
    best: dict[str, Region] = {}
    for region in _without_lists(found):
        kept = best.get(region.path)
        if kept is None or extent[region.first] > extent[kept.first]:
            best[region.path] = region
    chosen = sorted(best.values(), key=lambda r: r.first)
    return [r for r in chosen if extent[r.first] > 1]


def _without_lists(found: list[Region]) -> list[Region]:
    """Three or more names one below the other (a name may wrap) are a list of schedules; its last entry has
    what follows behind it, but is no schedule either where the entries have their titles on their line."""
    kept: list[Region] = []
    run: list[Region] = []
    for region in found:
        goes_on = run and region.first - run[-1].first <= WRAPPED and run[-1].title_line == run[-1].first
        if run and not goes_on:
            kept += _unlisted(run)
            run = []
        run.append(region)
    return kept + _unlisted(run)


def _unlisted(run: list[Region]) -> list[Region]:
    listed = len(run) >= LISTED and run[-1].title_line == run[-1].first and run[-1].title
    return [] if listed else run
