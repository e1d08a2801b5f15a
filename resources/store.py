"""The folder that holds everything docgrain makes: tables, indexes, Dagster's records, caches."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from partitions.keys import RULE, is_name, shortened

FORMAT = 1
"""Raised with every change that an older docgrain could not read or would read wrongly."""

_FORMAT_FILE = "format"
_FORMAT_LINE = "docgrain store {}\n"


class StoreError(Exception):
    """The store cannot be used as asked; the message is one line: what, where and how to mend it."""


@dataclass(frozen=True)
class Store:
    """An opened store. `path` is its folder."""

    path: Path

    @property
    def lake(self) -> Path:
        """Parquet partitions of the tables."""
        return self.path / "lake"

    @property
    def dagster(self) -> Path:
        """Dagster's own records (DAGSTER_HOME)."""
        return self.path / "dagster"

    @property
    def cache(self) -> Path:
        """What can be made again at any time."""
        return self.path / "cache"

    def published(self, tenant: str) -> Path:
        """The tenant's published index: every version that is kept, and the pointer to the current."""
        return self.path / "index" / "published" / check_name(tenant, "tenant")

    def candidate(self, tenant: str, collection: str, name: str = "structure") -> Path:
        """A candidate index of one collection; `name` tells candidates apart (the strategy)."""
        folder = self.path / "index" / "candidates" / check_name(tenant, "tenant")
        return folder / check_name(collection, "collection") / check_name(name, "candidate")

    def tenants(self) -> list[str]:
        """Tenants that have something published."""
        published = self.path / "index" / "published"
        folders = published.iterdir() if published.is_dir() else ()
        return sorted(entry.name for entry in folders if entry.is_dir() and is_name(entry.name))


def open_store(path: Path, *, make: bool = True) -> Store:
    """The store in that folder, made where there is none if `make`. Raises StoreError where there is none
    and none is made, where the folder holds something else or was written by another version."""
    file = path / _FORMAT_FILE
    expected = _FORMAT_LINE.format(FORMAT)
    try:
        if not file.exists():
            if path.exists() and any(path.iterdir()):
                raise StoreError(f"{path} is not a docgrain store: name an empty or new folder with --store")
            if not make:
                raise StoreError(
                    f"there is no store at {path}: run docgrain run LANDING first, or name it with --store"
                )
            path.mkdir(parents=True, exist_ok=True)
            file.write_text(expected)
        found = file.read_text(errors="replace")
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreError(
            f"{path} cannot be used as a store ({reason}): name another folder with --store"
        ) from None
    if found != expected:
        written = found.strip()[:60] or "nothing"
        raise StoreError(
            f"{path} was written by another version (its format is '{written}', this docgrain needs "
            f"'{expected.strip()}'): use the docgrain that wrote it, or move the folder away and run again"
        )
    return Store(path)


def check_name(name: str, what: str) -> str:
    """The name, if it can be a folder's name inside the store (`is_name`); raises StoreError."""
    if not is_name(name):
        raise StoreError(f"{shortened(name)} cannot be the name of a {what}: use {RULE}")
    return name
