"""Identity of a table by what it says, for data versions."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Collection
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq


def content_hash(content: pa.Table, without: Collection[str] = ()) -> str:
    """Identity of what a table says, leaving out columns that only say how it came about. Written as
    Parquet, since equal Arrow tables need not have equal buffers."""
    sink = _Digest()
    kept = [name for name in content.schema.names if name not in without]
    pq.write_table(content.select(kept).combine_chunks(), pa.PythonFile(sink, mode="w"), compression="none")
    return sink.digest.hexdigest()


class _Digest(io.RawIOBase):
    """A file that keeps no more of what is written than its digest."""

    def __init__(self) -> None:
        self.digest = hashlib.blake2b(digest_size=16)

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.digest.update(data)
        return len(data)
