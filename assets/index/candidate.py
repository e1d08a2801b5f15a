"""The candidate: an index of one collection built beside the published one, named by its content."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import pyarrow as pa

from assets.index.embed_incremental import vectors_of
from partitions.keys import CollectionKey
from resources.codeversion import code_version
from resources.content_hash import content_hash
from resources.index import build_index
from resources.lake import Lake
from resources.store import Store

ASSET = "candidate_index"
_KEPT = 2
"""Candidate directories kept for a collection: the present one, and one that a search may still read."""
_SCHEMA = pa.schema([("version", pa.string()), ("chunks", pa.int64()), ("facts", pa.string())])


@dataclass(frozen=True, slots=True)
class Candidate:
    """What stands to be published. `version` names its content, `facts` the facts it was built with."""

    version: str
    directory: Path
    chunks: int
    facts: str


def build_candidate(
    store: Store,
    key: CollectionKey,
    chunks: pa.Table,
    embeddings: pa.Table,
    facts: pa.Table,
    dimension: int,
) -> tuple[Candidate, bool]:
    """The candidate of these chunks, vectors and facts, and whether it had to be built now."""
    lake = Lake(store)
    facts_hash = lake.content_hash("facts", str(key)) or ""
    inputs = [
        content_hash(chunks, without=("chunker_version",)),
        lake.content_hash("chunk_embeddings", str(key)) or "",
        facts_hash,
        code_version("resources.index"),
    ]
    version = blake2b("\x1f".join(inputs).encode(), digest_size=12).hexdigest()
    directory = store.candidate(key.tenant, key.collection, version)
    built = not directory.exists()
    if built:
        build_index(directory, chunks, vectors_of(chunks, embeddings, dimension), facts)
    row = {"version": [version], "chunks": [chunks.num_rows], "facts": [facts_hash]}
    lake.write(ASSET, str(key), pa.table(row, schema=_SCHEMA))
    _drop_older(directory)
    return Candidate(version, directory, chunks.num_rows, facts_hash), built


def present_candidate(store: Store, key: CollectionKey) -> Candidate | None:
    """The candidate last built, None where there is none or its directory is gone."""
    table = Lake(store).read(ASSET, str(key))
    if table is None:
        return None
    row = table.to_pylist()[0]
    directory = store.candidate(key.tenant, key.collection, row["version"])
    return Candidate(row["version"], directory, row["chunks"], row["facts"]) if directory.exists() else None


def _drop_older(directory: Path) -> None:
    others = sorted(
        (path for path in directory.parent.iterdir() if path != directory),
        key=lambda path: path.stat().st_mtime,
    )
    for path in others[: max(len(others) - _KEPT + 1, 0)]:
        shutil.rmtree(path, ignore_errors=True)
