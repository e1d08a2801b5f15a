"""Hits into a token budget: strongest first, each counted as it is given to the reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from resources.embedder import Embedder
from resources.keywords import TICKET
from resources.record import Chunk
from resources.search.access import doc_key
from resources.search.digest import digest
from resources.search.excerpt import excerpt, term_weights
from resources.search.fix import fix_in_part, told, with_fix
from resources.search.query import Query

HOP_FROM = 3
"""Hits, from the strongest on, that bring along what they lead to."""
HOP_TOKENS = 150
"""Tokens above which a clause does not come along: it would crowd out what was found."""
HOP_SHARE = 0.15
"""Share of the budget for what comes along. Measured full recall in our samples, nothing / cited clauses and
neighbours / definitions too: cross-references 0.85, 1.00, 1.00; definition and exception 0.86, 0.86, 0.93 (at
800 tokens 0.64, 0.64, 0.71; cross-references there 0.62, 0.92, 0.92). On the contract questions 0.867, 0.866,
0.867; a fifth of the budget gives 0.864."""
HOP_BUDGET = 700
"""Tokens of a budget below which nothing comes along. At 500, on non-disclosure agreements, 0.586 full recall
without and 0.574 with it; at 800, in our samples, it gives 0.06."""
HOP_TERMS = 2
"""Definitions that come with one hit, the rarest terms first. Full recall on the contract questions: one
0.868, two 0.867, three 0.866, four 0.865; all definitions of six hits in 0.3 of the budget 0.853. Ranking
definitions higher: factor 1.08 gives 0.867 and hit at 1 of 0.705 for 0.715, factor 1.15 0.865 and 0.701."""
DIGEST_TOKENS = 24
"""Tokens of a digest, and what is kept free for it once a unit comes in part."""
DIGESTS = 1
"""Units that get a digest, from the strongest on: each takes room from a further clause. Full recall on the
contract questions: none 0.868, one of 24 tokens 0.866, two of 30 0.864."""
DUPLICATES = 3
"""Duplicates of a ticket that its citation names."""
LEAST = 40
"""Tokens left in a budget below which nothing more is looked for."""
LEAST_EXCERPT = 80
"""Tokens left below which no part of a larger unit is looked for: a lone sentence misleads."""


@dataclass(slots=True)
class Hit:
    """One returned chunk. `text` is what the reader is given: context and body, the title line only on
    the first hit of each document. `partial` marks a part of a unit whose other parts did not come along,
    or a ticket's fix of which only the beginning did."""

    chunk: Chunk
    score: float
    citation: str
    text: str = ""
    tokens: int = 0
    partial: bool = False
    via: str | None = None
    """The citation of the hit that cites this one or stands beside it: it came along as a second hop."""
    digest: str = ""
    """How what was left out of a partial unit begins; no part of `text`, but of `tokens`."""


def citation(chunk: Chunk) -> str:
    """Title, the headings down to the unit, and the part: 'Acme MSA > 12 Liability > 12.3 Cap'; of a ticket
    its id and subject, and what was reported again of it: 'PUMP-112: It hums (also PUMP-140)'."""
    if chunk.family == TICKET:
        return _ticket_citation(chunk)
    trail = list(chunk.heading_path)
    if not trail and chunk.unit not in ("passage", "whole"):
        trail = [chunk.path]
    if chunk.part[1] > 1:
        trail.append(f"part {chunk.part[0]} of {chunk.part[1]}")
    if chunk.family == "prose" and chunk.page:
        trail.append(f"p. {chunk.page}")
    return " > ".join([chunk.title, *trail])


def _ticket_citation(chunk: Chunk) -> str:
    payload = told(chunk.payload)
    named = ": ".join([str(payload.get("ticket") or chunk.doc_id), *chunk.heading_path[:1]])
    again = payload.get("duplicates") or ()
    also = (
        f" (also {', '.join(again[:DUPLICATES])}{' …' if len(again) > DUPLICATES else ''})" if again else ""
    )
    trail = [chunk.path.replace("-", " ")] if payload.get("problems", 1) > 1 or "ticket" in payload else []
    return " > ".join([named + also, *trail])


_UnitKey = tuple[str, str, str]


def _unit_key(chunk: Chunk) -> _UnitKey:
    return chunk.collection, chunk.doc_id, chunk.path


class _Budget:
    """What has been taken so far, and the tokens it uses."""

    def __init__(self, budget: int, embedder: Embedder) -> None:
        self.budget, self.embedder = budget, embedder
        self.taken: list[Hit] = []
        self.ids: set[str] = set()
        self.used = 0
        self._shown: set[tuple[str, str]] = set()
        self._in_part: dict[_UnitKey, Hit] = {}

    @property
    def left(self) -> int:
        """Tokens that are free, without those kept for the digests of what came in part."""
        return self.budget - self.used - DIGEST_TOKENS * len(self._in_part)

    def take(self, hit: Hit, most: int | None = None) -> bool:
        """Adds a hit where its text fits into what is left (and into `most`)."""
        hit.text, hit.tokens, shown = reading_text(hit.chunk, self.embedder, self._shown)
        if hit.tokens > min(self.left, self.left if most is None else most):
            return False
        self.used += hit.tokens
        self._shown |= shown
        self.ids.add(hit.chunk.id)
        self.taken.append(hit)
        unit = _unit_key(hit.chunk)
        in_part = hit.partial or hit.chunk.part[1] > 1
        if in_part and len(self._in_part) < DIGESTS and self.left >= DIGEST_TOKENS:
            self._in_part.setdefault(unit, hit)
        return True

    def add_digests(self, unit_of: Callable[[Chunk], list[Chunk]]) -> None:
        """What the units left out, on the first hit of each; `unit_of` gives all parts of a hit's unit."""
        for unit, first in self._in_part.items():
            shown = [
                (hit.chunk.char_start, hit.chunk.char_end)
                for hit in self.taken
                if _unit_key(hit.chunk) == unit
            ]
            first.digest = digest(unit_of(first.chunk), shown, DIGEST_TOKENS, self.embedder)
            if first.digest:
                tokens = self.embedder.count([first.digest])[0]
                first.tokens += tokens
                self.used += tokens
        self._in_part.clear()


def pack(
    ranking: Sequence[Hit],
    budget: int,
    embedder: Embedder,
    query: Query,
    along: Callable[[Chunk, int], list[Chunk]] = lambda chunk, place: [],
    unit_of: Callable[[Chunk], list[Chunk]] = lambda chunk: [chunk],
) -> tuple[list[Hit], int]:
    """The hits that fit, strongest first, and the tokens they use. A unit larger than what is left comes
    as its matching sentences, marked partial; where none of them fit either it is skipped. Behind each of
    the strongest hits comes what it leads to (`along`, given the hit's place in the ranking), as far as
    `HOP_SHARE` of the budget goes. The strongest units that come in part say how the rest begins
    (`unit_of` gives all parts of a hit's unit)."""
    taken = _Budget(budget, embedder)
    weights: dict[str, float] | None = None
    hop_room = int(HOP_SHARE * budget) if budget >= HOP_BUDGET else 0
    for place, ranked in enumerate(ranking):
        if taken.left < LEAST:
            break
        if ranked.chunk.id in taken.ids:
            continue
        hit = replace(ranked)
        if not taken.take(hit):
            if taken.left < LEAST_EXCERPT:
                continue
            if weights is None:
                bodies = [other.chunk.body for other in ranking]
                weights = term_weights(query.text, query.wording, query.wording_weight, bodies)
            part = excerpt(hit.chunk, weights, taken.left, embedder)
            if part is None or not taken.take(replace(hit, chunk=part, partial=True)):
                continue
        if place < HOP_FROM and hop_room > 0:
            for chunk in along(hit.chunk, place):
                hop = Hit(chunk, hit.score, citation(chunk), via=hit.citation)
                if chunk.id not in taken.ids and taken.take(hop, min(hop_room, HOP_TOKENS)):
                    hop_room -= hop.tokens
    taken.add_digests(unit_of)
    _mark_partial(taken.taken, embedder)
    return taken.taken, taken.used


def reading_text(
    chunk: Chunk, embedder: Embedder, shown: set[tuple[str, str]]
) -> tuple[str, int, set[tuple[str, str]]]:
    """What is given to the reader for one hit, its tokens, and the lines of context it shows. A line of the
    context that the reader has seen for the same document (title and parties; the headings of a section)
    is not given again."""
    if chunk.family == TICKET:
        text = with_fix(chunk.text, chunk, embedder)
        return text, chunk.tokens if text == chunk.text else embedder.count([text])[0], set()
    context = chunk.parent_context
    if not context or not chunk.text.startswith(context + "\n"):
        return chunk.text, chunk.tokens, set()
    key = doc_key(chunk.collection, chunk.doc_id)
    lines = {(key, line): line for line in context.split("\n")}
    new = [line for place, line in lines.items() if place not in shown]
    if len(new) == len(lines):
        return chunk.text, chunk.tokens, set(lines)
    text = "\n".join([*new, chunk.text[len(context) + 1 :]])
    return text, embedder.count([text])[0], set(lines)


def _mark_partial(hits: list[Hit], embedder: Embedder) -> None:
    have: dict[_UnitKey, set[int]] = {}
    for hit in hits:
        have.setdefault(_unit_key(hit.chunk), set()).add(hit.chunk.part[0])
    for hit in hits:
        parts_missing = len(have[_unit_key(hit.chunk)]) < hit.chunk.part[1]
        hit.partial = hit.partial or parts_missing or fix_in_part(hit.chunk, embedder)
