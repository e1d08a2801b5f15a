"""How strongly a printed line looks like the start of a clause: shape, position and what stands before it."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace

from assets.contracts.numbering import Component, Label, labels_at
from assets.documents.reading import digits
from assets.documents.reading.model import Line, ParsedDocument

WEAKEST = -1.5
"""A label weaker than this is no candidate at all (a wrapped cross-reference, a measure)."""

MENDED_COST = 0.5
"""A number as it is printed goes before one that is mended to fit."""

_SENTENCE_END = re.compile(
    r"[.;:!?][\"”’')\]]*(?:\s*(?:and|or|and/or))?$|[\"”\]]$|_{2,}$|(?:[*=~-]\s?){5,}$", re.I
)
_REFERENCE_WORD = re.compile(
    r"\b(?:sections?|clauses?|articles?|paragraphs?|schedules?|exhibits?|annex(?:es)?|appendix|items?|parts?|"
    r"and|or|to|of|in|under|by|with|see|the|this|no\.?|nos\.?|least|than|through|per|subsections?|sub-clauses?)$",
    re.I,
)
_SMALL_WORDS = frozenset("a an and as at by for from in into of on or the to with without per via".split())
_REFERENCE_TAIL = re.compile(
    r"(?:of|and|or|above|below|hereof|hereto|herein|hereunder|shall|will|may|is|are|was|to|through|in|under|with)\b|[,;)]"
)
_TAIL = 40
"""Characters at a line's end that tell whether it ends a sentence or a reference."""
BOLD_SHARE = 0.25
"""Share of bold lines below which bold type marks headings; it is 0.02 to 0.2 in contracts that use it so."""
TITLE_WORDS = 14
"""A heading longer than this is read as text: the longest of 117 real contracts have 13 words."""


@dataclass(slots=True)
class Candidate:
    """A line that may open a clause, with one reading of its number."""

    line: int
    label: Label
    strength: float
    indent: float
    bold: bool
    title_like: bool
    implied: bool = False
    """No number is printed here: a sub-clause stands where its parent's heading is missing."""
    forced: bool = False
    """Given by hand: it stands, whatever the sequence says."""
    mended: bool = False
    """Its number was printed with letters for digits: only its neighbours' numbers prove it."""


def title_like(text: str) -> bool:
    """Short, and set like a heading: capitals, or Title Case apart from small words."""
    words = text.split()
    if not words or len(words) > TITLE_WORDS:
        return False
    stripped = text.rstrip(" .:;-–—")
    if stripped.isupper() and len(stripped) > 2:
        return True
    if text.endswith((",", ";")):
        return False
    large = [w for w in words if w.lower() not in _SMALL_WORDS and w[0].isalpha()]
    return bool(large) and all(w[0].isupper() for w in large)


def is_unfinished(before: str, width: float) -> bool:
    """The line above runs on: it ends in no sentence end and is not a short heading. `width` is the
    usual length of a full line in characters."""
    tail = before[-_TAIL:]
    if not before or _SENTENCE_END.search(tail):
        return False
    if _REFERENCE_WORD.search(tail):
        heading = before[0].isdigit() and title_like(before) and len(before) < 0.6 * width
        return not (before.isupper() or heading)  # '14. Arbitration Clause' is whole
    if title_like(before) and len(before) < 0.8 * width:
        return False
    return before.endswith(",") or len(before) > 0.6 * width


def ends_sentence(text: str) -> bool:
    """The line ends in a full stop or the like."""
    return _SENTENCE_END.search(text[-_TAIL:]) is not None


def usual_width(texts: list[str]) -> float:
    """The usual full line's length in characters: the ninth decile of lines with some text."""
    lengths = sorted(len(t) for t in texts if len(t) > 20)
    return float(lengths[int(0.9 * (len(lengths) - 1))]) if lengths else 80.0


def _nested(label: Label, style: str, outer: list[tuple[Component, ...]]) -> Label:
    """The label of an item of a list within a list, as it is cited: '2.' within '4.' is 4.2. `outer` are the
    numbers of the open lists."""
    depth = int(style[5:]) if style.startswith("list ") else 1
    if depth > 1 and len(label.number) == 1 and len(outer) >= depth - 1:
        number = (*outer[depth - 2], *label.number)
        printed = ".".join(f"{value}{letter}" for value, letter in number)
        label = Label("decimal", number, printed, label.end, dotted=True)
    del outer[depth - 1 :]
    outer.append(label.number)
    return label


def _margin(lines: list[Line], texts: list[str], width: float) -> float:
    """Where most full lines begin, in points."""
    full = [line.indent for line, text in zip(lines, texts, strict=True) if len(text) > 0.8 * width]
    return max(set(full), key=full.count) if full else 0.0


class Evidence:
    """The candidates of one document, in line order; each line is looked at once."""

    def __init__(self, doc: ParsedDocument) -> None:
        self.lines: list[Line] = doc.lines
        text = doc.text
        self.starts = [line.start for line in doc.lines]
        self.texts = [text[line.start : line.end] for line in doc.lines]
        self.width = usual_width(self.texts)
        self.margin = _margin(self.lines, self.texts, self.width)
        bold = sum(line.bold for line in self.lines)
        self.bold_stands_out = bold < BOLD_SHARE * len(self.lines)
        """Few lines are bold, so that a bold one is more than text."""
        self.paragraphs = not any(line.y1 for line in doc.lines[:50]) and self.width > 160
        """Each line is a whole paragraph, so that no line is the wrapped rest of another."""
        self.by_line: dict[int, list[Candidate]] = {}
        self.titles: dict[int, str] = {}
        """Headings given by hand."""
        self.closed: set[int] = set()
        """Lines of which a person said that they open nothing."""
        self._styles: dict[str, tuple[list[int], list[Candidate]]] = {}
        self.misread = digits.are_doubtful(doc)
        """Letters may be wrong, in numbers above all."""
        outer: list[tuple[Component, ...]] = []
        for index, line_text in enumerate(self.texts):
            labels = labels_at(line_text)
            if labels and labels[0].style == "decimal":
                labels = [_nested(labels[0], self.lines[index].style, outer), *labels[1:]]
            found = [c for label in labels if (c := self._candidate(index, line_text, label))]
            if self.misread and (mended := digits.as_digits(line_text)) is not None:
                found += self._mended(index, mended)
            if found:
                self.put(index, found)

    def put(self, index: int, candidates: list[Candidate]) -> None:
        """What the line may open, in place of what was read of it before."""
        self.by_line[index] = candidates
        if not candidates:
            del self.by_line[index]
        self._styles.clear()

    def between(self, first: int, stop: int, style: str) -> list[Candidate]:
        """Candidates of one style on lines first .. stop-1, in order."""
        if not self._styles:
            self._sort()
        lines, candidates = self._styles.get(style, ([], []))
        return candidates[bisect_left(lines, first) : bisect_left(lines, stop)]

    def _sort(self) -> None:
        for index in sorted(self.by_line):
            for candidate in self.by_line[index]:
                lines, candidates = self._styles.setdefault(candidate.label.style, ([], []))
                lines.append(index)
                candidates.append(candidate)

    def _mended(self, index: int, text: str) -> list[Candidate]:
        """What the line may open with its number read as digits."""
        found = [c for label in labels_at(text) if (c := self._candidate(index, text, label))]
        return [replace(c, strength=c.strength - MENDED_COST, mended=True) for c in found]

    def _candidate(self, index: int, text: str, label: Label) -> Candidate | None:
        line = self.lines[index]
        rest = text[label.end :]
        is_title = title_like(rest)
        strength = 1.0 + _after_number(label, rest, is_title) + _position(line)
        if not label.dotted and len(label.number) == 1 and not label.keyword and not (is_title or line.bold):
            strength -= 1.5
        before = self.texts[index - 1] if index else ""
        if not self.paragraphs and before and is_unfinished(before, self.width):
            strength -= 0.7 if line.gap >= 0.8 or line.bold else 1.5
            if _REFERENCE_WORD.search(before[-_TAIL:]) and line.gap < 0.8:
                strength -= 2.0
        if strength < WEAKEST:
            return None
        return Candidate(index, label, strength, line.indent, line.bold, is_title)


def _after_number(label: Label, rest: str, is_title: bool) -> float:
    """What the text after a number says for a clause: a heading speaks for it, a small letter against."""
    if not rest:
        return 0.2
    if label.keyword and _REFERENCE_TAIL.match(rest):
        return -2.5 + (-1.5 if rest[0].islower() else 0.0)
    if is_title:
        return 1.0
    if rest[0].isupper() or rest[0] in '"“[':
        return 0.3
    if rest[0].islower():
        return -0.5 if label.dotted and not label.keyword else -1.5
    return 0.0


def _position(line: Line) -> float:
    """What a line's type and place say for a clause."""
    strength = 1.0 if line.style.startswith(("h", "Heading")) else 0.0
    strength += 0.5 if line.gap >= 0.5 else 0.0
    strength += 0.5 if line.bold else 0.0
    return strength - (1.0 if line.table else 0.0)
