"""A file of mails taken apart: one mail, or a mailbox of several."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LONGEST_MAIL = 64 * 1024 * 1024
"""Bytes of one mail with all that is attached."""
_LONGEST_SEPARATOR = 400
"""Bytes of a line that opens a mail: an address and a date."""
_HEADER = re.compile(rb"([!-9;-~]{1,80}):|>From ")
_OF_MAIL = frozenset(
    b"from to cc subject date message-id received return-path delivered-to reply-to sender in-reply-to"
    b" references mime-version".split()
)
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_TIME = re.compile(rb"\d{1,2}:\d\d(?::\d\d)?")
_YEAR = re.compile(rb"(?:19|20)\d\d")
_OF_DATE = re.compile(
    rb"[A-Za-z]{3,9},?|\d{1,2},?|(?:19|20)\d\d|\d{1,2}:\d\d(?::\d\d)?|[+-]\d{4}|\(?[A-Z]{1,5}\)?"
)


class Place(NamedTuple):
    """A mail as it stands in a file: from which line (1 in a file of one mail), its bytes."""

    line: int
    data: bytes


def split(path: Path) -> Iterator[Place]:
    """The mails of a file. Unlike the standard library's, a line that begins with "From " opens a mail only
    after an empty one, where it holds a sender and a date and nothing else, and headers follow: not every
    program escapes it. One without a date needs a header that only mails have."""
    with path.open("rb") as stream:
        first = stream.readline(LONGEST_MAIL)
        if not first.startswith(b"From "):
            yield Place(1, (first + stream.read(LONGEST_MAIL + 1)).lstrip(b"\r\n"))
            return
        lines: list[bytes] = []
        size, start, number, blank = 0, 2, 1, False
        opening: bytes | None = None
        for line in stream:
            number += 1
            if opening is not None:
                if _opens(opening, line):
                    yield _place(start, lines)
                    lines, size, start = [], 0, number - 1
                else:
                    lines.append(opening)
                opening = None
            if blank and line.startswith(b"From ") and len(line) <= _LONGEST_SEPARATOR:
                opening, blank = line, False
                continue
            blank = not line.strip()
            size += len(line)
            if size <= LONGEST_MAIL + len(line):
                lines.append(line)
        yield _place(start, [*lines, opening or b""])


def _opens(line: bytes, behind: bytes) -> bool:
    """Whether a mail begins with this line, and the header behind it."""
    header = _HEADER.match(behind)
    if header is None:
        return False
    words = line.split()[1:]
    if words[1:2] == [b"at"]:  # as archives of lists hide addresses
        words = words[2:]
    if len(words) > 1:
        said = words[1:]
        return (
            all(map(_OF_DATE.fullmatch, said))
            and any(map(_TIME.fullmatch, said))
            and any(map(_YEAR.fullmatch, said))
        )
    name = (header[1] or b"").lower()
    return bool(words) and (name in _OF_MAIL or name.startswith(b"x-"))


def _place(line: int, lines: list[bytes]) -> Place:
    return Place(line, _ESCAPED.sub(rb"\1", b"".join(lines)))
