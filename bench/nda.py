"""Full recall on 70 non-disclosure agreements at 500 tokens, the document given, of every way of cutting.

The agreements are plain text; a question's answers are sentences or items of one of them. Every way of
cutting gets the same search, the same budget and the same scope. `python -m bench.nda [STRATEGY ...]`."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table

from assets.contracts.family import FAMILY
from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.text import read
from bench.shared import shared
from evals.bootstrap import paired_bootstrap
from evals.gold import GoldFinder
from evals.labels import Gold, Label
from evals.score import Scores, score
from evals.strategies import CollectionStrategies
from partitions.strategies import STRATEGIES, STRUCTURE, TICKETS_ONLY
from resources import facts as facts_table
from resources import record
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.index import Index, build_index
from resources.record import Chunk
from resources.search.access import Principal, Scope, doc_key
from resources.search.ask import Answer, Search

BUDGET = 500
TENANT, COLLECTION, GROUP = "bench", "nda", "legal"


class Agreements:
    """The agreements as read, their facts (a file's name is all that is known of it) and their questions."""

    def __init__(self, folder: Path) -> None:
        paths = sorted((folder / "docs").glob("*.txt"))
        self.documents: dict[str, ParsedDocument] = {path.name: read(path, path.name) for path in paths}
        self.facts = [
            DocumentFacts(TENANT, COLLECTION, name, name, Path(name).stem, "0" * 32, "contract", acl=[GROUP])
            for name in self.documents
        ]
        lines = (folder / "queries.jsonl").read_text().splitlines()
        self.labels = [_label(json.loads(line)) for line in lines]
        self.embedder = load_embedder()
        self._strategies = CollectionStrategies()

    def cut(self, strategy: str) -> list[Chunk]:
        """All agreements cut by a strategy. Raises StrategyError where a peer's package is missing."""
        cutter, _ = self._strategies.cutter(FAMILY, strategy)
        return [
            chunk
            for fact in self.facts
            for chunk in cutter(self.documents[fact.file], fact, (), self.embedder).chunks
        ]

    def score(self, strategy: str, chunks: Sequence[Chunk], finder: GoldFinder, budget: int) -> Scores:
        """What the chunks score, each question asked of its own agreement."""
        with tempfile.TemporaryDirectory() as scratch:
            directory = Path(scratch) / "index"
            vectors = self.embedder.embed([chunk.text for chunk in chunks])
            build_index(directory, record.to_table(chunks), vectors, facts_table.to_table(self.facts))
            search = Search(Index.open_candidate(directory), self.embedder)

            def ask(label: Label) -> Answer:
                given = Scope(doc_keys=frozenset({doc_key(COLLECTION, label.gold[0].file or "")}))
                asker = Principal(TENANT, frozenset({GROUP}))
                return search.ask(label.question, asker, budget=budget, scope=given, as_of=date.today())

            return score(
                ask,
                self.labels,
                finder,
                collection=f"{TENANT}/{COLLECTION}",
                strategy=strategy,
                budget=budget,
                chunk_tokens=[chunk.tokens for chunk in chunks],
            )


def _label(row: dict[str, object]) -> Label:
    answers = row["answers"]
    assert isinstance(answers, list)
    golds = tuple(Gold(file=answer["doc"], quote=answer["text"]) for answer in answers)
    kind = str(row["id"]).split("-", 2)[2]
    return Label(id=str(row["id"]), question=str(row["question"]), kind=kind, gold=golds)


OF_TEXTS = tuple(name for name in STRATEGIES if name not in TICKETS_ONLY)


def main(strategies: Sequence[str] = OF_TEXTS) -> None:
    """Print the table, best full recall first."""
    agreements = Agreements(shared() / "data" / "contracts" / "contractnli")
    finder = GoldFinder(agreements.documents)
    scored = [agreements.score(name, agreements.cut(name), finder, BUDGET) for name in strategies]
    own = next((scores for scores in scored if scores.strategy == STRUCTURE), None)
    title = f"{len(agreements.documents)} agreements, {len(agreements.labels)} questions, {BUDGET} tokens"
    table = Table(title=f"{title}, document given; {len(scored[0].unlocated)} golds not located")
    for name in ("", "chunks", "median", "full recall", "hit rate", "recall", "tokens", "structure ahead by"):
        table.add_column(name, justify="right" if name else "left")
    for scores in sorted(scored, key=lambda one: -one.totals["full_recall"]):
        ahead = "" if own is None or scores is own else str(paired_bootstrap(own, scores))
        figures = [f"{scores.totals[name]:.3f}" for name in ("full_recall", "hit_rate", "recall")]
        median, tokens = f"{scores.median_tokens:.0f}", f"{scores.totals['tokens_used']:.0f}"
        table.add_row(scores.strategy, str(scores.chunks), median, *figures, tokens, ahead)
    Console(width=120).print(table)


if __name__ == "__main__":
    main(sys.argv[1:] or OF_TEXTS)
