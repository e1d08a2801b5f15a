"""The chunk record of a passage: a stretch of a document that no tree names."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from assets.documents.compose import Place, compose
from assets.documents.reading.model import Line, ParsedDocument
from resources.facts import DocumentFacts
from resources.record import Chunk


def lines_in(document: ParsedDocument, start: int, end: int) -> Sequence[Line]:
    """The lines that have a character in [start, end)."""
    first = bisect_right(document.lines, start, key=lambda line: line.end)
    last = bisect_left(document.lines, end, key=lambda line: line.start)
    return document.lines[first:last]


def passage(
    document: ParsedDocument,
    facts: DocumentFacts,
    span: tuple[int, int],
    *,
    seq: int,
    strategy: str,
    chunker: str,
    context: str = "",
    heading_path: Sequence[str] = (),
) -> Chunk:
    """A chunk of [start, end) of the document's text, of path `passage-<seq + 1>`. `context` stands
    before the body in the embedded text. `tokens` is left 0 for whoever counts all chunks at once."""
    start, end = span
    chunk = compose(
        document,
        facts,
        start,
        end,
        Place(unit="passage", path=f"passage-{seq + 1}", heading_path=list(heading_path)),
        parent_context=context,
        strategy=strategy,
        chunker=chunker,
        chunker_version="1",
        lines=lines_in(document, start, end),
    )
    chunk.seq = seq
    return chunk
