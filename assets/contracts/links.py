"""What a clause leads to in its own document: the clauses it cites, and its neighbours under one heading."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from assets.contracts.citations import ARTICLE, CLAUSE, PART, SCHEDULE, Citation, citations
from assets.contracts.citations_elsewhere import Elsewhere, capital_behind
from assets.contracts.citations_numbers import TITLE
from assets.contracts.links_units import Found, Units
from resources.record import Chunk

Span = tuple[int, int]
STATUTE = 100
"""A section with a number from here on that is not in the contract is one of a statute: 'Section 365(n)'."""
OWN_LABEL = 120
"""Characters at the beginning of a document in which the label of the file itself stands: 'Exhibit 10.3'."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A citation that leads nowhere, or to more than one place: `said` by the chunk at index `at`."""

    at: int
    said: str
    detail: str


@dataclass(frozen=True, slots=True)
class Lead:
    """A citation at `start` of a chunk's body, and the ids it leads to."""

    start: int
    ids: tuple[str, ...]


@dataclass(slots=True)
class Links:
    """What the citations of one document gave. `payload`: for chunks by index what to note on them.
    `leads`: for chunks by id their citations in order."""

    dangling: list[Doubt] = field(default_factory=list)
    ambiguous: list[Doubt] = field(default_factory=list)
    payload: dict[int, dict[str, object]] = field(default_factory=lambda: defaultdict(dict))
    leads: dict[str, list[Lead]] = field(default_factory=lambda: defaultdict(list))


def neighbours(chunks: Sequence[Chunk]) -> dict[int, list[str]]:
    """Ids of the chunks beside each under the same heading, by index, of one document's chunks in order.
    Terms stand beside one another by the alphabet alone: two of them are no neighbours."""
    found: dict[int, list[str]] = defaultdict(list)
    for at, (before, after) in enumerate(pairwise(chunks)):
        if before.unit == after.unit == "definition":
            continue
        if before.parent_id is not None and before.parent_id == after.parent_id:
            found[at].append(after.id)
            found[at + 1].append(before.id)
    return found


def link(
    chunks: Sequence[Chunk],
    own: Elsewhere,
    twice: Mapping[str, Sequence[int]] | None = None,
    changed: Mapping[int, Sequence[Span]] | None = None,
) -> Links:
    """Fills `refs` of one document's chunks, given in document order, and says what else was cited: other
    documents (payload `cites`), clauses that are not there, numbers that stand twice. A clause does not cite
    itself. `twice`: numbers that stand again inside a clause, with the characters of the document where
    they do. `changed`: by index, characters of a body that name clauses of the document it amends.

    The headings cited are not appended to the embedded text: full recall on the contract questions fell
    from 0.867 to 0.861 with the first, 0.860 with three; embedded but not given to the reader it stayed at
    0.867."""
    linker = _Linker(chunks, own, twice or {}, changed or {})
    for at in range(len(chunks)):
        linker.chunk(at)
    return linker.links


class _Linker:
    def __init__(
        self,
        chunks: Sequence[Chunk],
        own: Elsewhere,
        twice: Mapping[str, Sequence[int]],
        changed: Mapping[int, Sequence[Span]],
    ) -> None:
        self.chunks, self.own, self.changed = chunks, own, changed
        self.units = Units(chunks, twice)
        self.links = Links()

    def chunk(self, at: int) -> None:
        chunk = self.chunks[at]
        said = citations(chunk.body, self.own)
        ordered: list[tuple[bool, bool, int, list[str]]] = []
        elsewhere: list[dict[str, object]] = []
        for cited in said:
            document = self._document(at, cited)
            if document is not None:
                elsewhere.append(
                    {"document": document, "paths": list(cited.paths), "at": [cited.start, cited.end]}
                )
                continue
            ids = [i for i in self._lead(at, cited, said) if i != chunk.id]
            if ids:
                self.links.leads[chunk.id].append(Lead(cited.start, tuple(ids)))
                ordered.append((not cited.bounds, _encloses(cited, chunk), cited.start, ids))
        # Those that bound what the clause says come first; 'this Article 4', which it is part of, last.
        chunk.refs = list(dict.fromkeys(i for *_, ids in sorted(ordered) for i in ids))
        if elsewhere:
            self.links.payload[at]["cites"] = elsewhere

    def _document(self, at: int, cited: Citation) -> str | None:
        changed = self.changed.get(at, ())
        if cited.document is None and any(start <= cited.start < end for start, end in changed):
            return None if cited.here or not cited.paths else ""
        return cited.document

    def _lead(self, at: int, cited: Citation, said: Sequence[Citation]) -> list[str]:
        if not cited.paths:
            return self._relative(at, cited)
        ids: list[str] = []
        for path in map(str.casefold, cited.paths):
            if cited.term:
                found = self.units.items_of_term(cited.term, path)
            elif path.startswith("("):
                found = self.units.items(at, path, said)
            else:
                found = self.units.find(at, path, here=cited.here)
            self._doubts(at, cited, path, found)
            ids += found.ids
        return ids

    def _doubts(self, at: int, cited: Citation, path: str, found: Found) -> None:
        said = self.chunks[at].body[cited.start : cited.end]
        # A heading in brackets is text of the document, which a report for all to see does not quote.
        said = re.sub(r"\s+", " ", said if cited.term else TITLE.sub("", said))
        if found.rivals:
            detail = f"'{said}' may mean {' or '.join(found.rivals)}; taken for the nearest"
            self.links.ambiguous.append(Doubt(at, path, detail))
            noted = self.links.payload[at].setdefault("ambiguous", [])
            assert isinstance(noted, list)
            noted.append(path)
        if found.ids or found.known:
            if found.missing:
                detail = f"'{said}' is cited, and {path.removesuffix(found.missing)} has no {found.missing}"
                self.links.dangling.append(Doubt(at, path, detail))
        elif self._is_sure(at, cited, path):
            self.links.dangling.append(Doubt(at, path, f"'{said}' is cited, and is not there"))

    def _is_sure(self, at: int, cited: Citation, path: str) -> bool:
        """Whether a path that leads nowhere was surely meant as one of this document."""
        if self.own.amending:
            return False  # most often the other document's, or new wording for it
        if cited.rank == PART or cited.term:
            return False
        if path.startswith("("):
            return cited.near
        if capital_behind(self.chunks[at].body, cited.end) is not None:
            return False
        if cited.rank == SCHEDULE:
            if "-" not in path:
                return False  # 'the Schedule' may be anything
            # A file that is itself an exhibit says so where it begins.
            before = self.chunks[at].body[: cited.start]
            return at > 0 or cited.start > OWN_LABEL or before.rpartition("\n")[2].strip() != ""
        number = re.match(r"(?:article-)?(\d+)", path)
        return number is not None and 0 < int(number[1]) < STATUTE

    def _relative(self, at: int, cited: Citation) -> list[str]:
        """'this Article', 'the preceding clause'."""
        if cited.relative == "this":
            return self.units.enclosing(at, cited.rank, cited.word)
        step = -1 if cited.relative == "before" else 1
        if cited.rank == ARTICLE:
            return self.units.next_article(at, step)
        if cited.rank == CLAUSE:
            return self.units.beside(at, step)
        # The preceding paragraph most often stands in the same clause, unless this is its first.
        body = self.chunks[at].body
        if step > 0 or re.search(r"[.;:]\s*\n", body[: cited.start]):
            return []
        return self.units.beside(at, step)


def _encloses(cited: Citation, chunk: Chunk) -> bool:
    """Whether a citation names what the chunk is part of."""
    path = chunk.path.casefold()
    return all(path.startswith((f"{above.casefold()}.", f"{above.casefold()}/")) for above in cited.paths)
