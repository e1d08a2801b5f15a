"""How a change is carried through the graph, once automation is switched on in the UI."""

from __future__ import annotations

from dagster import AutomationCondition

_READY = (
    ~AutomationCondition.any_deps_missing()
    & ~AutomationCondition.any_deps_in_progress()
    & ~AutomationCondition.in_progress()
)
_CODE_CHANGED = AutomationCondition.code_version_changed().since_last_handled() & _READY  # type: ignore[misc]

ON_CODE_CHANGE = _CODE_CHANGED
"""For what is made of files alone: made again when its code changes."""

CARRY = (AutomationCondition.eager() | _CODE_CHANGED) & AutomationCondition.all_deps_blocking_checks_passed()
"""Made again when its code or anything upstream changed, but never over a failed blocking check: eager
alone would run over it."""
