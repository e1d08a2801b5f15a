"""Which collections need a run: those whose files or code are not what their last outcome came from, and
those whose folder is gone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from assets.documents.landing import CollectionDir, collections, fingerprint, is_gone
from assets.documents.problems import Problem
from partitions.keys import parse_key
from resources import outcome, scans
from resources.lake import Lake
from resources.outcome import Outcome
from resources.project import project_version
from resources.published import unsound
from resources.store import Store


@dataclass(slots=True)
class Collection:
    """A folder of the landing zone with the reason why it needs a run; without one, `outcome` holds."""

    folder: CollectionDir
    reason: str | None
    outcome: Outcome | None


def look(landing: Path, store: Store, only: str | None = None) -> tuple[list[Collection], list[Problem]]:
    """Every collection under `landing` that matches the glob `only`, those of the store whose folder there
    is gone included until they are taken out, and the folders that cannot be one. Looks at names, sizes
    and times; opens neither documents nor tables of what is up to date. Raises LandingError."""
    found, problems = collections(landing, only)
    code = project_version()
    gone = _gone(landing, store, only, {folder.key for folder in found})
    looked_at = [*(_look(folder, store, code) for folder in found), *gone]
    return sorted(looked_at, key=lambda collection: collection.folder.key), problems


def lost(landing: Path, store: Store, only: str | None = None) -> list[tuple[str, str]]:
    """Collections of the store whose folder is found neither here nor in the landing zone they came from:
    (key, that landing zone). They may have been removed, or the disk is not mounted: they stay."""
    lake = Lake(store)
    found = []
    for key in _known(store, only):
        if not os.path.lexists(landing / key) and not _is_out(store, key):
            scan = scans.last(lake, key)
            if scan is None or os.path.lexists(Path(scan.landing, key)):
                continue
            if not (scan.is_of(landing) and is_gone(landing, key)):
                found.append((key, scan.landing))
    return found


def _known(store: Store, only: str | None) -> list[str]:
    return [key for key in scans.known(Lake(store)) if only is None or fnmatchcase(key, only)]


def _is_out(store: Store, key: str) -> bool:
    last = outcome.last(store, key)
    return last is not None and last.status == "removed"


def _gone(landing: Path, store: Store, only: str | None, found: set[str]) -> list[Collection]:
    lake = Lake(store)
    gone = []
    for key in _known(store, only):
        if key in found or _is_out(store, key) or not is_gone(landing, key):
            continue
        scan = scans.last(lake, key)
        if scan is not None and scan.is_of(landing):
            tenant, collection = parse_key(key)
            folder = CollectionDir(tenant, collection, landing / key)
            gone.append(Collection(folder, "its folder is gone", outcome.last(store, key)))
    return gone


def _look(folder: CollectionDir, store: Store, code: str) -> Collection:
    last = outcome.last(store, folder.key)
    try:
        files = fingerprint(folder.path)
    except OSError:
        return Collection(folder, "its folder cannot be read", last)
    if last is None:
        reason: str | None = "new, or never finished"
    elif last.status == "failed":
        reason = "its last run failed"
    elif last.files != files:
        reason = "its files changed"
    elif last.code != code:
        reason = "the code changed"
    elif last.status in ("published", "unproven"):
        reason = unsound(store, folder.tenant, folder.collection)
    else:
        reason = None
    return Collection(folder, reason, last)
