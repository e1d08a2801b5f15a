"""Small contracts typed for one test, read and cut as any other document."""

from __future__ import annotations

import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path

from assets.contracts.cut import cut
from assets.contracts.report import NumberingReport, numbering_report
from assets.contracts.tree import ClauseTree, build_tree
from assets.documents.corrections import Correction
from assets.documents.reading.model import LeftOut, ParsedDocument
from assets.documents.reading.read import read
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.record import CEILING, Chunk

EMBEDDER = load_embedder()
FACTS = DocumentFacts(
    "acme",
    "supply",
    "pump.txt",
    "pump.txt",
    "Pump Supply Agreement",
    "0" * 32,
    "contract",
    counterparty=["Quennick Pumps Ltd", "Orrimund GmbH"],
    acl=["legal"],
)


def typed(text: str) -> ParsedDocument:
    """The document as the reader of plain text gives it; a form feed is a page break."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "contract.txt"
        path.write_text(textwrap.dedent(text).strip("\n"), encoding="utf-8")
        return read(path, "contract.txt")


def tree_of(text: str, corrections: Sequence[Correction] = ()) -> ClauseTree:
    return build_tree(typed(text), corrections)


def paths(tree: ClauseTree) -> list[str]:
    """Paths of clauses and schedules in document order."""
    return [node.path for node in tree.walk() if node.unit in ("clause", "schedule")]


def outline(text: str) -> list[tuple[str, str]]:
    """(path, title) of clauses and schedules in document order."""
    return [(n.path, n.title) for n in tree_of(text).walk() if n.unit in ("clause", "schedule")]


def report_of(text: str, corrections: Sequence[Correction] = ()) -> NumberingReport:
    document = typed(text)
    return numbering_report(document, build_tree(document, corrections))


def chunks_of(
    document: ParsedDocument | str, facts: DocumentFacts = FACTS, ceiling: int = CEILING
) -> tuple[list[Chunk], list[LeftOut]]:
    document = typed(document) if isinstance(document, str) else document
    return cut(document, build_tree(document), facts, EMBEDDER, ceiling=ceiling)


def bodies(text: str) -> dict[str, str]:
    """Each unit's own text by path; the parts of a split unit joined."""
    found: dict[str, str] = {}
    for chunk in chunks_of(text)[0]:
        found[chunk.path] = " ".join([*filter(None, [found.get(chunk.path)]), chunk.body])
    return found
