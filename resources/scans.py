"""When a collection's folder was last looked at: by which run, in which landing zone, in what state."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path

import pyarrow as pa

from resources.lake import Lake

_ASSET = "scans"
GONE = "gone"
"""The state of a folder that was removed or renamed."""


@dataclass(frozen=True, slots=True)
class Scan:
    """One look at a folder; `files` is its fingerprint."""

    run_id: str
    files: str
    landing: str

    def is_of(self, landing: Path) -> bool:
        """Whether the folder lay in that landing zone."""
        return self.landing == str(landing.resolve())


_SCHEMA = pa.schema([(field.name, pa.string()) for field in fields(Scan)])


def keep(lake: Lake, key: str, scan: Scan) -> None:
    """Put the scan in the place of the one before."""
    lake.write(_ASSET, key, pa.Table.from_pylist([asdict(scan)], schema=_SCHEMA))


def last(lake: Lake, key: str) -> Scan | None:
    """The last look at the collection's folder; None where there was none."""
    table = lake.read(_ASSET, key)
    return Scan(**table.to_pylist()[0]) if table is not None and table.schema == _SCHEMA else None


def known(lake: Lake) -> list[str]:
    """The keys of all collections that were ever looked at, sorted."""
    return lake.keys(_ASSET)
