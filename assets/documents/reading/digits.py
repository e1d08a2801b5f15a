"""Letters where clause numbers have digits: 'l.l' for 1.1, 'lO.' for 10., as bad text layers and text
recognition give them. They are told here and mended where numbers are recognized; the text stays as it is."""

from __future__ import annotations

import re

from assets.documents.reading import flags
from assets.documents.reading.model import ParsedDocument

_LOOK_ALIKE = str.maketrans("lI|!OoS", "1111005")
"""What digits are mistaken for, one character each, so that offsets stay."""
_PLACE = r"[\dlI|!OoS]{1,3}"
_NUMBER = re.compile(
    rf"{_PLACE}(?:(?:[.,](?!\d{{3}}){_PLACE}){{1,5}}[.)]?(?=\s|$|[A-Z“\"(])|[.)](?=\s|$)|,(?=\s+[A-Z]{{3}}))"
)
"""A number with a full stop in it or behind it: 'l.l', '2.l.', 'lO.'. A comma stands for it as well, but not
before three digits, and at the end only before capitals ('7, LIABILITY')."""
_NO_WORD = re.compile(r"(?=.*\d)|[lI|!O.,)]+$")
"""Round letters alone make words ('so.'); strokes, or letters beside a digit, hardly do."""
_SIGN = re.compile(r"(?:\$|S(?=\s))(?=\s?\d{1,3}(?:\.\d{1,3})*[.)]?\s+[A-Z])")
"""A lost section sign at a line's start: '$ 12 Fees', 'S 12 Fees'."""
_OWN = re.compile(r"[A-Za-z][.),]\s|[ivxIVX]{1,5}[.),]\s|Ill\.|([A-Za-z])\1[.)]|\d+,\s|\$|S\s")
"""'I.', 'B.', 'ii)': numbers in their own right, which nobody mistook; an abbreviation; the list behind z)
('ll)'); a comma's own place; a price."""


def as_digits(line: str) -> str | None:
    """The line with digits for the letters in the number it opens with, every character in its place; None
    where it opens with no such number."""
    if match := _SIGN.match(line):
        return "§" + line[match.end() :]
    match = _NUMBER.match(line)
    if match is None or not _NO_WORD.match(match[0]):
        return None
    number = match[0].translate(_LOOK_ALIKE).replace(",", ".")
    return None if number == match[0] else number + line[match.end() :]


def are_doubtful(document: ParsedDocument) -> bool:
    """Whether numbers of the document may stand for what `as_digits` makes of them: it was read by text
    recognition, or letters were seen in its numbers."""
    names = {each.name for each in flags.review(document.flags)}
    return bool(names & {flags.READ_BY_OCR, flags.DIGITS_DOUBTFUL})


def doubts(document: ParsedDocument) -> list[str]:
    """The flag of a document in which letters stand in numbers that no letters make: 'l.l', 'lO.', '2.l'."""
    found: dict[int, str] = {}
    for line in document.lines:
        text = document.text[line.start : min(line.end, line.start + 40)]
        if as_digits(text) is not None and not _OWN.match(text) and not line.table:
            found.setdefault(line.page, " ".join(text.split()[:3]))
    if not found:
        return []
    return [flags.flag(flags.DIGITS_DOUBTFUL, list(found), document.pages, next(iter(found.values())))]
