"""Quoted-printable that nobody decoded (RFC 2045, 6.7), left in the text of a message."""

from __future__ import annotations

import quopri
import re

_SOFT = re.compile(r"=\r?\n")
_FULL = re.compile(r"^.{70,76}=\r?$", re.MULTILINE)
"""A soft line end where encoders put it, at the 76th character."""
_BYTES = re.compile(r"(?:=[0-9A-F]{2})+")
_CODED = re.compile(
    r"=20\r?$|=3D|=(?:C[2-9A-F]|D[0-9A-F])=[89AB][0-9A-F]|=E[0-9A-F]=[89AB][0-9A-F]=[89AB][0-9A-F]|=F0=9F",
    re.MULTILINE,
)
"""What no other text holds: a coded space at a line's end, a coded '=', characters of UTF-8."""


def decode(text: str) -> str | None:
    """The text decoded, None where it holds no quoted-printable: three coded characters or full lines with a
    soft end, or one coded character and a soft end. Bytes that are no UTF-8 are read as Windows-1252."""
    if "=" not in text:
        return None
    full = len(_FULL.findall(text))
    coded = len(_CODED.findall(text))
    if not (coded >= 3 or (coded and (full or _SOFT.search(text))) or full >= 3):
        return None
    lines = [_SOFT.sub("", part) for part in re.split(r"(?<!=)(?<!=\r)(?=\n)", text)]
    return _BYTES.sub(_read, "".join(lines))


def _read(match: re.Match[str]) -> str:
    data = quopri.decodestring(match.group().encode("ascii"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
