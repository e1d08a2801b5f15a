"""What is published and damaged: the next search says so, and the next run publishes it anew by itself."""

from __future__ import annotations

import os
import shutil
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import pytest

from resources.published import Published
from resources.store import open_store
from tests.dagster_project.command_line import docgrain
from tests.dagster_project.landing import prose_collection


def truncate(published: Published) -> None:
    for file in (published.lance / "chunks.lance" / "data").iterdir():
        os.truncate(file, 100)


HURTS: list[tuple[Callable[[Published], None], str, str]] = [
    (lambda p: shutil.rmtree(p.path), "nothing is published", "what was published of it is gone"),
    (truncate, "lance cannot be read", "what is published is damaged"),
    (lambda p: shutil.rmtree(p.mapped(2, "notes")), "notes cannot be read", "what is published is damaged"),
]


def test_a_run_with_nothing_else_to_do_mends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    landing, store = tmp_path / "landing", tmp_path / "store"
    prose_collection(landing, "acme/diary")
    prose_collection(landing, "acme/notes")
    assert docgrain("run", landing, "--store", store).code == 0
    question = ("search", "chapter", "--tenant", "acme", "--group", "everyone", "--store", store, "--json")
    before = docgrain(*question).out
    assert before
    for hurt, told, reason in HURTS:
        hurt(Published(open_store(store), "acme"))
        monkeypatch.setattr("resources.published._open", OrderedDict())  # as in a new process
        refused = docgrain(*question)
        assert (refused.code, refused.out) == (2, "")
        assert told in refused.err
        assert "run" in refused.err
        dry = docgrain("run", landing, "--store", store, "--dry-run").out.splitlines()
        assert dry == [f"acme/{name}: would run ({reason})" for name in ("diary", "notes")]
        assert docgrain("run", landing, "--store", store).code == 0
        assert docgrain(*question).out == before
    assert "would run" not in docgrain("run", landing, "--store", store, "--dry-run").out
