"""What cells say about their table: values, labels, running text, signatures, tables of contents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_VALUE = re.compile(
    r"(?:(?:[A-Z]{1,3}\.?)*\s?[$€£¥]|USD|EUR|GBP|CHF|Rs\.?|kr\.?|[<>≤≥~±+*(–-]|at least|up to|over|under)*\s*"
    r"(?:\d[\d.,'’ /:x×–-]*|\.\d+)"
    r"\s*(?:[$€£¥%‰*)†‡]|(?:USD|EUR|GBP|CHF|million|billion|thousand|[MKmk]|mm|cm|km|kg|pcs?|days?|hours?|months?|"
    r"years?|units?|each|bps?|pts?)\b\.?)*\s*[*)†‡\]]*"
)
_NOTHING = re.compile(r"[-–—−.·*_ ]+|\[[*•●\s]+\]|n/?a\.?|nil|none|tbd|yes|no|x|✓|✔|:|\.\.\.", re.I)
_DATE = re.compile(
    r"(?:\d{1,2}\.? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? (?:\d{1,2},? )?\d{2,4}",
    re.I,
)
_LABEL = re.compile(
    r"(?:(?:section|clause|article|art\.|item|§)\s*)?[\[(]?(?:\d{1,3}(?:\.\d{1,3})*[a-z]?|[a-z]{1,2}|[ivxlcdm]{1,6})[.)\]:]*"
    r"|[•●▪◦·○■□–—*o-]",
    re.I,
)
_SIGNATURE = re.compile(
    r"\b(?:by|name|title|its|date[d]?|signed|signature|witness|attest|print(?:ed)? name)\s*:|_{4,}|/s/|\bs/",
    re.I,
)
_LEADER = re.compile(r"\.{4,}|(?:\. ){4,}|…{2,}")
_NUMBERED = re.compile(r"(?:article|section|schedule|exhibit|annex|appendix)\b|\d+(?:\.\d+)*\.?\s", re.I)
_PLAIN = re.compile(r"\d+(?:\.\d+)?|[A-Za-z]{1,2}|-|o")
_DECIMAL = re.compile(r"\d{1,3}(?:\.\d{1,3})*")
_PAGE = re.compile(r"\d{1,3}|[ivxl]{1,6}")


def is_value(text: str) -> bool:
    """A figure, an amount, a share, a date, or what stands in its place ('-', '[***]', 'n/a')."""
    text = text.strip()
    return bool(_VALUE.fullmatch(text) or _NOTHING.fullmatch(text) or _DATE.fullmatch(text))


def is_figure(text: str) -> bool:
    """A value that has digits."""
    return any(map(str.isdigit, text)) and is_value(text)


def is_label(text: str) -> bool:
    """A clause number, an item's letter, a bullet: '7.2', '(a)', 'iv.', '•'."""
    return _LABEL.fullmatch(text.strip()) is not None


def is_clause_label(text: str) -> bool:
    """A label that cannot be a quantity: '7.', '(a)', '7.2.1', not '7' or '7.2'."""
    return is_label(text) and not _PLAIN.fullmatch(text.strip())


def counts_up(texts: Sequence[str]) -> bool:
    """A column of numbers of sections and of clauses in them, each after the one before: '3.', '3.1', '3.2'.
    Quantities seldom do, and never by sections."""
    labels = [text.strip().rstrip(".") for text in texts]
    numbers = [tuple(map(int, label.split("."))) for label in labels if _DECIMAL.fullmatch(label)]
    if len(numbers) < 3 or len(numbers) < 0.6 * len(labels):
        return False
    steps = [
        (b[:-1] == a[:-1] and b[-1] - a[-1] == 1) or b[: len(a)] == a or b[0] - a[0] == 1
        for a, b in pairwise(numbers)
    ]
    return any(len(number) > 1 for number in numbers) and sum(steps) >= 0.8 * len(steps)


def words(text: str) -> int:
    """Words of some length: what running text is made of."""
    return sum(map(str.isalpha, (w[:1] for w in text.split())))


def signatures(texts: Sequence[str]) -> int:
    """Rows that are filled in when a contract is signed."""
    return sum(_SIGNATURE.search(text) is not None for text in texts)


def is_contents(rows: Sequence[Sequence[str]]) -> bool:
    """Titles and page numbers that go up: a table of contents."""
    full = [row for row in rows if row[-1].strip() and any(cell.strip() for cell in row[:-1])]
    pages = [row[-1].strip() for row in full if _PAGE.fullmatch(row[-1].strip())]
    if len(pages) < 0.8 * len(full) or len(full) < 2:
        return False
    leaders = sum(any(_LEADER.search(cell) for cell in row) for row in full)
    figures = [int(page) for page in pages if page.isdigit()]
    numbered = sum(_NUMBERED.match(" ".join(row)) is not None for row in full) * 2 > len(full)
    rising = all(a <= b for a, b in pairwise(figures)) and (len(set(figures)) > 1 or numbered)
    titled = sum(words(" ".join(row[:-1])) > 0 for row in full) > 0.7 * len(full)
    others = any(is_figure(cell) and not is_label(cell) for row in full for cell in row[:-1])
    return leaders * 2 >= len(full) or (rising and titled and not others and (numbered or len(full) > 2))
