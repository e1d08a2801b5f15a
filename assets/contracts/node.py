"""The nodes of a clause tree: clauses, schedules, preambles, headings and signatures, with their spans."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from assets.contracts.evidence import Evidence
from assets.contracts.numbering import Component
from assets.documents.corrections import Correction
from assets.documents.reading.model import ParsedDocument


@dataclass(slots=True)
class Node:
    """One clause, schedule, preamble, heading or signature block. Offsets are characters into the
    document text: start .. end is the whole with its children, start .. own_end its own text,
    start .. title_end its number and heading."""

    path: str
    printed: str
    title: str
    style: str
    unit: str
    start: int
    title_end: int
    own_end: int
    end: int
    line: int
    last_line: int
    number: tuple[Component, ...] = ()
    implied: bool = False
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(slots=True)
class ClauseTree:
    """The top nodes in document order, the regions set apart, and doubts about the reading."""

    nodes: list[Node]
    contents: list[tuple[int, int]]
    """Tables of contents, as character spans."""
    flags: list[str]
    evidence: Evidence
    unused: list[Correction]
    """Corrections by hand that could not be applied: no line begins so, or the number is none."""

    def walk(self) -> Iterator[Node]:
        for node in self.nodes:
            yield from node.walk()


def numbered_characters(nodes: Sequence[Node]) -> int:
    """Characters below a printed clause number."""
    inside = [n for n in nodes if n.unit == "clause" and (n.printed or n.implied)]
    others = [n for n in nodes if n not in inside]
    return sum(n.end - n.start for n in inside) + sum(numbered_characters(n.children) for n in others)


def start_of(doc: ParsedDocument, line: int) -> int:
    """Character where a line begins, or where the text ends."""
    return doc.lines[line].start if line < len(doc.lines) else doc.body_end


def shorten(node: Node, after: Node) -> None:
    """Ends a node, and its last descendants, where `after` begins."""
    while True:
        node.last_line, node.end = min(node.last_line, after.line), min(node.end, after.start)
        node.own_end = min(node.own_end, after.start)
        node.title_end = min(node.title_end, node.own_end)
        if not node.children:
            return
        node = node.children[-1]


def number_through(parts: Sequence[Node]) -> None:
    """Clauses whose numbers go on from part to part are cited without it: '4', not 'part-2/4'."""
    paths = [child.path.rpartition("/")[2] for part in parts for child in part.children]
    if len(set(paths)) < len(paths):
        return
    for part in parts:
        for child in part.children:
            for node in child.walk():
                node.path = part.path.rpartition("/")[0] + node.path.removeprefix(part.path + "/")


def line_at(starts: Sequence[int], offset: int) -> int:
    """Index of the line that holds a character offset, given where the lines start."""
    return max(0, bisect_left(starts, offset + 1) - 1)
