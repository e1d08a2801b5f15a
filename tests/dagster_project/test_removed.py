"""What is taken out of the landing zone is not found any more: files, folders, groups, at once."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from assets.documents import assets as landing_assets
from assets.documents import cut_incremental
from assets.documents.landing import CollectionDir
from assets.documents.scan import Scanned, scan_collection
from dagster_project.due import look
from resources.lake import Lake
from resources.published import open_published
from resources.search.access import Access, Principal, Scope
from resources.store import Store, open_store
from tests.dagster_project.command_line import docgrain
from tests.dagster_project.graph import Graph
from tests.dagster_project.landing import prose_collection, small_collection, write_manifest


@pytest.fixture
def landing(tmp_path: Path) -> Path:
    folder = tmp_path / "landing"
    prose_collection(folder, "acme/diary")
    prose_collection(folder, "acme/notes")
    return folder


@pytest.fixture
def store(landing: Path, tmp_path: Path) -> Store:
    """A store in which both collections answer."""
    assert run(landing, tmp_path / "store") == (0, {"acme/diary": "unproven", "acme/notes": "unproven"})
    return open_store(tmp_path / "store")


def run(landing: Path, store: Path, *arguments: str) -> tuple[int, dict[str, str]]:
    """Exit code and outcomes of a run."""
    said = docgrain("run", landing, "--store", store, "--json", *arguments)
    return said.code, {
        (row := json.loads(line))["collection"]: row["status"] for line in said.out.splitlines()
    }


def answering(store: Store, group: str = "everyone") -> set[str]:
    """The collections of acme in which a member of the group finds something."""
    access = Access(Principal("acme", frozenset({group})), Scope())
    return {fact.collection for fact in open_published(store, "acme").catalogue(access)}


def test_a_folder_that_was_deleted_or_renamed_is_taken_out_once(landing: Path, store: Store) -> None:
    shutil.rmtree(landing / "acme" / "notes")
    (landing / "acme" / "diary").rename(landing / "acme" / "journal")

    dry = docgrain("run", landing, "--store", store.path, "--dry-run")
    assert "acme/notes: would run (its folder is gone)" in dry.out.splitlines()
    assert run(landing, store.path) == (
        0,
        {"acme/diary": "removed", "acme/journal": "unproven", "acme/notes": "removed"},
    )

    assert answering(store) == {"journal"}
    assert Lake(store).content_hash("documents", "acme/notes") is not None
    assert run(landing, store.path) == (0, {"acme/journal": "unproven"})


def test_a_folder_that_comes_back_is_published_again(landing: Path, store: Store, tmp_path: Path) -> None:
    (landing / "acme" / "notes").rename(tmp_path / "away")
    run(landing, store.path)
    assert answering(store) == {"diary"}

    (tmp_path / "away").rename(landing / "acme" / "notes")

    assert run(landing, store.path)[1]["acme/notes"] == "unproven"
    assert answering(store) == {"diary", "notes"}


def test_a_tenant_that_was_removed_is_taken_out(landing: Path, store: Store) -> None:
    prose_collection(landing, "birch/notes")
    shutil.rmtree(landing / "acme")

    said = docgrain("run", landing, "--store", store.path, "--only", "acme/*")

    assert said.code == 0
    assert "acme/notes: removed: its folder is gone, and nothing of it is found any more" in said.err
    assert [line.split()[:2] for line in said.out.splitlines()[1:]] == [
        ["acme/diary", "removed"],
        ["acme/notes", "removed"],
    ]
    assert answering(store) == set()


def test_only_takes_out_what_it_names(landing: Path, store: Store) -> None:
    shutil.rmtree(landing / "acme" / "notes")
    assert run(landing, store.path, "--only", "*/diary") == (0, {"acme/diary": "unproven"})
    assert answering(store) == {"diary", "notes"}


def test_a_disk_that_is_not_mounted_and_another_landing_zone_take_nothing_out(
    landing: Path, store: Store, tmp_path: Path
) -> None:
    landing.rename(tmp_path / "unmounted")
    landing.mkdir()
    said = docgrain("run", landing, "--store", store.path)
    assert said.code == 2
    assert f"acme/notes is not found in {landing.resolve()} and stays as it is" in said.err

    other = tmp_path / "other"
    prose_collection(other, "acme/letters")
    assert run(other, store.path) == (0, {"acme/letters": "unproven"})
    assert run(other, store.path) == (0, {"acme/letters": "unproven"})
    assert answering(store) == {"diary", "letters", "notes"}


def test_a_partition_whose_folder_is_gone_is_emptied_in_the_graph(graph: Graph) -> None:
    prose_collection(graph.landing, "acme/other")
    collection = prose_collection(graph.landing)
    graph.refresh("acme/notes")
    question = "How many sacks of rye did the mill grind?"
    assert graph.ask(question, "everyone", collection="notes")
    shutil.rmtree(collection)

    due = {item.folder.key: item.reason for item in look(graph.landing, graph.store)[0]}
    assert due["acme/notes"] == "its folder is gone"
    assert graph.refresh("acme/notes").outcome.status == "removed"

    assert graph.runs()[0].status == dg.DagsterRunStatus.SUCCESS
    assert graph.ask(question, "everyone", collection="notes") == []
    assert "acme/notes" not in [item.folder.key for item in look(graph.landing, graph.store)[0]]


def test_a_folder_that_cannot_be_read_is_not_gone(
    landing: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> str:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr("dagster_project.due.fingerprint", refuse)
    monkeypatch.setattr(landing_assets, "fingerprint", refuse)

    said = docgrain("run", landing, "--store", store.path, "--only", "*/notes")

    assert said.code == 1
    assert "acme/notes: the folder cannot be read (Permission denied). Mend its permissions" in said.err
    assert answering(store) == {"diary", "notes"}


def test_a_group_is_revoked_before_the_first_collection_is_cut_and_nothing_is_scanned_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    landing, path = tmp_path / "landing", tmp_path / "store"
    first, second = (small_collection(landing, key) for key in ("acme/a", "acme/b"))
    assert run(landing, path)[0] == 0
    store = open_store(path)
    assert answering(store, "buying") == {"a", "b"}
    (first / "south.txt").write_text(
        (first / "south.txt").read_text() + "\n11.1 Place. Signed at the mill.\n"
    )
    write_manifest(
        second,
        [("north.txt", "North Supply Agreement", "legal"), ("south.txt", "South Works Contract", "legal")],
    )
    found_when_cutting: list[set[str]] = []
    scanned: list[str] = []

    def cutting(what: str, done: int, total: int) -> None:
        found_when_cutting.append(answering(store, "buying"))

    def scanning(folder: CollectionDir, *arguments: Any, **named: Any) -> Scanned:
        scanned.append(folder.key)
        return scan_collection(folder, *arguments, **named)

    monkeypatch.setattr(cut_incremental, "report", cutting)
    monkeypatch.setattr(landing_assets, "scan_collection", scanning)

    assert run(landing, path) == (0, {"acme/a": "published", "acme/b": "published"})

    assert found_when_cutting[0] == {"a"}
    assert scanned == ["acme/a", "acme/b"]


def test_a_broken_manifest_keeps_groups_as_they_were_and_removed_files_go_all_the_same(
    tmp_path: Path,
) -> None:
    landing, path = tmp_path / "landing", tmp_path / "store"
    collection = small_collection(landing)
    run(landing, path)
    store = open_store(path)
    (collection / "south.txt").unlink()
    (collection / "collection.toml").write_text("max_drop = 0.1\n")

    said = docgrain("run", landing, "--store", path)

    assert said.code == 2
    assert "What is published stays as it was, access groups included" in said.err
    assert "1 document(s) whose files are gone were taken out" in said.err
    found = open_published(store, "acme").catalogue(
        Access(Principal("acme", frozenset({"legal", "buying"})), Scope())
    )
    assert [(fact.file, fact.acl) for fact in found] == [("north.txt", ["legal", "buying"])]
