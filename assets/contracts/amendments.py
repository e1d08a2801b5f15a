"""What a document says it does to others, noted on its chunks: which agreement it amends, and which clauses.

Whom it means and from when on it counts, the collection decides (`resources.governing`): another file may
arrive, a date may be corrected, without this document being cut again.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence

from assets.contracts.amendments_changes import changes
from assets.contracts.amendments_claims import claims
from assets.documents.reading.model import ParsedDocument
from resources.record import Chunk


def note_amendments(document: ParsedDocument, chunks: Sequence[Chunk], title: str) -> None:
    """Adds to the payload of one document's chunks, given in document order: `claims`, the agreements it
    says it amends or supersedes, each with the characters (start, end) of the document's text where it
    says so, and `changes`, what a clause does to clauses or defined terms of those agreements, with
    characters of the chunk's body."""
    noted: dict[int, dict[str, list[Mapping[str, object]]]] = defaultdict(lambda: defaultdict(list))
    starts = [chunk.char_start for chunk in chunks]
    for claim in claims(document.text[: document.body_end], title) if chunks else []:
        at = max(bisect_right(starts, claim.start) - 1, 0)
        dated = {"dated": claim.dated.isoformat()} if claim.dated else {}
        said = {"relation": claim.relation, "name": claim.name, **dated, "at": [claim.start, claim.end]}
        noted[at]["claims"].append(said)
    for at, chunk in enumerate(chunks):
        for change in changes(chunk.body):
            target = {"path": change.path} if change.path else {"term": change.term}
            within = {"in": change.amendment} if change.amendment else {}
            done = {"how": change.how, **target, **within, "at": [change.start, change.end]}
            noted[at]["changes"].append(done)
    for at, extra in noted.items():
        chunks[at].payload = json.dumps({**json.loads(chunks[at].payload), **extra}, ensure_ascii=False)
