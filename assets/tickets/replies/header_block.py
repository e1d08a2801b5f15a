"""The header of a quoted mail as Outlook writes it: From, Sent, To, Subject, in many languages."""

from __future__ import annotations

import re

from assets.tickets.replies.lines import Lines
from assets.tickets.replies.words import ADDRESS, DATE, FIELDS

_INNER = re.compile(r"(?:^|\s)\**([^\W\d][^\W\d]*(?: [^\W\d]+)?)\s?[:：]")
_EDGE = " *_>|•\t\u00a0\"'"


def field(bare: str) -> tuple[str, str] | None:
    """(role, value) of a header line; role as in words.FIELDS."""
    for colon in (":", "："):
        name, found, _ = bare[:40].partition(colon)
        if found:
            name_bare = name.strip(_EDGE).replace("\u00a0", " ")
            role = FIELDS.get(name_bare.lower())
            # Mail programs begin it with a capital and end no line as code does.
            if role and not name_bare[0].islower() and bare[-1] not in ",{[":
                return role, bare[len(name) + 1 :].strip(_EDGE)
    return None


def header_block(lines: Lines, index: int) -> tuple[int, int, bool] | None:
    """(first line, line after, sure) of a header that begins at this line. Two fields need a sender's address
    or a date that reads as one; three are a header whatever they hold."""
    if index >= len(lines) or lines.reason[index] is not None:
        return None
    first = field(lines.bare[index])
    if first is None or first[0] in {"cc", "other"}:
        return None
    roles = {first[0]: first[1]}
    roles.update(_same_line(first[1]))
    end, strays, at = index + 1, 0, index + 1
    while at < len(lines) and at < index + 30 and strays < 4:
        bare = lines.bare[at]
        found = field(bare) if bare else None
        if found and found[0] not in {first[0]} - {"cc", "to"}:
            roles.setdefault(*found)
            for role, value in _same_line(found[1]).items():
                roles.setdefault(role, value)
            end, strays = at + 1, 0
        elif found and found[0] == first[0]:
            break  # the header of another mail
        elif bare or strays:
            strays += 1 if bare or at > end + 1 else 0
            if bare and at > end and not lines.bare[at - 1]:
                break  # a paragraph of its own: the header is over
        at += 1
    while end < len(lines) and lines.bare[end] and end - index < 30 and _address_only(lines.bare[end]):
        end += 1  # the addresses of a field that runs over
    said = len(roles.keys() - {"other"})
    told = bool(ADDRESS.search(roles.get("from", ""))) or bool(DATE.search(roles.get("sent", "")))
    if said >= 3 and ("from" in roles or "sent" in roles):
        return index, end, told or said >= 4
    if said == 2 and "from" in roles and told and ("sent" in roles or "subject" in roles):
        return index, end, True
    return None


def _same_line(value: str) -> dict[str, str]:
    """Further fields that stand on the line of the first, as flattened markup leaves them."""
    found: dict[str, str] = {}
    if ":" not in value:
        return found
    for match in _INNER.finditer(value[:2000]):
        for name in (match[1], match[1].rpartition(" ")[2]):
            role = FIELDS.get(name.lower())
            if role and len(name) > 1:
                found.setdefault(role, value[match.end() : match.end() + 60])
                break
    return found


def _address_only(bare: str) -> bool:
    return bool(ADDRESS.search(bare)) and len(ADDRESS.sub("", bare).strip(" <>;,[]()'\"")) < 40
