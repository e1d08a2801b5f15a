"""Tables in a clause that is too long: groups of whole rows, each read with the table's header."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assets.contracts.splitting import LEAST, MARGIN, PART_TOKENS, Span, split_long
from assets.documents.reading.model import ParsedDocument
from assets.tables.groups import header_text, row_groups, runs_of_rows
from assets.tables.model import Row, Table
from resources.embedder import Embedder

_SENTENCE_ENDS = (".", ":", ";", ",")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a clause: text, or rows `first` .. `last` (counted from 1) of its `number`-th table, whose
    header stands in `header` where the stretch itself does not show it. A row that does not fit is divided,
    as `part` of so many."""

    span: Span
    number: int = 0
    first: int = 0
    last: int = 0
    header: str = ""
    part: tuple[int, int] = (1, 1)


def split_clause(
    doc: ParsedDocument, span: Span, items: Sequence[tuple[int, int]], embedder: Embedder, room: int
) -> list[Stretch]:
    """The parts of a clause in order, each of at most `room` tokens, headers included. Items as in
    `split_long`. A table larger than a part stands alone, in groups of rows where it does not fit; a smaller
    one stays in the text around it and is not cut."""
    return list(_Splitter(doc, items, embedder, room).parts(*span))


class _Splitter:
    def __init__(
        self, doc: ParsedDocument, items: Sequence[tuple[int, int]], embedder: Embedder, room: int
    ) -> None:
        self.doc, self.items, self.embedder, self.room = doc, items, embedder, room

    def parts(self, start: int, end: int) -> Iterator[Stretch]:
        tables = [table for table in self.doc.tables if table.start < end and table.end > start]
        solid: list[Span] = []
        at = start
        for number, table in enumerate(tables, 1):
            header = [row for row in table.header if start <= row.start and row.end <= end]
            rows = [row for row in table.rows if start <= row.start and row.end <= end]
            every = [*header, *rows]
            for first, stop in runs_of_rows(every, self.doc.text):
                block = every[first:stop]
                if sum(self._sizes(block)) <= min(self.room, PART_TOKENS + MARGIN) - MARGIN:
                    solid.append((block[0].start, block[-1].end))
                    continue
                body = max(first - len(header), 0)
                own, group = every[first : len(header)], rows[body : stop - len(header)]
                yield from self._table(table, number, (at, block[0].start), solid, own, group, body)
                at, solid = block[-1].end, []
        yield from self._text(at, end, solid)

    def _text(self, start: int, end: int, solid: Sequence[Span]) -> Iterator[Stretch]:
        if self.doc.text[start:end].strip():
            for part in split_long(self.doc, (start, end), self.items, self.embedder, self.room, solid):
                yield Stretch(part)

    def _table(
        self,
        table: Table,
        number: int,
        before: Span,
        solid: Sequence[Span],
        own: Sequence[Row],
        rows: Sequence[Row],
        offset: int,
    ) -> Iterator[Stretch]:
        """The text before a table, and its rows in groups; `own` are the header rows that stand above them
        here, `offset` is the number of the table's rows that stood elsewhere. A heading or caption goes with
        the first group; a sentence before it is a part of its own, however short."""
        head = header_text(table)
        header = self._count(head + "\n") if head else 0
        if header > self.room // 2:  # a text over the table, not names of columns
            head, header = "", 0
        sizes = self._sizes(rows)
        taken = sum(self._sizes(own))
        most = self.room - MARGIN
        begin = own[0].start if own else rows[0].start
        split = self._caption(*before)
        lead = self._count(self.doc.text[split : before[1]].strip())
        if 0 < lead < LEAST and rows and taken + lead + sizes[0] <= most and (split > before[0] or not solid):
            yield from self._text(before[0], split, solid)
            begin, taken = self._begin(split, before[1]), taken + lead
        else:
            yield from self._text(*before, solid)
        if own and (not rows or taken + sizes[0] > most):
            yield from self._text(begin, own[-1].end, ())
            own, taken = (), 0
            if not rows:
                return
            begin = rows[0].start
        if taken + sum(sizes) + (0 if own else header) > most:
            most = min(most, PART_TOKENS + header)
        for a, b in row_groups(sizes, most - header, taken - (header if own else 0)):
            shown = "" if a == 0 and own else head
            span = (begin if a == 0 else rows[a].start, rows[b - 1].end)
            place = number, offset + a + 1, offset + b, shown
            if sum(sizes[a:b]) + (header if shown else 0) + (taken if a == 0 else 0) <= self.room - MARGIN:
                yield Stretch(span, *place)
                continue
            parts = split_long(self.doc, span, (), self.embedder, self.room - (header if shown else 0))
            for k, part in enumerate(parts, 1):
                yield Stretch(part, *place, (k, len(parts)))

    def _caption(self, start: int, end: int) -> int:
        """Where a heading or caption begins that ends a text: behind its last line that ends a sentence."""
        at = end
        for line in reversed(self.doc.text[start:end].split("\n")):
            if line.rstrip().endswith(_SENTENCE_ENDS):
                break
            at -= len(line) + 1
        return max(start, min(at + 1, end))

    def _begin(self, start: int, end: int) -> int:
        text = self.doc.text[start:end]
        return start + len(text) - len(text.lstrip())

    def _count(self, text: str) -> int:
        return self.embedder.count([text])[0]

    def _sizes(self, rows: Sequence[Row]) -> list[int]:
        return self.embedder.count([self.doc.text[row.start : row.end] + "\n" for row in rows])
