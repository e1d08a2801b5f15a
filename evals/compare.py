"""One collection cut another way, indexed in a folder of the cache, and asked the same questions."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from assets.families import FAMILIES, family_named
from assets.tickets.family import FAMILY as TICKETS
from assets.tickets.family import writing
from assets.tickets.written import ASSET as STATEMENTS
from assets.tickets.written import WrittenStatements
from evals.collection import EvalCollection
from evals.context_sentence import WrittenSentences
from evals.gold import GoldFinder
from evals.labels import Label
from evals.score import Scores, records_from_table, records_to_table, score
from evals.strategies import CollectionStrategies
from partitions.keys import CollectionKey
from partitions.strategies import CUTS, STRATEGIES
from resources import facts as facts_table
from resources import record
from resources.embedder import Embedder
from resources.index import Index, build_index
from resources.lake import Lake
from resources.progress import report
from resources.record import Chunk
from resources.search.ask import Search
from resources.search.settings import DEFAULTS, SearchSettings
from resources.store import Store
from resources.writer import Writer, configured

ASSET = "strategy_scores"
_AT_ONCE = 4_000
"""Chunks that are held as objects before they become a table."""
BUDGET = 2000
"""Tokens that may be returned for one question in a proof: what is commonly handed to a model."""


def score_index(
    collection: EvalCollection,
    index: Index,
    labels: Sequence[Label],
    finder: GoldFinder,
    strategy: str,
    budget: int,
    chunk_tokens: Sequence[int],
    settings: SearchSettings = DEFAULTS,
) -> Scores:
    """What an index scores on the labels, searched by `settings`."""
    report(f"score {strategy}", 0, len(labels))
    return score(
        collection.ask(Search(index, collection.embedder, settings), budget),
        labels,
        finder,
        collection=str(collection.key),
        strategy=strategy,
        budget=budget,
        chunk_tokens=chunk_tokens,
        on_question=lambda done: report(f"score {strategy}", done, len(labels)),
    )


def strategy_index(store: Store, collection: EvalCollection, strategy: str) -> tuple[Path, list[int]]:
    """The folder of an index of the collection cut by `strategy`, built where the cache lacks it, and
    the tokens of its chunks. Raises StrategyError where a peer's package is missing."""
    lake, key = collection.lake, collection.key
    model = configured()
    strategies = CollectionStrategies(WrittenSentences(Writer(model), lake, str(key)) if model else None)
    families = sorted(set(collection.family_of.values()))
    kept = writing(WrittenStatements(None, lake, str(key)))
    cutters = {
        name: strategies.cutter(kept if family is TICKETS else family, strategy)
        for name in families
        if (family := family_named(name))
    }
    inputs = [strategy, collection.embedder.model_id, lake.content_hash("facts", str(key)) or ""]
    inputs += [version for _, version in cutters.values()]
    inputs += [lake.content_hash(STATEMENTS, str(key)) or ""]
    read = [family.documents for family in FAMILIES if family.name in cutters]
    inputs += [lake.content_hash(name, str(key)) or "" for name in read]
    name = blake2b("\x1f".join(inputs).encode(), digest_size=12).hexdigest()
    folder = store.cache / "strategies" / key.tenant / key.collection
    directory = folder / name
    sizes = directory.with_suffix(".tokens")
    if directory.exists() and sizes.exists():
        return directory, [int(size) for size in sizes.read_text().split()]
    shutil.rmtree(directory, ignore_errors=True)
    chunks = _Cut(collection.embedder)
    for done, (file, family_name) in enumerate(sorted(collection.family_of.items())):
        report(f"cut {strategy}", done, len(collection.family_of))
        cutter, _ = cutters[family_name]
        chunks.add(collection.cut(file, cutter))
    folder.mkdir(parents=True, exist_ok=True)
    table, vectors = chunks.tables()
    build_index(directory, table, vectors, facts_table.to_table(list(collection.facts.values())))
    tokens: list[int] = table["tokens"].to_pylist()
    sizes.write_text(" ".join(map(str, tokens)))
    _drop_oldest(folder)
    return directory, tokens


def score_strategy(
    store: Store,
    collection: EvalCollection,
    labels: Sequence[Label],
    finder: GoldFinder,
    strategy: str,
    budget: int,
) -> Scores:
    """What the collection scores when it is cut by `strategy`."""
    directory, tokens = strategy_index(store, collection, strategy)
    return score_index(collection, Index.open_candidate(directory), labels, finder, strategy, budget, tokens)


def keep_scores(lake: Lake, scores: Scores) -> str:
    """Put a strategy's scores in the place of those before; the hash of what they say."""
    records = records_to_table(scores.records)
    about = {"budget": scores.budget, "chunks": scores.chunks, "median_tokens": scores.median_tokens}
    records = records.replace_schema_metadata({"scores": json.dumps(about)})
    return lake.write(ASSET, f"{scores.collection}/{scores.strategy}", records)


def kept_scores(lake: Lake, key: CollectionKey) -> list[Scores]:
    """The scores of every strategy that was materialized on the collection."""
    found = []
    for strategy in STRATEGIES:
        table = lake.read(ASSET, f"{key}/{strategy}")
        if table is not None:
            about = json.loads(table.schema.metadata[b"scores"])
            found.append(Scores(str(key), strategy, records=records_from_table(table), **about))
    return found


def _drop_oldest(folder: Path) -> None:
    """Keep two indexes of every strategy: of the state before a change, and of the one after."""
    indexes = sorted(
        (path for path in folder.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime
    )
    for path in indexes[: -2 * len(CUTS)]:
        shutil.rmtree(path, ignore_errors=True)
        path.with_suffix(".tokens").unlink(missing_ok=True)


class _Cut:
    """Chunks as they are cut, kept as tables with the vectors of their texts: as objects a hundred thousand
    tickets would not fit into memory."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._chunks: list[Chunk] = []
        self._tables: list[pa.Table] = []
        self._vectors: list[npt.NDArray[np.float32]] = []

    def add(self, chunks: Sequence[Chunk]) -> None:
        self._chunks += chunks
        if len(self._chunks) > _AT_ONCE:
            self._flush()

    def tables(self) -> tuple[pa.Table, npt.NDArray[np.float32]]:
        """All chunks, and (chunks, d) their vectors."""
        self._flush()
        return pa.concat_tables(self._tables), np.concatenate(self._vectors)

    def _flush(self) -> None:
        self._tables.append(record.to_table(self._chunks))
        self._vectors.append(self._embedder.embed([chunk.text for chunk in self._chunks]))
        self._chunks = []
