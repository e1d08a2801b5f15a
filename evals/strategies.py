"""Every way of cutting behind one door: the family's own, or one of those it is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assets.documents.corrections import Correction
from assets.documents.family import Cut, Cutter, Family
from assets.documents.reading.model import LeftOut, ParsedDocument
from assets.families import FAMILIES
from assets.tickets.document import ThreadDocument
from evals.baseline_tickets import cut_ticket_with
from evals.baselines import StrategyError, cut_with
from evals.context_sentence import WrittenSentences, extract
from evals.variants import vary
from partitions.strategies import CUTS, STRATEGIES, STRUCTURE, TICKETS_ONLY, VARIANTS
from resources.codeversion import code_version
from resources.embedder import Embedder
from resources.facts import DocumentFacts


class CollectionStrategies:
    """Gives assets the cutter for a family under a strategy. Versions are those of the code that was
    loaded: a file edited while a run works must not sign what the old code made."""

    def __init__(self, written: WrittenSentences | None = None) -> None:
        """written: context sentences by a language model; without it they are an extract."""
        self._written = written
        self._own = {family.name: code_version(family.module) for family in FAMILIES}
        self._varied = {family.name: code_version("evals.variants", family.module) for family in FAMILIES}
        others = ("evals.baselines", "evals.baseline_tickets")
        self._other = {family.name: code_version(*others, family.module) for family in FAMILIES}

    def cutter(self, family: Family, strategy: str) -> tuple[Cutter, str]:
        """The cutter and the version of its code; raises ValueError where there is no such strategy."""
        if strategy == STRUCTURE:
            return family.cut, self._own[family.name] + family.version
        if strategy in VARIANTS:
            model = self._written.version if self._written and strategy == "context-sentence" else ""
            return self._variant(family, strategy), self._varied[family.name] + family.version + model
        if strategy not in STRATEGIES:
            raise ValueError(f"there is no strategy {strategy!r}: use one of {', '.join(CUTS)}")

        def cut(
            document: ParsedDocument,
            facts: DocumentFacts,
            corrections: Sequence[Correction],
            embedder: Embedder,
        ) -> Cut:
            if isinstance(document, ThreadDocument):
                solved = family.cut(document, facts, corrections, embedder)
                return cut_ticket_with(strategy, document, solved, embedder)
            if strategy in TICKETS_ONLY:
                raise StrategyError(f"{strategy} cuts tickets, and {document.file} is a {family.name}")
            own = family.cut(document, facts, corrections, embedder).chunks if strategy == "merged" else ()
            chunks = cut_with(strategy, document, facts, embedder, own)
            rest = LeftOut(document.body_end, len(document.text), "outside the reading order")
            return Cut(chunks, [rest])

        return cut, self._other[family.name] + family.version

    def _variant(self, family: Family, strategy: str) -> Cutter:
        def cut(
            document: ParsedDocument,
            facts: DocumentFacts,
            corrections: Sequence[Correction],
            embedder: Embedder,
        ) -> Cut:
            own = family.cut(document, facts, corrections, embedder)
            return replace(own, chunks=vary(strategy, own.chunks, embedder, self._written or extract))

        return cut
