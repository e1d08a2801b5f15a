"""What a Roman numeral is worth, for clause numbers, page numbers and what a question cites."""

from __future__ import annotations

import re

NUMERAL = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", re.I)
"""A numeral in canonical form, below 4,000; it matches nothing as well."""
_WORTH = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


def worth(numeral: str) -> int:
    """The value of a numeral in letters of either case. Whether it is well formed is for the caller to say;
    a letter that is none of them is worth nothing."""
    values = [_WORTH.get(letter, 0) for letter in numeral.lower()]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))
