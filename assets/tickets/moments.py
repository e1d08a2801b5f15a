"""Times as trackers and spreadsheets write them, beside ISO 8601: which number is the day, months by name,
zones by their letters."""

from __future__ import annotations

import importlib
import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache

_CLOCK = re.compile(
    r"[\sT,]+(?:at |um |à |alle |kl\.? )?(?P<hour>\d{1,2})[:.](?P<minute>\d{2})"
    r"(?:[:.](?P<second>\d{2})(?:[.,]\d{1,9})?)?"
    r"(?:\s?(?P<half>[ap])\.?m\.?)?(?: ?uhr)?(?:\s*\(?(?P<zone>[A-Z]{1,5}|[+-]\d{2}:?\d{2})\)?)?",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_NUMBERS = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})")
_DAY_FIRST = re.compile(
    r"(?:[^\W\d_]{2,10}\.?,? )?(\d{1,2})(?:st|nd|rd|th|er|º)?[-/. ]{1,2}"
    r"(?:de )?([^\W\d_]{3,12})\.?[-/., ]{1,2}(?:de )?(\d{4}|\d{2})"
)
_MONTH_FIRST = re.compile(r"(?:[^\W\d_]{2,10}\.?,? )?([^\W\d_]{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
_ENGLISH = ("january february march april may june july august september october november december").split()
_LANGUAGES = ("de", "fr", "es", "it", "nl", "pt", "sv", "da", "nb", "fi", "pl", "cs", "hu", "tr", "ru")
_LONGEST = 60


def moment(text: str) -> datetime | None:
    """The moment that `text` names, without a zone where it names none; None where it is no time. Where day
    and month could be exchanged, a dot puts the day first, a clock of twelve hours the month, as do numbers
    without their zeros, which spreadsheets write there; else the day stands first."""
    if len(text) > _LONGEST:
        return None
    clock = _CLOCK.search(text)
    if clock is not None and clock.end() != len(text):
        return None
    day = _day(text[: clock.start()] if clock else text, halved=bool(clock and clock["half"]))
    if day is None or clock is None:
        return _made(day, 0, 0, 0, None) if day else None
    hour = int(clock["hour"])
    if clock["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + 12 * (clock["half"].lower() == "p")
    zone = None
    if clock["zone"] and (zone := _zone(clock["zone"].upper())) is None:
        return None
    return _made(day, hour, int(clock["minute"]), int(clock["second"] or 0), zone)


def _made(
    day: tuple[int, int, int], hour: int, minute: int, second: int, zone: tzinfo | None
) -> datetime | None:
    try:
        return datetime(*day, hour, minute, second, tzinfo=zone)
    except ValueError:
        return None


def _day(text: str, *, halved: bool) -> tuple[int, int, int] | None:
    """Year, month and day."""
    text = text.strip(" ,")
    if match := _YEAR_FIRST.fullmatch(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _NUMBERS.fullmatch(text):
        first, second = int(match[1]), int(match[3])
        american = match[2] == "/" and (halved or (len(match[1]) == 1 and len(match[3]) == 1))
        month_first = second > 12 or (first <= 12 and american)
        day, month = (second, first) if month_first else (first, second)
        return _year(match[4]), month, day
    if match := _DAY_FIRST.fullmatch(text):
        day, named, year = int(match[1]), match[2], _year(match[3])
    elif match := _MONTH_FIRST.fullmatch(text):
        named, day, year = match[1], int(match[2]), _year(match[3])
    else:
        return None
    found = _month(named.casefold())
    return (year, found, day) if found else None


def _year(digits: str) -> int:
    year = int(digits)
    return year if len(digits) == 4 else year + (2000 if year < 70 else 1900)


def _month(name: str) -> int | None:
    for number, english in enumerate(_ENGLISH, start=1):
        if name in (english, english[:3]) or (name == "sept" and number == 9):
            return number
    return _months().get(name)


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    """Names of months in other languages, as dateparser has them; what names two months names none."""
    found: dict[str, set[int]] = {}
    for language in _LANGUAGES:
        info = importlib.import_module(f"dateparser.data.date_translation_data.{language}").info
        for number, english in enumerate(_ENGLISH, start=1):
            for name in info[english]:
                found.setdefault(name.casefold().rstrip("."), set()).add(number)
    return {name: numbers.pop() for name, numbers in found.items() if len(numbers) == 1}


@lru_cache(maxsize=64)
def _zone(letters: str) -> tzinfo | None:
    """The zone of an offset or an abbreviation, the one that is meant most where several are."""
    if letters in ("Z", "UTC", "GMT"):
        return UTC
    if letters[0] in "+-":
        minutes = int(letters[1:3]) * 60 + int(letters[-2:])
        return (
            timezone(timedelta(minutes=minutes if letters[0] == "+" else -minutes))
            if minutes < 1440
            else None
        )
    # Imported here: it takes 0.2 s, and most times name their zone as a number.
    from dateparser.timezone_parser import pop_tz_offset_from_string

    found = pop_tz_offset_from_string(f"x {letters}")[1]
    offset = found.utcoffset(None) if isinstance(found, tzinfo) else None
    return timezone(offset) if offset is not None else None
