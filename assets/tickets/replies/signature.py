"""Signatures: below '-- ', a name under a closing phrase, a block of telephone numbers and addresses."""

from __future__ import annotations

import re

from assets.tickets.replies.closings import closing
from assets.tickets.replies.footers import mobile, rule
from assets.tickets.replies.lines import Lines

_DELIMITER = re.compile(r"^(?:--|- --|—|––|__|-- ?-+|[-_=*~#–—―─━═]{3,})$")
_UNDERLINE = re.compile(r"^[-=~]{3,}$")
_IMAGE = re.compile(r"^(?:\[[^\]]{1,120}\](?:\s?<[^<>]{1,200}>)?\s*)+$|^<https?://[^<>\s]{1,200}>$")
_SEGMENT = re.compile(r"\s[|•·–/-]\s|\s?[|•·]\s?|, ")
_NAME = re.compile(r"^[*_]*[^\W\d_a-zß-ÿ][^\W\d_]*\.?(?:[ '’-][^\W\d_]+\.?){0,4}[,*_ 🙂😊]*$")
_PERSON = re.compile(
    r"^[^\W\d_a-zß-ÿ][\w.'’-]*"
    r"(?: (?:de|da|del|della|di|van|von|der|den|la|le|du|bin|al|[^\W\d_a-zß-ÿ][\w.'’-]*)){1,4}$"
)
"""First name and family name, no sentence."""
_DASHED_NAME = re.compile(r"^(?:[-–~/]|~ |//|--|—|- ?-)[^\W\d_a-z][^\W\d_]*\.?(?: [^\W\d_]+\.?){0,2}$")
_PHONE = re.compile(
    r"(?:\+|\(|\b)\d[\d\s().\-/]{6,40}\d|^(?:t|m|f|p|tel|fon|phone|mob|mobil|mobile|fax|telefon|tél|cell|"
    r"direct)\b\.?\s?[:.+\d(]",
    re.I,
)
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,200}\.[\w.]")
_URL = re.compile(
    r"\b(?:https?://|www\.)\S+|\bskype\s?:|linkedin\.com|twitter\.com|facebook\.com|📧|📱|☎|📞", re.I
)
_TITLE = re.compile(
    r"\b(?:manager|engineer|director|officer|head of|support|sales|service|desk|hotline|admin(?:istrator)?|"
    r"assistant|assistenz|consultant|developer|analyst|president|founder|ceo|cto|cfo|department|abteilung|"
    r"team|technician|technik(?:er)?|specialist|coordinator|supervisor|purchasing|einkauf|vertrieb|leiter(?:in)?|"
    r"responsable|ingénieur|gerente|analista|técnico|responsabile|ingegnere|tecnico|kierownik|specjalista|"
    r"dyrektor|инженер|менеджер|директор|начальник|ltd|limited|gmbh|kg|inc|llc|corp|corporation|company|"
    r"group|university|institute|ag|sarl|sas|s\.?a\.?r?\.?l?|s\.?p\.?a|srl|b\.?v|n\.?v|a/s|aps|oy|ab|sp\. z|"
    r"s\.?r\.?o|kft)\b|株式会社|有限公司|주식회사|\(주\)|ооо|課|部$",
    re.I,
)
_LONGEST = 75
_LINES = 16
_BELOW = 40
"""Lines of its end in which a message is looked through for a drawn line over a signature."""


def cut_signature(lines: Lines, start: int, end: int, code: set[int]) -> None:
    """Cut the signature that ends the writer's lines start to end; one that is everything stays."""
    own = [i for i in range(start, end) if lines.own(i)]
    if not own:
        return
    if lines.first_own() < start:
        # A stretch below a quote may be a signature from its first line on.
        own.insert(0, lines.first_own())
    for find in (_delimited, _closed, _dashed, _contact, _named, _over_mobile):
        at = find(lines, own, end)
        if at is not None and at > own[0] and at not in code:
            lines.cut(at, end, "signature", sure=_sure(lines, own, at, find is _delimited))
            own = [i for i in own if i < at]


def _sure(lines: Lines, own: list[int], at: int, delimited: bool) -> bool:
    """Whether a signature leaves no doubt: below '-- ', or closed, signed and with telephone and address."""
    if delimited:
        return lines.full[at].rstrip("\r\n") == "-- "
    below = [lines.bare[i] for i in own if i >= at]
    return closing(below[0]) is not None and sum(_evidence(line) for line in below) >= 2


def _delimited(lines: Lines, own: list[int], end: int) -> int | None:
    """Below '-- ' (RFC 3676, 4.3) or a drawn line, where nothing but short lines follow."""
    for at in reversed(own[1:][-_BELOW:]):
        bare = lines.bare[at]
        if not _DELIMITER.match(bare):
            continue
        below = [lines.bare[i] for i in own[-_BELOW:] if i > at]
        exact = lines.full[at].rstrip("\r\n") == "-- "
        if below and _reads_on(below, exact):
            continue
        if bare in ("--", "- --"):
            if len(below) <= 30:
                return at
            continue
        above = lines.bare[at - 1]
        if _UNDERLINE.match(bare) and above and abs(len(above) - len(bare)) <= 3:
            continue  # a heading, underlined
        steps = any(line[:1].isdigit() or line[:1] in "-*•" for line in below)
        few = len(below) <= 2 and all(len(line) <= 60 for line in below)
        if _short(below) and not steps and (few or any(_evidence(line) for line in below)):
            return at
    return None


def _reads_on(bares: list[str], delimited: bool) -> bool:
    """Whether what stands below a drawn line is the message that goes on, or code."""
    if any(line.endswith((";", "{", "}")) or line.startswith(("#", "> ", "$ ")) for line in bares):
        return True
    if (
        _PERSON.match(bares[0].strip("*_ ,."))
        or len(bares[0].split()) == 1
        or any(_evidence(line) or mobile(line) for line in bares)
    ):
        return bares[-1].endswith(("?", "？")) and not _evidence(bares[-1])
    words = bares[0].split()
    if bares[-1].endswith(("?", "？")) or (len(words) > 3 and bares[0][0].islower() and not delimited):
        return True
    return not delimited and any(
        len(line.split()) > 1 and line.endswith((".", "!", ":", "。", "！")) and not _TITLE.search(line)
        for line in bares
    )


def _closed(lines: Lines, own: list[int], end: int) -> int | None:
    """At a closing phrase, where only names and the like follow."""
    for at in own[-_LINES:]:
        bare = lines.bare[at]
        if len(bare) > 80 or at == own[0]:
            continue
        found = closing(bare)
        if found is None:
            continue
        rest, thanks = found[0].strip(" ,.:;!?*_/()-–—~|<>\t"), found[1]
        words = rest.split()
        if bare.endswith("?") or len(words) > 6 or any(word[0].isdigit() for word in words):
            continue
        below = [lines.bare[i] for i in own if i > at]
        named = bool(words) and len(words) <= 2 and rest[0].isupper()
        if thanks and not below and not named:
            continue
        if words and not _follows(words):
            continue
        if not below or (_short(below) and _names(below, len(below))):
            return at
    return None


def _follows(words: list[str]) -> bool:
    """Whether a closing phrase may be followed by these on its line: a name, hardly more."""
    if words[0][0].islower() and words[0].isascii():
        return False
    if len(words) <= 3:
        return True
    return all(word[0].isupper() or not word[0].isalpha() for word in words)


def _dashed(lines: Lines, own: list[int], end: int) -> int | None:
    """'-Ana Ruiz' as the last line, where it is no item of a list."""
    at = own[-1]
    if len(own) < 2 or not _DASHED_NAME.match(lines.bare[at]):
        return None
    above = lines.bare[own[-2]]
    return at if above[:1] not in "-–—*•" and not above.endswith(":") and not lines.bare[at - 1] else None


def _contact(lines: Lines, own: list[int], end: int) -> int | None:
    """The last paragraph, where a name stands over at least two of telephone, address and link."""
    at = _paragraph(lines, own)
    block = [lines.bare[i] for i in own if i >= at and not _IMAGE.match(lines.bare[i])]
    if not block or len(block) > _LINES or not _short(block) or not _name(block[0]) or _asked(lines, own, at):
        return None
    kinds = sum(any(rx.search(line) for line in block) for rx in (_PHONE, _MAIL, _URL))
    titled = any(_TITLE.search(line) for line in block[:3])
    if len(block) < 3:
        parts = sum(len(_SEGMENT.split(line)) for line in block)
        return at if parts >= 3 and kinds and titled else None
    return at if kinds >= 2 or (kinds == 1 and titled) else None


def _paragraph(lines: Lines, own: list[int]) -> int:
    """First line of the last paragraph of the writer's own, or where it is longer than any signature."""
    number = len(own) - 1
    while number > 0 and own[number - 1] == own[number] - 1 and len(own) - number <= _BELOW:
        number -= 1
    return own[number]


def _asked(lines: Lines, own: list[int], at: int) -> bool:
    """Whether a block of names and numbers is what the message is about: announced, or one of several."""
    above = [i for i in own if i < at]
    if not above:
        return True
    before = lines.bare[above[-1]]
    return before.endswith((":", "：")) or (_evidence(before) and len(before) <= _LONGEST)


def _named(lines: Lines, own: list[int], end: int) -> int | None:
    """A name, perhaps with a title, in a paragraph of its own over a signature or a mobile footer."""
    at = _paragraph(lines, own)
    below = own[-1] + 1
    while below < len(lines) and not lines.bare[below]:
        below += 1
    if below >= len(lines) or lines.reason[below] not in ("signature", "mobile_footer") or at == own[0]:
        return None
    block = [lines.bare[i] for i in own if i >= at]
    name = block[0].strip("*_ ,")
    if len(block) > 3 or not (name[:1].isupper() and _PERSON.match(name)) or _asked(lines, own, at):
        return None
    return at if len(block) == 1 or _TITLE.search(" ".join(block[1:])) else None


def _over_mobile(lines: Lines, own: list[int], end: int) -> int | None:
    """A name right above a mobile footer."""
    at = own[-1]
    below = at + 1
    if below < len(lines) and lines.reason[below] == "mobile_footer" and len(own) > 1:
        alone = not lines.bare[at - 1]
        return at if alone and _NAME.match(lines.bare[at]) and len(lines.bare[at].split()) <= 3 else None
    return None


def _name(line: str) -> bool:
    """Whether the line begins with a name, alone or before a title."""
    return _NAME.match(_SEGMENT.split(line.strip("*_ "), 1)[0].strip("*_ ")) is not None


def _short(bares: list[str]) -> bool:
    return len(bares) <= _LINES and all(len(line) <= _LONGEST or _evidence(line) for line in bares)


def _evidence(line: str) -> bool:
    return bool(_PHONE.search(line) or _MAIL.search(line) or _URL.search(line))


def _names(bares: list[str], count: int) -> bool:
    """Whether lines below a closing phrase are a name, a title, an address: no sentence of the message."""
    if any(line.endswith("?") or line.startswith(("- ", "* ", "• ", "PS", "P.S")) for line in bares):
        return False
    sentences = sum(
        len(line.split()) > 6 and line.endswith((".", "!", ":")) and not _evidence(line) for line in bares
    )
    if sentences:
        return False
    first = bares[0].strip(" *_-–—/~")
    named = len(first.split()) <= 5 and len(first) <= 45
    return named and (
        count <= 4 or any(_evidence(line) or _TITLE.search(line) for line in bares) or rule(bares[1])
    )
