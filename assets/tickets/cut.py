"""Cutting a ticket: the problem is embedded, what solved it travels along and is what the asker reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from assets.documents.compose import Place, compose, embedded, within
from assets.documents.family import Cut
from assets.documents.reading.model import LeftOut
from assets.documents.settings import TicketSettings
from assets.tickets.model import Ticket
from assets.tickets.solved import standing
from assets.tickets.statement import State, state
from assets.tickets.statement import state as extract
from assets.tickets.symptoms import symptoms
from assets.tickets.thread import BETWEEN, Said, Thread, notes_text, thread_text
from assets.tickets.unit import Unit, units
from assets.tickets.values import published
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.record import CEILING, Chunk

STRATEGY = "structure"
CHUNKER = "ticket-problem-fix"
UNIT, NOTE = "problem_fix", "internal_note"
CONTEXT_TOKENS = 160
"""Most tokens of subject and statement together."""
MAY_FIT = 5 * CEILING
"""Characters up to which a message is counted whole: hardly a text has more of them a token."""
OF_A_LOG = 3 * CEILING
"""Characters of one that does not fit that are looked at first: a log has two or three a token."""
MOST_CHARACTERS = 8 * CEILING
"""As much is looked at where that does not fill the room."""
LONG = 4 * CEILING
"""Characters from which a thread counts as over the ceiling: a token of running text has about four. To count
its tokens would take as long as all the rest."""
THREAD = 100_000
"""Characters of a thread whose words are looked for."""

_Span = tuple[int, int]


def cut_ticket(
    ticket: Ticket,
    facts: DocumentFacts,
    settings: TicketSettings,
    embedder: Embedder,
    state: State = state,
) -> Cut:
    """The chunks of one ticket, offsets into `thread_text(ticket).document.text`; none where it is not kept:
    its whole text is then left out with the reason, which `report["dropped"]` names. `facts.doc_id` is the
    ticket's id. `state` writes the problem statement. Internal notes are no part of it: see `cut_notes`."""
    thread = thread_text(ticket, lines=False)
    judged = standing(ticket, settings)
    flags = [*thread.document.flags, *judged.flags]
    if not judged.kept:
        reason = judged.reason or "unsolved"
        return Cut([], _rest(thread, [], lambda said: reason), {"dropped": reason}, flags)
    subject = thread.document.text[slice(*thread.subject)]
    problems = units(thread, judged, thread.document.body_end > LONG)
    chunks: list[Chunk] = []
    for number, unit in enumerate(problems, start=1):
        bodies = [said.message.body for said in unit.said]
        found = symptoms(bodies)
        said = (state if number == 1 else extract)(ticket, bodies, found)
        context = within("\n".join(line for line in (subject, said) if line), CONTEXT_TOKENS, embedder)
        span = (unit.start, unit.end)
        if span == thread.subject:
            context = within(said, CONTEXT_TOKENS, embedder)
        span, tokens = _fitting(thread.document.text, span, context, embedder)
        payload: dict[str, Any] = {"resolution": unit.resolution, "statement": said}
        if unit.resolution:
            payload["resolution_from"] = "field" if unit.answer is None else "answer"
        if len(problems) > 1:
            payload["problems"] = len(problems)
        payload |= _payload(ticket, unit, [*found.exceptions, *found.codes, *found.versions])
        if number == 1 and (extra := published(ticket.extra)):
            payload["extra"] = extra
        chunk = _chunk(thread, facts, span, UNIT, f"problem-{number}", context, payload, len(chunks))
        chunk.tokens = tokens
        chunks.append(chunk)
    answers = {unit.answer.start for unit in problems if unit.answer is not None}
    regions = _rest(
        thread,
        [(chunk.char_start, chunk.char_end) for chunk in chunks],
        lambda said: "resolution" if said.start in answers else "conversation",
    )
    return Cut(chunks, regions, {}, flags)


def cut_notes(ticket: Ticket, facts: DocumentFacts, embedder: Embedder) -> Cut:
    """The internal notes of a ticket, one chunk a note, offsets into `notes_text(ticket).document.text`.
    `facts.doc_id` is `notes_id(ticket.id)` and `facts.acl` the groups that may read notes."""
    thread = notes_text(ticket, lines=False)
    if thread is None:
        return Cut([], [])
    subject = thread.document.text[slice(*thread.subject)]
    context = within(subject, CONTEXT_TOKENS, embedder)
    chunks: list[Chunk] = []
    written = [said for said in thread.said if said.message.automatic is None]
    for number, said in enumerate(written, start=1):
        span, tokens = _fitting(thread.document.text, (said.start, said.end), context, embedder)
        payload = {"ticket": ticket.id} | ({"known_as": ticket.known_as} if ticket.known_as else {})
        chunk = _chunk(thread, facts, span, NOTE, f"note-{number}", context, payload, len(chunks))
        chunk.source_keys, chunk.tokens = [ticket.id], tokens
        chunks.append(chunk)
    spans = [(chunk.char_start, chunk.char_end) for chunk in chunks]
    return Cut(chunks, _rest(thread, spans, lambda said: "long_message"), {}, list(thread.document.flags))


def _payload(ticket: Ticket, unit: Unit, codes: Sequence[str]) -> dict[str, Any]:
    """What is known of the ticket, and the words and codes of what was said of this problem of it."""
    held = {
        "thread": BETWEEN.join(said.message.body.strip() for said in unit.said)[:THREAD],
        "codes": list(codes),
        "known_as": ticket.known_as,
        "duplicates": ticket.duplicates,
        "status": ticket.status,
        "outcome": ticket.outcome,
        "product": ticket.product,
        "versions": ticket.versions,
        "components": ticket.components,
        "priority": ticket.priority,
        "opened": ticket.opened.isoformat() if ticket.opened else None,
        "closed": ticket.closed.isoformat() if ticket.closed else None,
    }
    return {name: value for name, value in held.items() if value}


def _chunk(
    thread: Thread,
    facts: DocumentFacts,
    span: _Span,
    unit: str,
    path: str,
    context: str,
    payload: dict[str, Any],
    seq: int,
) -> Chunk:
    subject = thread.document.text[slice(*thread.subject)]
    place = Place(
        unit=unit,
        path=path,
        heading_path=[subject] if subject else [],
        payload=json.dumps(payload, ensure_ascii=False, sort_keys=True, default=str),
    )
    chunk = compose(
        thread.document,
        facts,
        *span,
        place,
        parent_context=context,
        strategy=STRATEGY,
        chunker=CHUNKER,
        chunker_version="1",
    )
    chunk.seq = seq
    chunk.source_keys = [facts.doc_id]  # labels name a ticket, not a place in it
    return chunk


def _fitting(text: str, span: _Span, context: str, embedder: Embedder) -> tuple[_Span, int]:
    """The leading stretch of a span that fits under the ceiling behind its context, cut at a line or word,
    and the tokens of both together."""
    start, end = span
    if end - start <= MAY_FIT:
        tokens = embedder.count([embedded(context, text[start:end])])[0]
        if tokens <= CEILING:
            return span, tokens
    room = CEILING - embedder.count([context + "\n"])[0] - 2
    stop = start
    for most in (OF_A_LOG, MOST_CHARACTERS):
        looked_at = text[start : min(end, start + most)]
        stop = start + _leading(looked_at, room, embedder)
        if stop < start + len(looked_at) or stop == end:
            break
    stop = max(stop, start + 1)
    stop = start + len(text[start:stop].rstrip())
    while (tokens := embedder.count([embedded(context, text[start:stop])])[0]) > CEILING:
        stop = start + (stop - start) * 9 // 10
    return (start, stop), tokens


def _leading(text: str, room: int, embedder: Embedder) -> int:
    """The characters of a text that have at most that many tokens, whole words."""
    used, stop = 0, 0
    for begin, finish, tokens in embedder.pieces(text):
        used += tokens
        if used > room:
            return begin
        stop = finish
    return stop


def _rest(thread: Thread, taken: Sequence[_Span], reason_of: Callable[[Said], str]) -> list[LeftOut]:
    """Every region of the text that no chunk covers, each with its reason; what is `taken` is in order."""
    regions = list(thread.document.left_out)
    if thread.subject[1] > thread.subject[0] and thread.subject not in taken:
        regions.append(LeftOut(*thread.subject, "subject"))
    for said in thread.said:
        if said.message.automatic is None:
            regions.extend(_gaps(said, taken, reason_of))
    return sorted(regions, key=lambda region: region.start)


def _gaps(said: Said, taken: Sequence[_Span], reason_of: Callable[[Said], str]) -> Iterator[LeftOut]:
    at = said.start
    for start, end in taken:
        if end <= said.start or said.end <= start:
            continue
        if at < start:
            yield LeftOut(at, start, reason_of(said))
        at = max(at, end)
    if at < said.end:
        cut_short = at > said.start
        yield LeftOut(at, said.end, "long_message" if cut_short else reason_of(said))
