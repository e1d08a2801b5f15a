"""Dates as people write them in manifests."""

from __future__ import annotations

import re
from datetime import date, datetime

_NUMERIC = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})")
_YEARS = range(1800, 2201)
"""Outside of it a date of a business document is a slip of the pen."""


def parse_date(text: str, locale: str | None = None) -> date:
    """The day that `text` names: ISO 8601, or written out in a language dateparser knows. Raises
    ValueError with a reason where it names none, or where day and month could be exchanged and neither
    the separator (a dot puts the day first) nor `locale` ('de', 'en-GB') decides."""
    found = _iso(text) or (_written_out(text, locale) if locale else None) or _numeric(text)
    found = found or _written_out(text, None)
    if found is None:
        raise ValueError(f"'{text}' is not a date")
    if found.year not in _YEARS:
        raise ValueError(f"the year of '{text}' cannot be right")
    return found


def _iso(text: str) -> date | None:
    try:
        return datetime.fromisoformat(text).date()
    except ValueError:
        return None


def _numeric(text: str) -> date | None:
    match = _NUMERIC.fullmatch(text)
    if not match:
        return None
    first, separator, second, year = int(match[1]), match[2], int(match[3]), int(match[4])
    if first <= 12 and second <= 12 and first != second and separator != ".":
        raise ValueError(f"'{text}' can be read with the day or the month first")
    day, month = (second, first) if second > 12 else (first, second)
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _written_out(text: str, locale: str | None) -> date | None:
    if not re.search(r"\d{4}", text):
        return None
    # Imported here: it takes 0.2 s, and ISO dates do not need it.
    import dateparser

    # Relative dates ("yesterday") would mean something else on every run.
    settings = {
        "REQUIRE_PARTS": ["day", "month", "year"],
        "PARSERS": ["absolute-time"],
        "STRICT_PARSING": True,
    }
    try:
        found = dateparser.parse(text, locales=[locale] if locale else None, settings=settings)
    except ValueError:  # a locale it does not know
        return None
    return found.date() if found else None
