"""The other ways of cutting a ticket: whole thread, subject alone, message by message, windows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from assets.documents.family import Cut
from assets.documents.reading.model import LeftOut
from assets.prose.cut import counted, under_ceiling
from assets.prose.recursive import Span, recursive_spans
from assets.tickets.cut import UNIT
from assets.tickets.document import ThreadDocument
from assets.tickets.solved import standing
from assets.tickets.thread import Thread, thread_text
from evals.baselines import CUTTERS, StrategyError
from resources.embedder import Embedder
from resources.record import Chunk, chunk_id, text_hash
from resources.search.exact import codes as codes_in
from resources.search.exact import exceptions

_OF_TICKET = frozenset(("product", "versions", "components", "duplicates", "status", "outcome", "closed"))
OVERLAP = 0.1
"""Share of a `recursive` chunk shared with the one before: what stands across a cut stands whole in one."""


def cut_ticket_with(strategy: str, document: ThreadDocument, solved: Cut, embedder: Embedder) -> Cut:
    """The ticket cut another way. `solved` is how its family cuts it: where that keeps nothing, nothing is
    kept; internal notes stay as they are. Every chunk carries what the export says of the ticket beside its
    text (product, versions ...), the codes of its own text, and the ticket's resolution, which is what the
    asker reads, whichever words led to it. Raises StrategyError."""
    if document.internal or not solved.chunks:
        chunks = [replace(chunk, strategy=strategy) for chunk in solved.chunks]
        return replace(solved, chunks=chunks)
    thread = thread_text(document.ticket)
    spans = _spans(strategy, document, thread, embedder)
    if strategy != "whole":
        spans = [part for span in spans for part in under_ceiling(document.text, span, "", embedder)]
    judged = standing(document.ticket, document.settings)
    known = _known(solved.chunks)
    if judged.resolution:
        known["resolution"] = judged.resolution
        known["resolution_from"] = "field" if judged.by is None else "answer"
    chunks = [
        _chunk(solved.chunks[0], document, span, seq, strategy, known) for seq, span in enumerate(spans)
    ]
    rest = LeftOut(document.body_end, len(document.text), "outside the reading order")
    return Cut(counted(chunks, embedder), [rest])


def _known(chunks: Sequence[Chunk]) -> dict[str, Any]:
    """What the payloads of a ticket's units tell of it as a whole."""
    told: dict[str, Any] = next((json.loads(chunk.payload) for chunk in chunks if chunk.unit == UNIT), {})
    return {name: held for name, held in told.items() if name in _OF_TICKET}


def _spans(strategy: str, document: ThreadDocument, thread: Thread, embedder: Embedder) -> list[Span]:
    if strategy == "subject":
        # A ticket without a subject is known by how its first message begins.
        first = [(said.start, said.end) for said in thread.said[:1]]
        return [thread.subject] if thread.subject[1] > thread.subject[0] else first
    if strategy == "messages":
        return (
            [(0, thread.said[0].end), *((said.start, said.end) for said in thread.said[1:])]
            if thread.said
            else [thread.subject]
        )
    if strategy.startswith("recursive-"):
        size = int(strategy.removeprefix("recursive-"))
        return recursive_spans(document, 0, document.body_end, size, round(size * OVERLAP))
    cutter: Callable[[ThreadDocument, Embedder], list[Span]] | None = CUTTERS.get(strategy)
    if cutter is None:
        raise StrategyError(f"{strategy} is no way to cut a ticket")
    return cutter(document, embedder)


def _chunk(
    like: Chunk, document: ThreadDocument, span: Span, seq: int, strategy: str, known: dict[str, Any]
) -> Chunk:
    body = document.text[slice(*span)]
    codes = [*exceptions(body), *codes_in(body)]
    payload = json.dumps(known | ({"codes": codes} if codes else {}), ensure_ascii=False)
    unit, path = "passage", f"passage-{seq + 1}"
    return replace(
        like,
        id=chunk_id(like.tenant_id, like.collection, like.doc_id, strategy, unit, path, 1),
        unit=unit,
        kind=unit,
        path=path,
        heading_path=[],
        seq=seq,
        parent_context="",
        text=body,
        body=body,
        char_start=span[0],
        char_end=span[1],
        part=[1, 1],
        strategy=strategy,
        chunker=f"baseline-{strategy}",
        text_hash=text_hash(body),
        payload=payload,
    )
