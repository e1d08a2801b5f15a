"""Every chunk leads to the section it is part of: part to clause, term to clause, clause to section."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assets.contracts.cut import cut
from assets.contracts.node import Node
from assets.contracts.tree import build_tree
from assets.documents.reading.model import ParsedDocument
from assets.documents.reading.read import read
from resources.record import Chunk, chunk_id
from tests.contracts.examples import EMBEDDER, FACTS, chunks_of, typed
from tests.contracts.test_properties import LINES, document

SAMPLES = Path(__file__).resolve().parents[2] / "evals" / "samples"
SAYS = "The supplier keeps the yard in good order and pays what it owes for it when it falls due. "


def section(path: str | None) -> str | None:
    """What chunks of the section at that path name as their parent."""
    key = (FACTS.tenant_id, FACTS.collection, FACTS.doc_id, "structure", "section")
    return None if path is None else chunk_id(*key, path, 0)


def above(nodes: list[Node]) -> dict[str, set[str | None]]:
    """By path, the paths of the sections that nodes of it stand in: clauses and schedules are sections."""
    found: defaultdict[str, set[str | None]] = defaultdict(set)

    def visit(node: Node, up: str | None) -> None:
        found[node.path].add(up)
        for child in node.children:
            visit(child, node.path if node.unit in ("clause", "schedule") else up)

    for node in nodes:
        visit(node, None)
    return found


def check(doc: ParsedDocument) -> list[Chunk]:
    tree = build_tree(doc)
    chunks, _ = cut(doc, tree, FACTS, EMBEDDER)
    sections = above(tree.nodes)
    for chunk in chunks:
        if chunk.part != [1, 1]:
            assert chunk.parent_id == section(chunk.path)
        elif chunk.path in sections and chunk.unit != "table_rows":
            assert chunk.parent_id in {section(up) for up in sections[chunk.path]}
        else:
            inside = [up for up in sections if chunk.path.startswith(f"{up}/")]
            assert inside, f"{chunk.path} stands in no section"
    return chunks


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, min_size=2, max_size=40))
def test_whatever_is_cut_stands_in_a_section_of_the_tree(
    lines: list[tuple[str, str, float, float, bool, str, bool]],
) -> None:
    check(document(lines))


@pytest.mark.parametrize(
    "name",
    ["halvorsted-master-supply.pdf", "tavrelle-toll-manufacturing.docx", "quennick-framework-2024.txt"],
)
def test_samples(name: str) -> None:
    chunks = check(read(next(SAMPLES.rglob(name)), name))
    deep = [chunk for chunk in chunks if chunk.path.count(".") == 1 and chunk.unit == "clause"]
    assert deep
    assert all(chunk.parent_id == section(chunk.path.rpartition(".")[0]) for chunk in deep)


def test_the_members_of_a_section_are_those_that_name_it() -> None:
    """Siblings have one parent; it is the section's, whether it has words of its own or only a heading."""
    heads = ["1. SUPPLY", "1.1 Pumps.", "1.2 Valves.", "2. Price.", "2.1 Index.", "2.2 Tax."]
    chunks, _ = chunks_of("\n".join(head if head.isupper() else f"{head} {SAYS}" for head in heads))
    members: defaultdict[str | None, list[str]] = defaultdict(list)
    for chunk in chunks:
        members[chunk.parent_id].append(chunk.path)
    assert members == {section("1"): ["1.1", "1.2"], None: ["2"], section("2"): ["2.1", "2.2"]}


def test_from_part_to_clause_to_section_to_schedule() -> None:
    """Parts stand in their clause, which stands in its section, which stands in its schedule."""
    text = f"""
        1. Law. {SAYS}
        2. Term. {SAYS}
        SCHEDULE 1
        SERVICES
        1. Desk
        1.1 Hours. {SAYS}
        1.2 Staff. {SAYS * 90}
        2. Reports
        2.1 Form. {SAYS}
    """
    chunks = check(typed(text))
    staff = [chunk for chunk in chunks if chunk.path == "schedule-1/1.2"]
    assert len(staff) > 2
    assert {chunk.parent_id for chunk in staff} == {section("schedule-1/1.2")}
    hours = next(chunk for chunk in chunks if chunk.path == "schedule-1/1.1")
    assert hours.parent_id == section("schedule-1/1")
    assert staff[1].heading_path == ["SCHEDULE 1 SERVICES", "1 Desk", "1.2 Staff"]
    tree = above(build_tree(typed(text)).nodes)
    assert tree["schedule-1/1"] == {"schedule-1"}
    assert tree["schedule-1"] == {None}
