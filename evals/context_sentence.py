"""One sentence on where a chunk stands, taken from what is known of it: no language model is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from resources.record import Chunk
from resources.search.topics import topics

PARTIES = 2
HEADINGS = 2
TOPIC = 3
"""Phrases of a topic's usual wording that a clause must hold to be about it: two stand together by chance."""
_DUTY = re.compile(
    r"\b(?:(?:[A-Z][\w’'&-]*\s+){0,3}?[A-Z][\w’'&-]*|(?:n?either|each) party|the parties)\s+"
    r"(?:(?:shall|will|must|may|agrees?)(?:\s+not)?(?:\s+to)?\s+(?:\w+\s+){1,6}\w+)"
)


def extract(chunks: Sequence[Chunk]) -> list[str]:
    """A sentence a chunk: kind of document, parties, section, what the clause is about by the vocabulary of
    clause topics, and its first duty or right."""
    return [_sentence(chunk) for chunk in chunks]


def _sentence(chunk: Chunk) -> str:
    kind = chunk.doc_type or "document"
    between = f" between {' and '.join(chunk.counterparty[:PARTIES])}" if len(chunk.counterparty) > 1 else ""
    under = f", under {' > '.join(chunk.heading_path[-HEADINGS:])}" if chunk.heading_path else ""
    about = _topics(f"{' '.join(chunk.heading_path)} {chunk.body}".casefold())
    said = f", about {' and '.join(about)}" if about else ""
    duty = _DUTY.search(chunk.body)
    does = f": {' '.join(duty[0].split())}" if duty else ""
    return f"From a {kind}{between}{under}{said}{does}."


def _topics(text: str) -> list[str]:
    """The two topics of whose wording most stands in a text."""
    held = [(sum(phrase in text for phrase in topic.wording), topic.name) for topic in topics()]
    return [name for count, name in sorted(held, key=lambda each: -each[0])[:2] if count >= TOPIC]
