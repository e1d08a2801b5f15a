"""The graph as Dagster sees it: a change of it shows in review."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
from syrupy.assertion import SnapshotAssertion

from assets.documents.scan import BUILT
from assets.families import FAMILIES
from dagster_project.definitions import build_definitions


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


def test_the_landing_zone_knows_the_families_that_are_built() -> None:
    assert {family.name for family in FAMILIES} == BUILT


def _partitions(definition: dg.PartitionsDefinition | None) -> str:
    if isinstance(definition, dg.MultiPartitionsDefinition):
        return " x ".join(part.name for part in definition.partitions_defs)
    return "collections" if isinstance(definition, dg.DynamicPartitionsDefinition) else repr(definition)
