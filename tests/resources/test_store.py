"""A store is opened whole or refused in one line; its tables are read whole or not at all."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from resources.lake import Lake
from resources.store import StoreError, check_name, open_store


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "store")


def test_a_new_store_opens_again(store):
    assert open_store(store.path) == store


def test_a_store_of_another_version_is_refused_and_left_alone(store):
    (store.path / "format").write_text("docgrain store 99\n")
    with pytest.raises(StoreError, match=r"written by another version .*move the folder away") as refusal:
        open_store(store.path)
    assert "\n" not in str(refusal.value)
    assert (store.path / "format").read_text() == "docgrain store 99\n"


def test_a_folder_of_something_else_is_no_store(tmp_path):
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(StoreError, match="not a docgrain store"):
        open_store(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["holiday.jpg"]


def test_a_file_is_no_store(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="another folder"):
        open_store(tmp_path / "file")


@pytest.mark.parametrize("name", ["..", ".", "", "../x", "a|b", "a/b", "a b", "a\n", "a\0", "x" * 101])
def test_names_that_could_leave_the_store_are_refused(name, store):
    with pytest.raises(StoreError):
        store.published(name)
    with pytest.raises(StoreError):
        store.candidate("acme", name)
    with pytest.raises(StoreError):
        Lake(store).write("chunks", f"acme/sales/{name}", pa.table({"a": [1]}))


@given(st.text(max_size=20))
def test_a_name_that_is_let_through_is_one_plain_folder(name):
    try:
        check_name(name, "tenant")
    except StoreError:
        return
    assert os.path.normpath(name) == name
    assert "/" not in name


def test_a_partition_is_read_as_it_was_written(store):
    lake = Lake(store)
    table = pa.table({"id": ["a", "b"], "acl": [["x"], None]})
    assert lake.read("chunks", "acme/sales") is None
    version = lake.write("chunks", "acme/sales", table)
    assert lake.read("chunks", "acme/sales").equals(table)
    assert lake.read("chunks", "acme/sales", columns=["id"]).column_names == ["id"]
    assert lake.write("chunks", "acme/sales", pa.concat_tables([table[:1], table[1:]])) == version
    assert lake.content_hash("chunks", "acme/sales") == version
    assert lake.write("chunks", "acme/sales", table[:1]) != version


def test_keys_and_deletion(store):
    lake = Lake(store)
    for key in ("acme/sales", "acme/it", "acme/it/fixed-200"):
        lake.write("scores", key, pa.table({"a": [1]}))
    assert lake.keys("scores") == ["acme/it", "acme/it/fixed-200", "acme/sales"]
    assert lake.delete("scores", "acme/it")
    assert not lake.delete("scores", "acme/it")
    assert lake.keys("scores") == ["acme/it/fixed-200", "acme/sales"]


@pytest.mark.parametrize(
    ("asset", "key"), [("../x", "a/b"), ("A", "a/b"), ("chunks", "a"), ("chunks", "/a/b")]
)
def test_assets_and_keys_are_checked(asset, key, store):
    with pytest.raises(StoreError):
        Lake(store).read(asset, key)


def test_a_damaged_partition_names_its_file_and_the_mend(store):
    lake = Lake(store)
    lake.write("chunks", "acme/sales", pa.table({"a": [1]}))
    file = next(store.lake.rglob("*.parquet"))
    file.write_bytes(file.read_bytes()[:20])
    with pytest.raises(StoreError, match="delete it and run again"):
        lake.read("chunks", "acme/sales")
    assert [str(file) in line for line in lake.problems()] == [True]


def test_a_killed_writer_leaves_the_table_from_before(store):
    lake = Lake(store)
    lake.write("chunks", "acme/sales", pa.table({"a": [1]}))
    script = (
        "import os, signal, sys, pyarrow as pa\n"
        "from pathlib import Path\n"
        "from resources import lake\n"
        "from resources.store import open_store\n"
        "lake._digest = lambda path: os.kill(os.getpid(), signal.SIGKILL)\n"
        "lake.Lake(open_store(Path(sys.argv[1]))).write('chunks', 'acme/sales', pa.table({'a': [2]}))\n"
    )
    ended = subprocess.run([sys.executable, "-c", script, store.path], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert lake.read("chunks", "acme/sales")["a"].to_pylist() == [1]
    assert lake.keys("chunks") == ["acme/sales"]
    assert [line for line in lake.problems() if "delete it" in line]


@pytest.mark.parametrize("there", [False, True])
def test_who_only_looks_makes_no_store(tmp_path: Path, there: bool) -> None:
    path = tmp_path / "new"
    if there:
        path.mkdir()
    with pytest.raises(StoreError, match="there is no store at"):
        open_store(path, make=False)
    assert path.exists() == there
    assert not list(path.glob("*"))
