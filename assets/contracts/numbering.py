"""The clause number grammar: which labels a printed line may open with, and what they count."""

from __future__ import annotations

import re
from dataclasses import dataclass

from resources.roman import NUMERAL, worth

Component = tuple[int, str]
"""One place of a number: (5, '') for 5, (4, 'A') for the inserted 4A, which follows 4 and precedes 5."""

ORDINAL_WORDS = (
    "ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN "
    "SIXTEEN SEVENTEEN EIGHTEEN NINETEEN TWENTY"
).split()
_FIRST_TO = "FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH".split()

SCHEDULE_WORDS = ("schedule", "exhibit", "annex", "annexure", "appendix", "attachment", "addendum")

CLAUSE_STYLES = ("part", "article", "item", "section", "decimal", "roman", "letter")
"""Styles that may open a clause of their own, outermost first."""

WORDED = ("part", "article", "item")
"""Styles cited with their word, so that it stands in the path: 'article-4'."""


@dataclass(slots=True, frozen=True)
class Label:
    """A number at a line start. `end` is the offset in the line where the text after it begins;
    `printed` is the number as people cite it, without trailing punctuation."""

    style: str
    number: tuple[Component, ...]
    printed: str
    end: int
    keyword: bool = False
    """The number follows a word such as Article or Section."""
    dotted: bool = False
    """The number ends in a full stop, colon or bracket, so that text may follow in any form."""
    nought: bool = False
    """A heading's number is printed with a nought: '4.0'."""


def roman_value(text: str) -> int | None:
    """Value of a Roman numeral in canonical form, else None."""
    if not text or not NUMERAL.fullmatch(text):
        return None
    return worth(text) or None


_NUMBER = r"\d{1,3}[A-Z]?(?:\s?\.\s?\d{1,3}[A-Z]?|\.[A-Z](?=[.)])){0,6}"
"""A place after the first may be a letter, where a stop follows: '4.A.' is the first sub-clause of 4."""
_SECOND = re.compile(r"\d+\.\d.*?\d(?P<stop>\.\s)(?=\d)")
"""A second number behind a whole one: '11.2.2. 10.2.2.' is 11.2.2, but '11. 2. 2' may be one number."""
_MISPRINT = re.compile(r"(?=[\d.]*,)(?=[\d,]*\.)\d{1,2}(?:[.,]\d{1,2}){2,5}(?=\.?\s+[A-Za-z\"“])")
"""A number of three or more places with a comma for a full stop: '9,2.1 Trade Name'."""
_KEYWORD = re.compile(
    rf"(?P<word>part|articles?|item|section|sec\.|clause|paragraph|§+)\s*(?:[-–—]\s*)?(?P<num>{_NUMBER}|[IVXLC]+|[A-Z]+)\b(?P<dot>\s?[.:)]|\s?[-–—](?=\s))?\s*",
    re.I,
)
_DECIMAL = re.compile(
    rf"(?P<num>{_NUMBER})(?P<dot>\.(?!\d)|\)|:)?(?P<dash>\s[-–—](?=\s))?(?P<space>\s+|$|(?=[A-Z\"“‘(]))"
)
_ROMAN_LABEL = re.compile(r"(?P<num>[IVXLC]{1,7})(?P<dot>[.)]|\s[-–—](?=\s))(?:\s+|$|(?=[A-Z]))")
_IN_EXHIBIT = re.compile(r"(?P<letter>[A-Z])\.(?P<num>\d{1,2}(?:\.\d{1,2}){0,3})[.)]?\s+(?=[A-Z\"“])")
"""'D.1 Reports', the first clause of Exhibit D: it counts as 1, and is cited as printed."""
_LETTER_LABEL = re.compile(r"(?P<num>[A-Z])(?P<dot>[.)])(?:\s+|$)")
_ITEM = re.compile(
    r"(?:\((?P<paren>[A-Za-z]{1,5}|\d{1,3})\)|(?P<bare>[a-z]{1,5})(?P<dot>[.)]))(?:\s+|$|(?=[A-Z\"“]))"
)
_SCHEDULE_NUMBER = (
    r"\d{1,2}(?:[.-]\d{1,2})*[A-Z]?|[A-Z]{1,2}(?:[-.]?\d{1,2})?(?:[-.][A-Z\d]{1,2}|\([a-z\d]\))?"
    rf"|[IVXLC]+(?:\([a-z\d]\))?|{'|'.join(ORDINAL_WORDS)}"
)
_SCHEDULE = re.compile(
    rf"(?P<word>{'|'.join(SCHEDULE_WORDS)})(?:\s*no\.?)?(?:(?:\s+|\s*[\"“]|(?=\d))(?P<num>{_SCHEDULE_NUMBER}))?[\"”]?(?=$|[\s.:,;–—-])",
    re.I,
)

MONTHS = "january february march april may june july august september october november december".split()
"""In order, as dates in English contracts name them."""
_UNIT_AFTER = re.compile(
    r"(?:%|percent|per cent|days?\b|months?\b|years?\b|hours?\b|business days|million|billion|[x×]\b|"
    + "|".join(rf"{m}\b" for m in MONTHS)
    + ")",
    re.I,
)
"""What makes a number without a full stop a measure or a date; but '2.7 Year-End Report' is a heading."""
_AFTER_STOP = re.compile(r"%|(?:" + "|".join(MONTHS) + r")\s+\d{4}\b", re.I)
"""What makes a number with a full stop a measure or a date all the same; '2. Hours' is a heading."""


def number_components(printed: str) -> tuple[Component, ...] | None:
    """'5.4A' -> ((5, ''), (4, 'A')); '1.0' -> ((1, ''),), a heading printed with a nought."""
    parts = [p.strip() for p in printed.split(".")]
    out: list[Component] = []
    for part in parts:
        match = re.fullmatch(r"(\d{1,3})([A-Z]?)", part)
        if match:
            out.append((int(match[1]), match[2]))
        elif out and len(part) == 1 and "A" <= part <= "Z":
            out.append((ord(part) - 64, ""))
        else:
            return None
    if len(out) == 2 and parts[1] == "0":
        out.pop()
    return tuple(out)


def follows(earlier: Component, later: Component) -> int | None:
    """How many numbers are missing between two components of one level (0 = directly after; an
    inserted letter follows its number), or None where `later` does not come after."""
    if later <= earlier:
        return None
    if later[0] == earlier[0]:
        before, after = ord(earlier[1] or "@"), ord(later[1])
        return after - before - 1
    return later[0] - earlier[0] - 1 + (ord(later[1]) - ord("A") if later[1] else 0)


def labels_at(line: str) -> list[Label]:
    """Every reading of the number a line opens with, none where it opens with none. A letter that
    is also a Roman numeral is given both ways; which one is meant, the sequence decides."""
    if not line:
        return []
    first = line[0]
    if first.isdigit():
        return _decimal(line)
    if first == "(":
        return _items(line)
    if first.isalpha() or first == "§":
        return _worded(line)
    return []


def _decimal(line: str) -> list[Label]:
    misprint = _MISPRINT.match(line)
    if misprint:
        line = misprint[0].replace(",", ".") + line[misprint.end() :]
    match = _DECIMAL.match(line)
    if not match:
        return []
    second = _SECOND.match(match["num"])
    if second:
        number = number_components(match["num"][: second.start("stop")])
        return [] if number is None else [_dotted(number, match["num"][: second.start("stop")], second.end())]
    printed = re.sub(r"\s", "", match["num"])
    number = number_components(printed)
    if number is None or number[0][0] == 0:
        return []
    dotted = bool(match["dot"] or match["dash"])
    rest = line[match.end() :]
    if not dotted and len(number) > 1 and rest[:1].isupper():
        return [Label("decimal", number, printed, match.end())]
    if (_AFTER_STOP if dotted else _UNIT_AFTER).match(rest):
        return []
    if not dotted and len(number) == 1:
        # "12 pumps were delivered" opens nothing; "1 PURPOSE" may.
        if match["space"] == "" or (rest and not (rest[0].isupper() or rest[0] in '"“(')):
            return []
        if printed[-1].isalpha():
            return []
    if match["dot"] == ")" and len(number) == 1:
        return [Label("paren_number", number, printed, match.end(), dotted=True)]
    nought = len(number) == 1 and "." in printed
    return [Label("decimal", number, printed, match.end(), dotted=dotted, nought=nought)]


def _dotted(number: tuple[Component, ...], printed: str, end: int) -> Label:
    return Label("decimal", number, printed, end, dotted=True)


def _items(line: str) -> list[Label]:
    match = _ITEM.match(line)
    if not match or not match["paren"]:
        return []
    return _item_readings(match["paren"], match.end())


def _item_readings(text: str, end: int) -> list[Label]:
    if text.isdigit():
        return [Label("paren_number", ((int(text), ""),), f"({text})", end, dotted=True)]
    out = []
    if len(text) == 1:
        style = "paren_upper" if text.isupper() else "paren"
        out.append(Label(style, ((ord(text.lower()) - 96, ""),), f"({text})", end, dotted=True))
    elif len(set(text)) == 1 and len(text) == 2 and text.islower() and roman_value(text) is None:
        out.append(Label("paren", ((26 + ord(text[0]) - 96, ""),), f"({text})", end, dotted=True))
    value = roman_value(text)
    if value is not None and value < 60:
        out.append(Label("paren_roman", ((value, ""),), f"({text})", end, dotted=True))
    return out


def _worded(line: str) -> list[Label]:
    out: list[Label] = []
    match = _KEYWORD.match(line)
    if match:
        label = _keyword_label(match)
        return [label] if label else []
    match = _ROMAN_LABEL.match(line)
    if match:
        value = roman_value(match["num"])
        if value is not None:
            out.append(Label("roman", ((value, ""),), match["num"], match.end(), dotted=True))
    match = _LETTER_LABEL.match(line)
    if match:
        out.append(Label("letter", ((ord(match["num"]) - 64, ""),), match["num"], match.end(), dotted=True))
    match = _IN_EXHIBIT.match(line)
    number = number_components(match["num"]) if match else None
    if match and number is not None:
        out.append(Label("decimal", number, match["letter"] + "." + match["num"], match.end(), dotted=True))
    match = _ITEM.match(line)
    if match and match["bare"]:
        text = match["bare"]
        if len(text) == 1:
            out.append(Label("letter_lower", ((ord(text) - 96, ""),), f"{text}", match.end(), dotted=True))
        value = roman_value(text)
        if value is not None and value < 60:
            out.append(Label("roman_lower", ((value, ""),), f"{text}", match.end(), dotted=True))
    return out


def _keyword_label(match: re.Match[str]) -> Label | None:
    word, text = match["word"].lower(), re.sub(r"\s", "", match["num"])
    style = "article" if word.startswith("article") else word if word in WORDED else "section"
    dotted = match["dot"] is not None
    number: tuple[Component, ...] | None
    if text[0].isdigit():
        number = number_components(text)
        if style == "section" and number is not None and len(number) > 1:
            style = "decimal"
    elif text.upper() in ORDINAL_WORDS:
        number = ((ORDINAL_WORDS.index(text.upper()) + 1, ""),)
    elif text.upper() in _FIRST_TO:
        number = ((_FIRST_TO.index(text.upper()) + 1, ""),)
    else:
        value = roman_value(text) if text.isupper() else None
        if value is None and len(text) == 1 and text.isupper():
            value = ord(text) - 64
        number = None if value is None else ((value, ""),)
    if number is None:
        return None
    return Label(style, number, text, match.end(), keyword=True, dotted=dotted)


_SMALL = frozenset(("OF", "TO", "IN", "ON", "AT", "BY", "OR"))
"""Words that read like a schedule's letters: 'SCHEDULE OF FEES'."""
_ORDINAL_SCHEDULE = re.compile(
    rf"(?:the\s+)?(?P<num>{'|'.join(_FIRST_TO)})\s+(?P<word>schedule|annex|appendix)\b", re.I
)


def schedule_at(line: str) -> tuple[str, str, int] | None:
    """('schedule', '1', offset after the label) where a line opens with the name of a schedule, exhibit,
    annex, appendix or attachment ('FIRST SCHEDULE' is schedule 1); the number is '' where it has none."""
    match = _ORDINAL_SCHEDULE.match(line)
    if match:
        return match["word"].lower(), str(_FIRST_TO.index(match["num"].upper()) + 1), match.end()
    match = _SCHEDULE.match(line)
    if not match:
        return None
    word = match["word"].lower()
    number = match["num"] or ""
    if number[:1].isupper() and number.upper() in ORDINAL_WORDS:
        number = str(ORDINAL_WORDS.index(number.upper()) + 1)
    if number and not (number[0].isdigit() or number[: len(number.partition("(")[0])].isupper()):
        return None
    if number in _SMALL:
        return word, "", match.start("num")
    number = re.sub(r"\W+", "-", number).strip("-")
    return ("annex" if word == "annexure" else word), number, match.end()
