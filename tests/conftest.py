"""What every test may ask for: the shared collections and a store of its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from resources.store import Store, open_store

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("DOCGRAIN_SHARED", ROOT.parent / "shared"))

# No deadline: a busy machine is no fault of the code. In CI the examples are the same every time.
settings.register_profile("suite", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("suite")

# Text recognition takes ten seconds a page: only the tests about it switch it on.
os.environ["DOCGRAIN_OCR"] = "off"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SHARED.is_dir():
        return
    missing = pytest.mark.skip(reason=f"DOCGRAIN_SHARED: there is no folder {SHARED}")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(missing)


@pytest.fixture
def shared() -> Path:
    """The shared collections; a test that asks for them is marked `shared`."""
    return SHARED


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store that goes with the test."""
    return open_store(tmp_path / "store")
