"""Who the parties are, from whatever place of a contract says so."""

from __future__ import annotations

from assets.contracts.front_matter_party import Party, merge, same
from assets.contracts.front_matter_party_list import OPENING, parties_paragraph
from assets.contracts.front_matter_party_pages import (
    cover_page,
    introduced,
    labelled,
    signature_block,
    standing,
)
from assets.documents.reading.model import ParsedDocument

SURE_LIST = 1.5
"""A list of parties for which less speaks gives way to a cover page and to companies introduced."""
WEAK = 0.6
"""A name without legal form, short name or description is no party where nothing else says so."""


def all_parties(doc: ParsedDocument, flat: str) -> list[Party]:
    """The parties, surest source first; none where the text names none. `flat` is the text as paragraphs."""
    opening = [line for line in doc.lines if line.start < OPENING]
    listed, score = parties_paragraph(flat)
    cover = cover_page(doc, opening[:120])
    if len(listed) < 2 or score < SURE_LIST:
        others = merge(cover, labelled(doc, opening[:80]))
        letter = introduced(flat)
        if len(others) > 1:
            listed = others
        else:
            told = listed if any(party.confidence > WEAK for party in listed) else []
            if score >= SURE_LIST:
                listed = merge(told, others)
            elif len(letter) > 1:
                listed = merge(others, letter)
            else:
                listed = merge(told, others, letter if len(told) < 2 else [])
    else:
        letter = [] if all(party.short for party in listed) else introduced(flat)
        listed = merge(listed, [p for p in [*cover, *letter] if any(same(p, q) for q in listed)])
    if len(listed) < 2:
        listed = merge(listed, signature_block(doc, doc.lines))
    if len(listed) < 2:
        listed = merge(listed, standing(doc, opening[:40]))
    return listed
