"""The clause tree of one contract: namespaces and clauses with their spans, from numbers and positions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from assets.contracts.attached import attached_text, signature_block, titled_text
from assets.contracts.by_hand import apply_corrections
from assets.contracts.definitions import slug
from assets.contracts.evidence import Candidate, Evidence
from assets.contracts.headings import AROUND, Heading, heading_after
from assets.contracts.levels import FEW, Span, find_level, used_again
from assets.contracts.node import ClauseTree, Node, number_through, numbered_characters, shorten, start_of
from assets.contracts.numbering import CLAUSE_STYLES, WORDED, Component
from assets.contracts.regions import Region, find_regions
from assets.contracts.sections import find_sections, has_form, is_scattered, is_signed
from assets.documents.corrections import Correction
from assets.documents.reading.model import ParsedDocument

OUTER_ONLY = (*WORDED, "roman", "letter", "section")
NAMESPACES = (*WORDED, "roman", "letter")
"""Styles whose inner numbers start again, so that they are cited with the outer one."""
NUMBERED = 0.15
"""Share of a text below clause numbers under which it counts as one without them: a list in a schedule is in
no contract more, and a contract all in schedules far more."""
LONG = 1_200
"""Characters from which a schedule without numbers is cut at its headings; below, it is one place to cite."""
LONG_PREAMBLE = 5_000
"""Characters from which a preamble is: longer than parties and recitals are."""
TERM, TERMS = re.compile(r"[\"“][^\"”]{2,80}[\"”]\s+(?:means|shall mean|has the meaning|is defined)", re.I), 5
"""How a line begins that defines a term, and how many such lines behind a list are not its last item's."""
LARGEST = 0.8
"""Share of a text up to which its largest section may go; beyond, its headings divide next to nothing."""
LONG_CLAUSE, HEADED_PARTS = 4_000, 3
"""Characters of a clause well beyond a chunk's ceiling, and unnumbered headings in it, from which these
divide it."""
LIST, LIST_ITEM = 3, 100
"""Numbers below an unnumbered heading, and their mean characters, from which they are clauses of it."""
PATH_WORDS = 6
"""Words of a heading that its path keeps."""
HEADED = 0.6
"""Share of a level's clauses with a heading from which what may be one is one."""


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
            contents.append((doc.lines[region.first].start, start_of(doc, region.stop)))
        else:
            nodes += builder.region(region)
    builder.settle_headings()
    flags = list(doc.flags)
    if numbered_characters(nodes) < NUMBERED * doc.body_end:
        flags.append("no_clause_numbers")
    return ClauseTree(nodes, contents, flags, evidence, unused)


class _Builder:
    """Turns candidates into nodes, level by level."""

    def __init__(self, doc: ParsedDocument, evidence: Evidence) -> None:
        self.doc = doc
        self.evidence = evidence
        self._namespace = ""
        self._paths: Counter[str] = Counter()
        self._headed: defaultdict[tuple[str, str, int], list[tuple[Node, Heading | None]]]
        self._headed = defaultdict(list)

    def region(self, region: Region) -> list[Node]:
        """The nodes of the main body, a cover or signature page, or one schedule."""
        first, stop = region.first, region.stop
        if region.kind == "body":
            return self._text(first, stop, "")
        if region.kind == "cover":
            return self._numbered(first, stop) or self._preamble(first, stop, region.path, region.path + "/")
        if region.kind == "signature":
            signature = self._bare("signature", "signature", first, stop)
            return [signature, *self._cut_off(signature, first, stop, "", "")]
        node = self._bare(region.path, "schedule", first, stop)
        node.printed, node.title = region.printed, region.title
        node.title_end = self.doc.lines[region.title_line].end
        self._fill(node, region.title_line + 1)
        return [node]

    def _text(self, first: int, stop: int, prefix: str) -> list[Node]:
        """A whole text: preamble, clauses, signatures, and whatever texts were attached behind the last
        clause; one without numbers is cut at its headings."""
        self._namespace = prefix
        end = attached_text(self.evidence, Span(first, stop)) or stop
        children = self._level(Span(first, end), prefix)
        if not children or is_scattered(self.evidence, children, end):
            return self._sections(first, stop, prefix)
        begin = children[0].line
        children += self._behind(children[-1], end, stop, prefix, "")
        return [*self._preamble(first, begin, prefix + "preamble", prefix), *children]

    def _numbered(self, first: int, stop: int) -> list[Node]:
        """A text before or behind a table of contents that is numbered like a contract of its own."""
        members, style = find_level(self.evidence, Span(first, stop))
        if len(members) < FEW or style not in CLAUSE_STYLES:
            return []
        return self._text(first, stop, self._path("", "text", self.evidence.texts[first]) + "/")

    def _preamble(self, first: int, stop: int, path: str, prefix: str) -> list[Node]:
        """What stands before the first clause: one node, or more where it is a form or very long."""
        if first >= stop:
            return []
        if has_form(self.evidence, first, stop):
            return self._sections(first, stop, prefix)
        long = self._size(first, stop) > LONG_PREAMBLE
        return (long and self._divided(first, stop, prefix)) or [self._bare(path, "preamble", first, stop)]

    def _divided(self, first: int, stop: int, prefix: str) -> list[Node]:
        """Its sections, none where they divide next to nothing."""
        nodes = self._sections(first, stop, prefix)
        largest = max(node.end - node.start for node in nodes)
        return nodes if largest < LARGEST * self._size(first, stop) else []

    def _fill(self, node: Node, first: int) -> None:
        """Gives a schedule or an attached text its children, from line `first` on."""
        self._namespace = prefix = node.path + "/"
        stop = node.last_line
        end = attached_text(self.evidence, Span(first, stop)) or stop
        children = self._level(Span(first, end), prefix)
        if len(children) < 2 and not any(child.children for child in children):
            children = []
        if not children or is_scattered(self.evidence, children, end):
            children = []
            if has_form(self.evidence, first, stop):
                children = self._sections(first, stop, prefix)
            elif self._size(first, stop) > LONG:
                children = self._divided(first, stop, prefix)
            if children and children[0].unit == "preamble":
                del children[0]  # the schedule's own text
        else:
            children += self._behind(children[-1], end, stop, prefix, node.title)
        node.children = children
        self._close(node)

    def _behind(self, node: Node, end: int, stop: int, prefix: str, title: str) -> list[Node]:
        """What stands behind the last clause `node`, taken out of it: signatures and texts attached without a
        name of their own up to line `end`, and the numbered ones from there to `stop`."""
        last = node
        while last.children:
            last = last.children[-1]
        found = self._cut_off(node, last.line + 1, end, prefix, title)
        while end < stop:
            after = attached_text(self.evidence, Span(end + 1, stop)) or stop
            found.append(self._attached(end, after, prefix))
            self._fill(found[-1], end + 1)
            end = after
        return found

    def _cut_off(self, node: Node, first: int, stop: int, prefix: str, title: str) -> list[Node]:
        """Ends a node where, from line `first` on, signatures or another text begin, which are returned. A
        line that only repeats the `title` of the text it stands in begins none."""
        found: list[Node] = []
        titles = list(self._titles(first, stop, title))
        if node.unit != "signature":
            mark = signature_block(self.evidence, first, titles[0] if titles else stop)
            if mark is not None:
                found.append(self._bare(prefix + "signature", "signature", mark, stop))
        found += [self._attached(line, stop, prefix) for line in titles]
        for before, after in pairwise([node, *found]):
            shorten(before, after)
        for text in found:
            if text.unit == "schedule":
                self._fill(text, text.line + 1)
        return found

    def _titles(self, first: int, stop: int, last: str) -> Iterator[int]:
        while (line := titled_text(self.evidence, first, stop)) is not None:
            title, first = self.evidence.texts[line].strip(AROUND), line + 1
            if title.casefold() != last.casefold():
                yield line
            last = title

    def _attached(self, first: int, stop: int, prefix: str) -> Node:
        """A text attached without a name of its own, under its heading on line `first`."""
        title = self.evidence.texts[first].strip(AROUND)
        node = self._bare(self._path(prefix, "text", title), "schedule", first, stop)
        node.title, node.title_end = title, self.doc.lines[first].end
        return node

    def _sections(self, first: int, stop: int, prefix: str) -> list[Node]:
        """A sound text without numbers: one node a heading or row of a form, rows below the heading above
        them; what stands before the first is the preamble."""
        nodes: list[Node] = []
        head: Node | None = None
        for section in find_sections(self.evidence, first, stop):
            if not section.title:
                unit = "signature" if nodes and is_signed(self.evidence, section) else "preamble"
                nodes.append(self._bare(prefix + unit, unit, section.first, section.stop))
                head = None
                continue
            inside = section.row and head is not None
            path = self._path(f"{head.path}/" if inside and head else prefix, "h", section.title)
            node = self._bare(path, "clause", section.first, section.stop)
            node.title, node.title_end = section.title, section.end
            if inside and head:
                head.children.append(node)
                head.end, head.last_line = node.end, node.last_line
            else:
                nodes.append(node)
                head = head if section.row else node
        for node in nodes:
            if node.unit == "clause" and not node.children:
                self._list(node)
            self._close(node)
        return nodes

    def _headed_parts(self, node: Node) -> list[Node]:
        """The parts of a very long clause that have unnumbered headings."""
        kept = self._namespace
        parts = self._divided(node.line + 1, node.last_line, node.path + "/")
        self._namespace = kept
        if sum(bool(part.title) for part in parts) < HEADED_PARTS:
            return []
        return parts[1:] if parts[0].unit == "preamble" else parts

    def _list(self, node: Node) -> None:
        """Numbers below an unnumbered heading are its clauses, where they are clauses by their length."""
        span = Span(node.line + 1, node.last_line, styles=("decimal",))
        members, style = find_level(self.evidence, span)
        if style != "decimal" or len(members) < LIST or node.end - node.start < LIST_ITEM * len(members):
            return
        if any(
            c.label.number == ((1, ""),) and c.line > members[0].line
            for c in self.evidence.between(node.line, node.last_line, "decimal")
        ):
            return  # several lists, whose numbers tell nothing
        self._namespace = node.path + "/"
        node.children = self._level(span, node.path + "/")

    def _path(self, prefix: str, kind: str, title: str) -> str:
        """A path for what has no number, by its heading: it stays when something is put in before it."""
        path = f"{prefix}{kind}-{slug(' '.join(title.split()[:PATH_WORDS]))}"
        self._paths[path] += 1
        return path if self._paths[path] == 1 else f"{path}-{self._paths[path]}"

    def _size(self, first: int, stop: int) -> int:
        return start_of(self.doc, stop) - self.doc.lines[first].start if first < stop else 0

    def _bare(self, path: str, unit: str, first: int, stop: int) -> Node:
        start, end = self.doc.lines[first].start, start_of(self.doc, stop)
        return Node(path, "", "", unit, unit, start, start, end, end, first, stop)

    def _level(self, span: Span, prefix: str, number: tuple[Component, ...] = ()) -> list[Node]:
        """The clauses of one level, with their descendants. `number` is the decimal number above them."""
        if span.first >= span.stop:
            return []
        members, style = find_level(self.evidence, span)
        again = {c.line: c for c in used_again(self.evidence, members, span)} if members else {}
        members = sorted([*members, *again.values()], key=lambda c: c.line)
        nodes = [self._node(c, style, prefix, number) for c in members]
        for node, after in zip_longest(nodes, nodes[1:]):
            node.last_line = after.line if after else span.stop
            node.end = start_of(self.doc, node.last_line)
        inner = [s for s in span.styles if s != style] if style in OUTER_ONLY else ["decimal"]
        running: dict[str, Component] = {}
        for node, candidate in zip(nodes, members, strict=True):
            self._title(node)
            if node.line in again:
                node.path, node.number = self._path(prefix, "h", node.title), ()
            below = node.path + "/" if style in NAMESPACES else prefix
            inside = Span(node.line, node.last_line, candidate.label, inner, running)
            node.children = self._level(inside, below, candidate.label.number if style == "decimal" else ())
            for child in node.children:
                if child.number:
                    running[child.style] = (child.number[-1][0] + 1, "")
            if not node.children and self._size(node.line, node.last_line) > LONG_CLAUSE:
                node.children = self._headed_parts(node)
            self._close(node)
        if style == "part":
            number_through(nodes)
        if nodes and style not in ("decimal", *WORDED, "section"):
            nodes += self._terms(nodes[-1], prefix)
        return nodes

    def _terms(self, last: Node, prefix: str) -> list[Node]:
        """Definitions that stand behind a lettered list are no part of its last item."""
        lines = range(last.line + 1, last.last_line)
        terms = [i for i in lines if TERM.match(self.evidence.texts[i])]
        if last.children or len(terms) < TERMS:
            return []
        node = self._bare(prefix + "definitions", "clause", terms[0], last.last_line)
        shorten(last, node)
        return [node]

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
