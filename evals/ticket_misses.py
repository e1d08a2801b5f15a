"""Why a ticket that used to be found is not: its fix was lost, or cut from its symptom, or its version is
another."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal, NamedTuple

from assets.documents.reading.model import ParsedDocument
from assets.tickets.document import ThreadDocument
from assets.tickets.solved import standing
from assets.tickets.thread import thread_text
from evals.gold import TICKET_DROPPED
from resources.record import Chunk
from resources.search.exact import VERSION, versions
from resources.search.fix import resolution_of

TicketCulprit = Literal["resolution lost", "not solved", "symptom cut from fix", "outranked by version"]

_NO_FIX = frozenset({"empty_resolution", "thanks", "auto_close"})
"""Reasons for which a solved ticket is not kept: nothing says how it was solved."""


def dropped(problem: str) -> TicketCulprit | None:
    """The culprit where a ticket is read and not kept; None where the problem is another."""
    if not problem.startswith(TICKET_DROPPED):
        return None
    return "resolution lost" if problem.removeprefix(TICKET_DROPPED) in _NO_FIX else "not solved"


def without_fix(had_fix: bool, chunks: Sequence[Chunk]) -> tuple[TicketCulprit, str] | None:
    """The culprit where what solved the ticket was read before and none of its chunks holds it any more."""
    if not had_fix or any(map(resolution_of, chunks)):
        return None
    return "resolution lost", "it is in the index, and nothing says any more how it was solved"


def cut_apart(document: ParsedDocument | None, chunks: Sequence[Chunk]) -> tuple[TicketCulprit, str] | None:
    """The culprit where the ticket is in the index, but no chunk holds its symptom (the first message) with
    its resolution. A ticket that has no resolution has lost none."""
    if not isinstance(document, ThreadDocument) or document.internal:
        return None
    if not standing(document.ticket, document.settings).resolution:
        return None
    with_fix = [chunk for chunk in chunks if resolution_of(chunk)]
    if not with_fix:
        return "resolution lost", "the ticket says how it was solved, and none of its chunks does"
    thread = thread_text(document.ticket)
    spoken = [(said.start, said.end) for said in thread.said if said.message.automatic is None]
    start, end = spoken[0] if spoken else thread.subject
    if any(chunk.char_start < end and start < chunk.char_end for chunk in with_fix):
        return None
    return "symptom cut from fix", "no chunk holds its first message with its resolution"


class NamedVersions(NamedTuple):
    """The question without the versions it names, and how those stand to the ticket's."""

    question: str
    why: str


def named_versions(question: str, chunks: Sequence[Chunk]) -> NamedVersions | None:
    """The versions of a question that are not the ticket's; None where it names none, or the ticket's own."""
    asked = versions(question)
    own = list(dict.fromkeys(version for chunk in chunks for version in _versions(chunk)))
    if not asked or not set(asked).isdisjoint(own):
        return None
    said = f"it says {', '.join(own)}" if own else "it says none"
    why = f"asked for {', '.join(asked)}, {said}; asked without, it is found"
    return NamedVersions(VERSION.sub(" ", question), why)


def _versions(chunk: Chunk) -> list[str]:
    said = json.loads(chunk.payload).get("versions")
    return versions(" ".join(map(str, said))) if isinstance(said, list) else []
