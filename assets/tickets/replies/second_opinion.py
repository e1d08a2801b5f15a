"""Headers of quoted mails that the library mail-parser-reply knows and the rules here passed over."""

from __future__ import annotations

import re
from functools import cache

from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage

from assets.tickets.replies.lines import Lines

_LONGEST = 20_000
"""Characters; the library's patterns take quadratic time on long lines."""
_LONGEST_LINE = 300
_HINT = re.compile(r"(?m)(?:@|\d).{0,40}[:：][ \t]*$|^[* ]{0,3}\w{1,12}:.*\n[* ]{0,3}\w{1,12}:")


@cache
def _pattern() -> re.Pattern[str]:
    languages = [language for language in MAIL_LANGUAGES if language != "david"]
    header = EmailMessage(text="", languages=languages).HEADER_REGEX
    assert isinstance(header, re.Pattern)
    return header


def cut_known(lines: Lines) -> None:
    """Cut from the first header that the library finds to the end, where something stands above it."""
    own = "".join((lines.bare[i] if lines.reason[i] is None else "") + "\n" for i in range(len(lines)))
    if len(own) > _LONGEST or not _HINT.search(own) or any(len(bare) > _LONGEST_LINE for bare in lines.bare):
        return
    match = _pattern().search(own)
    if match is None:
        return
    at = own.count("\n", 0, match.start() + len(match.group()) - len(match.group().lstrip()))
    if lines.first_own() < at:
        lines.cut(at, len(lines), "quote", sure=False)
