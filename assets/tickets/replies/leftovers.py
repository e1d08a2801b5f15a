"""Quoted-printable that nobody decoded (RFC 2045, 6.7), left in the text of a message."""

from __future__ import annotations

import quopri
import re

_SOFT = re.compile(r"=\r?\n")
_BYTES = re.compile(r"(?:=[0-9A-F]{2})+")
_CODED = re.compile(r"=(?:20|3D|09|E2=80|C3=[89AB]|C2=A0|F[0-7C])")


def decode(text: str) -> str | None:
    """The text decoded, None where it holds no quoted-printable: three coded characters or soft line ends, or
    one of each. Bytes that are no UTF-8 are read as Windows-1252."""
    if "=" not in text:
        return None
    soft = len(_SOFT.findall(text))
    coded = len(_CODED.findall(text))
    if not (coded >= 3 or (coded and soft) or soft >= 3):
        return None
    lines = [_SOFT.sub("", part) for part in re.split(r"(?<!=)(?<!=\r)(?=\n)", text)]
    return _BYTES.sub(_read, "".join(lines))


def _read(match: re.Match[str]) -> str:
    data = quopri.decodestring(match.group().encode("ascii"))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
