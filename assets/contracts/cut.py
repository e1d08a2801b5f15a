"""Contracts cut by clause: one chunk for the lowest numbered clause with text, parts where it is too long."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from assets.contracts.definitions import Definition, find_definitions, slug
from assets.contracts.definitions_split import HEADING, divide
from assets.contracts.headings import is_heading
from assets.contracts.items import Item, find_items
from assets.contracts.node import ClauseTree, Node, line_at
from assets.contracts.numbering import CLAUSE_STYLES, WORDED
from assets.contracts.table_rows import Stretch, split_clause
from assets.documents.compose import Place, compose, context, embedded, within
from assets.documents.reading.flags import doubted
from assets.documents.reading.model import LeftOut, ParsedDocument
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.record import CEILING, Chunk

STRATEGY, CHUNKER = "structure", "contract-clauses"
TRAIL_WORDS = 10
"""A heading in the context longer than this is cut: the context must not crowd out the clause."""
CONTEXT_SHARE = 4
"""The context may use up to ceiling / this; the longest of 126 real contracts has 112 tokens of 800."""
_FLAGGED_CONFIDENCE = 0.5


@dataclass(frozen=True, slots=True)
class _Above:
    """What stands above the clauses of one level: headings, the context they give, and the payload that
    says which headings stand in no body of their own."""

    trail: tuple[str, ...]
    shown: tuple[tuple[int, int], ...]
    path: str | None
    context: str
    payload: str


@dataclass(frozen=True, slots=True)
class _Unit:
    """A clause with text of its own, or a term of a definitions clause, at characters start .. end. `own`
    are the headings that lead from `above` to it."""

    node: Node
    above: _Above
    start: int
    end: int
    unit: str
    path: str
    own: str
    occurrence: int
    definition: Definition | None = None


def cut(
    doc: ParsedDocument,
    tree: ClauseTree,
    facts: DocumentFacts,
    embedder: Embedder,
    *,
    ceiling: int = CEILING,
    chunker_version: str = "1",
) -> tuple[list[Chunk], list[LeftOut]]:
    """The chunks of one contract in document order, and every region no chunk covers with its reason."""
    cutter = _Cutter(doc, tree, facts, embedder, ceiling, chunker_version)
    top = cutter.above((), (), None)
    for node in tree.nodes:
        cutter.visit(node, top)
    contents = [LeftOut(start, end, "table_of_contents") for start, end in tree.contents]
    left_out = sorted([*doc.left_out, *contents, *cutter.headings], key=lambda region: region.start)
    return cutter.chunks(), left_out


def heading(node: Node) -> str:
    """A clause as people cite it: '7.2 Cap', 'Article 4 Indemnity', 'Schedule 1 Fees'."""
    if node.style in (*WORDED, "section") and node.printed:
        word = node.style.capitalize()
        return f"{word} {node.printed} {node.title}".strip()
    return f"{node.printed} {node.title}".strip()


def _quoted(definition: Definition) -> str:
    return f"“{definition.terms[0]}”"


def _shortened(text: str) -> str:
    words = text.split()
    return text if len(words) <= TRAIL_WORDS else " ".join([*words[: TRAIL_WORDS - 1], "…"])


def is_shortened(chunk: Chunk) -> bool:
    """The chunk's context was too long for the ceiling: of title and headings only the ends stand in it."""
    return '"context_shortened"' in chunk.payload


def _name_rows(place: Place, clause: str, rows: Stretch) -> None:
    """Makes the place of a part that of some rows of a clause's table."""
    table = f"{clause}/table-{rows.number}"
    place.unit = place.kind = "table_rows"
    place.path = f"{table}/rows-{rows.first}-{rows.last}"
    place.heading_path.append(f"Table {rows.number}, rows {rows.first}–{rows.last}")
    place.parent_path = clause
    place.source_paths = [place.path, table, *place.source_paths]


class _Cutter:
    """One document on its way from tree to chunks: units are gathered first, so that all their texts
    are counted together and only once."""

    def __init__(
        self,
        doc: ParsedDocument,
        tree: ClauseTree,
        facts: DocumentFacts,
        embedder: Embedder,
        ceiling: int,
        version: str,
    ) -> None:
        self.doc, self.facts, self.embedder = doc, facts, embedder
        self.evidence = tree.evidence
        self.ceiling, self.version = ceiling, version
        self.confidence = _FLAGGED_CONFIDENCE if doubted(tree.flags) else 1.0
        self.units: list[_Unit] = []
        self.headings: list[LeftOut] = []
        self._seen: Counter[tuple[str, str]] = Counter()
        self.definitions = find_definitions(doc.text, doc.body_end)
        self._definition_places = [definition.at for definition in self.definitions]

    def above(self, trail: tuple[str, ...], shown: tuple[tuple[int, int], ...], path: str | None) -> _Above:
        """The level below the headings of `trail`."""
        full = context(self.facts, trail)
        fitting = within(full, self.ceiling // CONTEXT_SHARE, self.embedder)
        payload: dict[str, object] = {"trail_spans": shown}
        if fitting != full:
            payload["context_shortened"] = True
        return _Above(trail, shown, path, fitting, json.dumps(payload))

    def visit(self, node: Node, above: _Above) -> None:
        """Gathers the units of a node and of all below it."""
        span = self._own_span(node)
        heading_only = bool(node.children) and not self.doc.text[node.title_end : node.own_end].strip()
        if span and heading_only:
            self.headings.append(LeftOut(*span, "heading"))
        elif span:
            self._gather(node, above, span)
        if node.children:
            below = above
            if node.unit in ("clause", "schedule"):
                own = _shortened(heading(node))
                shown = (*above.shown, (node.start, node.title_end)) if heading_only else above.shown
                below = self.above((*above.trail, own) if own else above.trail, shown, node.path)
            for child in node.children:
                self.visit(child, below)

    def _gather(self, node: Node, above: _Above, span: tuple[int, int]) -> None:
        """The units of a node's own text: the clause, or its terms where it is a definitions clause."""
        text, own = self.doc.text, _shortened(heading(node))
        headed = HEADING.search(node.title or (above.trail[-1] if above.trail else "")) is not None
        definitions = self._defined(*span)
        stretches = divide(text, span, node.title_end, headed, definitions)
        if len(stretches) < 2:
            whole = stretches[0].definition if stretches else None
            if whole is not None and not node.title:
                own = f"{own} {_quoted(whole)}".strip()
            self._add(node, above, span, node.path, own, whole)
            return
        shown = above.shown
        for stretch in stretches:
            start, end = self._stripped(stretch.start, stretch.end)
            if start >= end:
                continue
            if (
                stretch.definition is None
                and start < node.title_end
                and not text[node.title_end : end].strip()
            ):
                self.headings.append(LeftOut(start, end, "heading"))
                shown = (*shown, (start, end))
            elif stretch.definition is None:
                self._add(node, above, (start, end), node.path, own)
            else:
                below = self.above((*above.trail, own) if own else above.trail, shown, node.path)
                term = _quoted(stretch.definition)
                path = f"{node.path}/{slug(stretch.definition.terms[0])}"
                self._add(node, below, (start, end), path, term, stretch.definition)

    def _add(
        self,
        node: Node,
        above: _Above,
        span: tuple[int, int],
        path: str,
        own: str,
        definition: Definition | None = None,
    ) -> None:
        unit = node.unit if definition is None else "definition"
        occurrence = self._seen[unit, path]
        self._seen[unit, path] += 1
        self.units.append(_Unit(node, above, *span, unit, path, own, occurrence, definition))

    def _defined(self, start: int, end: int) -> Sequence[Definition]:
        first = bisect_left(self._definition_places, start)
        return self.definitions[first : bisect_left(self._definition_places, end, first)]

    def chunks(self) -> list[Chunk]:
        """The records of all units gathered, in order."""
        text = self.doc.text
        sizes = self.embedder.count([embedded(u.above.context, text[u.start : u.end]) for u in self.units])
        found: list[Chunk] = []
        for unit, tokens in zip(self.units, sizes, strict=True):
            items = find_items(
                self.evidence, unit.node.line + 1, self._line(unit.end - 1) + 1, unit.node.style
            )
            if tokens <= self.ceiling:
                chunk = self._chunk(unit, items, (unit.start, unit.end), (1, 1), unit.above)
                chunk.tokens = tokens
                found.append(chunk)
            else:
                parts = list(self._parts(unit, items))
                for chunk, size in zip(parts, self.embedder.count([c.text for c in parts]), strict=True):
                    chunk.tokens = size
                found += parts
        for seq, chunk in enumerate(found):
            chunk.seq = seq
        return found

    def _parts(self, unit: _Unit, items: Sequence[Item]) -> Iterator[Chunk]:
        # A part repeats the clause's own heading, since only the first part's body shows it.
        above, own = unit.above, unit.own
        continued = self.above((*above.trail, own), above.shown, above.path) if own else above
        marks = [(self.doc.lines[item.line].start, item.depth) for item in items]
        marks += [(start, -1) for start in self._sections(unit, {item.line for item in items})]
        room = self.ceiling - max(self.embedder.count([above.context, continued.context]))
        stretches = split_clause(self.doc, (unit.start, unit.end), marks, self.embedder, room)
        of = sum(not stretch.number for stretch in stretches)
        k = 0
        for stretch in stretches:
            level = above if stretch.span[0] == unit.start else continued
            if stretch.number:
                yield self._chunk(unit, items, stretch.span, stretch.part, level, stretch)
            else:
                k += 1
                yield self._chunk(unit, items, stretch.span, (k, of), level)

    def _sections(self, unit: _Unit, items: Set[int]) -> Iterator[int]:
        """Where a clause that is too long has parts of its own that no tree shows: unnumbered headings, and
        numbers that are no items (a list that starts again, an attached text)."""
        for line in range(unit.node.line + 1, self._line(unit.end - 1) + 1):
            labels = self.evidence.by_line.get(line, ())
            listed = line not in items and any(
                c.label.style in CLAUSE_STYLES and c.strength >= 1 for c in labels
            )
            if listed or is_heading(self.evidence, line):
                yield self.doc.lines[line].start

    def _chunk(
        self,
        unit: _Unit,
        items: Sequence[Item],
        span: tuple[int, int],
        part: tuple[int, int],
        above: _Above,
        rows: Stretch | None = None,
    ) -> Chunk:
        (start, end), node = span, unit.node
        first, last = self._line(start), self._line(end - 1)
        inside = [i.path for i in items if start <= self.doc.lines[i.line].start < end]
        place = Place(
            unit=unit.unit,
            kind=unit.unit,
            path=unit.path,
            heading_path=[*unit.above.trail, unit.own] if unit.own else list(unit.above.trail),
            parent_path=unit.path if part[1] > 1 else unit.above.path,
            part=part,
            occurrence=unit.occurrence,
            source_paths=list(dict.fromkeys([unit.path, node.path, *(node.path + path for path in inside)])),
            confidence=self.confidence,
            payload=self._payload(above, start, end, unit.definition),
        )
        if rows is not None:
            _name_rows(place, unit.path, rows)
        return compose(
            self.doc,
            self.facts,
            start,
            end,
            place,
            parent_context="\n".join(filter(None, (above.context, rows.header if rows else ""))),
            strategy=STRATEGY,
            chunker=CHUNKER,
            chunker_version=self.version,
            lines=self.doc.lines[first : last + 1],
        )

    def _payload(self, above: _Above, start: int, end: int, own: Definition | None) -> str:
        """The level's payload, with the terms that are defined at start .. end."""
        definitions = self._defined(start, end)
        if not definitions:
            return above.payload
        facts = json.loads(above.payload)
        said: dict[str, list[str]] = {}
        for d in definitions:
            if d is own or not d.headed:
                key = "excludes" if d.excludes else "defined_elsewhere" if d.elsewhere else "defines"
                said.setdefault(key, []).extend(d.terms)
        facts |= {key: list(dict.fromkeys(terms)) for key, terms in said.items()}
        return json.dumps(facts)

    def _line(self, offset: int) -> int:
        return line_at(self.evidence.starts, offset)

    def _own_span(self, node: Node) -> tuple[int, int] | None:
        start, end = self._stripped(node.start, node.own_end)
        return (start, end) if start < end else None

    def _stripped(self, start: int, end: int) -> tuple[int, int]:
        text = self.doc.text[start:end]
        start += len(text) - len(text.lstrip())
        return start, start + len(text.strip())
