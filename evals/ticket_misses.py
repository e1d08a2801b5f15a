"""Why a ticket that used to be found is not: its fix was lost, or cut from its symptom, or its version is
another."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Literal

from assets.documents.reading.model import ParsedDocument
from assets.tickets.document import ThreadDocument
from assets.tickets.solved import standing
from assets.tickets.thread import thread_text
from evals.gold import TICKET_DROPPED
from resources.record import Chunk
from resources.search.exact import versions

TicketCulprit = Literal["resolution lost", "not solved", "symptom cut from fix", "filtered by version"]

_NO_FIX = frozenset({"empty_resolution", "thanks", "auto_close"})
"""Reasons for which a solved ticket is not kept: nothing says how it was solved."""


def dropped(problem: str) -> TicketCulprit | None:
    """The culprit where a ticket is read and not kept; None where the problem is another."""
    if not problem.startswith(TICKET_DROPPED):
        return None
    return "resolution lost" if problem.removeprefix(TICKET_DROPPED) in _NO_FIX else "not solved"


def cut_apart(document: ParsedDocument | None, chunks: Sequence[Chunk]) -> TicketCulprit | None:
    """The culprit where the ticket is in the index, but no chunk holds its symptom (the first message) with
    its resolution. A ticket that has no resolution has lost none."""
    if not isinstance(document, ThreadDocument) or document.internal:
        return None
    if not standing(document.ticket, document.settings).resolution:
        return None
    with_fix = [chunk for chunk in chunks if _payload(chunk).get("resolution")]
    if not with_fix:
        return "resolution lost"
    thread = thread_text(document.ticket)
    spoken = [(said.start, said.end) for said in thread.said if said.message.automatic is None]
    start, end = spoken[0] if spoken else thread.subject
    if any(chunk.char_start < end and start < chunk.char_end for chunk in with_fix):
        return None
    return "symptom cut from fix"


def another_version(question: str, chunks: Sequence[Chunk], first: Sequence[Chunk]) -> TicketCulprit | None:
    """The culprit where the question names a version, the ticket says another, and what ranks first now says
    the one that is asked for."""
    asked = set(versions(question))
    own = {version for chunk in chunks for version in _versions(chunk)}
    ahead = {version for chunk in first for version in _versions(chunk)}
    return "filtered by version" if asked and own and not asked & own and asked & ahead else None


def _versions(chunk: Chunk) -> list[str]:
    said = _payload(chunk).get("versions")
    return versions(" ".join(map(str, said))) if isinstance(said, list) else []


def _payload(chunk: Chunk) -> Mapping[str, object]:
    found: Mapping[str, object] = json.loads(chunk.payload)
    return found
