"""Which runs are alive: each holds a lock of the operating system, which a killed process lets go."""

from __future__ import annotations

from filelock import FileLock, Timeout

from resources.store import Store


class Running:
    """The lock of one run. It may be taken more than once in the process that holds it."""

    def __init__(self, store: Store, run_id: str) -> None:
        self._path = store.dagster / "running" / f"{run_id}.lock"
        self._lock = FileLock(self._path, is_singleton=True)

    def acquire(self) -> None:
        """Say that the run is alive."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._lock.acquire()

    def release(self) -> None:
        """Say that the run is over."""
        self._lock.release()
        if not self._lock.is_locked:
            self._path.unlink(missing_ok=True)


def dead_runs(store: Store) -> list[str]:
    """Runs that said they are alive and whose process is gone."""
    dead: list[str] = []
    for path in sorted((store.dagster / "running").glob("*.lock")):
        try:
            with FileLock(path, blocking=False):
                dead.append(path.stem)
        except Timeout:
            continue
    return dead


def forget(store: Store, run_id: str) -> None:
    """Take a dead run off the list, once it is closed."""
    (store.dagster / "running" / f"{run_id}.lock").unlink(missing_ok=True)
