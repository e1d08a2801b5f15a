"""Tables as Parquet, one file an asset and partition, always whole: written beside, moved into place."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

from resources.store import Store, StoreError, check_name

_FILE = "@table.parquet"
"""No part of a key can be called so, since '@' is not allowed in it."""
_ASSET = re.compile(r"[a-z][a-z0-9_]{0,99}")


class Lake:
    """Reads and writes partitions. A key is 'tenant/collection', or 'tenant/collection/strategy' where
    an asset has both dimensions."""

    def __init__(self, store: Store) -> None:
        self._root = store.lake

    def read(self, asset: str, key: str, columns: Sequence[str] | None = None) -> pa.Table | None:
        """The partition, or None where it was never written. Raises StoreError where it is damaged."""
        path = self._path(asset, key)
        if not path.exists():
            return None
        try:
            return pq.read_table(path, columns=list(columns) if columns else None, partitioning=None)
        except (pa.ArrowInvalid, OSError) as error:
            raise StoreError(_damaged(path, error)) from None

    def write(self, asset: str, key: str, table: pa.Table) -> str:
        """Writes the partition and gives the hash of its content. Whoever reads meanwhile gets the
        partition from before; a killed writer leaves it as it was."""
        path = self._path(asset, key)
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{_FILE}.{os.getpid()}-{uuid4().hex}.part")
        try:
            pq.write_table(table.combine_chunks(), beside, compression="zstd")
            digest = _digest(beside)
            os.replace(beside, path)
        finally:
            with suppress(FileNotFoundError):
                beside.unlink()
        return digest

    def content_hash(self, asset: str, key: str) -> str | None:
        """What `write` gave for the partition, or None where there is none."""
        path = self._path(asset, key)
        return _digest(path) if path.exists() else None

    def delete(self, asset: str, key: str) -> bool:
        """Takes the partition out; whether there was one."""
        path = self._path(asset, key)
        try:
            path.unlink()
        except FileNotFoundError:
            return False
        for folder in (path.parent, *path.parent.parents):
            if folder == self._root:
                break
            with suppress(OSError):
                folder.rmdir()
        return True

    def keys(self, asset: str) -> list[str]:
        """The partitions of an asset that exist, sorted."""
        folder = self._root / _check_asset(asset)
        return sorted(file.parent.relative_to(folder).as_posix() for file in folder.rglob(_FILE))

    def problems(self) -> Iterator[str]:
        """One line for each partition that cannot be read and each file a killed writer left."""
        for path in sorted(self._root.rglob("*")):
            if path.name == _FILE:
                try:
                    pq.read_metadata(path)
                except (pa.ArrowInvalid, OSError) as error:
                    yield _damaged(path, error)
            elif path.name.startswith(_FILE):
                yield f"{path} was left by a writer that was stopped: delete it"

    def _path(self, asset: str, key: str) -> Path:
        parts = [check_name(part, "partition") for part in key.split("/")]
        if len(parts) not in (2, 3):
            raise StoreError(
                f"{key!r} is not a partition: write tenant/collection or tenant/collection/strategy"
            )
        return self._root.joinpath(_check_asset(asset), *parts, _FILE)


def _check_asset(asset: str) -> str:
    if not _ASSET.fullmatch(asset):
        raise StoreError(f"{asset[:120]!r} cannot be the name of an asset: use a-z, 0-9 and '_'")
    return asset


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def _damaged(path: Path, error: Exception) -> str:
    return f"{path} cannot be read ({str(error).splitlines()[0][:100]}): delete it and run again"
