"""What a search weighs, so that each weight can be measured alone."""

from __future__ import annotations

from dataclasses import dataclass

HEADING_BOOST = 0.7
"""Weight of words in the trail of headings beside the body's. Full recall: 0.5 gives +0.003, 2.0 -0.009."""
VECTOR_WEIGHT = 0.2
"""Share of the vector score beside BM25's. Measured full recall on the contract questions: 0 and 0.15 the
same, 0.5 less by 0.015, 1 by 0.03; prose questions need some of it."""
REFERENCE_BOOST = 10.0
TOPIC_WEIGHT = 0.4
"""Beside the two searches' scores of at most 1. Full recall on the contract questions: 0 gives 0.866,
0.3 to 0.5 0.873 to 0.875; hit at 1 0.71 and 0.735."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The weights of a search; the defaults are what docgrain searches with."""

    heading_boost: float = HEADING_BOOST
    context_boost: float = 0.0
    """Weight of words in the other lines in front of the body: title, parties."""
    vector_weight: float = VECTOR_WEIGHT
    reference_boost: float = REFERENCE_BOOST
    """Weight of a clause number in the question that is a unit's own."""
    definition_factor: float = 1.0
    """Factor on the scores of definitions."""
    topic_weight: float = TOPIC_WEIGHT
    """Weight of a clause's being about a topic that the question asks for."""
    ticket_subject: float = 0.5
    """Of tickets, beside 1 for the question's words in the whole thread: its subject line's words there."""
    ticket_title: float = 0.4
    """Its subject line's words in the ticket's subject."""
    ticket_statement: float = 0.2
    """The question's words in subject and statement. Of 526 questions 0 finds 0.527 at the first place and
    0.793 at the first ten, 0.15 0.534 and 0.797, 0.3 0.538 and 0.789."""
    ticket_exact: float = 0.2
    """Codes, exceptions, versions, products and components that it names whole."""
    ticket_code: float = 1.0
    """Error codes and exceptions in a short question, versions in a bare one: they are what is asked for."""
    ticket_vector: float = 0.3
    """Nearness of its subject line to the embedded text."""
    ticket_named: float = 0.3
    """A ticket's id that a longer question mentions; one that a short question names comes first."""
    second_hop: bool = True
    """Whether a strong hit brings along what it cites, the terms it uses and its neighbours."""


DEFAULTS = SearchSettings()
