"""Fields that people add to a help desk: which are the product, a version or what mended it."""

from __future__ import annotations

from typing import Any

import pytest

from assets.tickets import custom_fields
from assets.tickets.model import Ticket


def told(fields: dict[str, Any]) -> dict[str, Any]:
    """What a ticket says after these fields, but for what it says without any."""
    ticket = Ticket("1", "Pump", "closed", [])
    custom_fields.apply(ticket, fields)
    names = ("product", "versions", "components", "environment", "resolution", "outcome", "extra")
    return {name: value for name in names if (value := getattr(ticket, name))}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("Product", "AquaFeed 30", {"product": "AquaFeed 30"}),
        ("cf_firmware_version", "2.10", {"versions": ["2.10"]}),
        ("Affected versions", "4.2.1, 4.3 beta", {"versions": ["4.2.1", "4.3 beta"]}),
        ("Release", "R12", {"versions": ["R12"]}),
        ("Fix", "Reseated tray 2, new driver.", {"resolution": "Reseated tray 2, new driver."}),
        ("Lösung", "Die Sicherung F2 wurde getauscht.", {"resolution": "Die Sicherung F2 wurde getauscht."}),
        ("Resolution", "ヒューズを交換しました。", {"resolution": "ヒューズを交換しました。"}),
        ("Resolution", "resolution_config_change_by_agent", {"outcome": "resolution config change by agent"}),
        ("cf_resolution", "Known Error 12", {"outcome": "Known Error 12"}),
        ("Resolution", "Duplicate", {"outcome": "Duplicate"}),
    ],
)  # fmt: skip
def test_a_field_is_told_by_its_name_and_what_it_holds(name: str, value: str, said: dict[str, Any]) -> None:
    assert told({name: value}) == said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Fix", "Yes"),
        ("Fix version", "4.2"),
        ("Release date", "2024-05-01"),
        ("Release", "2024-05-01"),
        ("Browser version", "Chrome 120"),
        ("Previous version", "4.1"),
        ("Release notes read?", "1"),
        ("Version", "latest"),
        ("Internal resolution", "The vendor has to pay for all of it."),
    ],
)
def test_a_field_that_only_sounds_like_one_stays_what_it_is(name: str, value: str) -> None:
    assert told({name: value}) == {"extra": {"custom_fields": {name: value}}}
