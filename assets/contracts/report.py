"""What a contract's numbering lacks: gaps, numbers used twice, reserved clauses, restarts, lost headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

from assets.contracts.node import ClauseTree, Node
from assets.contracts.numbering import WORDED, Component, follows, labels_at
from assets.documents.corrections import Correction
from assets.documents.reading.model import ParsedDocument

_RESERVED = re.compile(
    r"\[?\s*(?:intentionally\s+)?(?:reserved|omitted|deleted|left\s+blank|not\s+used)\b", re.I
)
STRONG = 1.3
"""Evidence from which an unused label counts as a clause number used twice, not as a list's."""
LISTED = 40
"""Most missing numbers that are named one by one at one place."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One doubt. `path` is the clause it concerns (a gap: the missing number), `page` counts from 1."""

    path: str
    page: int
    detail: str


@dataclass(slots=True)
class NumberingReport:
    """Findings of one document by kind, each in document order."""

    gaps: list[Finding] = field(default_factory=list)
    duplicates: list[Finding] = field(default_factory=list)
    reserved: list[Finding] = field(default_factory=list)
    restarts: list[Finding] = field(default_factory=list)
    implied: list[Finding] = field(default_factory=list)
    """Headings that are not printed although their sub-clauses are."""
    contents: list[Finding] = field(default_factory=list)
    """Entries of the table of contents that no clause answers to."""
    corrections: list[Finding] = field(default_factory=list)
    """Corrections by hand that could not be applied."""

    again: dict[str, list[int]] = field(default_factory=dict)
    """By path, characters of the document where a number stands that another clause has: for resolving what
    cites it, no finding."""

    def to_json(self) -> dict[str, Any]:
        """Kinds with findings only."""
        return {kind: found for kind, found in asdict(self).items() if found and kind != "again"}


def numbering_report(doc: ParsedDocument, tree: ClauseTree) -> NumberingReport:
    """The report of one document's clause tree."""
    report = NumberingReport()
    _siblings(doc, tree.nodes, report)
    used = {(_namespace(node), node.number) for node in tree.walk() if node.style == "decimal"}
    lines = {node.line for node in tree.walk()}
    for node in tree.walk():
        page = doc.lines[node.line].page
        if node.implied:
            report.implied.append(
                Finding(node.path, page, "its sub-clauses are numbered, its own heading is not printed")
            )
        if _RESERVED.match(node.title) or _RESERVED.match(
            doc.text[node.title_end : node.title_end + 40].strip()
        ):
            report.reserved.append(Finding(node.path, page, node.title or "reserved"))
        _unused(doc, tree, node, used, lines, report)
    _contents(doc, tree, report)
    for correction in tree.unused:
        report.corrections.append(
            Finding(correction.number or "", correction.page or 1, _unused_because(correction))
        )
    return report


def _unused_because(correction: Correction) -> str:
    where = (
        f"no line{f' on page {correction.page}' if correction.page else ''} begins with '{correction.text}'"
    )
    return (
        f"structure.csv: {where}, or '{correction.number}' is no clause number"
        if correction.number
        else (f"structure.csv: {where}")
    )


def _siblings(doc: ParsedDocument, nodes: Sequence[Node], report: NumberingReport) -> None:
    for before, after in pairwise(nodes):
        if before.style != after.style or not before.number or not after.number:
            continue
        missing = follows(before.number[-1], after.number[-1])
        if missing:
            page = doc.lines[after.line].page
            for number in _between(before.number[-1], after.number[-1]):
                report.gaps.append(
                    Finding(_sibling_path(before, number), page, f"{before.path} is followed by {after.path}")
                )
    for node in nodes:
        first = node.children[0] if node.children else None
        if first and first.style == "decimal" and len(first.number) > 1 and first.number[-1][0] > 1:
            number = (1, "")
            report.gaps.append(
                Finding(
                    _sibling_path(first, number),
                    doc.lines[first.line].page,
                    f"{node.path} begins with {first.path}",
                )
            )
        _siblings(doc, node.children, report)


def _between(before: Component, after: Component) -> Iterator[Component]:
    for value in range(before[0] + 1, min(after[0], before[0] + 1 + LISTED)):
        yield value, ""


def _sibling_path(node: Node, number: Component) -> str:
    """The path that a sibling of `node` with another last number would have."""
    value, letter = number
    head, dot, _ = node.path.rpartition(".")
    if len(node.number) > 1 and dot:
        lettered = node.printed.rpartition(".")[2].isalpha()
        return f"{head}.{chr(64 + value) if lettered else value}{letter}"
    head, slash, _ = node.path.rpartition("/")
    word = f"{node.style}-" if node.style in WORDED else ""
    return f"{head}{slash}{word}{value}{letter}"


def _namespace(node: Node) -> str:
    return node.path.rpartition("/")[0]


def _unused(
    doc: ParsedDocument,
    tree: ClauseTree,
    node: Node,
    used: set[tuple[str, tuple[Component, ...]]],
    lines: set[int],
    report: NumberingReport,
) -> None:
    """Labels in a clause's own text that open no clause: a list that restarts at 1, or a number that
    another clause has already."""
    stop = node.children[0].line if node.children else node.last_line
    for candidate in tree.evidence.between(node.line + 1, stop, "decimal"):
        if candidate.line in lines:
            continue
        number, page = candidate.label.number, doc.lines[candidate.line].page
        if len(number) == 1 and number[0] == (1, "") and node.style == "decimal":
            report.restarts.append(Finding(node.path, page, "a list inside the clause starts again at 1"))
        elif len(number) > 1 and candidate.strength >= STRONG and (_namespace(node), number) in used:
            printed, space = candidate.label.printed, _namespace(node)
            report.duplicates.append(Finding(printed, page, f"stands again inside {node.path}"))
            path = f"{space}/{printed}" if space else printed
            report.again.setdefault(path, []).append(doc.lines[candidate.line].start)


def _contents(doc: ParsedDocument, tree: ClauseTree, report: NumberingReport) -> None:
    known = {node.printed.casefold() for node in tree.walk()}
    for line in doc.lines:
        if not any(start <= line.start < end for start, end in tree.contents):
            continue
        for label in labels_at(doc.line_text(line))[:1]:
            if label.style in ("article", "section", "decimal") and label.printed.casefold() not in known:
                detail = "named in the table of contents, not found as a clause"
                report.contents.append(Finding(label.printed, line.page, detail))
