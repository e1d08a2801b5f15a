"""Short names that contracts give their parties: (“Supplier”), (the Client), hereinafter called "Acme"."""

from __future__ import annotations

import re

from assets.contracts.front_matter_names import name_at
from assets.contracts.front_matter_places import is_place

_QUOTED = re.compile(r"[\"“”„«‘']+\s?((?:the |The |THE )?[^\"“”„«»]{1,60}?)\s?,?[\"“”»’']+")
_GROUP = re.compile(
    r"\b(?:collectively|individually|together(?=,| with(?! its successors))|jointly|each(?: of| a|,)"
    r"|both|either|the parties)\b",
    re.I,
)
_CALLED = re.compile(
    r"(?:hereinafter|hereafter|herein|ci-après|nachfolgend|im folgenden|en adelante|in appresso|hierna"
    r"|referred to as)"
    r"(?:[\s,]+(?:also|sometimes|collectively|referred to|called|known|as|dénommée?|genannt"
    r"|denominad[ao]))*[ \n,:]+",
    re.I,
)
_BARE = re.compile(r"\((?:hereinafter |the |hereinafter the )?([A-Z][\w&-]*(?: [A-Z][\w&-]*){0,2})\)")
_UNCLOSED = re.compile(r"[\"“]([A-Z][\w ]{1,30})\)$")
_NO_ALIAS = re.compile(
    r"part(?:y|ies)|we|us|our|ours|you|your|i|me|it|its|(?:this )?agreement|effective date"
    r"|execution date|pty|usa",
    re.I,
)


def short_names(bracket: str) -> list[str]:
    """The short names that a bracket behind a name gives: '(“Supplier” or “Acme”)', '(the Client)',
    '(hereinafter ACME)'. Names for several parties together are none."""
    group = _GROUP.search(bracket)
    quoted = [match for match in _QUOTED.finditer(bracket) if not group or match.start() < group.start()]
    found = [match[1] for match in quoted]
    if not found and not group and (unclosed := _UNCLOSED.search(bracket)):
        found = [unclosed[1]]
    if not found and not group:
        bare = _BARE.fullmatch(bracket)
        if bare and not is_place(bare[1]):
            found = [bare[1]]
        elif called := _CALLED.search(bracket):
            name = name_at(bracket, called.end(), len(bracket))
            found = [name.text] if name else []
    names = [re.sub(r"^the ", "", alias.strip(" ,.;"), flags=re.I) for alias in found]
    return list(dict.fromkeys(n for n in names if 1 < len(n) <= 50 and not _NO_ALIAS.fullmatch(n)))
