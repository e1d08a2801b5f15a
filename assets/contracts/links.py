"""What a clause leads to in its own document: the clauses it cites, and its neighbours under one heading."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from assets.contracts.numbering import SCHEDULE_WORDS
from resources.record import Chunk

_NUMBER = r"\d{1,3}[A-Z]?(?:\.\d{1,3}[A-Z]?)*(?:\s?\([A-Za-z0-9]{1,5}\))*"
_CITED = re.compile(
    rf"(?P<word>\b(?:sections?|clauses?|articles?|paragraphs?|sub-?clauses?)|§+)\s*"
    rf"(?P<list>{_NUMBER}(?:\s*(?:,|;|and|or|to|through|and/or|[-–])\s*{_NUMBER})*)",
    re.I,
)
_CITED_SCHEDULE = re.compile(
    rf"\b(?P<word>{'|'.join(SCHEDULE_WORDS)})\s+(?P<number>\d{{1,2}}|[A-Z](?:-\d)?|[IVX]{{1,4}})\b", re.I
)
_OF = re.compile(r"\s+(?:of|in|to)\s+", re.I)
_BEHIND = re.compile(r",?\s+$")
_ELSEWHERE = re.compile(
    r"\s*,?\s+(?:of|under|to|in)\s+(?:(?:the|that|such|its|said|an?)\s+)?(?:[A-Z][\w.&'’-]*\s+){0,7}"
    r"(?:Act|Code|Law|Rules?|Regulations?|Directive|Statutes?|Constitution|Agreement|Contract|Lease|Indenture)\b"
)
_HERE = re.compile(r"\s*,?\s+(?:of|under|to|in)\s+(?:this|the present)\b|\s+hereof\b", re.I)
_BOUNDS = re.compile(
    r"\b(?:subject\s+(?:always\s+)?to|notwithstanding|except\s+(?:as|for|to\s+the\s+extent)\b[^.;,]{0,30}"
    r"|save\s+(?:as|for)\b[^.;,]{0,30}|without\s+(?:limiting|prejudice\s+to)|other\s+than)"
    r"(?:\s+(?:the|any|provisions?|terms?|of|in|under|this))*\s+$",
    re.I,
)
_RANGE = re.compile(r"\s*(?:to|through|[-–])\s*", re.I)
LONGEST_RANGE = 12
"""Clauses between the two that a reference names, above which it cites half the contract."""
CHILDREN = 4
"""A cited heading without text of its own stands for its first clauses."""


def add_links(chunks: Sequence[Chunk]) -> None:
    """Fills `refs` and the payload's `neighbours` of one document's chunks, given in document order. Terms
    stand beside one another by the alphabet alone: two of them are no neighbours."""
    add_references(chunks)
    neighbours: dict[str, list[str]] = defaultdict(list)
    for before, after in pairwise(chunks):
        if before.unit == after.unit == "definition":
            continue
        if before.parent_id is not None and before.parent_id == after.parent_id:
            neighbours[before.id].append(after.id)
            neighbours[after.id].append(before.id)
    for chunk in chunks:
        if chunk.id in neighbours:
            chunk.payload = json.dumps({**json.loads(chunk.payload), "neighbours": neighbours[chunk.id]})


def add_references(chunks: Sequence[Chunk]) -> None:
    """Fills `refs` of one document's chunks. A number that no clause has, or that belongs to another
    document or a statute, gives none; a clause does not cite itself. The headings cited are not appended to
    the embedded text: full recall on the contract questions fell from 0.867 to 0.861 with the first, 0.860
    with three; embedded but not given to the reader it stayed at 0.867."""
    by_path: dict[str, list[str]] = defaultdict(list)
    below: dict[str, list[str]] = defaultdict(list)
    for chunk in chunks:
        path = chunk.path.casefold()
        whole = _above(path) if chunk.unit == "definition" else ""
        for key in chunk.source_keys:
            # Whoever cites a definitions clause is led to its first terms, as with headings, not to all.
            if (cited := key.rpartition("#")[2].casefold()) != whole:
                by_path[cited].append(chunk.id)
        while (path := _above(path)) != "":
            below[path].append(chunk.id)
    for chunk in chunks:
        inside = _namespaces(chunk)
        found: dict[str, None] = {}
        for cited in cited_paths(chunk.body):
            # Inside a schedule 'paragraph 3' is the schedule's own; 'Section 3' may be the body's.
            for place in [*(f"{namespace}/{cited}" for namespace in inside), cited]:
                ids = (
                    by_path.get(place)
                    or by_path.get(place.partition("(")[0])
                    or below.get(place, [])[:CHILDREN]
                )
                if ids:
                    found.update(dict.fromkeys(i for i in ids if i != chunk.id))
                    break
        chunk.refs = list(found)


def _namespaces(chunk: Chunk) -> list[str]:
    """The namespaces a chunk lies in, innermost first; the clause that holds a term is none."""
    steps = chunk.path.casefold().split("/")[:-1]
    return ["/".join(steps[:n]) for n in range(len(steps), 0, -1)]


def cited_paths(text: str) -> list[str]:
    """The paths a text cites in its own document: 'Clauses 9(b) and 11' gives 9(b) and 11. Those that bound
    what it says ('Subject to', 'notwithstanding') come first, then in order."""
    found: list[tuple[bool, int, str]] = []
    schedules = {
        match.start(): match
        for match in _CITED_SCHEDULE.finditer(text)
        if not _ELSEWHERE.match(text, match.end())
    }
    for match in _CITED.finditer(text):
        if _ELSEWHERE.match(text, match.end()) and not _HERE.match(text, match.end()):
            continue
        outer, start = _schedule_of(text, match)
        schedules.pop(start, None)
        prefix = outer + ("article-" if match["word"].lower().startswith("article") else "")
        first = _comes_first(text, min(start, match.start()) if outer else match.start())
        found += [(not first, match.start(), prefix + number) for number in _numbers(match["list"])]
    found += [(not _comes_first(text, at), at, _schedule_path(match)) for at, match in schedules.items()]
    return list(dict.fromkeys(path for _, _, path in sorted(found, key=lambda each: each[:2])))


def _schedule_of(text: str, cited: re.Match[str]) -> tuple[str, int]:
    """The namespace of 'paragraph 3 of Schedule 2' and of 'Schedule 2, paragraph 3', and where the schedule
    is named; an empty one and -1 where none is."""
    if (of := _OF.match(text, cited.end())) and (outer := _CITED_SCHEDULE.match(text, of.end())):
        return f"{_schedule_path(outer)}/", outer.start()
    for outer in _CITED_SCHEDULE.finditer(text, max(0, cited.start() - 24), cited.start()):
        if _BEHIND.fullmatch(text, outer.end(), cited.start()):
            return f"{_schedule_path(outer)}/", outer.start()
    return "", -1


def _numbers(listed: str) -> list[str]:
    """The numbers of a list in order: '7.1, 7.3 and 9' gives three, '4.1 to 4.3' those between as well."""
    found: list[str] = []
    last = 0
    for match in re.finditer(_NUMBER, listed):
        number = re.sub(r"\s", "", match[0]).casefold()
        if found and _RANGE.fullmatch(listed, last, match.start()):
            found += _between(found[-1], number)
        found.append(number)
        last = match.end()
    return found


def _between(first: str, last: str) -> list[str]:
    head, _, low = first.rpartition(".")
    other, _, high = last.rpartition(".")
    if head != other or not (low.isdigit() and high.isdigit()):
        return []
    inside = range(int(low) + 1, int(high))
    return [f"{head}.{n}" if head else str(n) for n in inside] if len(inside) <= LONGEST_RANGE else []


def _comes_first(text: str, at: int) -> bool:
    """Whether the reference at `at` bounds what the clause says: 'Subject to clause 9.1'."""
    return _BOUNDS.search(text, max(0, at - 60), at) is not None


def _schedule_path(match: re.Match[str]) -> str:
    return f"{match['word'].lower()}-{match['number'].lower()}"


def _above(path: str) -> str:
    """The path one level up inside a namespace: 7.2.1 -> 7.2 -> 7; schedule-1/3 -> schedule-1."""
    head, dot, _ = path.rpartition(".")
    if dot and "/" not in path[len(head) :]:
        return head
    return path.rpartition("/")[0]
