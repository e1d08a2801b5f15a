"""The plain text of a mail as it was typed: wrapped lines joined (format=flowed), encoded files taken out."""

from __future__ import annotations

import re
from collections.abc import Iterable

_BEGIN = re.compile(r"begin [0-7]{3,4} (\S[^\n]{0,200})$")
_CODED = re.compile(r"[!-`][ -`]{1,90}$")
_DEPTH = re.compile(r">*")


def plain_text(text: str, parameters: Iterable[tuple[str, str]]) -> tuple[str, list[str]]:
    """The text and the names of files that stood in it. `parameters` of its content type."""
    names: list[str] = []
    if "begin " in text:
        text, names = _without_files(text)
    told = {name.lower(): str(value).lower() for name, value in parameters}
    if told.get("format") == "flowed":
        text = _flowed(text, told.get("delsp") == "yes")
    return text, names


def _flowed(text: str, without_space: bool) -> str:
    """Lines joined that were wrapped (RFC 3676): those that end with a space and go on at the same depth."""
    lines: list[str] = []
    open_depth = -1  # of the line that the next one goes on with; -1 for none
    for line in text.split("\n"):
        depth = len(_DEPTH.match(line)[0])  # type: ignore[index]
        content = line[depth:]
        content = content[1:] if content.startswith(" ") else content
        soft = content.endswith(" ") and content != "-- "
        if depth == open_depth and content != "-- ":
            lines[-1] = (lines[-1][:-1] if without_space else lines[-1]) + content
        else:
            lines.append(f"{'>' * depth} {content}" if depth else content)
        open_depth = depth if soft else -1
    return "\n".join(lines)


def _without_files(text: str) -> tuple[str, list[str]]:
    """Without files that stand in it between 'begin' and 'end' (uuencode), and their names."""
    kept: list[str] = []
    names: list[str] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        begun = _BEGIN.match(lines[at])
        end = at + 1
        while begun and end < len(lines) and _full(lines[end]):
            end += 1
        closed = begun and end < len(lines) and lines[end] == "end" and end > at + 1
        cut_off = begun and end > at + 2 and not any(line.strip() for line in lines[end:])
        if begun and (closed or cut_off):
            names.append(begun[1].strip())
            at = end + 1
        else:
            kept.append(lines[at])
            at += 1
    return "\n".join(kept), names


def _full(line: str) -> bool:
    """Whether a line holds as many bytes as its first character says, or nothing."""
    if line in ("`", " ", ""):
        return line != ""
    if not _CODED.match(line):
        return False
    size = (ord(line[0]) - 32) & 63
    return (size + 2) // 3 * 4 - 3 <= len(line) - 1 <= (size + 2) // 3 * 4 + 2
