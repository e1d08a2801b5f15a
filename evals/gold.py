"""From a label's gold to character spans in the document, so that one set scores every way of cutting."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from assets.documents.reading.flags import recognised
from assets.documents.reading.model import ParsedDocument
from evals.alignment import align
from evals.labels import Gold, Label
from evals.misread import find_misread
from evals.squeezed import SqueezedText, squeeze
from resources.record import Chunk

Span = tuple[int, int]
"""Characters [start, end) of `ParsedDocument.text`."""
FILE_GONE = "the file is not in the collection"
FILE_UNREAD = "the file could not be read"
"""Why golds are not located that other lines of a run say already."""
TICKET_GONE = "no ticket of the collection has this id"
TICKET_LOST = "its export does not hold the ticket any more, and less of it can be read than before"
TICKET_DROPPED = "the ticket is not kept: "
"""Followed by the reason."""


@dataclass(frozen=True, slots=True)
class LocatedGold:
    """One gold and where it stands. Covering any one of `alternatives` (each a list of disjoint spans
    in order) covers the gold; a ticket counts as a whole and has none. `problem` says why a gold could
    not be located: it is then a miss for every way of cutting. `removed`: its file left the collection."""

    gold: Gold
    alternatives: tuple[tuple[Span, ...], ...] = ()
    problem: str | None = None
    removed: bool = False


class GoldFinder:
    """Locates golds in one collection's documents; each document is squeezed once, on first use.

    `documents` maps the file's path inside the collection to its parsed form. `structure_chunks` are
    the collection's chunks cut by structure, needed for golds given by clause, line or unit.
    `files` are all files of the collection, unreadable ones too: a gold in none of them was removed.
    `tickets` are all of the collection's, by id, with why one is not kept (empty where it is); those that
    are `lost`, though there as they were, are misses until somebody looks after their export.
    """

    def __init__(
        self,
        documents: Mapping[str, ParsedDocument],
        structure_chunks: Iterable[Chunk] = (),
        files: Iterable[str] | None = None,
        tickets: Mapping[str, str] | None = None,
        lost: Collection[str] = (),
    ) -> None:
        self._documents = documents
        self._tickets = tickets or {}
        self._lost = frozenset(lost)
        self._files = set(documents) if files is None else {*files}
        self._chunks: dict[str, list[Chunk]] = {}
        for chunk in structure_chunks:
            self._chunks.setdefault(chunk.file, []).append(chunk)
        for chunks in self._chunks.values():
            chunks.sort(key=lambda chunk: chunk.seq)
        self._squeezed: dict[str, SqueezedText] = {}
        self._furnitures: dict[str, frozenset[str]] = {}

    def before_loss(self) -> GoldFinder:
        """The same for what was published before tickets were lost."""
        found = copy(self)
        found._lost = frozenset()
        return found

    def text(self, file: str) -> SqueezedText | None:
        """The squeezed text of a file; None where the file was not read."""
        if file not in self._squeezed:
            if file not in self._documents:
                return None
            self._squeezed[file] = SqueezedText(self._documents[file].text)
        return self._squeezed[file]

    def locate(self, label: Label) -> list[LocatedGold]:
        """Every gold of a label, in its order."""
        return [self._locate(gold) for gold in label.gold]

    def _locate(self, gold: Gold) -> LocatedGold:
        if gold.ticket is not None:
            return self._locate_ticket(gold, gold.ticket)
        assert gold.file is not None  # the label format asks for a file where there is no ticket
        if gold.file not in self._files:
            return LocatedGold(gold, problem=FILE_GONE, removed=True)
        document, text = self._documents.get(gold.file), self.text(gold.file)
        if document is None or text is None:
            return LocatedGold(gold, problem=FILE_UNREAD)
        frame = self._frame(gold)
        if gold.quote is None:
            where = gold.clause or gold.line or gold.unit
            return LocatedGold(gold, frame, None if frame else f"no unit of the document is {where!r}")
        quotes = text.find(gold.quote)
        if not quotes and (aligned := align(gold.quote, document.text, text, self._furniture(document))):
            quotes = [tuple(aligned)]
        if not quotes and recognised(document.flags):
            quotes = [(place,) for place in find_misread(gold.quote, text)]
        if not quotes:
            return LocatedGold(gold, problem="the quote is not in the document")
        if frame:
            quotes = [quote for quote in quotes if any(_inside(quote, spans) for spans in frame)]
            # Words quoted from a unit in another form than printed there: all of the unit counts then.
            return LocatedGold(gold, tuple(quotes) or frame)
        if gold.page is not None:
            quotes = [quote for quote in quotes if gold.page in _pages(document, quote)]
            if not quotes:
                return LocatedGold(gold, problem=f"the quote is not on page {gold.page}")
        return LocatedGold(gold, tuple(quotes))

    def _locate_ticket(self, gold: Gold, ticket: str) -> LocatedGold:
        if ticket in self._lost:
            return LocatedGold(gold, problem=TICKET_LOST)
        dropped = self._tickets.get(ticket)
        if dropped is None:
            return LocatedGold(gold, problem=TICKET_GONE, removed=True)
        return LocatedGold(gold, problem=f"{TICKET_DROPPED}{dropped}" if dropped else None)

    def _furniture(self, document: ParsedDocument) -> frozenset[str]:
        """The words of what the reader set apart: running headers and footers, page numbers."""
        if document.file not in self._furnitures:
            words = re.findall(r"\w+", document.text[document.body_end :])
            self._furnitures[document.file] = frozenset(map(squeeze, set(words)))
        return self._furnitures[document.file]

    def _frame(self, gold: Gold) -> tuple[tuple[Span, ...], ...]:
        """The spans of the clause, line or unit that a gold names, children included; a path that
        stands twice in a document gives two alternatives."""
        chunks = self._chunks.get(gold.file or "", [])
        if gold.clause is not None:
            wanted = clause_path(gold.clause)
            return _alternatives(c for c in chunks if any(_below(key, wanted) for key in _paths(c)))
        if gold.line is not None:
            return _alternatives(c for c in chunks if f"line-{gold.line}" in _paths(c))
        if gold.unit is not None:
            return _alternatives(c for c in chunks if gold.unit in (c.unit, c.path))
        return ()


_CLAUSE_WORD = re.compile(r"^(?:clause|section|article|paragraph|sec\.|art\.|§+)\s*", re.IGNORECASE)


def clause_path(clause: str) -> str:
    """A clause as people write it in labels (`Section 12.3.`, `12.3`) as a path: `12.3`."""
    return re.sub(r"\s+", "", _CLAUSE_WORD.sub("", clause.strip())).rstrip(".").casefold()


def _paths(chunk: Chunk) -> list[str]:
    return [key.rsplit("#", 1)[-1].casefold() for key in chunk.source_keys]


def _below(path: str, wanted: str) -> bool:
    """Whether a path is the wanted one or lies below it: 12.3 and 12.3(a) below 12.3, 12.30 not."""
    return path.startswith(wanted) and (len(path) == len(wanted) or path[len(wanted)] in "./(-")


def _alternatives(chunks: Iterable[Chunk]) -> tuple[tuple[Span, ...], ...]:
    """Chunks in document order as alternatives of spans; where a part comes again (its number was
    given out twice) the next alternative begins."""
    found: list[list[Span]] = []
    seen: set[tuple[str, str, int]] = set()
    for chunk in chunks:
        part = (chunk.unit, chunk.path, chunk.part[0])
        if not found or part in seen:
            found.append([])
            seen = set()
        seen.add(part)
        found[-1].append((chunk.char_start, chunk.char_end))
    return tuple(tuple(merge(spans)) for spans in found)


def merge(spans: Iterable[Span]) -> list[Span]:
    """Spans as the fewest disjoint ones that cover the same characters, in order."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif start < end:
            merged.append((start, end))
    return merged


def overlap(some: Sequence[Span], others: Sequence[Span]) -> list[Span]:
    """The characters in both of two lists of disjoint spans in order."""
    shared: list[Span] = []
    i = j = 0
    while i < len(some) and j < len(others):
        start, end = max(some[i][0], others[j][0]), min(some[i][1], others[j][1])
        if start < end:
            shared.append((start, end))
        if some[i][1] <= others[j][1]:
            i += 1
        else:
            j += 1
    return shared


def _inside(quote: Sequence[Span], spans: Sequence[Span]) -> bool:
    return all(any(start <= a and b <= end for start, end in spans) for a, b in quote)


def _pages(document: ParsedDocument, quote: Sequence[Span]) -> set[int]:
    return {line.page for line in document.lines for a, b in quote if line.start < b and a < line.end}
