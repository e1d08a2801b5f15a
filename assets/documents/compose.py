"""Chunk records from a document, its facts and a span: what every family and strategy shares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from assets.documents.reading.model import Line, ParsedDocument
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.record import Chunk, chunk_id, source_key, text_hash

TITLE_WORDS = 12
"""A title is stapled on every chunk and spends budget: longer ones are cut at a word."""
PARTIES = 3
"""Most parties named in the context; agreements of fifty carriers would fill the chunk."""

_LEGAL_FORM = re.compile(
    r"[,\s]+(?:inc(?:orporated)?|l\.?l\.?c|l\.?l\.?p|l\.?p|ltd|limited|corp(?:oration)?|co(?:mpany)?|plc|n\.?v|b\.?v|"
    r"s\.?a|s\.?p\.?a|a\.?g|gmbh|pty|a/s|ab|oy|s\.?r\.?l|trust)\b\.?",
    re.I,
)
_ALIAS = re.compile(r"\s*(?:\(|\b(?:d/b/a|f/k/a|a/k/a|on behalf of)\b).*", re.I | re.S)


@dataclass(slots=True)
class Place:
    """What a cutter knows of one chunk beside its span."""

    unit: str
    path: str
    kind: str = ""
    heading_path: list[str] = field(default_factory=list)
    trail: list[str] = field(default_factory=list)
    """Headings above that the body does not show; they go into the context."""
    parent_path: str | None = None
    part: tuple[int, int] = (1, 1)
    occurrence: int = 0
    source_paths: list[str] = field(default_factory=list)
    confidence: float = 1.0
    payload: str = "{}"


def short_name(party: str) -> str:
    """A party as people call it: without legal form, alias and address ('Acme Corp., Inc.' -> 'Acme')."""
    name = _ALIAS.sub("", party).strip(' ,.;"“”()')
    short = _LEGAL_FORM.sub("", name).strip(" ,.;")
    words = (short or name or party.strip()).split()
    return " ".join(words[:4])


def context(facts: DocumentFacts, trail: Sequence[str]) -> str:
    """Title, the parties' short names and the headings above, one line each."""
    words = facts.title.split()
    title = " ".join(words[:TITLE_WORDS])
    parties = [short_name(p) for p in facts.counterparty[:PARTIES]]
    lines = [" | ".join([title, ", ".join(p for p in parties if p)]).strip(" |")]
    if trail:
        lines.append(" > ".join(trail))
    return "\n".join(line for line in lines if line)


def within(text: str, tokens: int, embedder: Embedder) -> str:
    """A context that has at most `tokens` tokens: a longer one keeps its two ends, the title and the nearest
    heading."""
    if embedder.fits(text, tokens):
        return text
    low, high = 0, len(text) // 2
    while high - low > 1:
        middle = (low + high) // 2
        if embedder.fits(_ends(text, middle), tokens):
            low = middle
        else:
            high = middle
    return _ends(text, low)


def _ends(text: str, size: int) -> str:
    return f"{text[:size].rstrip()} … {text[len(text) - size :].lstrip()}"


def embedded(parent_context: str, body: str) -> str:
    """A chunk's text: exactly what is embedded."""
    return f"{parent_context}\n{body}" if parent_context else body


def compose(
    doc: ParsedDocument,
    facts: DocumentFacts,
    start: int,
    end: int,
    place: Place,
    *,
    parent_context: str,
    strategy: str,
    chunker: str,
    chunker_version: str,
    lines: Sequence[Line] = (),
) -> Chunk:
    """The record of doc.text[start:end]. `lines` are the printed lines the span touches, for page and
    boxes. Tokens are left 0: whoever cuts counts all texts together."""
    body = doc.text[start:end]
    text = embedded(parent_context, body)
    spans = boxes(lines)
    key = (facts.tenant_id, facts.collection, facts.doc_id, strategy)
    return Chunk(
        id=chunk_id(*key, place.unit, place.path, place.part[0], place.occurrence),
        tenant_id=facts.tenant_id,
        collection=facts.collection,
        family=facts.family,
        doc_type=facts.doc_type,
        doc_id=facts.doc_id,
        file=facts.file,
        title=facts.title,
        unit=place.unit,
        kind=place.kind or place.unit,
        path=place.path,
        heading_path=place.heading_path,
        seq=0,
        parent_id=None if place.parent_path is None else chunk_id(*key, "section", place.parent_path, 0),
        parent_context=parent_context,
        text=text,
        body=body,
        char_start=start,
        char_end=end,
        page=lines[0].page if lines else None,
        bbox=spans[0][1:] if spans else None,
        spans=spans,
        part=list(place.part),
        source_keys=[source_key(facts.doc_id, p) for p in (place.source_paths or [place.path])],
        strategy=strategy,
        chunker=chunker,
        chunker_version=chunker_version,
        tokens=0,
        text_hash=text_hash(text),
        source_hash=facts.source_hash,
        confidence=place.confidence * recognised(lines),
        acl=list(facts.acl),
        counterparty=list(facts.counterparty),
        effective_date=facts.effective_date,
        amends=list(facts.amends),
        revision=facts.revision,
        payload=place.payload,
    )


def recognised(lines: Sequence[Line]) -> float:
    """How sure text recognition was of the lines, 0 to 1, by length; 1 where the text was in the file."""
    if all(line.confidence == 1 for line in lines):
        return 1.0
    return sum(line.confidence * (line.end - line.start) for line in lines) / sum(
        line.end - line.start for line in lines
    )


def boxes(lines: Sequence[Line]) -> list[list[float]]:
    """[page, x0, y0, x1, y1] of each run of lines that goes down one page and column."""
    out: list[list[float]] = []
    for line in lines:
        if line.y1 <= line.y0:
            continue
        last = out[-1] if out else None
        if last and last[0] == line.page and line.y0 >= last[2] and line.y1 >= last[4] - 1:
            last[1], last[3], last[4] = min(last[1], line.x0), max(last[3], line.x1), max(last[4], line.y1)
        else:
            out.append([float(line.page), line.x0, line.y0, line.x1, line.y1])
    return out
