"""What a contract's citations and definitions lack: clauses that are not there, numbers and terms that stand
twice, terms that are defined by themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from assets.contracts.links import Doubt
from assets.contracts.report import Finding
from resources.record import Chunk

ELSEWHERE_NAMED = 5
"""Most further places that one finding names."""


@dataclass(slots=True)
class ReferenceReport:
    """Findings of one document by kind, each in document order; `path` is the clause that says it."""

    dangling: list[Finding] = field(default_factory=list)
    """Citations of clauses, items or schedules that this document does not have, each target once."""
    ambiguous: list[Finding] = field(default_factory=list)
    """Citations of a number that stands twice, each target once."""
    defined_twice: list[Finding] = field(default_factory=list)
    """Each place that defines a term which another place of the same part defines too."""
    defined_by_itself: list[Finding] = field(default_factory=list)
    """Definitions that use the term they define."""

    def to_json(self) -> dict[str, Any]:
        """Kinds with findings only."""
        return {kind: found for kind, found in asdict(self).items() if found}


def reference_report(
    chunks: Sequence[Chunk],
    dangling: Iterable[Doubt],
    ambiguous: Iterable[Doubt],
    defined_twice: Iterable[Doubt],
    defined_by_itself: Iterable[Doubt],
) -> ReferenceReport:
    """The report of one document, from the doubts that its chunks gave, by their index."""
    return ReferenceReport(
        _once(chunks, dangling),
        _once(chunks, ambiguous),
        [_finding(chunks, doubt) for doubt in defined_twice],
        [_finding(chunks, doubt) for doubt in defined_by_itself],
    )


def _once(chunks: Sequence[Chunk], doubts: Iterable[Doubt]) -> list[Finding]:
    """One finding a target, at the first place that names it."""
    by_target: dict[str, list[Doubt]] = defaultdict(list)
    for doubt in doubts:
        by_target[doubt.said].append(doubt)
    found = []
    for said in by_target.values():
        others = list(dict.fromkeys(chunks[doubt.at].path for doubt in said[1:]))
        others = [path for path in others if path != chunks[said[0].at].path]
        more = ", ".join(others[:ELSEWHERE_NAMED])
        rest = len(others) - ELSEWHERE_NAMED
        also = f" (also in {more}{f' and {rest} more' if rest > 0 else ''})" if others else ""
        found.append(_finding(chunks, said[0], also))
    return found


def _finding(chunks: Sequence[Chunk], doubt: Doubt, also: str = "") -> Finding:
    chunk = chunks[doubt.at]
    return Finding(chunk.path, chunk.page or 1, doubt.detail + also)
