"""How Word prints one number: decimal, letters, Roman numerals, words ..., by the names that
`w:numFmt` gives them (ECMA-376 part 1, 17.18.59)."""

from __future__ import annotations

import re
from collections.abc import Callable

_ROMAN = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)
_MOST_ROMAN = 32_767
_MOST_LETTERS = 780
"""Word repeats a letter at most 30 times (26 x 30)."""
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_IRREGULAR = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_CHICAGO = "*†‡§"
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_CYRILLIC = "абвгдежзиклмнопрстуфхцчшщыэюя"
_PADDED = re.compile(r"0+[01](?=,)")


def format_number(value: int, name: str, pattern: str = "") -> str:
    """`value` as the format prints it. A format that is not known prints decimal, as the standard has
    it; 'none' and 'bullet' print nothing. `pattern` is what a 'custom' format gives: '001, 002, ...'."""
    if name in ("none", "bullet"):
        return ""
    if name == "custom" and (padded := _PADDED.match(pattern)):
        return str(value).zfill(len(padded[0]))
    return _FORMATS.get(name, str)(value)


def _letters(value: int, alphabet: str = _LATIN) -> str:
    """a ... z, aa, bb ... zz, aaa: the letter again, not the next place."""
    if not 0 < value <= _MOST_LETTERS:
        return str(value) if value > 0 else ""
    times, letter = divmod(value - 1, len(alphabet))
    return alphabet[letter] * (times + 1)


def _roman(value: int) -> str:
    if not 0 < value <= _MOST_ROMAN:
        return str(value)
    out = []
    for worth, numeral in _ROMAN:
        times, value = divmod(value, worth)
        out.append(numeral * times)
    return "".join(out)


def _ordinal(value: int) -> str:
    teens = value % 100 in (11, 12, 13)
    return f"{value}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th')}"


def _spelled(value: int) -> str:
    """English words up to 999, beyond that digits."""
    if not 0 <= value < 1000:
        return str(value)
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    hundreds, rest = divmod(value, 100)
    return f"{_ONES[hundreds]} hundred" + (f" {_spelled(rest)}" if rest else "")


def _cardinal_text(value: int) -> str:
    return _spelled(value).capitalize()


def _ordinal_text(value: int) -> str:
    words = _spelled(value)
    if words[-1].isdigit():
        return _ordinal(value)
    head, last = re.fullmatch(r"(.*?)([a-z]+)", words).groups()  # type: ignore[union-attr]
    ending = _IRREGULAR.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return f"{head}{ending}".capitalize()


def _chicago(value: int) -> str:
    if not 0 < value <= _MOST_LETTERS:
        return str(value)
    times, mark = divmod(value - 1, len(_CHICAGO))
    return _CHICAGO[mark] * (times + 1)


def _enclosed(first: int, last: int) -> Callable[[int], str]:
    """Numbers from 1 on that stand in Unicode as single characters from `first` to `last`."""
    return lambda value: chr(first + value - 1) if 0 < value <= last - first + 1 else str(value)


_FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda value: f"{value:02d}",
    "upperRoman": _roman,
    "lowerRoman": lambda value: _roman(value).lower(),
    "upperLetter": lambda value: _letters(value).upper(),
    "lowerLetter": _letters,
    "russianUpper": lambda value: _letters(value, _CYRILLIC).upper(),
    "russianLower": lambda value: _letters(value, _CYRILLIC),
    "ordinal": _ordinal,
    "cardinalText": _cardinal_text,
    "ordinalText": _ordinal_text,
    "hex": lambda value: f"{value:X}",
    "chicago": _chicago,
    "numberInDash": lambda value: f"- {value} -",
    "decimalEnclosedCircle": _enclosed(0x2460, 0x2473),
    "decimalEnclosedParen": _enclosed(0x2474, 0x2487),
    "decimalEnclosedFullstop": _enclosed(0x2488, 0x249B),
}
