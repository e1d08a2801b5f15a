"""The clause tree of every sample contract is the outline that was written by hand: paths, order, titles."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from assets.contracts.tree import ClauseTree, build_tree
from assets.documents.reading.read import read

ROOT = Path(__file__).resolve().parents[2]
OUTLINES = sorted((ROOT / "tests" / "samples" / "outlines").glob("*.txt"))


@cache
def tree_of(name: str) -> ClauseTree:
    """The tree of a sample contract."""
    path = next((ROOT / "evals" / "samples").rglob(name))
    return build_tree(read(path, name))


def written(outline: Path) -> list[tuple[str, str]]:
    """The (path, title) pairs of an outline."""
    lines = outline.read_text(encoding="utf-8").splitlines()
    return [(path, title) for path, _, title in (line.partition("\t") for line in lines if line)]


@pytest.mark.parametrize("outline", OUTLINES, ids=lambda path: path.stem)
def test_the_tree_is_the_outline(outline: Path) -> None:
    nodes = [n for n in tree_of(outline.stem).walk() if n.unit in ("clause", "schedule")]
    read_ = [(node.path, node.title.casefold()) for node in nodes]
    assert read_ == [(path, title.casefold()) for path, title in written(outline)]


@pytest.mark.parametrize("outline", OUTLINES, ids=lambda path: path.stem)
def test_spans_nest_and_follow_one_another(outline: Path) -> None:
    for node in tree_of(outline.stem).walk():
        assert node.start <= node.title_end <= node.own_end <= node.end
        edges = [node.own_end, *(edge for child in node.children for edge in (child.start, child.end))]
        assert edges == sorted(edges)
        assert not node.children or edges[-1] == node.end
