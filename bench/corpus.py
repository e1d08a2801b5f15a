"""Many chunks out of few: collections cut as the graph does, and multiplied with other names and words."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from assets.documents.landing import collections
from assets.documents.reading.model import UnreadableDocument
from assets.documents.reading.read import read
from assets.documents.scan import scan_collection
from assets.families import BUILT, family_named
from evals.labels import Label, load_labels
from partitions.strategies import STRUCTURE
from resources import facts as facts_table
from resources import record
from resources.embedder import Embedder
from resources.facts import DocumentFacts
from resources.record import Chunk, chunk_id

SAMPLES = Path(__file__).resolve().parents[1] / "evals" / "samples"
TENANT = "bench"
GROUPS = [f"team-{number}" for number in range(12)]
COLLECTIONS = [f"deals-{number}" for number in range(8)]
_ID = re.compile(r"[0-9a-f]{32}")
_PIECE = re.compile(r"(\w+)")
_SYLLABLES = "bar cor dal fen gor hal kes lin mor nev pel quar rost sel tam ulv wex yar zol brim".split()
_OUR_SIDE = frozenset("acme the a".split())


@dataclass(frozen=True, slots=True)
class Cut:
    """One document's facts and chunks."""

    facts: DocumentFacts
    chunks: list[Chunk]


@dataclass(frozen=True)
class Corpus:
    """Chunks, a vector for each of them, the facts of their documents, and questions about them."""

    chunks: pa.Table
    vectors: npt.NDArray[np.float32]
    facts: pa.Table
    questions: list[str]


def cut_landing(landing: Path, embedder: Embedder, only: str | None = None) -> tuple[list[Cut], list[Label]]:
    """The documents of the collections whose key matches the glob `only`, cut, and their labels. What cannot
    be read, holds many documents in one file, or has no family yet, is left out."""
    found: list[Cut] = []
    labels: list[Label] = []
    for folder in collections(landing, only)[0]:
        for said in scan_collection(folder, built=BUILT).facts:
            family = family_named(said.family)
            if family is None or family.many or said.status != "ready":
                continue
            try:
                document = read(folder.path / said.file, said.file)
            except UnreadableDocument:
                continue
            facts, _ = family.known(said, document)
            found.append(Cut(facts, family.cut(document, facts, (), embedder).chunks))
        if (file := folder.path / "labels.jsonl").is_file():
            labels += [label for label in load_labels(file).labels if not any(g.ticket for g in label.gold)]
    return found, labels


def multiplied(
    base: Sequence[Cut], labels: Sequence[Label], rows: int, embedder: Embedder, seed: int = 7
) -> Corpus:
    """`rows` chunks: the documents again and again, each time with other party names, other numbers and some
    other words; with groups, parties, dates and times of validity drawn anew. The same seed gives the same
    corpus."""
    chance = random.Random(seed)  # noqa: S311 - a corpus that can be made again
    words = sorted({w for cut in base for c in cut.chunks for w in _PIECE.findall(c.body) if w.islower()})
    chunks: list[Chunk] = []
    facts: list[DocumentFacts] = []
    names: dict[str, list[dict[str, str]]] = {}
    while len(chunks) < rows:
        for one in base:
            made, renamed = _copy(one, len(facts), words, chance)
            names.setdefault(one.facts.doc_id, []).append(renamed)
            facts.append(made.facts)
            chunks += made.chunks
    chunks = chunks[:rows]
    held = {chunk.doc_id for chunk in chunks}
    facts = [each for each in facts if each.doc_id in held]
    vectors = embedder.embed([chunk.text for chunk in chunks])
    asked = [_renamed(label.question, chance.choice(list(names.values()))[0]) for label in labels]
    for label in labels:
        of_gold = names.get(getattr(label.gold[0], "file", None) or "", []) if label.gold else []
        if of_gold:
            asked.append(_renamed(label.question, chance.choice(of_gold)))
    return Corpus(record.to_table(chunks), np.asarray(vectors), facts_table.to_table(facts), asked)


def _copy(cut: Cut, number: int, words: Sequence[str], chance: random.Random) -> tuple[Cut, dict[str, str]]:
    """One more document like this one, and the words that were put in the place of its parties' names."""
    old = cut.facts
    renamed = {
        word: _name(chance)
        for party in old.counterparty
        if (word := party.split()[0]).lower() not in _OUR_SIDE
    }
    doc_id = f"{number:05d}-{old.doc_id}"
    day = date(2015, 1, 1) + timedelta(days=chance.randrange(4_000))
    facts = replace(
        old,
        tenant_id=TENANT,
        collection=COLLECTIONS[number % len(COLLECTIONS)],
        doc_id=doc_id,
        file=doc_id,
        title=_renamed(old.title, renamed),
        counterparty=[_renamed(party, renamed) for party in old.counterparty],
        effective_date=day,
        acl=sorted(chance.sample(GROUPS, chance.choice((1, 1, 2, 3)))),
        amends=[],
        supersedes=[],
    )
    ids = {
        chunk.id: chunk_id(TENANT, facts.collection, doc_id, STRUCTURE, chunk.id, chunk.path, chunk.part[0])
        for chunk in cut.chunks
    }
    ended = day + timedelta(days=900) if chance.random() < 0.2 else None
    made = [_copied(chunk, facts, renamed, ids, ended, words, chance) for chunk in cut.chunks]
    return Cut(facts, made), renamed


def _copied(
    chunk: Chunk,
    facts: DocumentFacts,
    renamed: dict[str, str],
    ids: dict[str, str],
    ended: date | None,
    words: Sequence[str],
    chance: random.Random,
) -> Chunk:
    body = _varied(_renamed(chunk.body, renamed), words, chance)
    before, _, after = chunk.text.partition(chunk.body) if chunk.body else (chunk.text, "", "")
    return replace(
        chunk,
        id=ids[chunk.id],
        tenant_id=facts.tenant_id,
        collection=facts.collection,
        doc_id=facts.doc_id,
        file=facts.file,
        title=facts.title,
        heading_path=[_renamed(heading, renamed) for heading in chunk.heading_path],
        parent_id=ids.get(chunk.parent_id or ""),
        parent_context=_renamed(chunk.parent_context, renamed),
        text=f"{_renamed(before, renamed)}{body}{_renamed(after, renamed)}",
        body=body,
        char_end=chunk.char_start + len(body),
        source_keys=[f"{facts.doc_id}#{key.rpartition('#')[2]}" for key in chunk.source_keys],
        refs=[ids[ref] for ref in chunk.refs if ref in ids],
        terms=[ids[term] for term in chunk.terms if term in ids],
        acl=facts.acl,
        counterparty=facts.counterparty,
        effective_date=facts.effective_date,
        governs_from=facts.effective_date,
        governs_to=ended,
        amends=[],
        payload=_ID.sub(lambda match: ids.get(match[0], match[0]), chunk.payload),
    )


def _renamed(text: str, renamed: dict[str, str]) -> str:
    for word, name in renamed.items():
        text = text.replace(word, name)
    return text


def _varied(text: str, words: Sequence[str], chance: random.Random) -> str:
    """The text with other numbers, and one word in eight replaced."""
    pieces = _PIECE.split(text)
    for at in range(1, len(pieces), 2):
        if pieces[at].isdigit() and len(pieces[at]) < 4:
            pieces[at] = str(chance.randrange(1, 10 ** len(pieces[at]) + 1))
        elif chance.random() < 0.125:
            pieces[at] = chance.choice(words)
    return "".join(pieces)


def _name(chance: random.Random) -> str:
    return "".join(chance.choice(_SYLLABLES) for _ in range(3)).capitalize()
