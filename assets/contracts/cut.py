"""Contracts cut by clause: the lowest numbered clause with text of its own is one chunk, or several parts where it is too long."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assets.contracts.items import find_items
from assets.contracts.splitting import split_long
from assets.contracts.tree import ClauseTree, Node, line_at
from assets.documents.compose import Place, compose, context
from assets.documents.reading.model import LeftOut, ParsedDocument
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.record import CEILING, Chunk

STRATEGY, CHUNKER = "structure", "contract-clauses"
TRAIL_WORDS = 10
"""A heading in the context longer than this is cut: the context must not crowd out the clause."""
_FLAGGED_CONFIDENCE = 0.5


@dataclass(slots=True)
class _Above:
    """A heading above the current clause. `shown` tells that its text stands in no body of its own."""

    node: Node
    shown: bool


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
    chunks: list[Chunk] = []
    left_out = list(doc.left_out)
    left_out += [LeftOut(start, end, "table_of_contents") for start, end in tree.contents]
    seen: dict[tuple[str, str], int] = {}
    confidence = _FLAGGED_CONFIDENCE if tree.flags else 1.0

    def visit(node: Node, above: list[_Above]) -> None:
        own = _own_span(doc, node)
        heading_only = bool(node.children) and not doc.text[node.title_end : node.own_end].strip()
        if heading_only:
            if own:
                left_out.append(LeftOut(*own, "heading"))
        elif own:
            occurrence = seen.get((node.unit, node.path), 0)
            seen[node.unit, node.path] = occurrence + 1
            chunks.extend(
                _unit(
                    doc,
                    tree,
                    facts,
                    embedder,
                    node,
                    above,
                    own,
                    occurrence,
                    ceiling,
                    chunker_version,
                    confidence,
                )
            )
        below = [*above, _Above(node, heading_only)] if node.unit in ("clause", "schedule") else above
        for child in node.children:
            visit(child, below)

    for node in tree.nodes:
        visit(node, [])
    for seq, (chunk, tokens) in enumerate(zip(chunks, embedder.count([c.text for c in chunks]), strict=True)):
        chunk.seq, chunk.tokens = seq, tokens
    left_out.sort(key=lambda region: region.start)
    return chunks, left_out


def _own_span(doc: ParsedDocument, node: Node) -> tuple[int, int] | None:
    text = doc.text[node.start : node.own_end]
    stripped = text.strip()
    if not stripped:
        return None
    start = node.start + len(text) - len(text.lstrip())
    return start, start + len(stripped)


def heading(node: Node) -> str:
    """A clause as people cite it: '7.2 Cap', 'Article 4 Indemnity', 'Schedule 1 Fees'."""
    if node.style == "article" or (node.style == "section" and node.printed):
        word = node.style.capitalize()
        return f"{word} {node.printed} {node.title}".strip()
    return f"{node.printed} {node.title}".strip()


def _shortened(text: str) -> str:
    words = text.split()
    return text if len(words) <= TRAIL_WORDS else " ".join([*words[: TRAIL_WORDS - 1], "…"])


def _unit(
    doc: ParsedDocument,
    tree: ClauseTree,
    facts: DocumentFacts,
    embedder: Embedder,
    node: Node,
    above: Sequence[_Above],
    span: tuple[int, int],
    occurrence: int,
    ceiling: int,
    version: str,
    confidence: float,
) -> Iterator[Chunk]:
    trail = [_shortened(h) for a in above if (h := heading(a.node))]
    own = _shortened(heading(node))
    parent_context = context(facts, trail)
    payload = {"trail_spans": [[a.node.start, a.node.title_end] for a in above if a.shown]}
    start, end = span
    last = line_at(doc, end - 1)
    items = find_items(tree.evidence, node.line + 1, last + 1, node.style)
    whole = parent_context + "\n" + doc.text[start:end]
    spans = [span]
    if not embedder.fits(whole, ceiling):
        marks = [(doc.lines[i.line].start, i.depth) for i in items]
        # A part repeats the clause's own heading, since only the first part's body shows it.
        continued = context(facts, [*trail, own] if own else trail)
        spans = split_long(doc, start, end, marks, embedder, ceiling, continued)
    for k, (part_start, part_end) in enumerate(spans, 1):
        first_line, last_line = line_at(doc, part_start), line_at(doc, part_end - 1)
        inside = [i.path for i in items if part_start <= doc.lines[i.line].start < part_end]
        place = Place(
            unit=node.unit,
            kind=node.unit,
            path=node.path,
            heading_path=[*trail, own] if own else trail,
            parent_path=node.path if len(spans) > 1 else (above[-1].node.path if above else None),
            part=(k, len(spans)),
            occurrence=occurrence,
            source_paths=[node.path, *(node.path + p for p in inside)],
            confidence=confidence,
            payload=json.dumps(payload),
        )
        yield compose(
            doc,
            facts,
            part_start,
            part_end,
            place,
            parent_context=parent_context if k == 1 else continued,
            strategy=STRATEGY,
            chunker=CHUNKER,
            chunker_version=version,
            lines=doc.lines[first_line : last_line + 1],
        )
