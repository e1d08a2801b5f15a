"""The shipped contracts are what their readable sources say, and a rebuild gives them again."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pymupdf
import pytest

from evals.sample_builder.build import HERE, build
from evals.sample_builder.source import load
from tests.samples.conftest import CONTRACTS, SAMPLES


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("first")
    build(out)
    return out


def _content(path: Path) -> object:
    """What a file says, apart from how its bytes are packed (that may differ between zlib versions)."""
    if path.suffix == ".pdf":
        with pymupdf.open(path) as document:
            return document.metadata, [page.get_text("words") for page in document]
    if path.suffix == ".docx":
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    return path.read_bytes()


def test_the_shipped_files_are_what_the_sources_give(rebuilt: Path) -> None:
    built = sorted(path for path in rebuilt.rglob("*") if path.is_file())
    assert [path.relative_to(rebuilt) for path in built] == sorted(p.relative_to(SAMPLES) for p in CONTRACTS)
    for path in built:
        assert _content(path) == _content(SAMPLES / path.relative_to(rebuilt)), path.name


def test_two_builds_give_the_same_bytes(rebuilt: Path, tmp_path: Path) -> None:
    for path in build(tmp_path):
        assert path.read_bytes() == (rebuilt / path.relative_to(tmp_path)).read_bytes(), path.name


def test_a_source_without_a_target_says_what_it_needs(tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("font: times\n---\n=== TITLE\n")
    with pytest.raises(ValueError, match=r"broken\.txt: the head needs a line 'target"):
        load(broken)


def test_the_folder_stays_small() -> None:
    shipped = [*SAMPLES.rglob("*"), *HERE.rglob("*.txt")]
    assert sum(path.stat().st_size for path in shipped if path.is_file()) < 1_500_000
