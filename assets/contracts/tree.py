"""The clause tree of one contract: namespaces and clauses with their spans, from numbers and positions."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from assets.contracts.by_hand import apply_corrections
from assets.contracts.evidence import Candidate, Evidence
from assets.contracts.headings import AROUND, Heading, heading_after, unnumbered
from assets.contracts.levels import FEW, Span, attached_text, find_level
from assets.contracts.numbering import WORDED, Component
from assets.contracts.regions import Region, find_regions
from assets.documents.corrections import Correction
from assets.documents.reading.model import ParsedDocument

OUTER_ONLY = (*WORDED, "roman", "letter", "section")
NAMESPACES = (*WORDED, "roman", "letter")
"""Styles whose inner numbers start again, so that they are cited with the outer one."""
HEADED = 0.6
"""Share of a level's clauses with a heading from which what may be one is one."""


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


def build_tree(doc: ParsedDocument, corrections: Sequence[Correction] = ()) -> ClauseTree:
    """The clause tree. Corrections by hand (structure.csv) override what was read: a line given a
    number opens that clause, a line given none opens nothing."""
    evidence = Evidence(doc)
    unused = apply_corrections(corrections, evidence)
    regions = find_regions(evidence)
    builder = _Builder(doc, evidence)
    nodes: list[Node] = []
    contents: list[tuple[int, int]] = []
    for region in regions:
        if region.kind == "contents":
            contents.append((doc.lines[region.first].start, _start_of(doc, region.stop)))
        else:
            nodes += builder.region(region)
    builder.settle_headings()
    flags = list(doc.flags)
    if not any(n.unit == "clause" and n.printed for n in nodes):
        flags.append("no_clause_numbers")
    return ClauseTree(nodes, contents, flags, evidence, unused)


def _start_of(doc: ParsedDocument, line: int) -> int:
    return doc.lines[line].start if line < len(doc.lines) else doc.body_end


class _Builder:
    """Turns candidates into nodes, level by level."""

    def __init__(self, doc: ParsedDocument, evidence: Evidence) -> None:
        self.doc = doc
        self.evidence = evidence
        self._namespace = ""
        self._texts = 1
        self._headed: defaultdict[tuple[str, str, int], list[tuple[Node, Heading | None]]]
        self._headed = defaultdict(list)

    def region(self, region: Region) -> list[Node]:
        """The nodes of the main body (with preamble and signature block) or of one schedule."""
        if region.kind == "body":
            return self._text(region.first, region.stop, "")
        if region.kind == "cover" and (found := self._numbered(region.first, region.stop)):
            return found
        unit = "preamble" if region.kind == "cover" else region.kind
        node = self._bare(region.path, unit, region.first, region.stop)
        if region.kind == "schedule":
            node.printed, node.title = region.printed, region.title
            node.title_end = self.doc.lines[region.title_line].end
            self._namespace = region.path + "/"
            node.children = self._level(Span(region.title_line + 1, region.stop), self._namespace)
            if len(node.children) < 2 and not any(c.children for c in node.children):
                node.children = []
            self._close(node)
        return [node]

    def _numbered(self, first: int, stop: int) -> list[Node]:
        """A text before or behind a table of contents that is numbered like a contract of its own."""
        members, _ = find_level(self.evidence, Span(first, stop))
        if len(members) < FEW:
            return []
        self._texts += 1
        return self._text(first, stop, f"text-{self._texts}/")

    def _text(self, first: int, stop: int, prefix: str) -> list[Node]:
        """A whole text: preamble, clauses, and behind the last clause whatever texts were attached."""
        self._namespace = prefix
        cut = attached_text(self.evidence, Span(first, stop)) or stop
        children = self._level(Span(first, cut), prefix)
        if not children:
            return self._by_headings(first, stop, prefix)
        if children[0].line > first:
            children.insert(0, self._bare(prefix + "preamble", "preamble", first, children[0].line))
        while cut < stop:
            self._texts += 1
            after = attached_text(self.evidence, Span(cut + 1, stop)) or stop
            children.append(self._attached(cut, after, f"text-{self._texts}"))
            cut = after
        return children

    def _attached(self, first: int, stop: int, path: str) -> Node:
        """A text attached without a name of its own, under its heading on line `first`."""
        node = self._bare(path, "schedule", first, stop)
        node.title, node.title_end = self.evidence.texts[first].strip(AROUND), self.doc.lines[first].end
        self._namespace = path + "/"
        node.children = self._level(Span(first + 1, stop), self._namespace)
        self._close(node)
        return node

    def _bare(self, path: str, unit: str, first: int, stop: int) -> Node:
        start, end = self.doc.lines[first].start, _start_of(self.doc, stop)
        return Node(path, "", "", unit, unit, start, start, end, end, first, stop)

    def _level(self, span: Span, prefix: str, number: tuple[Component, ...] = ()) -> list[Node]:
        """The clauses of one level, with their descendants. `number` is the decimal number above them."""
        if span.first >= span.stop:
            return []
        members, style = find_level(self.evidence, span)
        nodes = [self._node(c, style, prefix, number) for c in members]
        for node, after in zip_longest(nodes, nodes[1:]):
            node.last_line = after.line if after else span.stop
            node.end = _start_of(self.doc, node.last_line)
        inner = [s for s in span.styles if s != style] if style in OUTER_ONLY else ["decimal"]
        running: dict[str, Component] = {}
        for node, candidate in zip(nodes, members, strict=True):
            self._title(node)
            below = node.path + "/" if style in NAMESPACES else prefix
            inside = Span(node.line, node.last_line, candidate.label, inner, running)
            node.children = self._level(inside, below, node.number if style == "decimal" else ())
            for child in node.children:
                running[child.style] = (child.number[-1][0] + 1, "")
            self._close(node)
        if style == "part":
            _number_through(nodes)
        return nodes

    def _close(self, node: Node) -> None:
        node.own_end = node.children[0].start if node.children else node.end
        node.title_end = min(node.title_end, node.own_end)

    def _node(self, candidate: Candidate, style: str, prefix: str, number: tuple[Component, ...]) -> Node:
        label = candidate.label
        printed = label.printed
        if style == "decimal" and len(label.number) > 1:
            # '4.01' says which article it is in; only a number that starts again needs the article's.
            prefix = self._namespace
        if style in WORDED:
            value, letter = label.number[-1]
            path = f"{prefix}{style}-{value}{letter.lower()}"
        elif candidate.implied:
            printed = ".".join(f"{n}{letter}" for n, letter in label.number)
            path = prefix + printed
        else:
            path = prefix + printed.strip("()")
        start = self.doc.lines[candidate.line].start
        return Node(
            path,
            printed,
            "",
            style,
            "clause",
            start,
            start,
            start,
            start,
            candidate.line,
            0,
            label.number,
            candidate.implied,
        )

    def _title(self, node: Node) -> None:
        if node.implied:
            return
        labels = [
            c.label
            for c in self.evidence.by_line[node.line]
            if c.label.style == node.style or c.label.number == node.number
        ]
        end = labels[0].end if labels else 0
        node.title_end = self.doc.lines[node.line].start + end
        found = heading_after(self.evidence, node.line, node.last_line, end)
        group = self._headed[self._namespace, node.style, len(node.number)]
        group.append((node, found))
        if found is not None and found.sure:
            node.title, node.title_end = found.title, found.end

    def settle_headings(self) -> None:
        """Gives clauses the headings that are set like sentences, where most clauses of their level and
        namespace have a heading."""
        for group in self._headed.values():
            headed = sum(found is not None for _, found in group)
            if headed < HEADED * len(group):
                continue
            for node, found in group:
                if found is not None and not found.sure:
                    node.title, node.title_end = found.title, min(found.end, node.own_end)

    def _by_headings(self, first: int, stop: int, prefix: str) -> list[Node]:
        """A sound text without numbers: one node a heading, what stands before the first is the preamble."""
        found = {i: h for i in range(first, stop) if (h := unnumbered(self.evidence, i))}
        if stop - 1 in found and found[stop - 1].end == self.doc.lines[stop - 1].end:
            del found[stop - 1]  # nothing stands below it
        marks = [i for i in found if i - 1 not in found]
        starts = marks if marks[:1] == [first] else [first, *marks]
        nodes = []
        for k, (line, after) in enumerate(zip_longest(starts, starts[1:], fillvalue=stop)):
            if line in found:
                node = self._bare(f"{prefix}h-{k}", "clause", line, after)
                node.title, node.title_end = found[line].title, found[line].end
            else:
                node = self._bare(prefix + "preamble", "preamble", line, after)
            nodes.append(node)
        return nodes


def _number_through(parts: Sequence[Node]) -> None:
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
