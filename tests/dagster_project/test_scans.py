"""A folder of scans: they wait until text recognition is installed, are read then, and once only."""

from __future__ import annotations

import pymupdf
import pytest

from assets.documents import apart
from dagster_project.notes import notes
from resources import ocr
from tests.dagster_project.graph import Graph
from tests.documents.reading.test_scanned import AGREEMENT, Stub, lines, printed, scan


def test_scans_wait_for_text_recognition_and_are_read_once(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = graph.landing / "acme" / "supply"
    folder.mkdir(parents=True)
    (folder / "collection.toml").write_text('acl = ["legal"]\n')
    (folder / "structure.csv").write_text("file,page,text,number,title\ndeed.pdf,1,1.2 The Buyer unloads,,\n")
    pages: list[pymupdf.Document] = [printed(["Exhibit A"], 595, 842)]
    scan(folder / "deed.pdf", pages)
    (folder / "note.txt").write_text("1. Supply\n1.1 All pumps go to the yard.\n1.2 They stay there.\n")

    first = graph.refresh()
    assert first.outcome.status == "unproven"
    assert first.work["documents_read"] == 2
    assert any("deed.pdf: waits for review: all pages:" in line for line in notes(graph.lake, "acme/supply"))

    engine = Stub(lines(AGREEMENT))
    monkeypatch.setattr(ocr, "engine", lambda: engine)
    # Another process would know nothing of the engine.
    monkeypatch.setattr(
        apart, "call", lambda module, function, *arguments, within: apart.SERVED[function](*arguments)
    )
    second = graph.refresh()
    assert (second.work["documents_read"], len(engine.read_images)) == (1, 1)
    assert not any("waits" in line for line in notes(graph.lake, "acme/supply"))
    chunks = graph.lake.read("contract_chunks", "acme/supply")
    assert chunks is not None
    deed = [row for row in chunks.to_pylist() if row["file"] == "deed.pdf"]
    # 1.2 opens no clause, says structure.csv, and that holds for recognized text as well.
    assert [row["path"] for row in deed if row["unit"] == "clause"] == ["1.1", "2.1"]
    assert {round(row["confidence"], 2) for row in deed} == {0.9}

    third = graph.refresh()
    assert (third.work.get("documents_read", 0), len(engine.read_images)) == (0, 1)
