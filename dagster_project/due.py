"""Which collections need a run: those whose files or code are not what their last outcome came from."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from assets.documents.landing import CollectionDir, collections, fingerprint
from assets.documents.problems import Problem
from resources import outcome
from resources.outcome import Outcome
from resources.project import project_version
from resources.store import Store


@dataclass(slots=True)
class Collection:
    """A folder of the landing zone with the reason why it needs a run; without one, `outcome` holds."""

    folder: CollectionDir
    reason: str | None
    outcome: Outcome | None


def look(landing: Path, store: Store, only: str | None = None) -> tuple[list[Collection], list[Problem]]:
    """Every collection under `landing` that matches the glob `only`, and the folders that cannot be one.
    Looks at names, sizes and times; opens neither documents nor tables. Raises LandingError."""
    found, problems = collections(landing, only)
    code = project_version()
    return [_look(folder, store, code) for folder in found], problems


def missing(landing: Path, store: Store, only: str | None = None) -> list[str]:
    """Collections of the store whose folder is gone while their tenant's folder is still there. They are
    kept, since a folder that is missing may be one that was not mounted."""
    known = [key for key in outcome.known(store) if only is None or fnmatchcase(key, only)]
    return [key for key in known if (landing / key).parent.is_dir() and not (landing / key).is_dir()]


def _look(folder: CollectionDir, store: Store, code: str) -> Collection:
    last = outcome.last(store, folder.key)
    if last is None:
        reason: str | None = "new, or never finished"
    elif last.status == "failed":
        reason = "its last run failed"
    elif last.files != fingerprint(folder.path):
        reason = "its files changed"
    elif last.code != code:
        reason = "the code changed"
    else:
        reason = None
    return Collection(folder, reason, last)
