"""Lists of numbers as contracts print them: '3, 5.1 and 9(b)(ii)', '7.2(a)-(d)', 'A through D'."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assets.contracts.numbering import ORDINAL_WORDS, roman_value

LONGEST_RANGE = 20
"""Clauses that 'Sections 3 to 8' may stand for; a longer range is a slip or a span of pages."""
_ITEMS = r"(?:\s?\((?:[A-Za-z]|[ivxlIVXL]{1,5}|[a-z]{2}|\d{1,2})\))"
_MEASURE = (
    r"(?!\d|\s*(?:%|percent|per\s+cent)|\s+(?:(?:calendar|business|working|consecutive|full|other|more|or\s+more)\s+)*"
    r"(?:days?|weeks?|months?|years?|hours?|minutes?|units?|shares?|copies|miles|times|business)\b)"
)
_NUMBER = re.compile(
    rf"\s*(?P<number>(?:(?:\d{{1,3}}|(?!19|20)\d{{4}})[A-Z]?(?![A-Za-z\d])(?:\.\d{{1,3}},\d{{1,2}}(?!\w|\.\d))?(?:\.\d{{1,3}}[A-Z]?(?![A-Za-z\d])|\.(?:[A-Za-z]|[ivx]{{1,4}})(?!\w))*"
    rf"|[IVXLC]{{1,7}}(?![A-Za-z\d’'])(?:\.(?:\d{{1,3}}|[A-Za-z]|[ivx]{{1,4}})(?!\w))*|[A-Z](?![A-Za-z\d’'])(?:\.\d{{1,3}}(?!\w))*)"
    rf"(?P<items>{_ITEMS}*)){_MEASURE}"
)
_WORDED = re.compile(rf"\s+(?P<number>{'|'.join(f'{w.capitalize()}|{w}' for w in ORDINAL_WORDS)})\b")
_ITEM_LIST = re.compile(rf"\s*(?P<items>{_ITEMS}+)(?![\w(])")
TITLE = re.compile(
    r"\s*(?:\([\"“]?[A-Z][^()\n]{2,80}(?:\([^()]*\))?[^()\n]{0,40}\)|[“\"][A-Z][^“”\"\n]{2,60}[”\"])"
)
"""A heading that stands behind a number: '7.2 (Fees)', '7.2 "Fees"'."""
_JOIN = re.compile(
    r"\s*(?:,\s*(?:and|or|&)?|;\s*(?:and|or)?|&|(?P<dash>[-–—])|\b(?:and/or|and|or)\b"
    r"|,?\s*\b(?P<range>to|through|thru)\b(?:\s+and\s+including)?)\s*",
    re.I,
)
_LABEL = re.compile(
    r"\s*(?:(?:no\.?|number)\s*)?[\"“]?(?P<label>\d{1,2}(?:[.-]\d{1,2})*[A-Z]?(?![A-Za-z\d%])"
    r"|([A-Z])\2?(?:[-.]?\d{1,2})?(?:[-.][A-Z\d]{1,2})?(?![A-Za-z\d’'])|[IVXLC]{1,5}(?![A-Za-z\d’']))[\"”]?"
    rf"(?P<items>{_ITEMS}*){_MEASURE}"
)


@dataclass(frozen=True, slots=True)
class Listed:
    """The numbers of a list as printed, ranges filled in; it ends at character `end`."""

    numbers: tuple[str, ...]
    end: int


def numbers_behind(text: str, at: int, *, article: bool = False) -> Listed | None:
    """The numbers that stand at `at`: '9(b)', or only items: '(b)'. Of articles and parts Roman numerals and
    letters are given as numbers: 'IV' -> '4'."""
    found: list[str] = []
    joined: re.Match[str] | None = None
    end = at
    while True:
        match = _NUMBER.match(text, end) or _WORDED.match(text, end - (joined is not None))
        if match is not None:
            # '13.2,2' is a misprint: in a list a space would follow.
            printed = _with_items(re.sub(r"\s", "", match["number"]).replace(",", "."))
            if printed.upper() in ORDINAL_WORDS:
                printed = str(ORDINAL_WORDS.index(printed.upper()) + 1)
            number = _ordinal(printed) if article else printed
            if joined is not None and _far(found, number, joined):
                break
            if joined is not None and (joined["range"] or joined["dash"]):
                found += between(found[-1], number)
            found.append(number)
        else:
            match = _ITEM_LIST.match(text, end)
            if match is None:
                break
            items = re.sub(r"\s", "", match["items"])
            added = [items] if joined is None else _next_items(found[-1], items, joined)
            if not added:
                break
            found += added
        stop = match.end()
        title = TITLE.match(text, stop)
        joined = _JOIN.match(text, title.end() if title else stop)
        if joined is None or not _goes_on(text, joined):
            return Listed(tuple(dict.fromkeys(found)), title.end() if title else stop)
        end = joined.end()
        last = title.end() if title else stop
    return Listed(tuple(dict.fromkeys(found)), last) if found else None


def labels_behind(text: str, at: int) -> Listed | None:
    """The labels of schedules that stand at `at`: 'A and C-1' -> a, c-1; '2(b)' keeps its item."""
    found: list[str] = []
    joined: re.Match[str] | None = None
    end = last = at
    while (match := _LABEL.match(text, end)) is not None:
        if not found and not text[at : at + 1].isspace():
            return None
        label = match["label"].casefold().replace(".", "-")
        if joined is not None and (joined["range"] or joined["dash"]):
            found += between(found[-1], label)
        found.append(label + re.sub(r"\s", "", match["items"]).casefold())
        last = match.end()
        title = TITLE.match(text, last)
        last = title.end() if title else last
        joined = _JOIN.match(text, last)
        if joined is None or not _goes_on(text, joined):
            break
        end = joined.end()
    return Listed(tuple(dict.fromkeys(found)), last) if found else None


def between(first: str, last: str) -> list[str]:
    """What lies between two numbers of one level: 3.1 and 3.4 -> 3.2, 3.3; 7(a) and 7(c) -> 7(b); a and d
    -> b, c. None where they are of different levels or too far apart."""
    split = [re.fullmatch(r"(.*?)(\d+|(?<![A-Za-z])[A-Za-z]+)(\)?)", each) for each in (first, last)]
    low, high = split
    if low is None or high is None or (low[1], low[3]) != (high[1], high[3]):
        return []
    if low[2].isdigit() and high[2].isdigit():
        inside = [str(n) for n in range(int(low[2]) + 1, int(high[2]))]
    elif len(low[2]) == len(high[2]) == 1 and not (low[2] in "iI" and high[2] in "vxVX"):
        inside = [chr(n) for n in range(ord(low[2]) + 1, ord(high[2]))]
    else:
        start, stop = roman_value(low[2]), roman_value(high[2])
        inside = [roman_number(n) for n in range(start + 1, stop)] if start and stop else []
        inside = [n.upper() for n in inside] if low[2].isupper() else inside
    return [f"{low[1]}{n}{low[3]}" for n in inside] if len(inside) <= LONGEST_RANGE else []


def _goes_on(text: str, joined: re.Match[str]) -> bool:
    """Whether another number follows: a dash or a comma may as well end the citation."""
    patterns, at = (_NUMBER, _ITEM_LIST), joined.end()
    return any(p.match(text, at) for p in patterns) or _WORDED.match(text, at - 1) is not None


def _far(found: list[str], number: str, joined: re.Match[str]) -> bool:
    """Whether a number behind 'and' is none of the list: a letter behind a figure ('Section 4 and A')."""
    return number[0].isdigit() != found[-1][0].isdigit() and not found[-1].startswith("(")


def _next_items(before: str, items: str, joined: re.Match[str]) -> list[str]:
    """'9(b)' and '(c)' -> 9(c). After '9' alone, '(ii)' begins something else: 'under Section 9, and (ii)
    the buyer'; so it does where it does not follow what stands before it."""
    head, bracket, last = before.rpartition("(")
    if not bracket:
        return []
    first = items[1:].partition(")")[0]
    if not _later(last.rstrip(")"), first):
        return []
    whole = head + items
    inside = between(before, whole) if joined["range"] or joined["dash"] else []
    return [*inside, whole]


def _later(one: str, other: str) -> bool:
    if one.isdigit() and other.isdigit():
        return int(one) < int(other)
    one, other = one.lower(), other.lower()
    values = roman_value(one), roman_value(other)
    if values[0] and values[1] and (len(one) > 1 or len(other) > 1 or one == "i"):
        return values[0] < values[1]
    return one.isalpha() and other.isalpha() and (len(one), one) < (len(other), other)


def _with_items(printed: str) -> str:
    """'17.B.2' -> 17(B)(2): behind a letter everything is an item."""
    outer, bracket, items = printed.partition("(")
    first, *rest = outer.split(".")
    at = next((n for n, step in enumerate(rest) if step[0].isalpha()), len(rest))
    return ".".join([first, *rest[:at]]) + "".join(f"({step})" for step in rest[at:]) + bracket + items


def _ordinal(printed: str) -> str:
    outer, bracket, items = printed.partition("(")
    first, dot, rest = outer.partition(".")
    value = roman_value(first) if first.isupper() else None
    return f"{value if value is not None else first}{dot}{rest}{bracket}{items}"


def roman_number(value: int) -> str:
    """A numeral in small letters, of a number below 40."""
    tens, ones = divmod(value, 10)
    return "x" * tens + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[ones]
