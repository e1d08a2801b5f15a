"""The graph as Dagster sees it: a change of it shows in review."""

from __future__ import annotations

import tomllib
from pathlib import Path

import dagster as dg
from syrupy.assertion import SnapshotAssertion

from assets.families import FAMILIES
from dagster_project.definitions import build_definitions
from dagster_project.instance import SETTINGS
from resources.project import asset_modules
from tests.conftest import ROOT


def test_the_specs_of_all_assets(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    definitions = build_definitions(tmp_path / "landing", tmp_path / "store")
    graph = definitions.resolve_asset_graph()
    assert snapshot == {
        key.to_user_string(): {
            "group": node.group_name,
            "description": node.description,
            "kinds": sorted(node.kinds),
            "owners": list(node.owners),
            "needs": sorted(parent.to_user_string() for parent in node.parent_keys),
            "partitions": _partitions(node.partitions_def),
            "checks": sorted(check.name for check in node.check_keys),
            "has a code version": bool(node.code_version),
            "carried": node.automation_condition is not None,
        }
        for key in sorted(graph.materializable_asset_keys)
        for node in [graph.get(key)]
    }


def test_every_check_has_partitions_of_its_own(tmp_path: Path) -> None:
    definitions = build_definitions(tmp_path / "landing", tmp_path / "store")
    graph = definitions.resolve_asset_graph()
    checks = [graph.get(key) for key in graph.asset_check_keys]
    assert checks
    assert all(check.partitions_def is not None for check in checks)


def test_schedules_and_sensors_are_off_until_switched_on(tmp_path: Path) -> None:
    repository = build_definitions(tmp_path / "landing", tmp_path / "store").get_repository_def()
    assert {schedule.name: schedule.default_status for schedule in repository.schedule_defs} == {
        "nightly": dg.DefaultScheduleStatus.STOPPED
    }
    assert {sensor.default_status for sensor in repository.sensor_defs} == {dg.DefaultSensorStatus.STOPPED}


def test_a_family_is_registered_in_one_line_and_held_apart_from_the_others() -> None:
    packages = {family.module.rpartition(".")[0] for family in FAMILIES}
    assert {f"{package}.assets" for package in packages} <= set(asset_modules())
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    independent = [
        contract["modules"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "independence"
    ]
    assert {*independent[0]} == packages


def test_the_settings_of_dagster_have_one_home() -> None:
    """`dagster dev` takes dagster.yaml of the folder it is started in; the package brings its own along."""
    assert (ROOT / "dagster.yaml").read_bytes() == SETTINGS.read_bytes()


def _partitions(definition: dg.PartitionsDefinition | None) -> str:
    if isinstance(definition, dg.MultiPartitionsDefinition):
        return " x ".join(part.name for part in definition.partitions_defs)
    return "collections" if isinstance(definition, dg.DynamicPartitionsDefinition) else repr(definition)
