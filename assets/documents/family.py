"""What a family of documents has to bring: how one read document is cut, and the code that decides it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import pyarrow as pa

from assets.documents.corrections import Correction
from assets.documents.read_facts import ReadFact, complete
from assets.documents.read_incremental import parsed_document
from assets.documents.reading.model import LeftOut, ParsedDocument
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.facts import Family as FamilyName
from resources.record import Chunk


@dataclass(slots=True)
class Cut:
    """One document's chunks and every region that none of them covers. `report` is what the
    family has to say about the document beside its chunks (numbering gaps, say), `flags` what a person
    should look at. `provisional`: something that it takes was not to be had, so that it is cut again
    whenever its collection is."""

    chunks: list[Chunk]
    left_out: list[LeftOut]
    report: dict[str, Any] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    provisional: bool = False


Cutter = Callable[[ParsedDocument, DocumentFacts, Sequence[Correction], Embedder], Cut]


@dataclass(frozen=True, slots=True)
class FactReader:
    """Reads what a document's own text says of its title, parties, dates ...; `module` is the code that
    decides it."""

    module: str
    read: Callable[[ParsedDocument], Sequence[ReadFact]]


@dataclass(frozen=True, slots=True)
class Family:
    """A vertical slice. `module` is the code that decides its chunks; `facts` reads facts from its documents,
    None where nothing is read; `overlap` says whether chunks of one document may cover the same characters
    (prose passages may). `table` ends the name of the asset that holds its read documents, `document` makes
    one of a row of it. `many`: a file (an export) holds many documents; that table then says which, see
    `assets.documents.many`. `version`: what decides its chunks beside its code, as a language model does.
    `hidden` gives, of its documents' table, the texts of each document that fewer may read than it, by
    doc_id."""

    name: FamilyName
    module: str
    cut: Cutter
    facts: FactReader | None = None
    overlap: bool = False
    table: str = "documents"
    document: Callable[[Mapping[str, Any]], ParsedDocument] = parsed_document
    many: bool = False
    version: str = ""
    hidden: Callable[[pa.Table], Mapping[str, Sequence[str]]] | None = None

    def known(self, said: DocumentFacts, document: ParsedDocument) -> tuple[DocumentFacts, list[ReadFact]]:
        """The facts of one document, completed from its own text (`complete`)."""
        return complete(said, self.facts.read(document) if self.facts is not None else ())

    @property
    def documents(self) -> str:
        """The asset that holds its read documents."""
        return f"{self.name}_{self.table}"

    @property
    def chunks(self) -> str:
        """The asset that holds its chunks."""
        return f"{self.name}_chunks"


class Strategies(Protocol):
    """Gives the cutter for a family under a strategy and the version of its code. What is not `structure`
    comes from the comparisons of `evals`, which assets must not import: it is handed in as a resource."""

    def cutter(self, family: Family, strategy: str) -> tuple[Cutter, str]:
        """Raises ValueError where there is no such strategy."""
