"""What a tenant has published: kept versions, one pointer file that names the current, readers of it."""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Lock

import pyarrow.parquet as pq
from pydantic import TypeAdapter

from resources.index import FACTS, KEYWORDS, RESIDENT_ROWS, Index
from resources.keywords import KeywordIndex
from resources.store import Store, StoreError, check_name
from resources.vectors import ChunkTable

_INDEXES_KEPT = 4
_open: OrderedDict[Path, tuple[int, Index]] = OrderedDict()
_opening = Lock()


@dataclass(frozen=True)
class PublishedCollection:
    """One collection inside a version. `source` is the version that brought its candidate in."""

    source: int
    rows: int
    published_at: datetime


@dataclass(frozen=True)
class Version:
    """One version of a tenant's index: a version of the Lance table and a folder for the rest."""

    number: int
    lance_version: int
    rows_from: datetime
    """A moment before its Lance version was written; an unchanged one is carried on."""
    made_at: datetime
    collections: dict[str, PublishedCollection] = field(default_factory=dict)


class Published:
    """The folder of a tenant's published index:
    current (pointer), publish.lock, lance/ (all versions of the rows), versions/<n>/ (keywords,
    facts, version.json), history/<collection>/<n>/ (candidates as they were published),
    facts/<collection>.parquet (the facts last applied)."""

    def __init__(self, store: Store, tenant: str) -> None:
        self.path = store.published(tenant)
        self.tenant = tenant
        self.pointer = self.path / "current"
        self.lock = self.path / "publish.lock"
        self.lance = self.path / "lance"
        self.versions = self.path / "versions"

    def version(self, number: int) -> Path:
        return self.versions / str(number)

    def history(self, collection: str) -> Path:
        return self.path / "history" / check_name(collection, "collection")

    def facts(self, collection: str) -> Path:
        return self.path / "facts" / f"{check_name(collection, 'collection')}.parquet"

    def current(self) -> Version | None:
        """The version that readers see; None where nothing was ever published."""
        try:
            number = int(self.pointer.read_text())
        except FileNotFoundError:
            return None
        except ValueError:
            raise StoreError(
                f"{self.pointer} does not hold a version number: write the newest of {self.versions} into it"
            ) from None
        return read_version(self.version(number))

    def point_to(self, number: int) -> None:
        """Makes that version the current one, at once and for good."""
        beside = self.pointer.with_name("current.part")
        with beside.open("w") as file:
            file.write(str(number))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self.pointer)


def open_published(store: Store, tenant: str) -> Index:
    """The tenant's current index. To be called for every question: it reads the pointer file and gives
    the index opened before where that is still current, so a revoked group finds nothing from the next
    question on. Raises StoreError where nothing is published."""
    published = Published(store, tenant)
    with _opening:
        for attempt in (1, 2):
            version = published.current()
            if version is None:
                raise StoreError(
                    f"nothing is published for tenant {tenant!r}: run docgrain run on its folder first"
                )
            known = _open.get(published.path)
            if known is not None and known[0] == version.number:
                _open.move_to_end(published.path)
                return known[1]
            try:
                index = open_version(published, version)
            except (OSError, ValueError, RuntimeError):
                # Retention may take an old version away between reading the pointer and opening.
                if attempt == 2 or published.current() == version:
                    raise
                continue
            _open[published.path] = (version.number, index)
            _open.move_to_end(published.path)
            if len(_open) > _INDEXES_KEPT:
                _open.popitem(last=False)
            return index
    raise AssertionError("unreachable")


def open_version(published: Published, version: Version, resident_rows: int = RESIDENT_ROWS) -> Index:
    """One version, current or not."""
    folder = published.version(version.number)
    return Index(
        ChunkTable(published.lance, version.lance_version),
        KeywordIndex(folder / KEYWORDS),
        pq.read_table(folder / FACTS, partitioning=None),
        resident_rows,
    )


def published_versions(store: Store, tenant: str, collection: str) -> list[int]:
    """The versions to which a collection can be restored, oldest first."""
    folder = Published(store, tenant).history(collection)
    return sorted(int(entry.name) for entry in folder.iterdir()) if folder.is_dir() else []


def read_version(folder: Path) -> Version:
    """The version of that folder, as `write_version` wrote it."""
    return _VERSION.validate_json((folder / "version.json").read_bytes())


def write_version(folder: Path, version: Version) -> None:
    """Writes what the version is into its folder."""
    (folder / "version.json").write_bytes(_VERSION.dump_json(version, indent=1))


_VERSION = TypeAdapter(Version)
