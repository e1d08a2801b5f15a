"""Headers of quoted mails that the library mail-parser-reply knows and the rules here passed over."""

from __future__ import annotations

import re
from functools import cache

from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage

from assets.tickets.replies.lines import Lines
from assets.tickets.replies.words import ADDRESS, CODE, DATE

_AROUND = 600
"""Characters looked at after a hint; the library's patterns take quadratic time on long texts."""
_LONGEST_LINE = 300
_HINT = re.compile(
    r"(?:@|\d\d).{0,40}[:：][ \t]*$|^[* ]{0,3}(?![a-z])\w{1,12}:.*\n[* ]{0,3}(?![a-z])\w{1,12}:", re.M
)


@cache
def _pattern() -> re.Pattern[str]:
    languages = [language for language in MAIL_LANGUAGES if language != "david"]
    header = EmailMessage(text="", languages=languages).HEADER_REGEX
    assert isinstance(header, re.Pattern)
    return header


def cut_known(lines: Lines, code: set[int]) -> None:
    """Cut from the first header that the library finds to the end, where something stands above it. The
    header must name a date or an address: the library takes two lines 'Data:' of a program for one."""
    own = "\n".join(
        bare if lines.reason[i] is None and i not in code and len(bare) <= _LONGEST_LINE else ""
        for i, bare in enumerate(lines.bare)
    )
    hint = _HINT.search(own)
    if hint is None:
        return
    match = _pattern().search(own, max(0, own.rfind("\n", 0, hint.start()) + 1), hint.end() + _AROUND)
    if match is None:
        return
    said = match.group().strip()
    if said[:1].islower() or not (ADDRESS.search(said) or DATE.search(said)) or CODE.search(said):
        return
    at = own.count("\n", 0, match.start() + match.group().find(said))
    if lines.first_own() < at:
        lines.cut(at, len(lines), "quote", sure=False)
