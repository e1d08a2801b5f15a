"""Parsed documents survive Parquet."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.read import read
from assets.documents.reading.rows import PARSED_SCHEMA, from_row, from_table, to_row, to_table
from tests.documents.reading.builders import body, make_pdf


def test_there_and_back(tmp_path: Path) -> None:
    drawn = [[*body(k), (290, 800, f"- {k} -")] for k in range(1, 4)]
    documents = [
        read(make_pdf(tmp_path / "a.pdf", drawn), "a.pdf"),
        ParsedDocument("b.pdf", "", [], [], 1, "pdf-1", 0, ["no_text_layer"]),
    ]
    pq.write_table(to_table(documents), tmp_path / "t.parquet")
    table = pq.read_table(tmp_path / "t.parquet")
    assert table.schema.equals(PARSED_SCHEMA)
    assert from_table(table) == documents
    rows = pa.Table.from_pylist([to_row(document) for document in documents], schema=PARSED_SCHEMA)
    assert [from_row(row) for row in rows.to_pylist()] == documents
