"""What can be wrong with a store, looked at without changing anything."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from resources.lake import Lake
from resources.parity import parity
from resources.project import project_version
from resources.published import Published, open_version
from resources.running import dead_runs
from resources.store import FORMAT, Store

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
        current = Published(store, tenant).current()
        if current is not None:
            held = ", ".join(
                f"{name} ({entry.rows} chunks)" for name, entry in sorted(current.collections.items())
            )
            lines.append(f"tenant {tenant}: version {current.number}: {held}")
    return lines


def examine(store: Store) -> list[str]:
    """Everything that is wrong, one line each, with the mend."""
    return [*_tables(store), *_indexes(store), *_leftovers(store), *_runs(store)]


def _tables(store: Store) -> Iterator[str]:
    yield from Lake(store).problems()


def _indexes(store: Store) -> Iterator[str]:
    for tenant in store.tenants():
        published = Published(store, tenant)
        try:
            current = published.current()
            if current is None:
                continue
            found = parity(open_version(published, current, resident_rows=0))
        except Exception as error:  # noqa: BLE001 - whatever a damaged index raises is what is looked for
            yield f"tenant {tenant}: its index cannot be read ({str(error)[:120]}): run its collections again"
            continue
        yield from (f"tenant {tenant}: {problem}" for problem in found.problems)
        expected = sum(entry.rows for entry in current.collections.values())
        if found.rows != expected:
            yield f"tenant {tenant}: {found.rows} rows where {expected} were published: run them again"


def _leftovers(store: Store) -> Iterator[str]:
    for path in sorted((store.path / "index" / "candidates").glob("*/*/*.building-*")):
        yield f"{path} was left by a run that was killed: delete it"


def _runs(store: Store) -> Iterator[str]:
    for run_id in dead_runs(store):
        yield f"run {run_id} was killed: the next docgrain run closes it"
