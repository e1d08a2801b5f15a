"""One publisher a tenant at a time, who finds nothing half done and nothing damaged in its way."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from resources.published import Published
from resources.store import Store, StoreError

DAMAGED = "damaged"
"""Folder of a tenant for what could not be read any more, until the next time."""
_WAIT_SECONDS = 600.0


@contextmanager
def publishing(store: Store, tenant: str) -> Iterator[Published]:
    """One publisher a tenant; what a stopped one left, or what is damaged, is cleared away first."""
    with _locked(store, tenant) as published:
        _set_aside_damaged(published)
        _clear_unfinished(published)
        yield published


@contextmanager
def _locked(store: Store, tenant: str) -> Iterator[Published]:
    published = Published(store, tenant)
    published.path.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(published.lock, timeout=_WAIT_SECONDS):
            yield published
    except Timeout:
        raise StoreError(
            f"another process has been publishing for tenant {tenant!r} for {_WAIT_SECONDS:.0f} s: "
            f"wait for it, or end it, and run again"
        ) from None


def set_aside_damaged(store: Store, tenant: str) -> str | None:
    """Puts what cannot be read of a tenant's published index beside, so that its collections can be published
    anew; says what was wrong, None where nothing was. Facts that were applied stay."""
    if Published(store, tenant).loss() is None:
        return None
    with _locked(store, tenant) as published:
        return _set_aside_damaged(published)


def _set_aside_damaged(published: Published) -> str | None:
    loss = published.loss()
    if loss is not None:
        beside = published.path / DAMAGED
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir()
        for part in (published.pointer, published.versions, published.path / "history", published.lance):
            if part.exists():
                part.replace(beside / part.name)
    return loss


def _clear_unfinished(published: Published) -> None:
    current = published.current()
    if current is None:
        shutil.rmtree(published.lance, ignore_errors=True)
    done = current.number if current else 0
    folders = [published.versions, *(published.path / "history").glob("*")]
    for entry in (entry for folder in folders if folder.is_dir() for entry in folder.iterdir()):
        if not entry.name.isdecimal() or int(entry.name) > done:
            shutil.rmtree(entry)
