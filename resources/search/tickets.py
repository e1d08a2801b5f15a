"""Ranking tickets. A question may be a whole ticket: its first line says most, its log repeats itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from resources.embedder import Embedder
from resources.index import Index
from resources.keywords import KeywordQuery, ticket_reference
from resources.record import Chunk
from resources.search.access import Access
from resources.search.exact import exact_names, taken_apart, ticket_ids, versions, word_runs
from resources.search.fix import told
from resources.search.settings import SearchSettings
from resources.search.words import words

HITS = 400
"""Hits taken from each search before they are fused."""
READ = 120
"""Rows of the fused ranking that are read to be grouped by ticket."""
SUBJECT_WORDS = 40
"""A first line of more words is no subject: its first sentence is."""
SHORT = 12
"""Words of a question up to which a ticket that it names is what is asked for, not only mentioned."""
BARE = 3
"""Words of a question up to which a version in it is what is asked for."""
_THREAD, _SUBJECT, _STATEMENT = {"thread": 1.0}, {"heading": 1.0}, {"context": 1.0}
_NOTHING = {"body": 0.0}


@dataclass(frozen=True, slots=True)
class TicketQuery:
    """A question about tickets. `subject` says it in one line; `text` is all of it without empty words;
    `codes` are the error codes and exceptions in it, and the versions where little else is; `named` is all
    that may be named whole; `ids` are tickets."""

    subject: str
    text: str
    codes: tuple[str, ...]
    named: tuple[str, ...]
    ids: tuple[str, ...]
    short: bool


def ticket_query(question: str) -> TicketQuery:
    """A question made ready. Its first line is its subject, as a ticket's is."""
    lines = [line for line in question.strip().split("\n") if line.strip()]
    subject = lines[0] if lines else question
    asked = [word.text for word in words(question) if not word.empty]
    told = [word for word in words(subject) if not word.empty]
    if len(told) > SUBJECT_WORDS:
        subject = subject[: told[SUBJECT_WORDS].start]
        told = told[:SUBJECT_WORDS]
    names = exact_names(question)
    # A version says less than the symptom beside it, of which a ticket may be that names no version.
    versioned = {} if len(told) <= BARE else dict.fromkeys(versions(question))
    return TicketQuery(
        subject=" ".join(word.text for word in told) or subject,
        text=" ".join(asked) or question,
        codes=tuple(name for name in names if name not in versioned),
        named=tuple(dict.fromkeys([*names, *word_runs(subject)])),
        ids=tuple(ticket_ids(question)),
        short=len(asked) <= SHORT,
    )


def rank_tickets(
    index: Index, embedder: Embedder, query: TicketQuery, access: Access, settings: SearchSettings
) -> list[tuple[Chunk, float]]:
    """The best unit of each ticket, best ticket first, each followed by the asker's best internal note where
    that was found as well. `access` is narrowed to tickets. Beside the words of the whole thread counts what
    the question's subject line says, in the thread and in the subject, and its nearness to subject,
    statement and first message."""
    whole, subject = taken_apart(query.text), taken_apart(query.subject)
    searches = [
        (1.0, index.keyword_hits(KeywordQuery(whole, boosts=_THREAD, damped=True), access, HITS)),
        (settings.ticket_subject, index.keyword_hits(KeywordQuery(subject, boosts=_THREAD), access, HITS)),
        (settings.ticket_title, index.keyword_hits(KeywordQuery(subject, boosts=_SUBJECT), access, HITS)),
        (
            settings.ticket_statement,
            index.keyword_hits(KeywordQuery(whole, boosts=_STATEMENT, damped=True), access, HITS),
        ),
        (settings.ticket_exact, index.keyword_hits(_exactly(query.named), access, HITS)),
    ]
    if query.short and query.codes:
        searches.append((settings.ticket_code, index.keyword_hits(_exactly(query.codes), access, HITS)))
    scores: defaultdict[str, float] = defaultdict(float)
    for weight, hits in searches:
        _add(scores, hits, weight, floor=0.0)
    near = index.vector_hits(embedder.embed([query.subject])[0], access, HITS)
    _add(scores, near, settings.ticket_vector, floor=near[-1][1] if near else 0.0)
    named = index.lookup(map(ticket_reference, query.ids), access) if query.ids else []
    for row_id in named:
        scores[row_id] += len(searches) if query.short else settings.ticket_named
    best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:READ]
    chunks = {chunk.id: chunk for chunk in index.chunks([row_id for row_id, _ in best], access)}
    return list(_grouped([(chunks[row_id], score) for row_id, score in best if row_id in chunks]))


def _exactly(names: Sequence[str]) -> KeywordQuery:
    return KeywordQuery("", boosts=_NOTHING, exact=names, exact_boost=1.0)


def _add(
    scores: defaultdict[str, float], hits: Sequence[tuple[str, float]], weight: float, floor: float
) -> None:
    """Adds one search's scores, scaled to 0 .. 1 between the floor and its best."""
    spread = hits[0][1] - floor if hits else 0.0
    if spread > 0:
        for row_id, score in hits:
            scores[row_id] += weight * (score - floor) / spread


def ticket_of(chunk: Chunk) -> tuple[str, str]:
    """The ticket a chunk belongs to: (collection, id). Internal notes are a document of their own and name
    theirs in the payload."""
    return chunk.collection, str(told(chunk.payload).get("ticket") or chunk.doc_id)


def _grouped(ranked: Sequence[tuple[Chunk, float]]) -> Iterable[tuple[Chunk, float]]:
    """One unit and at most one note a ticket, at the place of the better one."""
    groups: dict[tuple[str, str], dict[str, tuple[Chunk, float]]] = {}
    for chunk, score in ranked:
        groups.setdefault(ticket_of(chunk), {}).setdefault(chunk.unit, (chunk, score))
    for units in groups.values():
        yield from sorted(units.values(), key=lambda pair: (pair[0].unit == "internal_note", -pair[1]))
