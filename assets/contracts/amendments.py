"""What a document says it does to others: which agreement it amends, and which clauses.

Whom it means and from when on it counts, the collection decides (`resources.governing`): another file may
arrive, a date may be corrected, without this document being cut again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from assets.contracts.amendments_changes import changes, new_wording
from assets.contracts.amendments_claims import claims
from assets.documents.reading.model import ParsedDocument
from resources.record import Chunk


@dataclass(slots=True)
class Amendments:
    """`payload`, by index of the chunk: `claims`, the agreements it says it amends or supersedes, each with
    the characters (start, end) of the document's text where it says so, and `changes`, what a clause does to
    clauses or defined terms of those agreements, with characters of the chunk's body. `named`: by index,
    the characters of those and of new wording for them. `amending`: it says that it amends
    another."""

    payload: dict[int, dict[str, Any]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    named: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    amending: bool = False


def amendments(document: ParsedDocument, chunks: Sequence[Chunk], title: str) -> Amendments:
    """What one document's chunks, given in document order, say of other agreements."""
    found = Amendments()
    starts = [chunk.char_start for chunk in chunks]
    for claim in claims(document.text[: document.body_end], title) if chunks else []:
        at = max(bisect_right(starts, claim.start) - 1, 0)
        found.payload[at]["claims"].append(claim.noted())
        found.amending = found.amending or claim.relation == "amends"
    for at, chunk in enumerate(chunks):
        done_here = changes(chunk.body)
        if done_here:
            found.named[at] += new_wording(chunk.body)
        for change in done_here:
            target = {"path": change.path} if change.path else {"term": change.term}
            within = {"in": change.amendment} if change.amendment else {}
            done = {"how": change.how, **target, **within, "at": [change.start, change.end]}
            found.payload[at]["changes"].append(done)
            found.named[at].append((change.start, change.end))
    return found
