"""Vectors of a collection's texts, embedded again only where the text or the model changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from resources.embedder import Embedder
from resources.progress import report

_BATCH = 4096
"""Texts embedded between two reports of progress."""


@dataclass(slots=True)
class Embedding:
    """One row a distinct text: model, text_hash, vector, tokens; sorted by hash."""

    table: pa.Table
    embedded: int
    kept: int


def embed_texts(chunks: pa.Table, previous: pa.Table | None, embedder: Embedder) -> Embedding:
    """The vectors of the chunks' texts, old ones taken over where model and text are the same."""
    texts = dict(zip(chunks["text_hash"].to_pylist(), chunks["text"].to_pylist(), strict=True))
    schema = _schema(embedder.dimension)
    kept = schema.empty_table()
    if previous is not None and previous.schema.equals(schema):
        pairs = zip(previous["model"].to_pylist(), previous["text_hash"].to_pylist(), strict=True)
        same = pa.array([m == embedder.model_id and h in texts for m, h in pairs], pa.bool_())
        # Parquet renames the items of a list; equal content must be an equal file again.
        kept = previous.filter(same).cast(schema)
    known = set(kept["text_hash"].to_pylist())
    missing = [name for name in texts if name not in known]
    parts = [kept]
    for start in range(0, len(missing), _BATCH):
        report("embed", start, len(missing))
        names = missing[start : start + _BATCH]
        vectors, tokens = embedder.embed_counted([texts[name] for name in names])
        flat = pa.array(np.ascontiguousarray(vectors, dtype=np.float32).ravel())
        columns = [
            pa.array([embedder.model_id] * len(names)),
            pa.array(names, pa.string()),
            pa.FixedSizeListArray.from_arrays(flat, embedder.dimension).cast(schema.field("vector").type),
            pa.array(tokens, pa.int32()),
        ]
        parts.append(pa.table(columns, schema=schema))
    if missing:
        report("embed", len(missing), len(missing))
    table = pa.concat_tables(parts).sort_by("text_hash").combine_chunks()
    return Embedding(table, embedded=len(missing), kept=len(known))


def vectors_of(chunks: pa.Table, embeddings: pa.Table, dimension: int) -> npt.NDArray[np.float32]:
    """(chunks, dimension) vectors in the chunks' order; raises KeyError where a text was not embedded."""
    at = {name: row for row, name in enumerate(embeddings["text_hash"].to_pylist())}
    order: Sequence[int] = [at[name] for name in chunks["text_hash"].to_pylist()]
    flat = embeddings["vector"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
    matrix: npt.NDArray[np.float32] = flat.reshape(-1, dimension)[np.asarray(order, dtype=np.int64)]
    return matrix


def _schema(dimension: int) -> pa.Schema:
    return pa.schema(
        [
            pa.field("model", pa.string(), nullable=False),
            pa.field("text_hash", pa.string(), nullable=False),
            pa.field("vector", pa.list_(pa.float32(), dimension), nullable=False),
            pa.field("tokens", pa.int32(), nullable=False),
        ]
    )
