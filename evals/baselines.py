"""The other ways of cutting, each at its best, that `structure` has to beat on the same questions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from assets.documents.compose import boxes
from assets.documents.reading.model import ParsedDocument
from assets.prose.cut import counted, under_ceiling
from assets.prose.passage import lines_in, passage
from assets.prose.recursive import Span, boundaries, recursive_spans
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.record import CEILING, Chunk, chunk_id, text_hash
from resources.search.topics import topics_in

if TYPE_CHECKING:
    from lexichunk import LegalChunker

SENTENCE_TOKENS = 120
"""Tokens up to which whole sentences are packed: the best of 60, 90, 120, 150 and 200 on contracts."""
MERGED_TOKENS = 250
"""Tokens up to which short siblings are joined."""
SEMANTIC_DROP = 0.4
"""Share of the neighbouring sentences, the least alike, between which `semantic` cuts: the best of 0.15,
0.25 and 0.4 on contracts."""
OVERLAP = 0.0
"""Share of a `recursive` chunk shared with the one before. None is best for contracts: 0.65 full recall on
a third of the questions of three collections, against 0.63 with a tenth and 0.64 with a fifth."""


class StrategyError(Exception):
    """The strategy is unknown or its package is missing; the message says what to mend."""


Cutter = Callable[[ParsedDocument, Embedder], list[Span]]


def cut_with(
    strategy: str,
    document: ParsedDocument,
    facts: DocumentFacts,
    embedder: Embedder,
    structure_chunks: Sequence[Chunk] = (),
    *,
    prefix: bool = False,
) -> list[Chunk]:
    """The document cut another way, as full records whose offsets are exact. `merged` needs the
    document's `structure_chunks`. `prefix` puts the title in front of each text, which none of these ways
    does by itself. `whole` alone may exceed the ceiling. Raises StrategyError."""
    context = facts.title if prefix else ""
    if strategy == "merged":
        return merged(document, structure_chunks, embedder)
    if strategy not in CUTTERS:
        raise StrategyError(f"no strategy is called {strategy!r}: use one of {', '.join(NAMES)}")
    spans = CUTTERS[strategy](document, embedder)
    if strategy != "whole":
        spans = [part for span in spans for part in under_ceiling(document.text, span, context, embedder)]
    chunks = [
        passage(
            document, facts, span, seq=seq, strategy=strategy, chunker=f"baseline-{strategy}", context=context
        )
        for seq, span in enumerate(spans)
    ]
    for chunk in chunks:
        # The search weighs what a text is about, whoever cut it.
        if about := topics_in(chunk.body):
            chunk.payload = json.dumps({**json.loads(chunk.payload), "topics": about})
    return counted(chunks, embedder)


def fixed(tokens: int) -> Cutter:
    """Windows of at most `tokens` tokens, wherever they fall; none cuts a word. A window's own text may
    have two tokens more than its pieces: the tokenizer puts a space in front and parts it at a newline."""

    def cutter(document: ParsedDocument, embedder: Embedder) -> list[Span]:
        return _packed_tokens(embedder.pieces(document.text[: document.body_end]), tokens - 2)

    return cutter


def recursive(characters: int) -> Cutter:
    """Our own recursive splitting, headings unseen."""

    def cutter(document: ParsedDocument, embedder: Embedder) -> list[Span]:
        overlap = round(characters * OVERLAP)
        return recursive_spans(document, 0, document.body_end, characters, overlap)

    return cutter


def sentence(document: ParsedDocument, embedder: Embedder) -> list[Span]:
    """Whole sentences packed up to `SENTENCE_TOKENS`."""
    sentences = _sentences(document)
    sizes = embedder.count([document.text[start:end] for start, end in sentences])
    pieces = [(start, end, size) for (start, end), size in zip(sentences, sizes, strict=True)]
    return _packed_tokens(pieces, SENTENCE_TOKENS)


def semantic(document: ParsedDocument, embedder: Embedder) -> list[Span]:
    """Cut between neighbouring sentences whose surroundings (three on either side) are least alike."""
    sentences = _sentences(document)
    if len(sentences) < 3:
        return [(0, document.body_end)]
    vectors = embedder.embed([document.text[start:end] for start, end in sentences])
    sums = np.cumsum(np.vstack([np.zeros((1, vectors.shape[1])), vectors]), axis=0)
    at = np.arange(1, len(sentences))
    before = sums[at] - sums[np.maximum(at - 3, 0)]
    after = sums[np.minimum(at + 3, len(sentences))] - sums[at]
    norms = np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1)
    alike = np.einsum("ij,ij->i", before, after) / np.maximum(norms, 1e-9)
    cuts = at[alike <= np.quantile(alike, SEMANTIC_DROP)]
    edges = [0, *(sentences[i][0] for i in cuts), document.body_end]
    return list(pairwise(edges))


def whole(document: ParsedDocument, embedder: Embedder) -> list[Span]:
    """One chunk a document."""
    return [(0, document.body_end)] if document.text[: document.body_end].strip() else []


def langchain(document: ParsedDocument, embedder: Embedder) -> list[Span]:
    """langchain's recursive character splitter in its usual setting, 1,000 characters with 200 overlap."""
    try:
        from langchain_text_splitters import RecursiveCharacterTextSplitter
    except ImportError as error:
        raise StrategyError("strategy langchain needs: pip install langchain-text-splitters") from error
    splitter = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=200, add_start_index=True)
    text = document.text[: document.body_end]
    return [
        (part.metadata["start_index"], part.metadata["start_index"] + len(part.page_content))
        for part in splitter.create_documents([text])
    ]


def lexichunk(document: ParsedDocument, embedder: Embedder) -> list[Span]:
    """lexichunk's clause-aware splitter for US contracts, at its own defaults; its spans as they are."""
    parts = _legal_chunker().chunk(document.text[: document.body_end], raw_offsets=True)
    return [(part.raw_char_start, part.raw_char_end) for part in parts]


@cache
def _legal_chunker() -> LegalChunker:
    try:
        from lexichunk import LegalChunker
    except ImportError as error:
        raise StrategyError("strategy lexichunk needs: pip install lexichunk") from error
    return LegalChunker(jurisdiction="us", include_ancestor_headers=False, include_context_header=False)


def merged(document: ParsedDocument, chunks: Sequence[Chunk], embedder: Embedder) -> list[Chunk]:
    """Chunks cut by structure, neighbours of one parent joined up to `MERGED_TOKENS`; a joined one keeps
    prefix and path of its first and covers what stands between. It leads where its members led."""
    groups: list[list[Chunk]] = []
    for chunk in sorted(chunks, key=lambda chunk: chunk.seq):
        if groups and _joins(groups[-1], chunk):
            groups[-1].append(chunk)
        else:
            groups.append([chunk])
    joined = [_join(document, group) for group in groups]
    new_id = {chunk.id: new.id for new, group in zip(joined, groups, strict=True) for chunk in group}
    linked = [_linked(new, group, new_id) for new, group in zip(joined, groups, strict=True)]
    return counted(linked, embedder)


def _joins(group: Sequence[Chunk], chunk: Chunk) -> bool:
    last = group[-1]
    siblings = chunk.parent_id == last.parent_id and chunk.unit == last.unit
    whole_units = chunk.part == last.part == [1, 1]
    in_order = last.char_end <= chunk.char_start
    return (
        siblings and whole_units and in_order and sum(c.tokens for c in group) + chunk.tokens <= MERGED_TOKENS
    )


def _join(document: ParsedDocument, group: Sequence[Chunk]) -> Chunk:
    first, last = group[0], group[-1]
    body = document.text[first.char_start : last.char_end]
    text = f"{first.parent_context}\n{body}" if first.parent_context else body
    lines = lines_in(document, first.char_start, last.char_end)
    spans = boxes(lines) if len(group) > 1 else first.spans
    return replace(
        first,
        id=chunk_id(
            first.tenant_id,
            first.collection,
            first.doc_id,
            "merged",
            first.unit,
            first.path,
            first.part[0],
            first.seq,  # a path may stand twice
        ),
        strategy="merged",
        chunker="baseline-merged",
        body=body,
        text=text,
        text_hash=text_hash(text),
        char_end=last.char_end,
        spans=spans,
        bbox=spans[0][1:] if spans else None,
        source_keys=list(dict.fromkeys(key for chunk in group for key in chunk.source_keys)),
    )


def _linked(joined: Chunk, group: Sequence[Chunk], new_id: Mapping[str, str]) -> Chunk:
    """The joined chunk with what its members cite, use and stand beside, by the ids of joined chunks, and
    with all that their payloads say; the trail is the first's, whose prefix it is."""
    payloads = [json.loads(chunk.payload) for chunk in group]

    def moved(ids: Iterable[str]) -> list[str]:
        found = dict.fromkeys(new_id[i] for i in ids if i in new_id)
        return [i for i in found if i != joined.id]

    rare = moved(
        term
        for chunk, payload in zip(group, payloads, strict=True)
        for term in chunk.terms[: payload.get("rare_terms", 0)]
    )
    terms = list(dict.fromkeys([*rare, *moved(term for chunk in group for term in chunk.terms)]))
    beside = moved(i for payload in payloads for i in payload.get("neighbours", ()))
    payload = {**_listed(payloads), "neighbours": beside, "rare_terms": len(rare)}
    refs = moved(ref for chunk in group for ref in chunk.refs)
    return replace(joined, refs=refs, terms=terms, payload=json.dumps(payload))


def _listed(payloads: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The first payload, its lists (terms defined, claims) followed by those of the others; the joined
    clause is about all that its members are about."""
    found = dict(payloads[0])
    about = sorted((sure, name) for payload in payloads for name, sure in payload.get("topics", {}).items())
    if about:
        found["topics"] = {name: sure for sure, name in about}
    for key, value in ((key, value) for payload in payloads[1:] for key, value in payload.items()):
        if isinstance(value, list) and key != "trail_spans":
            before = found.get(key, [])
            found[key] = [*before, *(item for item in value if item not in before)]
    return found


def _sentences(document: ParsedDocument) -> list[Span]:
    paragraphs, lines, sentences, _ = boundaries(document, 0, document.body_end)
    edges = sorted({0, document.body_end, *paragraphs, *lines, *sentences})
    return list(pairwise(edges))


def _packed_tokens(pieces: Sequence[tuple[int, int, int]], tokens: int) -> list[Span]:
    """Consecutive pieces (start, end, tokens) joined up to a number of tokens."""
    spans: list[Span] = []
    used = 0
    for start, end, size in pieces:
        if spans and used + size <= tokens:
            spans[-1] = (spans[-1][0], end)
            used += size
        else:
            spans.append((start, end))
            used = size
    return spans


CUTTERS: dict[str, Cutter] = {
    "fixed-200": fixed(200),
    "fixed-500": fixed(500),
    "fixed-800": fixed(CEILING),
    "recursive-500": recursive(500),
    "recursive-1000": recursive(1000),
    "recursive-2000": recursive(2000),
    "sentence": sentence,
    "semantic": semantic,
    "whole": whole,
    "lexichunk": lexichunk,
    "langchain": langchain,
}
NAMES = ("merged", *CUTTERS)
"""Every strategy but `structure`."""
FIXED = tuple(name for name in NAMES if name.startswith("fixed-"))
"""What a first publish is held against."""
