"""Parties named outside a sentence: covers, labelled lines, letters, letterheads, the signature block."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assets.contracts.front_matter_names import Name, also_at, name_at
from assets.contracts.front_matter_party import Party, key
from assets.contracts.front_matter_party_list import BELONGS, DESCRIBED, NUMBERED, OUTSIDE, Slot, describe
from assets.documents.reading.model import Line, ParsedDocument

LETTER = 3_000
"""Where no sentence names parties, short names given this early are the parties' own."""

_ROLES = (
    r"(?:the )?(?:customer|company|client|supplier|provider|vendor|buyer|seller|purchaser|licensor"
    r"|licensee|lessor|lessee"
    r"|landlord|tenant|sponsor|distributor|reseller|partner|contractor|subcontractor|consultant|owner"
    r"|employer|employee"
    r"|franchisee|franchisor|lender|borrower|service provider|party (?:[ab12]|one|two)|auftraggeber"
    r"|auftragnehmer|mieter|vermieter"
    r"|käufer|verkäufer|bailleur|preneur|fournisseur|arrendador|arrendatario)"
)
_LABEL = re.compile(rf"\s*(?P<label>{_ROLES}|to|from)(?: legal)?(?: name)?\s*[:|]\s*(?=\S)", re.I)
_ROLE_ALONE = re.compile(rf"\W*(?P<label>{_ROLES})\s*:?\W*", re.I)
_NAMED = re.compile(r"\s*(?:(?:full |legal |company )?name|company)\s*[:|]\s*(?=\S)", re.I)
_TO_FROM = frozenset({"To", "From"})


def labelled(doc: ParsedDocument, lines: Sequence[Line]) -> list[Party]:
    """Parties of lines such as 'Customer: Acme Ltd', 'To: Acme Bank, N.A.', or 'Name: Acme Ltd' below
    'CUSTOMER:'."""
    found = []
    above = ""
    for line in lines:
        text = doc.line_text(line)
        alone = _ROLE_ALONE.fullmatch(text)
        match = _LABEL.match(text)
        label = match["label"] if match else above
        match = match or (_NAMED.match(text) if above else None)
        above = alone["label"] if alone else ""
        if match is None:
            continue
        label = re.sub(r"^the ", "", label, flags=re.I).title()
        name = name_at(doc.text, line.start + match.end(), line.end)
        if name and (name.formed or label not in _TO_FROM) and name.words < 9:
            sure = 0.7 if name.formed else 0.55
            short = [] if label in _TO_FROM else [label]
            found.append(Party(name.text, name.start, name.end, sure, "labelled line", short))
    return found


_BETWEEN_LINE = re.compile(
    r"^\W*(?:(?:by and )?between(?: and among)?|by and among|among|entre|zwischen|tussen)\W*$"
    r"|\b(?:between|by and between)\W*$",
    re.I,
)
_AND_LINE = re.compile(r"^\W*(?:and|und|et|y|en)\W*$", re.I)


def cover_page(doc: ParsedDocument, lines: Sequence[Line]) -> list[Party]:
    """Parties of a cover page: names on lines of their own below 'BETWEEN' and 'AND'."""
    texts = [doc.line_text(line).strip() for line in lines]
    for index, text in enumerate(texts):
        if len(text) < 60 and _BETWEEN_LINE.search(text):
            found = list(_below(doc, lines, texts, index))
            if len(found) > 1:
                return found
    ands = [i for i, text in enumerate(texts[:60]) if _AND_LINE.match(text)]
    for index in ands:  # no 'between': a name above 'and', one below
        above = _cover_name(doc, lines[index - 1]) if index else None
        below = _cover_name(doc, lines[index + 1]) if index + 1 < len(lines) else None
        if above and below and above.confidence > 0.6 and below.confidence > 0.6:
            return [above, below]
    return []


def _below(doc: ParsedDocument, lines: Sequence[Line], texts: Sequence[str], between: int) -> Iterator[Party]:
    expected = True
    for index in range(between + 1, min(between + 40, len(lines))):
        if _AND_LINE.match(texts[index]):
            expected = True
        elif expected:
            party = _cover_name(doc, lines[index])
            if party is None:
                return
            expected = party.end < lines[index].end and doc.text[party.end : lines[index].end].strip() in (
                "and",
                "AND",
            )
            yield party
            listed = (
                texts[index].rstrip().endswith(",")
                and index + 1 < len(lines)
                and not _AND_LINE.match(texts[index + 1])
            )
            if listed and _formed(doc, lines[index + 1]):
                expected = True
        elif len(texts[index]) > 100:
            return


def _formed(doc: ParsedDocument, line: Line) -> bool:
    name = name_at(doc.text, line.start, line.end)
    return name is not None and name.formed


def _cover_name(doc: ParsedDocument, line: Line) -> Party | None:
    at = line.start
    text = doc.line_text(line)
    if numbered := NUMBERED.match(text):
        at += numbered.end()
    name = name_at(doc.text, at, line.end, join_and=True)
    if name is None:
        return None
    shown, end = name.text, name.end
    if also := also_at(doc.text, end, line.end):
        shown, end = f"{shown} {also[0]} {also[1].text}", also[1].end
    slot = Slot(name, shown, end)
    describe(doc.text[: line.end], end, slot)
    return Party(shown, name.start, end, 0.75 if name.formed else 0.6, "cover page", slot.short)


def introduced(flat: str, limit: int = LETTER) -> list[Party]:
    """Parties of an opening without 'between': companies described or given a short name, as letters,
    confirmations and contracts 'concluded by' have them."""
    found: list[Party] = []
    names = list(_formed_names(flat, 0, min(limit, len(flat))))
    after = 0
    for index, name in enumerate(names):
        outside = OUTSIDE.search(flat[max(0, name.start - 40) : name.start])
        until = names[index + 1].start if index + 1 < len(names) else len(flat)
        slot = Slot(name, name.text, name.end)
        position = describe(flat, name.end, slot)
        slot.described = DESCRIBED.match(flat, position) is not None
        if not slot.short:
            _described(flat, position, until, slot)
        listed = bool(found) and re.fullmatch(r"[ ,]*(?:and )?", flat[after : name.start]) is not None
        if outside and (not slot.short or BELONGS.search(outside[0])):
            continue
        if slot.short or slot.described or listed:
            after = position
            found.append(replace(slot.party("opening"), confidence=0.7 if slot.short else 0.6))
    return found


def _described(flat: str, at: int, until: int, slot: Slot) -> None:
    """Take the short names given within the next words: 'a Maryland corporation (the "Company")'."""
    for position in range(at, min(until, at + DESCRIPTION)):
        if flat[position] == "(":
            describe(flat, position, slot)
            return
        if flat[position] in ";\n" or flat.startswith(". ", position):
            return


DESCRIPTION = 250
"""Characters of a description before the short name."""
_NAME_START = re.compile(r"(?:(?<=[\s(“\"])|^)(?=[A-Z0-9][\w&.'’-]*[\s,(])|(?<=\s)(?=[a-z]-?[A-Z])")


def _formed_names(text: str, at: int, limit: int) -> Iterator[Name]:
    """Names with a legal form, in order."""
    position = at
    while position < limit:
        start = position if position == at else -1
        if start < 0 or not name_at(text, start, limit):
            following = _NAME_START.search(text, position, limit)
            if not following:
                return
            start = following.start()
        name = name_at(text, start, limit)
        if name and name.formed and name.words > 1:
            yield name
            position = name.end
        else:
            position = (name.end if name else start) + 1


def standing(doc: ParsedDocument, lines: Sequence[Line]) -> list[Party]:
    """Companies that stand on a line of their own on the first page: above a title, or addressed."""
    found = []
    for line in lines:
        if line.end - line.start < 90:
            name = name_at(doc.text, line.start, line.end)
            if name and name.formed and name.words > 1 and not doc.text[name.end : line.end].strip(" .,;:"):
                found.append(Party(name.text, name.start, name.end, 0.5, "first page"))
    return found


_SIGNS = re.compile(r"^\W*(?:by|per|/s/|signed|for and on behalf of|name|its)\b\s*[:/_]?", re.I)
_BEHALF = re.compile(r"(?:for and )?on behalf of:?\s*", re.I)
MOST_MARKS = 20
"""Places looked at that may be signature blocks: each schedule can have its own."""
SIGNATURES = 300
"""Lines that signatures take at most: a cable may have ninety owners."""
_WITNESS = re.compile(
    r"in witness whereof|in witness thereof|signature page|as witness|executed as|accepted and agreed"
    r"|agreed to and accepted|agreed and accepted",
    re.I,
)


def signature_block(doc: ParsedDocument, lines: Sequence[Line]) -> list[Party]:
    """Companies named above 'By:' lines behind 'IN WITNESS WHEREOF', and whoever signs 'for and on behalf
    of'; two columns of a page come as one line with both names."""
    marks = [i for i, line in enumerate(lines) if _WITNESS.search(doc.line_text(line))]
    found: dict[str, Party] = {}
    for mark in marks[:MOST_MARKS]:
        for index in range(mark, min(mark + SIGNATURES, len(lines))):
            text = doc.line_text(lines[index])
            behalf = _BEHALF.search(text)
            if behalf:
                names = _signed_for(doc, lines, index, behalf.end())
            elif _SIGNS.match(text) and index < mark + 40:
                names = [
                    n for i in range(max(mark, index - 3), index + 1) for n in _line_names(doc, lines[i])
                ]
            else:
                continue
            for name in names:
                party = Party(name.text, name.start, name.end, 0.6, "signature block")
                found.setdefault(key(name.text), party)
        if len(found) > 1:
            break
    return list(found.values())


def _signed_for(doc: ParsedDocument, lines: Sequence[Line], index: int, offset: int) -> list[Name]:
    """The name behind 'for and on behalf of', on its line or the next."""
    line = lines[index]
    name = name_at(doc.text, line.start + offset, line.end)
    if name is None and not doc.text[line.start + offset : line.end].strip() and index + 1 < len(lines):
        name = name_at(doc.text, lines[index + 1].start, lines[index + 1].end)
    return [name] if name else []


def _line_names(doc: ParsedDocument, line: Line) -> Iterator[Name]:
    return iter(()) if line.end - line.start > 160 else _formed_names(doc.text, line.start, line.end)
