"""The measures of retrieval, one small function each.

All are of one question; a mean over questions counts an unanswered one as 0. Characters are those that
are not white space. A gold counts as covered from `COVERED` of its characters in the union of what was
returned; of several places where it stands, the one best covered counts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evals.gold import GoldFinder, LocatedGold, Span, merge, overlap
from resources.keywords import TICKET
from resources.record import Chunk
from resources.search.tickets import ticket_of

COVERED = 0.95
"""Share of a gold's characters that must be returned; room for a bullet or a bracket, not for a sentence."""


@dataclass(slots=True)
class Returned:
    """The characters that some chunks give to read: disjoint spans by file, and the documents they are of.
    A heading of the source that a chunk's prefix repeats is read as well; its cutter names those spans
    in the payload as `trail_spans`."""

    spans: Mapping[str, list[Span]]
    doc_ids: frozenset[str]

    @classmethod
    def of(cls, chunks: Sequence[Chunk]) -> Returned:
        spans: dict[str, list[Span]] = {}
        for chunk in chunks:
            found = spans.setdefault(chunk.file, [])
            found.append((chunk.char_start, chunk.char_end))
            if "trail_spans" in chunk.payload:
                found.extend((start, end) for start, end in json.loads(chunk.payload).get("trail_spans", ()))
        return cls({file: merge(found) for file, found in spans.items()}, frozenset(map(_document, chunks)))


def _document(chunk: Chunk) -> str:
    """The document a chunk is of. Internal notes are of their ticket: who may read both finds one ticket."""
    return ticket_of(chunk)[1] if chunk.family == TICKET else chunk.doc_id


def _ink(finder: GoldFinder, file: str, spans: Sequence[Span]) -> int:
    text = finder.text(file)
    return sum(text.ink(start, end) for start, end in spans) if text else 0


def coverage(gold: LocatedGold, returned: Returned, finder: GoldFinder) -> tuple[int, int]:
    """(characters returned, characters) of the gold where it is best covered. A ticket is one character
    that is there or not; a gold that could not be located is one that is not."""
    if gold.gold.ticket is not None:
        return int(gold.problem is None and gold.gold.ticket in returned.doc_ids), 1
    best, size = 0, 1
    file = gold.gold.file or ""
    there = returned.spans.get(file, [])
    for n, spans in enumerate(gold.alternatives):
        whole = _ink(finder, file, spans)
        got = _ink(finder, file, overlap(spans, there)) if there else 0
        if n == 0 or got * size > best * whole:
            best, size = got, max(whole, 1)
    return best, size


def is_covered(part: tuple[int, int]) -> bool:
    """Whether a gold's `coverage` is enough."""
    return part[0] >= COVERED * part[1]


def hit_rate(coverages: Sequence[tuple[int, int]]) -> float:
    """1 where any gold is covered."""
    return float(any(map(is_covered, coverages)))


def full_recall(coverages: Sequence[tuple[int, int]]) -> float:
    """1 where every gold is covered."""
    return float(bool(coverages) and all(map(is_covered, coverages)))


def recall(coverages: Sequence[tuple[int, int]]) -> float:
    """Share of the golds' characters that were returned."""
    size = sum(whole for _, whole in coverages)
    return sum(got for got, _ in coverages) / size if size else 0.0


def gold_recall(coverages: Sequence[tuple[int, int]]) -> float:
    """Share of the golds that are covered (recall@k of the usual kind, the golds being the relevant)."""
    return sum(map(is_covered, coverages)) / len(coverages) if coverages else 0.0


def precision(golds: Sequence[LocatedGold], returned: Returned, finder: GoldFinder) -> float:
    """Share of the returned characters that belong to a gold, wherever it stands; for tickets, of the
    returned documents. Prefixes are not counted, they are nobody's characters."""
    tickets = {gold.gold.ticket for gold in golds if gold.gold.ticket is not None}
    if tickets:
        return len(tickets & returned.doc_ids) / len(returned.doc_ids) if returned.doc_ids else 0.0
    wanted: dict[str, list[Span]] = {}
    for gold in golds:
        for spans in gold.alternatives:
            wanted.setdefault(gold.gold.file or "", []).extend(spans)
    read = sum(_ink(finder, file, spans) for file, spans in returned.spans.items())
    used = sum(
        _ink(finder, file, overlap(merge(spans), returned.spans.get(file, [])))
        for file, spans in wanted.items()
    )
    return used / read if read else 0.0


def fold(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    """A ranking of chunks as a ranking of units (document and path; a ticket is one): parts of one unit
    stand together at the place of the strongest."""
    units: dict[tuple[str, str], list[Chunk]] = {}
    for chunk in chunks:
        path = "" if chunk.family == TICKET else chunk.path
        units.setdefault((_document(chunk), path), []).append(chunk)
    return list(units.values())


def gold_rank(gold: LocatedGold, units: Sequence[Sequence[Chunk]], finder: GoldFinder) -> int:
    """The rank (from 1) of the unit with which the gold is covered by all units so far; 0 where that never
    happens."""
    key = gold.gold.ticket or gold.gold.file
    read: list[Chunk] = []
    for rank, unit in enumerate(units, start=1):
        own = [chunk for chunk in unit if key in (chunk.file, _document(chunk))]
        if own:
            read.extend(own)
            if is_covered(coverage(gold, Returned.of(read), finder)):
                return rank
    return 0


def first_rank(gold_ranks: Sequence[int]) -> int:
    """The best rank of any gold; 0 where none is covered."""
    return min((rank for rank in gold_ranks if rank), default=0)


def hit_at(rank: int, k: int) -> float:
    """1 where a gold is covered by the first k units."""
    return float(0 < rank <= k)


def reciprocal_rank(rank: int) -> float:
    """1 / rank of the unit with which a gold is first covered; 0 where none is. Its mean is the MRR."""
    return 1 / rank if rank else 0.0
