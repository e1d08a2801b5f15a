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
    rf"\b(?P<word>sections?|clauses?|articles?|paragraphs?|sub-?clauses?|§+)\s*"
    rf"(?P<list>{_NUMBER}(?:\s*(?:,|;|and|or|to|through|and/or|[-–])\s*{_NUMBER})*)",
    re.I,
)
_CITED_SCHEDULE = re.compile(
    rf"\b(?P<word>{'|'.join(SCHEDULE_WORDS)})\s+(?P<number>\d{{1,2}}|[A-Z](?:-\d)?|[IVX]{{1,4}})\b", re.I
)
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
CHILDREN = 4
"""A cited heading without text of its own stands for its first clauses."""


def add_links(chunks: Sequence[Chunk]) -> None:
    """Fills `refs` and the payload's `neighbours` of one document's chunks, given in document order. Terms
    stand beside one another by the alphabet alone: they are no neighbours."""
    add_references(chunks)
    neighbours: dict[str, list[str]] = defaultdict(list)
    for before, after in pairwise(chunks):
        if "definition" in (before.unit, after.unit):
            continue
        if before.parent_id is not None and before.parent_id == after.parent_id:
            neighbours[before.id].append(after.id)
            neighbours[after.id].append(before.id)
    for chunk in chunks:
        if chunk.id in neighbours:
            chunk.payload = json.dumps({**json.loads(chunk.payload), "neighbours": neighbours[chunk.id]})


def add_references(chunks: Sequence[Chunk]) -> None:
    """Fills `refs` of one document's chunks. A number that no clause has, or that belongs to another
    document or a statute, gives none; a clause does not cite itself."""
    by_path: dict[str, list[str]] = defaultdict(list)
    below: dict[str, list[str]] = defaultdict(list)
    for chunk in chunks:
        for key in chunk.source_keys:
            by_path[key.rpartition("#")[2].casefold()].append(chunk.id)
        path = chunk.path.casefold()
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
    for match in _CITED.finditer(text):
        if _ELSEWHERE.match(text, match.end()) and not _HERE.match(text, match.end()):
            continue
        article = "article-" if match["word"].lower().startswith("article") else ""
        first = _comes_first(text, match.start())
        found += [
            (not first, match.start() + number.start(), article + re.sub(r"\s", "", number[0]).casefold())
            for number in re.finditer(_NUMBER, match["list"])
        ]
    found += [
        (not _comes_first(text, match.start()), match.start(), _schedule_path(match))
        for match in _CITED_SCHEDULE.finditer(text)
        if not _ELSEWHERE.match(text, match.end())
    ]
    return list(dict.fromkeys(path for _, _, path in sorted(found)))


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
