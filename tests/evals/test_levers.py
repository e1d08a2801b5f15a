"""Each lever changes one thing, in the cut or in the search."""

from __future__ import annotations

import dataclasses

import pytest

from evals.levers import LEVERS, Lever
from partitions.strategies import STRUCTURE, VARIANTS
from resources.search.settings import DEFAULTS, SearchSettings


@pytest.mark.parametrize("lever", LEVERS, ids=lambda lever: lever.name)
def test_a_lever_changes_one_thing(lever: Lever) -> None:
    changed = [f.name for f in dataclasses.fields(SearchSettings)
               if getattr(lever.settings, f.name) != getattr(DEFAULTS, f.name)]  # fmt: skip
    if lever.strategy == STRUCTURE:
        assert len(changed) == 1
    else:
        assert lever.strategy in VARIANTS
        assert changed in ([], ["context_boost"])  # words that are added may be searched as well


def test_every_variant_is_measured_and_no_name_twice() -> None:
    names = [lever.name for lever in LEVERS]
    assert len(set(names)) == len(names)
    assert {lever.strategy for lever in LEVERS} == {STRUCTURE, *VARIANTS}
