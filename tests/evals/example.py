"""Small documents, chunks and answers that the tests of the proof share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from assets.documents.compose import Place, compose
from assets.documents.reading.model import Line, ParsedDocument
from evals.labels import Gold, Label
from evals.score import QuestionRecord, Scores
from resources.facts import DocumentFacts
from resources.record import Chunk


def document(
    text: str, file: str = "msa.txt", furniture: str = "", pages: Sequence[int] = ()
) -> ParsedDocument:
    """A document whose lines are the text's; `pages` gives each line's page (default 1)."""
    lines, at = [], 0
    for number, line in enumerate(text.split("\n")):
        lines.append(Line(at, at + len(line), pages[number] if pages else 1))
        at += len(line) + 1
    whole = f"{text}\f{furniture}" if furniture else text
    return ParsedDocument(file, whole, lines, [], max(pages, default=1), "test-1", body_end=len(text))


def facts(file: str = "msa.txt", title: str = "Acme MSA") -> DocumentFacts:
    return DocumentFacts("acme", "legal", file, file, title, "0" * 32, "contract", acl=["legal"])


def chunk(
    doc: ParsedDocument,
    part: str,
    path: str,
    *,
    seq: int = 0,
    unit: str = "clause",
    k: tuple[int, int] = (1, 1),
) -> Chunk:
    """The chunk of the place where `part` stands in the document."""
    start = doc.text.index(part)
    made = compose(
        doc,
        facts(doc.file),
        start,
        start + len(part),
        Place(unit=unit, path=path, part=k, occurrence=seq),
        parent_context="",
        strategy="structure",
        chunker="test",
        chunker_version="1",
    )
    made.seq, made.tokens = seq, len(part.split())
    return made


@dataclass
class Hit:
    chunk: Chunk

    @property
    def text(self) -> str:
        return self.chunk.text


@dataclass
class Answer:
    ranking: list[Hit] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    tokens_used: int = 0


def answering(ranking: Sequence[Chunk], within: int | None = None) -> Callable[[Label], Answer]:
    """A search that always gives this ranking; the first `within` of it fit the budget."""
    hits = [Hit(chunk) for chunk in ranking]
    fitting = hits[:within]
    return lambda label: Answer(hits, fitting, sum(hit.chunk.tokens for hit in fitting))


def question(*golds: Gold, id: str = "q1", kind: str = "clause") -> Label:
    return Label(id=id, question="What is the cap?", kind=kind, gold=golds)


def outcome(id: str, full: bool, *, file: str = "msa.txt", **changes: object) -> QuestionRecord:
    """A question that was answered in full or not at all."""
    value = float(full)
    fields: dict[str, object] = {
        "id": id, "fingerprint": f"fp-{id}", "question": "?", "kind": "clause", "topic": None,
        "hit_rate": value, "full_recall": value, "recall": value, "precision": 0.1, "tokens_used": 1900,
        "recall_at_4": value, "hit_at_1": value, "hit_at_10": value, "mrr": value,
        "right_document_first": True, "own_units_only": False, "removed": False, "files": [file],
        "golds": [f"{file}: clause 1"], "gold_files": [file], "gold_spans": ["0-10"], "covered": [value],
        "gold_ranks": [int(full)], "problems": [""], "first": [f"{file}#9"], "first_ids": ["x"],
    }  # fmt: skip
    return QuestionRecord(**{**fields, **changes})  # type: ignore[arg-type]


def scores(outcomes: Sequence[QuestionRecord], strategy: str = "structure", chunks: int = 100) -> Scores:
    return Scores("legal", strategy, 2000, list(outcomes), chunks, 120.0)


def share(right: int, of: int, **changes: object) -> list[QuestionRecord]:
    """`of` questions, the first `right` of them answered."""
    return [outcome(f"q{n}", n < right, **changes) for n in range(of)]  # type: ignore[arg-type]
