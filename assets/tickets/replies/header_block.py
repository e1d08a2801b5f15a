"""The header of a quoted mail as Outlook writes it: From, Sent, To, Subject, in many languages."""

from __future__ import annotations

import re

from assets.tickets.replies.lines import Lines
from assets.tickets.replies.words import ADDRESS, DATE, FIELDS

_INNER = re.compile(r"(?:^|\s)\**([^\W\d][^\W\d]*(?: [^\W\d]+)?)\s?[:：]")
_TIME = re.compile(r"\d{1,2}\s?[:h時时點点시]\s?\d\d|\b\d{1,2}\.\d\d(?![.\d])|[上下]午|오[전후]")
_TECHNICAL = re.compile(
    r"^(?:Received|Return-Path|Delivered-To|DKIM-Signature|Authentication-Results|ARC-[\w-]+|MIME-Version|"
    r"Content-[\w-]+|User-Agent|Host|Accept(?:-\w+)?|X-[\w-]+|List-[\w-]+|Received-SPF|DomainKey-\w+|"
    r"Message-ID|References):|^From [0-9a-f]{40} ",
    re.IGNORECASE,
)
"""What a mail's source shows and no mail program quotes."""
_EDGE = " *_>|•\t\u00a0\"'"


def field(bare: str) -> tuple[str, str] | None:
    """(role, value) of a header line; role as in words.FIELDS."""
    for colon in (":", "："):
        name, found, _ = bare[:40].partition(colon)
        if found:
            name_bare = name.strip(_EDGE).replace("\u00a0", " ")
            role = FIELDS.get(name_bare.lower())
            # Mail programs begin it with a capital, or set it the French way, and end no line as code does.
            capital = not name_bare[:1].islower() or (name[-1] in " \u00a0" and found == ":")
            if role and capital and bare[-1] not in ",{[":
                return role, bare[len(name) + 1 :].strip(_EDGE)
    return None


def header_block(lines: Lines, index: int) -> tuple[int, int, bool | None] | None:
    """(first line, line after, sure) of a header that begins at this line; sure None where the fields are no
    header but what the message is about. Two fields need a sender's address or a time; three an address, a
    time or a subject."""
    if index >= len(lines) or lines.reason[index] is not None:
        return None
    first = field(lines.bare[index])
    if first is None or first[0] in {"cc", "other"}:
        return None
    roles, end = _fields(lines, index, first)
    while end < len(lines) and lines.bare[end] and end - index < 30 and _address_only(lines.bare[end]):
        end += 1  # the addresses of a field that runs over
    said = len(roles.keys() - {"other"})
    if said < 2:
        return None
    if _shown(lines, index, end):
        return index, end, None
    return _told(lines, index, end, roles) if said == 2 else _of_three(index, end, roles)


def _fields(lines: Lines, index: int, first: tuple[str, str]) -> tuple[dict[str, str], int]:
    """The fields from this line on, of which this is the first, and the line after the last."""
    roles = dict([first])
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
    return roles, end


def _of_three(index: int, end: int, roles: dict[str, str]) -> tuple[int, int, bool | None] | None:
    sender, sent = roles.get("from", ""), roles.get("sent", "")
    address = ADDRESS.search(sender) is not None
    if "from" not in roles and "sent" not in roles:
        return None
    if sender[:1].isdigit() and not address:
        return index, end, None  # from eight to four
    reached = any(ADDRESS.search(roles.get(role, "")) for role in ("from", "to", "cc"))
    if not reached and "subject" not in roles and not _TIME.search(sent):
        return index, end, None  # from here to there on that day
    sure = address or len(roles.keys() - {"other"}) >= 4 or DATE.search(sent) is not None
    return index, end, sure


def _told(lines: Lines, index: int, end: int, roles: dict[str, str]) -> tuple[int, int, bool | None] | None:
    """A header of two fields stands alone; with more of the same right below, it is something else."""
    address = ADDRESS.search(roles.get("from", "")) is not None
    dated = _TIME.search(roles.get("sent", "")) is not None
    if "from" not in roles or not (address or dated) or roles.keys().isdisjoint({"sent", "subject"}):
        return None
    if end >= len(lines) or not lines.bare[end]:
        return index, end, True
    return (index, end, None) if end == index + 2 else None


def _shown(lines: Lines, start: int, end: int) -> bool:
    """Whether the fields are what the message is about: a mail's source, or announced and set in."""
    around = range(max(0, start - 1), min(len(lines), end + 1))
    if any(_TECHNICAL.match(lines.bare[i]) for i in around):
        return True
    above = start - 1
    while above > 0 and not lines.bare[above]:
        above -= 1
    announced = above >= 0 and lines.reason[above] is None and lines.bare[above].endswith((":", "："))
    set_in = lines.full[start].startswith(("    ", "\t"))
    return announced and set_in and not lines.full[above].startswith(("    ", "\t"))


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
