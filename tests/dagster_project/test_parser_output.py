"""Another parser's output from the landing zone to the answer: the file beside it is what is cited."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copy

import pymupdf
import pytest

from tests.dagster_project.command_line import docgrain

OUTPUTS = Path(__file__).parent.parent / "documents" / "reading" / "parser_outputs"
CLAUSES = ["1.1", "1.2", "2.1", "2.2"]


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """A PDF of two pages without text."""
    path = tmp_path / "landing" / "acme" / "deals" / "storage.pdf"
    path.parent.mkdir(parents=True)
    with pymupdf.open() as pdf:
        pdf.new_page(width=612, height=792)
        pdf.new_page(width=612, height=792)
        pdf.save(path)
    return path


def test_an_answer_cites_the_pdf_with_page_and_box(scan: Path, tmp_path: Path) -> None:
    copy(OUTPUTS / "azure-pages.json", scan.with_name("storage.pdf.json"))
    scan.with_name("collection.toml").write_text('acl = ["legal"]')
    store = tmp_path / "store"
    assert docgrain("run", tmp_path / "landing", "--store", store).code == 0
    asked = docgrain(
        "search",
        "Who counts the pallets each month?",
        *("--tenant", "acme", "--group", "legal", "--store", store, "--json"),
    )
    hit = json.loads(asked.out.splitlines()[0])
    assert (hit["file"], hit["page"], hit["source_keys"][0]) == ("storage.pdf", 1, "storage.pdf#1.1")
    assert hit["bbox"] == pytest.approx([72, 166, 540, 226])


def test_chunk_reads_the_output_alone_or_beside_its_file(scan: Path, tmp_path: Path) -> None:
    for name in ("docling", "azure-pages", "azure-read-results", "unstructured"):
        said = docgrain("chunk", OUTPUTS / f"{name}.json", "--json")
        paths = [json.loads(line)["path"] for line in said.out.splitlines()]
        assert (said.code, paths[1:]) == (0, CLAUSES), name
    copy(OUTPUTS / "unstructured.json", scan.with_name("storage.json"))
    said = docgrain("chunk", scan, "--json")
    chunks = [json.loads(line) for line in said.out.splitlines()]
    assert [chunk["path"] for chunk in chunks[1:]] == CLAUSES
    assert {chunk["file"] for chunk in chunks} == {"storage.pdf"}
    assert "read as Unstructured gave it in storage.json" in said.err
    scan.with_name("storage.json").write_text(
        '[{"type": "Title", "text": "1. Storage", "metadata": {"page_nu'
    )
    said = docgrain("chunk", scan)
    assert "storage.json is not used: the output of Unstructured is damaged" in said.err
