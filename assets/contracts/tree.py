"""The clause tree of one contract: namespaces and clauses with their spans, from numbers and positions."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from assets.contracts.by_hand import apply_corrections
from assets.contracts.evidence import Candidate, Evidence
from assets.contracts.headings import Heading, heading_after, is_heading
from assets.contracts.numbering import CLAUSE_STYLES, Component, Label
from assets.contracts.regions import Region, find_regions
from assets.contracts.sequence import Chain, Support, best_chain
from assets.documents.corrections import Correction
from assets.documents.reading.model import ParsedDocument

FALLBACK_STYLES = ("paren_number", "paren_upper", "paren", "letter_lower", "paren_roman")
"""Top-level styles tried where a document has no clause numbers of the usual kind."""
OUTER_ONLY = ("article", "roman", "letter", "section")
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
        self._headed: defaultdict[tuple[str, str, int], list[tuple[Node, Heading | None]]]
        self._headed = defaultdict(list)

    def region(self, region: Region) -> list[Node]:
        """The nodes of the main body (with preamble and signature block) or of one schedule."""
        self._namespace = region.path + "/" if region.kind == "schedule" else region.path
        if region.kind == "schedule":
            node = self._bare(region.path, "schedule", region.first, region.stop)
            node.printed, node.title = region.printed, region.title
            node.title_end = self.doc.lines[region.title_line].end
            node.children = self._level(region.title_line + 1, region.stop, region.path + "/", None, {})
            if len(node.children) < 2 and not any(c.children for c in node.children):
                node.children = []
            self._close(node)
            return [node]
        if region.kind != "body":
            return [
                self._bare(
                    region.path,
                    "preamble" if region.kind == "cover" else region.kind,
                    region.first,
                    region.stop,
                )
            ]
        children = self._level(region.first, region.stop, region.path, None, {})
        if not children:
            return self._by_headings(region)
        out = []
        if children[0].line > region.first:
            out.append(self._bare(region.path + "preamble", "preamble", region.first, children[0].line))
        return out + children

    def _bare(self, path: str, unit: str, first: int, stop: int) -> Node:
        start, end = self.doc.lines[first].start, _start_of(self.doc, stop)
        return Node(path, "", "", unit, unit, start, start, end, end, first, stop)

    def _level(
        self,
        first: int,
        stop: int,
        prefix: str,
        parent: Node | None,
        continued: dict[str, Component],
        styles: Sequence[str] = CLAUSE_STYLES,
    ) -> list[Node]:
        """The clauses of one level on lines first .. stop-1, with their descendants."""
        if first >= stop:
            return []
        number = parent.number if parent and parent.style == "decimal" else ()
        outer = parent.style if parent else ""
        if number or outer == "section":
            # Below a number only longer numbers open clauses; a list restarting at 1 stays inside.
            chain, style = self._decimals(first, stop, number or (parent.number if parent else ())), "decimal"
        else:
            chain, style = self._outermost(first, stop, styles, continued, parent)
        if not chain.members:
            return []
        nodes = [self._node(c, style, prefix, number) for c in chain.members]
        for node, after in zip_longest(nodes, nodes[1:]):
            node.last_line = after.line if after else stop
            node.end = _start_of(self.doc, node.last_line)
        inner = [s for s in styles if s != style] if style in OUTER_ONLY else ["decimal"]
        running: dict[str, Component] = {}
        for node in nodes:
            self._title(node)
            below = node.path + "/" if node.style in ("roman", "letter", "article") else prefix
            node.children = (
                self._level(node.line, node.last_line, below, node, running, inner)
                if self._may_nest(node)
                else []
            )
            for child in node.children:
                running[child.style] = (child.number[-1][0] + 1, "")
            self._close(node)
        return nodes

    def _may_nest(self, node: Node) -> bool:
        return node.last_line > node.line

    def _close(self, node: Node) -> None:
        node.own_end = node.children[0].start if node.children else node.end
        node.title_end = min(node.title_end, node.own_end)

    def _decimals(self, first: int, stop: int, number: tuple[Component, ...]) -> Chain:
        depth = len(number)
        found = self.evidence.between(first, stop, "decimal")
        deeper = [c for c in found if len(c.label.number) > depth and c.label.number[:depth] == number]
        return best_chain(_with_implied(deeper, depth + 1))

    def _outermost(
        self,
        first: int,
        stop: int,
        styles: Sequence[str],
        continued: dict[str, Component],
        parent: Node | None,
    ) -> tuple[Chain, str]:
        decimals = self.evidence.between(first + (parent is not None), stop, "decimal")
        best, best_style = Chain([], 0.0), ""
        for style in styles:
            if style == "decimal":
                chain = self._top_decimals(decimals, stop, continued.get(style), parent)
            else:
                found = self.evidence.between(first + (parent is not None), stop, style)
                multi = (
                    [c for c in decimals if len(c.label.number) > 1]
                    if style in ("article", "section")
                    else []
                )
                chain = best_chain(
                    found, expected=continued.get(style), support=Support(multi) if multi else None, stop=stop
                )
            enough = len(chain.members) >= 2 or (
                style == "article" and chain.members and chain.members[0].title_like
            )
            if parent is not None and style == "decimal":
                enough = bool(chain.members)
            if enough and chain.score > max(best.score, 1.0):
                best, best_style = chain, style
                if style == "article":
                    break
        if not best.members and parent is None:
            for style in FALLBACK_STYLES:
                chain = best_chain(self.evidence.between(first, stop, style))
                if len(chain.members) >= 3 and chain.score > best.score:
                    best, best_style = chain, style
        return best, best_style

    def _top_decimals(
        self, decimals: list[Candidate], stop: int, expected: Component | None, parent: Node | None
    ) -> Chain:
        multi = [c for c in decimals if len(c.label.number) > 1]
        if parent is not None and parent.style == "article" and multi:
            own = [c for c in multi if c.label.number[0] == parent.number[-1]]
            if not own:
                firsts = [c.label.number[0] for c in multi]
                common = max(set(firsts), key=firsts.count)
                own = [c for c in multi if c.label.number[0] == common]
            chain = best_chain(_with_implied(own, 2))
            if chain.score > 1.0:
                return chain
        return best_chain(
            _with_implied(decimals, 1),
            expected=expected,
            support=Support(multi) if multi else None,
            stop=stop,
        )

    def _node(self, candidate: Candidate, style: str, prefix: str, number: tuple[Component, ...]) -> Node:
        label = candidate.label
        printed = label.printed
        if style == "decimal" and len(label.number) > 1:
            # '4.01' says which article it is in; only a number that starts again needs the article's.
            prefix = self._namespace
        if style == "article":
            path = f"{prefix}article-{label.number[-1][0]}"
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

    def _by_headings(self, region: Region) -> list[Node]:
        """A sound text without numbers: one node a heading, what stands before the first is the preamble."""
        heads = [i for i in range(region.first, region.stop) if is_heading(self.evidence, i)]
        marks = [i for i in heads if i + 1 < region.stop]
        merged = [i for i in marks if i - 1 not in marks]
        if not merged or merged[0] > region.first:
            merged = [region.first, *merged]
        nodes = []
        for k, (first, stop) in enumerate(zip(merged, [*merged[1:], region.stop], strict=True)):
            unit = "preamble" if k == 0 and first not in marks else "clause"
            path = region.path + ("preamble" if unit == "preamble" else f"h-{k}")
            node = self._bare(path, unit, first, stop)
            if unit == "clause":
                node.title = self.evidence.texts[first].strip(" .:-–—")
                node.title_end = self.doc.lines[first].end
            nodes.append(node)
        return nodes


def _with_implied(candidates: list[Candidate], depth: int) -> list[Candidate]:
    """The candidates of one depth, and for each number that only deeper ones carry an implied one at
    the first of them ('7.1' without a '7.' before it stands for the missing heading)."""
    explicit = {c.label.number[:depth] for c in candidates if len(c.label.number) == depth}
    out: list[Candidate] = []
    implied: set[tuple[Component, ...]] = set()
    for c in candidates:
        number = c.label.number[:depth]
        if len(c.label.number) == depth:
            out.append(c)
        elif number not in explicit and number not in implied:
            implied.add(number)
            label = Label("decimal", number, "", 0, dotted=True)
            out.append(
                Candidate(c.line, label, min(c.strength, 0.5), c.indent, c.bold, c.title_like, implied=True)
            )
    return out


def line_at(starts: Sequence[int], offset: int) -> int:
    """Index of the line that holds a character offset, given where the lines start."""
    return max(0, bisect_left(starts, offset + 1) - 1)
