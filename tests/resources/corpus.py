"""Small made-up collections for tests of the stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from resources import facts, record
from resources.embedder import load_embedder
from resources.facts import DocumentFacts
from resources.index import build_index
from resources.mapped_rows import MappedRows
from resources.part import Part, write_part
from resources.record import Chunk, chunk_id, text_hash
from resources.vectors import rows_with_vectors


def chunk(doc_id: str, path: str, body: str, *, collection: str = "sales", **fields: object) -> Chunk:
    """A clause of tenant 'acme', readable for 'legal' unless said otherwise."""
    title = str(fields.get("title", doc_id.rsplit(".", 1)[0]))
    values: dict[str, object] = {
        "id": chunk_id("acme", collection, doc_id, "structure", "clause", path, 1),
        "tenant_id": "acme",
        "collection": collection,
        "family": "contract",
        "doc_type": None,
        "doc_id": doc_id,
        "file": doc_id,
        "title": title,
        "unit": "clause",
        "kind": "clause",
        "path": path,
        "heading_path": [],
        "seq": 0,
        "parent_id": None,
        "parent_context": title,
        "text": f"{title}\n{body}",
        "body": body,
        "char_start": 0,
        "char_end": len(body),
        "page": 1,
        "bbox": [0.0, 0.0, 100.0, 10.0],
        "spans": [[1.0, 0.0, 0.0, 100.0, 10.0]],
        "part": [1, 1],
        "source_keys": [f"{doc_id}#{path}"],
        "strategy": "structure",
        "chunker": "contracts",
        "chunker_version": "1",
        "tokens": len(body.split()),
        "text_hash": text_hash(body),
        "source_hash": "0",
        "acl": ["legal"],
    }
    return Chunk(**{**values, **fields})  # type: ignore[arg-type]


def document(
    doc_id: str, acl: Sequence[str] = ("legal",), collection: str = "sales", **fields: object
) -> DocumentFacts:
    """The facts of a document of tenant 'acme'."""
    values: dict[str, object] = {"title": doc_id.rsplit(".", 1)[0], "source_hash": "0", "family": "contract"}
    return DocumentFacts("acme", collection, doc_id, doc_id, acl=list(acl), **{**values, **fields})  # type: ignore[arg-type]


def candidate(
    directory: Path,
    bodies: Mapping[str, Sequence[str]],
    acl: Mapping[str, Sequence[str]] | None = None,
    collection: str = "sales",
) -> Path:
    """A candidate index of documents given as doc_id -> clause bodies."""
    groups = acl or {}
    documents = [document(doc_id, groups.get(doc_id, ["legal"]), collection) for doc_id in bodies]
    chunks = [
        chunk(each.doc_id, str(n), body, collection=collection, acl=each.acl, seq=n)
        for each in documents
        for n, body in enumerate(bodies[each.doc_id], 1)
    ]
    build(directory, chunks, documents)
    return directory


def build(directory: Path, chunks: Sequence[Chunk], documents: Sequence[DocumentFacts]) -> None:
    """An index of the chunks, with real vectors."""
    vectors = load_embedder().embed([each.text for each in chunks])
    build_index(directory, record.to_table(chunks), np.asarray(vectors), facts.to_table(documents))


def searched(directory: Path, chunks: Sequence[Chunk]) -> MappedRows:
    """The chunks as search reads them, with vectors that all point the same way."""
    vectors = np.full((len(chunks), 8), 8**-0.5, dtype=np.float32)
    write_part(directory, rows_with_vectors(record.to_table(chunks), vectors))
    return MappedRows([Part.open(directory)])
