"""The empty graph that tests of this folder begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.dagster_project.graph import Graph


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[Graph]:
    """An empty landing zone with a store and a Dagster instance of its own."""
    made = Graph(tmp_path)
    yield made
    made.instance.dispose()
