"""Which of a table's first rows are its header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assets.tables.content import is_figure, is_value, words

_MOST = 4
"""Header rows at most."""
_LONG = 14
"""Words from which on a cell is no heading."""
_YEAR = re.compile(r"(?:fy ?)?(?:19|20)\d\d(?:[/–-]\d{2,4})?(?: ?\(?[a-z]{1,3}\)?)?", re.I)


@dataclass(frozen=True, slots=True)
class Looks:
    """A row as its header is told by: texts by column ('' where empty), and whether all of it is bold."""

    texts: Sequence[str]
    bold: bool = False


def header_rows(rows: Sequence[Looks], ruled: int = 0) -> int:
    """The number of header rows, 0 where the first row is data. `ruled` rows are set apart by a rule. A row
    heads the others where it is set apart, or alone is bold, or names columns that hold figures below it."""
    most = min(_MOST, len(rows) - 1)
    if most < 1 or not rows[0].texts:
        return 0
    if 0 < ruled <= most and not any(_is_data(row) for row in rows[:ruled]):
        return ruled
    values = _value_columns(rows)
    bold = next((i for i, row in enumerate(rows) if not row.bold), len(rows))
    if 0 < bold <= most and all(_names(row) for row in rows[:bold]) and _filled(rows[bold - 1]) > 1:
        return bold
    if values:
        count = 0
        while count < most and _heads(rows[count], values):
            count += 1
        while count and not _names_columns(rows[count - 1].texts, values):
            count -= 1
        return count
    return _named(rows)


def _heads(row: Looks, values: Sequence[int]) -> bool:
    if any(len(text.split()) > _LONG for text in row.texts):
        return False
    inside = [row.texts[c] for c in values if c < len(row.texts) and row.texts[c]]
    if inside and all(_YEAR.fullmatch(text) for text in inside) and not is_figure(row.texts[0]):
        return True
    return not any(is_value(text) or text[:1].isdigit() for text in inside) and not _is_data(row)


def _names_columns(texts: Sequence[str], values: Sequence[int]) -> bool:
    """More than a heading between rows: a column of values has a name, and another one has or the first is
    left empty."""
    named = any(texts[c] for c in values if c < len(texts))
    return named and (sum(map(bool, texts)) > 1 or not texts[0])


def _is_data(row: Looks) -> bool:
    """Figures behind the first cell, years apart."""
    return any(is_figure(text) and not _YEAR.fullmatch(text) for text in row.texts[1:])


def _names(row: Looks) -> bool:
    return not any(len(text.split()) > _LONG for text in row.texts) and not _is_data(row)


def _filled(row: Looks) -> int:
    return sum(map(bool, row.texts))


def _value_columns(rows: Sequence[Looks]) -> list[int]:
    """Columns behind the first whose cells below the first row are mostly values."""
    found = []
    for column in range(1, max(len(row.texts) for row in rows)):
        texts = [row.texts[column] for row in rows[1:] if column < len(row.texts) and row.texts[column]]
        if texts and sum(map(is_value, texts)) >= 0.6 * len(texts) and any(map(is_figure, texts)):
            found.append(column)
    return found


def _named(rows: Sequence[Looks]) -> int:
    """In a table of words: a first row of short names over cells that are clearly longer."""
    first = rows[0]
    names = first.texts if first.texts[0] else first.texts[1:]
    if not all(names) or len(first.texts) < 2 or not _names(first):
        return 0
    if any(text.rstrip().endswith((".", ";", ",", ":")) or words(text) == 0 for text in names):
        return 0
    if not first.texts[0] and any(row.texts[0] for row in rows[1:]):
        return 1
    lengths = [len(text.split()) for text in names]
    below = [len(text.split()) for row in rows[1:] for text in row.texts if text]
    return int(max(lengths) <= 4 and sum(below) * len(lengths) > 2 * len(below) * sum(lengths))
