"""Characters as people mean them: odd spaces, invisible characters, ligatures and accents made plain."""

from __future__ import annotations

import unicodedata

SOFT_HYPHEN = "\u00ad"

_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufffe\u180e\u034f" + "".join(
    map(chr, [*range(0x202A, 0x202F), *range(0x2061, 0x2065), *range(0x2066, 0x206A)])
)
_SPACES = "\u00a0\u1680\u202f\u205f\u3000\u2028\u2029\u0085\t\v\f\r" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
# Bullets that symbol fonts keep in the private use area (Symbol and Wingdings, the usual ones).
_SYMBOLS = {"\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "\uf0a8": "□", "\uf06f": "o"}
# Hyphens that look like '-' and are typed for it.
_HYPHENS = {"\u2010": "-", "\u2011": "-"}

_TABLE: dict[int, str | None] = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), *map(ord, _INVISIBLE))),
    **{ord(c): " " for c in _SPACES},
    **{ord(c): plain for c, plain in {**_LIGATURES, **_SYMBOLS, **_HYPHENS}.items()},
    0x0A: "\n",
}


def clean(text: str) -> str:
    """`text` in NFC with plain spaces, ligatures spelled out and invisible and control characters gone.

    Newlines stay, soft hyphens stay (the hyphen rules decide over them), runs of spaces stay.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.translate(_TABLE)
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def squeeze(text: str) -> str:
    """One line without spaces at its ends, with single spaces inside and no soft hyphen but a last one."""
    text = " ".join(text.split())
    if SOFT_HYPHEN not in text:
        return text
    shown = text.replace(SOFT_HYPHEN, "").rstrip()
    return shown + SOFT_HYPHEN if shown and text.endswith(SOFT_HYPHEN) else shown
