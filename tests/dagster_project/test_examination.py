"""The doctor always reports: what is damaged is a line, not an end."""

import shutil
from pathlib import Path

import pyarrow as pa
import pytest

from assets.index import candidate as candidates
from dagster_project.examination import examine, versions
from resources import scans
from resources.lake import Lake
from resources.publish import publish
from resources.published import Published
from resources.scans import Scan
from resources.store import open_store
from tests.resources.corpus import candidate


@pytest.fixture
def store(tmp_path):
    made = open_store(tmp_path / "store")
    publish(made, "acme", "sales", candidate(tmp_path / "a", {"msa.pdf": ["Liability is capped."]}))
    (tmp_path / "landing/acme/sales").mkdir(parents=True)
    scans.keep(Lake(made), "acme/sales", Scan("run", "files", str(tmp_path / "landing")))
    return made


def test_a_sound_store_has_no_problems(store):
    assert examine(store) == []
    assert versions(store)[-1] == "tenant acme: version 1: sales (1 chunks)"


@pytest.mark.parametrize(
    "hurt",
    [
        lambda p: p.pointer.write_text("99"),
        lambda p: (p.version(1) / "version.json").write_text("{"),
        lambda p: (p.version(1) / "facts.parquet").write_text("broken"),
        lambda p: shutil.rmtree(p.mapped(1, "sales")),
        lambda p: shutil.rmtree(p.lance),
        lambda p: p.path.with_name(".DS_Store").touch(),
    ],
)
def test_a_damaged_index_is_one_line_and_the_rest_is_looked_at(store, hurt):
    hurt(Published(store, "acme"))
    Lake(store).write("labels", "acme/forgotten", pa.table({"a": [1]}))
    hurts = [line for line in examine(store) if "forgotten" not in line]
    assert len(hurts) == (0 if (store.path / "index/published/.DS_Store").exists() else 1)
    assert all(line.startswith("tenant acme: ") and "\n" not in line for line in hurts)
    assert len(examine(store)) == len(hurts) + 1
    assert versions(store)[-1].startswith("tenant acme: ")


def test_what_belongs_to_nothing_any_more_is_named(store, tmp_path):
    lake = Lake(store)
    shutil.rmtree(tmp_path / "landing/acme/sales")
    for key in ("acme/sales", "acme/forgotten/fixed-200"):
        lake.write("strategy_scores", key, pa.table({"a": [1]}))
    made = {"version": ["gone"], "chunks": pa.array([1], pa.int64()), "facts": [""]}
    lake.write(candidates.ASSET, "acme/sales", pa.table(made))
    landing = tmp_path / "landing"
    assert examine(store) == [
        f"acme/sales is published and its folder {landing / 'acme/sales'} is gone: docgrain run {landing} "
        f"takes it out",
        "acme/sales: its candidate is gone from the store: materialize candidate_index in docgrain ui",
        f"{Path(store.lake, 'strategy_scores/acme/forgotten/fixed-200')} is of no collection that was ever "
        f"looked at: delete it",
    ]
