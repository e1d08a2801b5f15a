"""A collection as its evaluation needs it: labels, parsed documents on demand, the asker, the search."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property, partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from assets.documents.corrections import Correction
from assets.documents.family import Cutter
from assets.documents.reading.model import ParsedDocument
from assets.families import FAMILIES
from assets.tickets.family import FAMILY as TICKETS
from assets.tickets.threads import EXPORTS, lost_tickets
from evals.gold import GoldFinder
from evals.labels import Filters, Label
from evals.score import Ask
from partitions.keys import CollectionKey
from partitions.strategies import STRUCTURE
from resources import record
from resources.embedder import Embedder
from resources.facts import DocumentFacts, from_table
from resources.groups import single
from resources.lake import Lake
from resources.record import Chunk
from resources.search.access import Principal, Scope
from resources.search.ask import Answer, Search

Document = Callable[[Mapping[str, Any]], ParsedDocument]
"""Makes the document of a row of its table."""

_BUILT_KEPT = 1_000
"""Documents kept once they are built: some GB of contracts, which are asked for again and again."""
_OF_MANY = ("file", "dropped", "internal", "error")


class ParsedDocuments(Mapping[str, ParsedDocument]):
    """Read documents by file (by id where a file holds many), each built from its row on first use."""

    def __init__(self, tables: Sequence[tuple[pa.Table, Callable[[], pa.Table], Document]]) -> None:
        """tables: of each family the columns `file` and `error`; what gives the whole table, which is asked
        for where a document is; what makes a document of its row."""
        self._rows = {
            file: (family, at)
            for family, (names, _, _) in enumerate(tables)
            for at, (file, error) in enumerate(
                zip(names["file"].to_pylist(), names["error"].to_pylist(), strict=True)
            )
            if error is None
        }
        self._makes = [make for _, _, make in tables]
        self._table = cache(lambda family: tables[family][1]())
        self._built: dict[str, ParsedDocument] = {}

    def corrections(self, file: str) -> list[Correction]:
        """What people corrected in the file's structure."""
        family, at = self._rows[file]
        return [Correction(**item) for item in json.loads(self._table(family)["corrections"][at].as_py())]

    def __getitem__(self, file: str) -> ParsedDocument:
        if file not in self._built:
            family, at = self._rows[file]
            if len(self._built) >= _BUILT_KEPT:
                self._built.clear()
            self._built[file] = self._makes[family](self._table(family).slice(at, 1).to_pylist()[0])
        return self._built[file]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class EvalCollection:
    """What was materialized of one collection. Raises LookupError where it never was."""

    def __init__(self, lake: Lake, key: CollectionKey, embedder: Embedder) -> None:
        self.lake, self.key, self.embedder = lake, key, embedder
        facts = lake.read("facts", str(key))
        if facts is None:
            raise LookupError(f"{key} was never materialized: docgrain run LANDING --only '{key}'")
        self.facts: dict[str, DocumentFacts] = {fact.doc_id: fact for fact in from_table(facts)}

    @property
    def principal(self) -> Principal:
        """An asker who is in every group of the collection, those left out that open something only to who is
        in another as well: what an internal note knows is proof of nothing for those who read tickets."""
        return Principal(self.key.tenant, single(group for fact in self.facts.values() for group in fact.acl))

    @cached_property
    def documents(self) -> ParsedDocuments:
        """The collection's read documents, of all families."""
        found = []
        for family in FAMILIES:
            names = self.lake.read(family.documents, str(self.key), columns=["file", "error"])
            if names is not None:
                found.append((names, partial(self._existing, family.documents), family.document))
        return ParsedDocuments(found)

    def _existing(self, asset: str) -> pa.Table:
        table = self.lake.read(asset, str(self.key))
        assert table is not None  # its names were read
        return table

    @cached_property
    def family_of(self) -> dict[str, str]:
        """Family by file, of the documents that were read."""
        return {file: self.facts[file].family for file in self.documents if file in self.facts}

    @cached_property
    def tickets(self) -> dict[str, str]:
        """All tickets that were read, by id, with why one is not kept; empty where it is."""
        found: dict[str, str] = {}
        for family in FAMILIES:
            if family.many and (table := self.lake.read(family.documents, str(self.key), columns=_OF_MANY)):
                rows = table.to_pylist()
                found |= {
                    row["file"]: row["dropped"] for row in rows if not row["internal"] and not row["error"]
                }
        return found

    @cached_property
    def lost_tickets(self) -> list[str]:
        """Tickets that are only there as they were before their export broke."""
        table = self.lake.read(TICKETS.documents, str(self.key), columns=["file", "source"])
        exports = self.lake.read(EXPORTS, str(self.key))
        if table is None or exports is None or "lost" not in exports.schema.names:
            return []
        return lost_tickets(table, exports)

    def chunks(self, files: Sequence[str] | None = None) -> pa.Table:
        """The chunks that were materialized, of all families; only those of `files` (or of documents
        of these ids) where given."""
        tables = (self.lake.read(family.chunks, str(self.key)) for family in FAMILIES)
        found = [table.select(record.SCHEMA.names) for table in tables if table is not None]
        table = pa.concat_tables(found).combine_chunks() if found else record.SCHEMA.empty_table()
        if files is None:
            return table
        wanted = pa.array(files, pa.string())
        return table.filter(pc.or_(pc.is_in(table["file"], wanted), pc.is_in(table["doc_id"], wanted)))

    def column(self, name: str) -> list[Any]:
        """One column of `chunks`, without the others, which hold all that was said."""
        tables = (self.lake.read(family.chunks, str(self.key), columns=[name]) for family in FAMILIES)
        return [value for table in tables if table is not None for value in table[name].to_pylist()]

    def structure(self, files: Sequence[str]) -> list[Chunk]:
        """The chunks of `files` cut by structure: as they were materialized, or cut now where the
        collection is cut another way."""
        made = record.from_rows(self.chunks(files).to_pylist())
        if all(chunk.strategy == STRUCTURE for chunk in made):
            return made
        cutters: dict[str, Cutter] = {family.name: family.cut for family in FAMILIES}
        return [
            chunk
            for file in files
            if file in self.family_of
            for chunk in self.cut(file, cutters[self.family_of[file]])
        ]

    def cut(self, file: str, cutter: Cutter) -> list[Chunk]:
        """The file's chunks, cut now by `cutter`."""
        corrections = self.documents.corrections(file)
        return cutter(self.documents[file], self.facts[file], corrections, self.embedder).chunks

    def finder(self, labels: Sequence[Label]) -> GoldFinder:
        """Locates the labels' golds; clauses, lines and units through the chunks cut by structure."""
        framed = {
            gold.file
            for label in labels
            for gold in label.gold
            if gold.file and (gold.clause or gold.line or gold.unit)
        }
        files = {fact.file for fact in self.facts.values()}
        return GoldFinder(
            self.documents,
            self.structure(sorted(framed)),
            files,
            tickets=self.tickets,
            lost=self.lost_tickets,
        )

    def scope(self, label: Label | None = None) -> Scope:
        """Where a label's answer is looked for: in the collection, narrowed by the label's filters, on its
        day or today."""
        given = (label.filters if label else None) or Filters()
        return Scope(
            collections=frozenset({self.key.collection}),
            counterparty=frozenset({given.counterparty}) if given.counterparty else None,
            units=frozenset(given.units) or None,
            families=frozenset(given.families) or None,
            as_of=(label.as_of if label else None) or date.today(),
        )

    def ask(self, search: Search, budget: int) -> Ask:
        """Questions put to `search` inside the collection; the label's date and filters go along."""

        def asked(label: Label) -> Answer:
            return search.ask(label.question, self.principal, budget=budget, scope=self.scope(label))

        return asked


def materialized_labels(lake: Lake, key: str) -> list[Label]:
    """The labels as last materialized; none where they never were."""
    table = lake.read("labels", key)
    return [] if table is None else [Label.model_validate_json(text) for text in table["label"].to_pylist()]


def chunker_versions(collection: EvalCollection) -> str:
    """The versions of the code that made the collection's chunks."""
    return ", ".join(sorted(set(collection.column("chunker_version"))))
