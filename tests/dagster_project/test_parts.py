"""What another parser wrote about a document has groups of its own: its text is found by those who may read
both files, at once where they become fewer, and never by others while it is still there."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import write_manifest

DOCLING = Path(__file__).parent.parent / "documents" / "reading" / "parser_outputs" / "docling.json"
QUESTION = "Who keeps the goods dry?"
FIRST = ("documents", "manifest", "collection_settings", "published_manifest")


@pytest.fixture
def collection(graph: Graph) -> Path:
    folder = graph.landing / "acme" / "supply"
    folder.mkdir(parents=True)
    with pymupdf.open() as pdf:
        pdf.new_page()
        pdf.new_page().insert_text((72, 90), "1. Open\n1.1 The Buyer pays.\n1.2 The Seller ships.")
        pdf.save(folder / "deal.pdf")
    (folder / "deal.pdf.json").write_bytes(DOCLING.read_bytes())
    return folder


def rows(*groups: tuple[str, str]) -> list[tuple[str, str, str]]:
    return [(file, "", acl) for file, acl in groups]


def test_the_text_is_for_those_who_may_read_both(graph: Graph, collection: Path) -> None:
    write_manifest(collection, rows(("deal.pdf", "legal | board"), ("deal.pdf.json", "board | audit")))
    graph.refresh()
    assert graph.ask(QUESTION, "board")
    assert graph.ask(QUESTION, "legal", "audit") == []


def test_a_group_taken_out_of_either_row_is_out_at_once(graph: Graph, collection: Path) -> None:
    write_manifest(collection, rows(("deal.pdf", "legal | board")))
    graph.refresh()
    assert graph.ask(QUESTION, "legal")
    write_manifest(collection, rows(("deal.pdf", "legal | board"), ("deal.pdf.json", "board")))
    graph.materialize(*FIRST)
    assert (graph.ask(QUESTION, "legal"), bool(graph.ask(QUESTION, "board"))) == ([], True)


def test_the_text_of_what_is_gone_is_not_opened(graph: Graph, collection: Path) -> None:
    write_manifest(collection, rows(("deal.pdf", "legal | board"), ("deal.pdf.json", "board")))
    graph.refresh()
    (collection / "deal.pdf.json").unlink()
    write_manifest(collection, rows(("deal.pdf", "legal | board")))
    graph.materialize(*FIRST)
    # What is published is still what the other parser wrote.
    assert graph.ask(QUESTION, "legal") == []
    graph.refresh()
    assert graph.ask("What does the Buyer do?", "legal")
    assert graph.ask("What does the Buyer do?", "board")
