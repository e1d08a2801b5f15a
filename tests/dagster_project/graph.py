"""A landing zone with its store and instance, run as the command runs it, in this process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import dagster as dg

from assets.documents.corrections import Correction
from assets.documents.family import Cut, Cutter, Family
from assets.documents.reading.model import ParsedDocument
from dagster_project.definitions import build_definitions
from dagster_project.instance import open_instance
from dagster_project.refresh import Refreshed, refresh_collection
from evals.strategies import CollectionStrategies
from resources.embedder import Embedder, load_embedder
from resources.facts import DocumentFacts
from resources.lake import Lake
from resources.published import open_published
from resources.record import Chunk, chunk_id, text_hash
from resources.search.access import Principal, Scope
from resources.search.ask import Answer, Search
from resources.store import open_store


class Graph:
    """`refresh` is one run of `docgrain run`; `strategies` swaps the chunkers."""

    def __init__(self, folder: Path) -> None:
        self.landing = folder / "landing"
        self.landing.mkdir(parents=True, exist_ok=True)
        self.store = open_store(folder / "store")
        self.instance: dg.DagsterInstance = open_instance(self.store)
        self.strategies = CollectionStrategies()

    @property
    def lake(self) -> Lake:
        return Lake(self.store)

    @property
    def definitions(self) -> dg.Definitions:
        return build_definitions(self.landing, self.store.path, self.strategies)

    def refresh(self, key: str = "acme/supply") -> Refreshed:
        return refresh_collection(self.definitions, self.instance, self.store, key)

    def materialize(self, *assets: str, key: str = "acme/supply") -> dg.ExecuteInProcessResult:
        """Start single assets by hand, as from the UI."""
        job = dg.define_asset_job("by_hand", selection=dg.AssetSelection.assets(*assets))
        definitions = dg.Definitions.merge(self.definitions, dg.Definitions(jobs=[job]))
        return definitions.resolve_job_def("by_hand").execute_in_process(
            instance=self.instance, partition_key=key, raise_on_error=False
        )

    def answer(self, question: str, *groups: str, scope: Scope | None = None) -> Answer:
        """What a member of `groups` of tenant acme is given."""
        search = Search(open_published(self.store, "acme"), load_embedder())
        return search.ask(question, Principal("acme", frozenset(groups)), scope=scope)

    def ask(self, question: str, *groups: str, collection: str = "supply") -> list[str]:
        """Source keys of the hits in one collection."""
        found = self.answer(question, *groups, scope=Scope(collections=frozenset({collection})))
        return [hit.chunk.source_keys[0] for hit in found.hits]

    def runs(self) -> list[dg.DagsterRun]:
        return list(self.instance.get_runs())


def shred(
    document: ParsedDocument, chunks: Sequence[Chunk], embedder: Embedder, size: int = 40
) -> list[Chunk]:
    """A way to cut badly that every check lets through: nothing lost, nothing twice, all in shreds."""
    shreds: list[Chunk] = []
    for chunk in chunks:
        starts = range(chunk.char_start, chunk.char_end, size)
        for number, start in enumerate(starts, start=1):
            end = min(start + size, chunk.char_end)
            body = document.text[start:end]
            part = {name: getattr(chunk, name) for name in Chunk.__dataclass_fields__}
            part |= {
                "body": body,
                "text": body,
                "parent_context": "",
                "char_start": start,
                "char_end": end,
                "heading_path": [],
            }
            part |= {"part": [number, len(starts)], "seq": len(shreds), "text_hash": text_hash(body)}
            part["id"] = chunk_id(
                chunk.tenant_id, chunk.collection, chunk.doc_id, "shreds", chunk.unit, chunk.id, number
            )
            part["tokens"] = embedder.count([body])[0]
            shreds.append(Chunk(**part))
    return shreds


class Edited(CollectionStrategies):
    """Chunkers after an edit: `edit` changes what the good ones make, and `edition` is no longer theirs."""

    edition = "edited"

    def edit(self, document: ParsedDocument, facts: DocumentFacts, made: Cut, embedder: Embedder) -> Cut:
        raise NotImplementedError

    def cutter(self, family: Family, strategy: str) -> tuple[Cutter, str]:
        good, version = super().cutter(family, strategy)

        def cut(
            document: ParsedDocument,
            facts: DocumentFacts,
            corrections: Sequence[Correction],
            embedder: Embedder,
        ) -> Cut:
            return self.edit(document, facts, good(document, facts, corrections, embedder), embedder)

        return cut, f"{version}-{self.edition}"


class Shredding(Edited):
    """An edit that went wrong, on all documents or on those of one collection."""

    edition = "shredding"

    def __init__(self, only: str | None = None) -> None:
        super().__init__()
        self._only = only

    def edit(self, document: ParsedDocument, facts: DocumentFacts, made: Cut, embedder: Embedder) -> Cut:
        if self._only in (None, facts.collection):
            made.chunks = shred(document, made.chunks, embedder)
        return made
