"""What a tenant has published: kept versions, one pointer file that names the current, readers of it."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Lock

import pyarrow.parquet as pq
from pydantic import TypeAdapter

from resources import facts as facts_table
from resources.index import FACTS, MAPPED, MAPPED_VECTORS, Index
from resources.mapped_rows import MappedRows
from resources.part import Part, is_complete
from resources.store import Store, StoreError, check_name
from resources.vectors import ChunkTable

_INDEXES_KEPT = 4
_open: OrderedDict[Path, tuple[Version, Index]] = OrderedDict()
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
    files: dict[str, int] = field(default_factory=dict)
    """Sizes of the files that lay there when it was published, by path below the tenant's folder."""


class Published:
    """The folder of a tenant's published index:
    current (pointer), publish.lock, lance/ (all versions of the rows), versions/<n>/ (what search reads
    of each collection, facts, version.json), history/<collection>/<n>/ (candidates as they were published),
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

    def mapped(self, number: int, collection: str) -> Path:
        """What search reads of a collection in that version."""
        return self.version(number) / MAPPED / check_name(collection, "collection")

    def history(self, collection: str) -> Path:
        return self.path / "history" / check_name(collection, "collection")

    def facts(self, collection: str) -> Path:
        return self.path / "facts" / f"{check_name(collection, 'collection')}.parquet"

    def current(self) -> Version | None:
        """The version that readers see; None where nothing was ever published. Raises StoreError."""
        try:
            said = self.pointer.read_text(errors="replace").strip()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _damaged(self.pointer, self.path, error) from None
        if not (said.isdecimal() and len(said) < 19 and self.version(int(said)).is_dir()):
            newest = max(self.numbers(), default=None)
            mend = "run" if newest is None else f"write {newest}, the newest version there, into it and run"
            raise StoreError(
                f"{self.pointer} names {said[:20]!r}, which is no version of {self.versions}: "
                f"see docgrain doctor, then {mend} the tenant's collections again"
            )
        return read_version(self.version(int(said)))

    def numbers(self) -> list[int]:
        """The versions that are on disk whole, oldest first."""
        folders = self.versions.iterdir() if self.versions.is_dir() else ()
        return sorted(int(entry.name) for entry in folders if entry.name.isdecimal())

    def damage(self) -> str | None:
        """Why nobody can be answered from the current version; None where all is well, or nothing was ever
        published. Looks at names and sizes only, as long as these are what they were, and nothing is missing
        of what search looks at now: an older version of docgrain may have written less."""
        return self._wrong(lambda version: _check_rows(self, open_version(self, version)), self._is_complete)

    def loss(self) -> str | None:
        """The same of what nothing can be made from anew: the pointer, the rows and the facts."""
        return self._wrong(self._check_record)

    def _wrong(
        self, look: Callable[[Version], None], also: Callable[[Version], bool] = lambda version: True
    ) -> str | None:
        try:
            version = self.current()
            if version is None:
                return None
            untouched = version.files and all(
                self._is_there(name, size) for name, size in version.files.items()
            )
            if untouched and also(version):
                return None
            look(version)  # a publisher that was stopped may only have cleared files of older versions
        except StoreError as error:
            return str(error)
        return None

    def _is_complete(self, version: Version) -> bool:
        return all(is_complete(self.mapped(version.number, name)) for name in version.collections)

    def _check_record(self, version: Version) -> None:
        facts = self.version(version.number) / FACTS
        with _reading(facts, self.path):
            facts_table.from_table(pq.read_table(facts, partitioning=None))
        with _reading(self.lance, self.path):
            stored = len(ChunkTable(self.lance, version.lance_version).everything(["id"]))
            published = sum(entry.rows for entry in version.collections.values())
            if stored != published:
                raise ValueError(f"it holds {stored} rows where {published} were published")

    def _is_there(self, name: str, size: int) -> bool:
        try:
            return (self.path / name).stat().st_size == size
        except OSError:
            return False

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
        try:
            return _opened(published)
        except StoreError:
            # Retention may take an old version away between reading the pointer and opening.
            return _opened(published)


def open_collection(store: Store, tenant: str, collection: str) -> Index:
    """What is published of one collection, to be asked for that collection alone: it answers as the
    tenant's whole index does, and as the candidate did. Raises StoreError."""
    published = Published(store, tenant)
    return open_version(published, _current(published), only=collection)


def open_version(
    published: Published, version: Version, mapped_vectors: int = MAPPED_VECTORS, only: str | None = None
) -> Index:
    """One version, current or not. only: the one collection that will be asked for. Raises StoreError
    where a part of it is missing or damaged."""
    folder = published.version(version.number)
    with _reading(published.lance, published.path):
        table = ChunkTable(published.lance, version.lance_version)
    parts = []
    for collection in sorted(version.collections if only is None else version.collections.keys() & {only}):
        directory = published.mapped(version.number, collection)
        with _reading(directory, published.path):
            parts.append(Part.open(directory))
    with _reading(folder / MAPPED, published.path):
        rows = MappedRows(parts)
    with _reading(folder / FACTS, published.path):
        return Index(table, rows, pq.read_table(folder / FACTS, partitioning=None), mapped_vectors)


def unsound(store: Store, tenant: str, collection: str) -> str | None:
    """Why nobody can be answered from a collection that was published; None where all is well."""
    published = Published(store, tenant)
    if published.damage() is not None:
        return "what is published is damaged"
    current = published.current()
    if current is None or collection not in current.collections:
        return "what was published of it is gone"
    return None


def _opened(published: Published) -> Index:
    version = _current(published)
    known = _open.get(published.path)
    if known is None or known[0] != version:
        known = (version, open_version(published, version))
        _check_rows(published, known[1])
        _open[published.path] = known
    _open.move_to_end(published.path)
    if len(_open) > _INDEXES_KEPT:
        _open.popitem(last=False)
    return known[1]


def _check_rows(published: Published, index: Index) -> None:
    """Raises StoreError where the table of record does not hold the rows that search sees: opening it looks
    at none of the files with rows."""
    with _reading(published.lance, published.path):
        stored = len(index.table.everything(["id"]))
        if stored != len(index.rows):
            raise ValueError(f"it holds {stored} rows where search sees {len(index.rows)}")


def _current(published: Published) -> Version:
    version = published.current()
    if version is None:
        raise StoreError(
            f"nothing is published for tenant {published.tenant!r}: run docgrain run on its folder first"
        )
    return version


@contextmanager
def _reading(path: Path, tenant: Path) -> Iterator[None]:
    """Raises StoreError where what is there cannot be read; each of the stores raises its own."""
    try:
        yield
    except (OSError, ValueError, RuntimeError, KeyError) as error:
        raise _damaged(path, tenant, error) from None


def _damaged(path: Path, tenant: Path, why: object) -> StoreError:
    reason = " ".join(str(why).split())[:120]
    return StoreError(
        f"{path} cannot be read ({reason}): run the tenant's collections again, which makes it anew; "
        f"docgrain doctor says whether more of {tenant} is damaged"
    )


def published_versions(store: Store, tenant: str, collection: str) -> list[int]:
    """The versions to which a collection can be restored, oldest first."""
    folder = Published(store, tenant).history(collection)
    return sorted(int(entry.name) for entry in folder.iterdir()) if folder.is_dir() else []


def read_version(folder: Path) -> Version:
    """The version of that folder, as `write_version` wrote it. Raises StoreError."""
    file = folder / "version.json"
    with _reading(file, folder.parent.parent):
        return _VERSION.validate_json(file.read_bytes())


def write_version(folder: Path, version: Version) -> None:
    """Writes what the version is into its folder."""
    (folder / "version.json").write_bytes(_VERSION.dump_json(version, indent=1))


_VERSION = TypeAdapter(Version)
