"""Whatever is read for somebody goes through one filter: nobody else opens what holds everybody's rows."""

import ast
import inspect
from pathlib import Path

import pytest

from resources.index import Index
from resources.mapped_rows import MappedRows
from resources.vectors import ChunkTable

ROOT = Path(__file__).parents[3]
STORED = {"ChunkTable", "MappedRows", "Part", "RowClasses"}
"""What holds rows of every group."""
OPENERS = {"open_table", "create_table", "open_dataset", "memory_map", "to_lance", "everything", "rows_by_id"}
FILTERED = {
    "resources/index.py": "asks them, with an access each time",
    "resources/mapped_rows.py": "filters before it scores",
    "resources/part.py": "one collection's files",
    "resources/vectors.py": "filters before it searches",
    "resources/search/classes.py": "tests the filter",
    "resources/publish.py": "writes what is published",
    "resources/published.py": "opens what is published",
    "resources/parity.py": "compares ids, for checks",
    "evals/proof.py": "which ids are held, for the report on misses",
}
NEVER_FILTERED = {"count": "a number of rows for checks", "open_candidate": "opens, and asks nothing"}


def modules():
    for package in ("partitions", "resources", "assets", "evals", "dagster_project"):
        yield from sorted((ROOT / package).rglob("*.py"))


def touched(tree):
    """What of all this a module imports or names, and what it calls on something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield from {node.id} & STORED
        elif isinstance(node, ast.alias):
            yield from {node.name.partition(".")[0], node.name.rpartition(".")[2]} & (STORED | {"lancedb"})
        elif isinstance(node, ast.Attribute):
            yield from {node.attr} & (STORED | OPENERS)


def test_nobody_else_opens_what_holds_the_rows_of_every_group():
    found = {}
    for path in modules():
        if what := set(touched(ast.parse(path.read_text(), path.name))):
            found[str(path.relative_to(ROOT))] = what
    assert {place: what for place, what in found.items() if place not in FILTERED} == {}
    assert FILTERED.keys() <= found.keys()  # a list that nobody needs is no list


@pytest.mark.parametrize("kind", [Index, MappedRows, ChunkTable])
def test_nothing_that_finds_can_be_called_without_an_access(kind):
    """What gives rows to an asker takes who asks; whatever does not is named here, with its reason."""
    free = NEVER_FILTERED | {"ids": "for checks", "chunks": "of ids, tested again by `Index.chunks`"}
    if kind is ChunkTable:
        free |= dict.fromkeys(["create", "lance", "rows", "everything", "index", "unindexed"], "publishing")
    if kind is Index:
        free.pop("chunks")
    for name, member in inspect.getmembers(kind):
        if not name.startswith("_") and callable(member) and name not in free:
            assert "access" in inspect.signature(member).parameters, f"{kind.__name__}.{name}"
