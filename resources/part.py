"""One collection's rows on disk as search reads them: rows, vectors and word counts, mapped into memory."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from resources.bm25 import TermCounts, count_values, count_words, files_of, mapped
from resources.keywords import REFERENCE_COLUMNS, TEXT_FIELDS, field_terms, field_texts, references
from resources.progress import report
from resources.vectors import COLUMNS

ROWS, IDS, VECTORS = "rows.arrow", "ids.npy", "vectors.npy"
EXACT = "exact"
FIELDS = (*TEXT_FIELDS, EXACT)
_KEPT = [*COLUMNS, "doc_key"]
_AT_ONCE = 4_000
"""Rows whose texts are taken apart at once: a row of a long thread has 100 KB."""


@dataclass(frozen=True)
class Part:
    """What `write_part` wrote. Vectors and counts are of the texts as they were cut and never change; rows
    carry the facts of the moment, and a row that was taken out is only counted, never seen."""

    rows: pa.Table
    """The rows that can be found, with `doc_key`."""
    ids: npt.NDArray[np.bytes_]
    """Ids of the rows that vectors and counts are of, in their order."""
    vectors: npt.NDArray[np.float32]
    counts: Mapping[str, TermCounts]
    """Word counts of each of `FIELDS`."""

    @classmethod
    def open(cls, directory: Path) -> Part:
        """Maps the files into memory. Raises OSError and ValueError where one is missing or damaged."""
        ids, vectors = mapped(directory / IDS), mapped(directory / VECTORS)
        counts = {name: TermCounts.open(directory, name) for name in FIELDS}
        if {len(ids)} != {len(vectors), *(len(each.lengths) for each in counts.values())}:
            raise ValueError(f"the files of {directory} do not belong together")
        with pa.memory_map(str(directory / ROWS)) as file, pa.ipc.open_file(file) as reader:
            return cls(reader.read_all(), ids, vectors, counts)


def write_part(directory: Path, rows: pa.Table) -> None:
    """Writes the rows (with `doc_key` and `vector`) into a new directory."""
    directory.mkdir(parents=True)
    rows = rows.combine_chunks()
    write_rows(directory, rows)
    vectors = rows["vector"].combine_chunks()
    flat = vectors.flatten().to_numpy(zero_copy_only=False)
    ids = np.array([row_id.encode() for row_id in rows["id"].to_pylist()], dtype=np.bytes_)
    np.save(directory / IDS, ids, allow_pickle=False)
    np.save(directory / VECTORS, flat.reshape(-1, vectors.type.list_size), allow_pickle=False)
    batches = [rows.slice(start, _AT_ONCE) for start in range(0, len(rows), _AT_ONCE)]
    for number, name in enumerate(TEXT_FIELDS):
        report("index", number * len(rows) // len(TEXT_FIELDS), len(rows))
        count_words((field_texts(batch, name) for batch in batches), field_terms).save(directory, name)
    named = (references(row) for batch in batches for row in batch.select(REFERENCE_COLUMNS).to_pylist())
    count_values(named).save(directory, EXACT)
    report("index", len(rows), len(rows))


def write_rows(directory: Path, rows: pa.Table) -> None:
    """Writes the rows that can be found, in the place of those written before, which a reader may still have
    mapped."""
    beside = directory / f"{ROWS}.part"
    rows = rows.select(_KEPT).combine_chunks()
    with pa.OSFile(str(beside), "wb") as file, pa.ipc.new_file(file, rows.schema) as writer:
        writer.write_table(rows)
    os.replace(beside, directory / ROWS)


def link_part(source: Path, target: Path) -> None:
    """The same part in another place: files never change once they are there, so links will do."""
    target.mkdir(parents=True)
    for file in source.iterdir():
        try:
            os.link(file, target / file.name)
        except OSError:  # another file system, or one without links
            shutil.copyfile(file, target / file.name)


def is_complete(directory: Path) -> bool:
    """Whether all the files are there that are read now, whatever they hold."""
    names = [ROWS, IDS, VECTORS, *(name for field in FIELDS for name in files_of(field))]
    return all((directory / name).exists() for name in names)


def is_sound(directory: Path) -> bool:
    """Whether the part can be opened."""
    try:
        Part.open(directory)
    except (OSError, ValueError):
        return False
    return True
