"""How contracts cite: 'Clauses 9(b) and 11', 'Part B of Schedule 2', 'this Article', 'Section 4 of it'."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from assets.contracts.citations_elsewhere import Elsewhere
from assets.contracts.citations_numbers import Listed, labels_behind, numbers_behind
from assets.contracts.numbering import SCHEDULE_WORDS

ITEM, CLAUSE, ARTICLE, PART, SCHEDULE = range(1, 6)
"""Ranks of what is cited, innermost first."""
_WORDS = re.compile(
    r"sec(?:tion|t?\.)|clause|cl\.|§|para(?:graph|s?\.)|art(?:icle|s?\.)|parts? "
    rf"|{'|'.join(sorted(SCHEDULE_WORDS, key=len, reverse=True))}|appendices|addenda"
)
_RANKS = {
    "section": CLAUSE, "clause": CLAUSE, "sect.": CLAUSE, "sec.": CLAUSE, "cl.": CLAUSE, "§": CLAUSE,
    "paragraph": ITEM, "para.": ITEM, "paras.": ITEM, "article": ARTICLE, "art.": ARTICLE, "arts.": ARTICLE,
    "part ": PART, "parts ": PART, **dict.fromkeys(SCHEDULE_WORDS, SCHEDULE), "appendices": SCHEDULE,
    "addenda": SCHEDULE,
}  # fmt: skip
_RELATIVE = {
    "this": "this", "present": "this", "preceding": "before", "foregoing": "before", "previous": "before",
    "prior": "before", "following": "after", "succeeding": "after", "next": "after",
}  # fmt: skip
_WORD_END = re.compile(r"(?:e?s)?(?![a-z])", re.I)
_SUB = re.compile(r"\bsub[-\s]?$", re.I)
_OF = re.compile(r"[\s,]+(?:of|in|to|under|from)\s+(?:(?:the|that|said|such)\s+)?(?=\S)", re.I)
_COMMA = re.compile(r"\s*,?\s*(?:(?:and|at)\s+)?(?=\S)", re.I)
_OF_DEFINITION = re.compile(
    r"\s+(?:of|in)\s+(?:the|such)\s+(?:definitions?\s+of|defined\s+term)\s+(?:the\s+term\s+)?[\"“](?P<term>[^\"“”\n]{1,60})[\"”]",
    re.I,
)
_HERE = re.compile(r"\s*,?\s+(?:hereof|herein|hereto|hereunder|hereinabove)\b", re.I)
_OF_THIS = re.compile(r"[\s,]+(?:of|in|to|under|from)\s+(?:this|the\s+present)\s+(?P<word>\w+)", re.I)
_ENDS = frozenset('.;:)]*_”"')
_AND = re.compile(r"[\s,]*(?:and|or|and/or|through|to|,|;)\s*(?:(?:under|in|of|either|the)\s+)*", re.I)
_NEAR = re.compile(r",?\s+(?:above|below)\b", re.I)
_BOUNDS = re.compile(
    r"\b(?:subject\s+(?:always\s+)?to|notwithstanding|except\s+(?:as|for|to\s+the\s+extent)\b[^.;,]{0,30}"
    r"|save\s+(?:as|for)\b[^.;,]{0,30}|without\s+(?:limiting|prejudice\s+to)|other\s+than)"
    r"(?:\s+(?:the|any|provisions?|terms?|of|in|under|this|anything|contained|to|contrary|foregoing|and))*\s+$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Citation:
    """One place at characters start .. end of a text that cites others. `paths` are written as the clause
    tree writes them; where each lies in something named beside it, that is part of the path. Without paths
    it is `relative`: 'this' unit of its rank, the one 'before' it or 'after' it."""

    start: int
    end: int
    rank: int
    paths: tuple[str, ...] = ()
    relative: str = ""
    word: str = ""
    """'schedule', 'exhibit' where such a one is cited."""
    near: bool = False
    """It is said to stand above or below, or in this very clause."""
    here: bool = False
    """It is said to stand in this document, not in the schedule that the text may lie in."""
    bounds: bool = False
    """It bounds what the sentence says: 'Subject to clause 9.1'."""
    term: str = ""
    """The definition whose items are cited."""
    document: str | None = None
    """The other document or statute it belongs to, by the name the text gives it; '' where it gives none."""


def citations(text: str, own: Elsewhere) -> list[Citation]:
    """All citations of a text in order. `own` tells which names of agreements mean the document itself."""
    found = list(_joined(text, list(_atoms(text)), own))
    for at in range(len(found) - 2, -1, -1):
        one, two = found[at], found[at + 1]
        if two.document is None or one.document is not None or one.here or one.rank != two.rank:
            continue
        # 'Section 13(d) or Section 14(d) of the Exchange Act': both are.
        if one.paths and not one.term and _AND.fullmatch(text, one.end, two.start):
            found[at] = replace(one, document=two.document)
    return [c for c in found if (c.paths or c.relative) and not _is_heading(text, c)]


def names_clauses(lower: str) -> bool:
    """Whether a text, in small letters, has a word that clauses or schedules are cited with."""
    return _WORDS.search(lower) is not None


def _is_heading(text: str, cited: Citation) -> bool:
    """Whether a schedule's name stands on a line of its own: that is where it begins."""
    if cited.rank != SCHEDULE or len(cited.paths) != 1 or "/" in cited.paths[0]:
        return False
    before = text[: cited.start].rstrip(' "“')
    if before and (before[-1] != "\n" or before.rstrip()[-1:] not in _ENDS):
        return False
    return not text[cited.end : cited.end + 40].lstrip(' "”.:').partition("\n")[0].strip()


@dataclass(frozen=True, slots=True)
class _Atom:
    """A word and the numbers behind it: 'Clauses 9(b) and 11'."""

    start: int
    end: int
    rank: int
    word: str
    numbers: tuple[str, ...]
    relative: str = ""

    @property
    def items_only(self) -> bool:
        return bool(self.numbers) and self.numbers[0].startswith("(")


def _atoms(text: str) -> Iterator[_Atom]:
    lower = text.lower()
    if len(lower) != len(text):  # a letter whose small form is two
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    stop = 0
    for match in _WORDS.finditer(lower):
        if match.start() < stop:
            continue
        atom = _atom(text, lower, match.start(), match[0])
        if atom is not None:
            stop = atom.end
            yield atom


def _atom(text: str, lower: str, start: int, word: str) -> _Atom | None:
    rank = _RANKS[word]
    begin = start
    before = text[start - 1 : start]
    if before and (before.isalnum() or before in "-_"):
        sub = _SUB.search(text, max(0, start - 5), start)
        if sub is None or rank not in (CLAUSE, ITEM):
            return None
        begin, rank = sub.start(), ITEM
    if word[-1].isalpha():
        ending = _WORD_END.match(text, start + len(word))
        if ending is None:
            return None
        end = ending.end()
    else:
        end = start + len(word)
        while word == "§" and text[end : end + 1] == "§":
            end += 1
    listed = _numbers(text, end, rank)
    if listed is not None:
        name = _schedule_word(word) if rank == SCHEDULE else word
        numbers = tuple(f"{name}-{n}" for n in listed.numbers) if rank == SCHEDULE else listed.numbers
        return _Atom(begin, listed.end, rank, name, numbers)
    if before and not before.isspace():
        return None
    beside = lower[max(0, begin - 40) : begin].rstrip().rpartition(" ")[2].rpartition("\n")[2]
    if beside == "the" and rank == SCHEDULE and text[start].isupper():
        return _Atom(begin, end, rank, word, (_schedule_word(word),))
    relative = _RELATIVE.get(beside, "")
    if not relative or (rank == SCHEDULE and relative != "this"):
        return None
    at = lower.rindex(beside, 0, begin)
    return _Atom(at, end, rank, _schedule_word(word), (), relative)


def _numbers(text: str, at: int, rank: int) -> Listed | None:
    if rank == SCHEDULE:
        return labels_behind(text, at)
    listed = numbers_behind(text, at, article=rank in (ARTICLE, PART))
    if listed is not None and rank in (ARTICLE, PART):
        word = "article" if rank == ARTICLE else "part"
        return replace(listed, numbers=tuple(n if n[0] == "(" else f"{word}-{n}" for n in listed.numbers))
    return listed


def _schedule_word(word: str) -> str:
    return {"annexure": "annex", "appendices": "appendix", "addenda": "addendum"}.get(word, word)


def _joined(text: str, atoms: Sequence[_Atom], own: Elsewhere) -> Iterator[Citation]:
    """Atoms that say together where one thing is: 'paragraph 3 of Part B of Schedule 2'."""
    at = 0
    while at < len(atoms):
        group = [atoms[at]]
        paths, relative = list(atoms[at].numbers), ""
        while at + 1 < len(atoms):
            inner, outer = _nested(text, atoms[at], atoms[at + 1])
            if inner is None or outer is None:
                break
            at += 1
            group.append(atoms[at])
            if outer.relative:
                relative = outer.relative
            elif inner is atoms[at]:
                paths = [_within(path, n) for path in paths for n in inner.numbers]
            else:
                paths = [_within(n, path) for path in paths for n in outer.numbers]
        at += 1
        yield _citation(text, group, tuple(paths), relative, own)


def _nested(text: str, one: _Atom, two: _Atom) -> tuple[_Atom | None, _Atom | None]:
    """(inner, outer) of two neighbours, where one lies in the other."""
    if two.start - one.end > 14 or one.relative:
        return None, None
    gap = _OF.match(text, one.end, two.start + 1)
    if gap is not None and gap.end() == two.start and (one.rank < two.rank or one.items_only):
        return one, two
    gap = _COMMA.match(text, one.end, two.start + 1)
    plain = "and" not in text[one.end : two.start].lower()
    if gap is not None and gap.end() == two.start and plain and not two.relative:
        if one.rank == ITEM and two.rank == CLAUSE and not two.items_only:
            return one, two  # 'paragraph 2, Section 24'
        narrower = one.rank > two.rank and not one.items_only
        if narrower or (two.items_only and not one.items_only):
            return two, one
    return None, None


def _within(outer: str, inner: str) -> str:
    return outer + inner if inner.startswith("(") else f"{outer}/{inner}"


def _citation(
    text: str, group: Sequence[_Atom], paths: tuple[str, ...], relative: str, own: Elsewhere
) -> Citation:
    start, end = min(a.start for a in group), max(a.end for a in group)
    widest = max(group, key=lambda atom: (bool(atom.numbers), atom.rank))
    made = Citation(
        start,
        end,
        widest.rank,
        paths,
        "" if paths else group[0].relative,
        widest.word if widest.rank == SCHEDULE else "",
        near=bool(relative),
        bounds=_BOUNDS.search(text, max(0, start - 80), start) is not None,
    )
    if not paths:
        return made
    if (of := _OF_DEFINITION.match(text, end)) is not None:
        return replace(made, end=of.end(), term=of["term"].strip(" ,."))
    if _HERE.match(text, end):
        return replace(made, here=True)
    if (this := _OF_THIS.match(text, end)) is not None:
        inside = this["word"].lower() in SCHEDULE_WORDS
        return replace(made, here=not inside, near=inside)
    if _NEAR.match(text, end):
        return replace(made, near=True)
    return replace(made, document=own.document(text, start, end))
