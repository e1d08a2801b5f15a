"""Identity of a table by what it says, for data versions."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

import pyarrow as pa
import pyarrow.parquet as pq


def content_hash(content: pa.Table, without: Collection[str] = ()) -> str:
    """Identity of what a table says, leaving out columns that only say how it came about. Written as
    Parquet, since equal Arrow tables need not have equal buffers."""
    sink = pa.BufferOutputStream()
    kept = [name for name in content.schema.names if name not in without]
    pq.write_table(content.select(kept).combine_chunks(), sink, compression="none")
    return hashlib.blake2b(sink.getvalue(), digest_size=16).hexdigest()
