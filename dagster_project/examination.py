"""What can be wrong with a store, looked at without changing anything."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from assets.index.candidate import ASSET as CANDIDATE
from assets.index.candidate import present_candidate
from partitions.keys import parse_key
from resources import scans
from resources.lake import Lake
from resources.parity import parity
from resources.project import project_version
from resources.published import Published, open_version
from resources.running import dead_runs
from resources.store import FORMAT, Store, StoreError

_LIBRARIES = ("dagster", "pyarrow", "lancedb", "tantivy", "PyMuPDF", "python-docx", "wordllama")


def versions(store: Store) -> list[str]:
    """One line for everything that has a version."""
    lines = [
        f"python {sys.version.split()[0]}",
        f"docgrain code {project_version()}",
        f"store format {FORMAT}",
    ]
    for name in _LIBRARIES:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name} is not installed")
    for tenant in store.tenants():
        try:
            current = Published(store, tenant).current()
        except StoreError:
            lines.append(f"tenant {tenant}: its index cannot be read")
            continue
        if current is not None:
            held = ", ".join(
                f"{name} ({entry.rows} chunks)" for name, entry in sorted(current.collections.items())
            )
            lines.append(f"tenant {tenant}: version {current.number}: {held}")
    return lines


def examine(store: Store) -> list[str]:
    """Everything that is wrong, one line each, with the mend. What stops one part from being looked at is
    one of the lines."""
    found: list[str] = []
    for look in (_tables, _indexes, _orphans, _leftovers, _runs):
        try:
            found += look(store)
        except (OSError, StoreError) as error:
            found.append(str(error))
    return list(dict.fromkeys(found))


def _tables(store: Store) -> Iterator[str]:
    yield from Lake(store).problems()


def _indexes(store: Store) -> Iterator[str]:
    for tenant in store.tenants():
        published = Published(store, tenant)
        try:
            current = published.current()
            if current is None:
                continue
            found = parity(open_version(published, current))
        except StoreError as error:
            yield f"tenant {tenant}: {error}"
            continue
        except Exception as error:  # noqa: BLE001 - whatever a damaged index raises is what is looked for
            reason = " ".join(str(error).split())[:120]
            yield (
                f"tenant {tenant}: its index cannot be read ({reason}): move {published.path} away and run "
                f"its collections again"
            )
            continue
        yield from (f"tenant {tenant}: {problem}" for problem in found.problems)
        expected = sum(entry.rows for entry in current.collections.values())
        if found.rows != expected:
            yield f"tenant {tenant}: {found.rows} rows where {expected} were published: run them again"


def _orphans(store: Store) -> Iterator[str]:
    """What belongs to nothing any more: a folder was removed, or something was deleted by hand."""
    lake, published = Lake(store), set(_published(store))
    for key in sorted(published):
        scan = scans.last(lake, key)
        if scan is not None and not Path(scan.landing, key).is_dir():
            yield (
                f"{key} is published and its folder {Path(scan.landing, key)} is gone: docgrain run "
                f"{scan.landing} takes it out"
            )
    for key in lake.keys(CANDIDATE):
        if present_candidate(store, parse_key(key)) is None:
            yield f"{key}: its candidate is gone from the store: materialize candidate_index in docgrain ui"
    known = published.union(scans.known(lake), lake.keys("documents"))
    for asset in sorted(folder.name for folder in store.lake.glob("*") if folder.is_dir()):
        for key in lake.keys(asset):
            if "/".join(key.split("/")[:2]) not in known:
                yield f"{store.lake / asset / key} is of no collection that was ever looked at: delete it"


def _published(store: Store) -> Iterator[str]:
    for tenant in store.tenants():
        try:
            current = Published(store, tenant).current()
        except StoreError:
            continue  # told by `_indexes`
        if current is not None:
            yield from (f"{tenant}/{name}" for name, entry in current.collections.items() if entry.rows)


def _leftovers(store: Store) -> Iterator[str]:
    for path in sorted((store.path / "index" / "candidates").glob("*/*/*.building-*")):
        yield f"{path} was left by a run that was killed: delete it"


def _runs(store: Store) -> Iterator[str]:
    for run_id in dead_runs(store):
        yield f"run {run_id} was killed: the next docgrain run closes it"
