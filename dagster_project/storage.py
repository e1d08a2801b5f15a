"""Dagster's SQLite storages with their connections kept open.

Dagster makes an engine and a connection for every statement, some 600 for one collection, which is two
thirds of what a run costs Dagster (2.3 s of CPU a collection, 0.8 s so). Files, tables and commits stay
Dagster's own; the UI, which lives long, goes on using Dagster's classes on the same files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from dagster._core.storage.event_log.sqlite.sqlite_event_log import INDEX_SHARD_NAME, SqliteEventLogStorage
from dagster._core.storage.runs.sqlite.sqlite_run_storage import SqliteRunStorage
from dagster._serdes import ConfigurableClassData
from sqlalchemy import create_engine
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.pool import QueuePool

_BUSY_SECONDS = 60
"""How long to wait for another process that writes: the UI, say. As long as Dagster itself waits."""
_RUNS_OPEN = 4
"""Event logs of runs that are kept open; the one that is written, and a few that are looked at."""


def _engine(address: str) -> Engine:
    return create_engine(address, poolclass=QueuePool, pool_size=2, connect_args={"timeout": _BUSY_SECONDS})


class KeptEventLog(SqliteEventLogStorage):
    """The event log: one file for the index and one for each run."""

    def __init__(self, base_dir: str, inst_data: ConfigurableClassData | None = None) -> None:
        self._engines: dict[str, Engine] = {}
        self._tables: set[str] = set()
        super().__init__(base_dir, inst_data)

    @classmethod
    def from_config_value(
        cls, inst_data: ConfigurableClassData | None, config_value: Mapping[str, Any]
    ) -> KeptEventLog:
        """As Dagster's own, which names its own class."""
        return cls(inst_data=inst_data, **config_value)

    def has_table(self, table_name: str) -> bool:
        """Whether the index has the table; tables are made, never dropped."""
        if table_name not in self._tables and super().has_table(table_name):
            self._tables.add(table_name)
        return table_name in self._tables

    def dispose(self) -> None:
        """Close what is open."""
        for engine in self._engines.values():
            engine.dispose()
        self._engines.clear()
        super().dispose()

    @contextmanager
    def _connect(self, shard: str) -> Iterator[Connection]:
        with self._db_lock:
            if shard not in self._engines:
                self._close_oldest()
                self._engines[shard] = _engine(self.conn_string_for_shard(shard))
            engine = self._engines[shard]
            if shard not in self._initialized_dbs:
                self._initdb(engine)
                self._initialized_dbs.add(shard)
            with engine.connect() as connection, connection.begin():
                yield connection

    def _close_oldest(self) -> None:
        runs = [shard for shard in self._engines if shard != INDEX_SHARD_NAME]
        for shard in runs[: max(len(runs) - _RUNS_OPEN + 1, 0)]:
            self._engines.pop(shard).dispose()


class KeptRuns(SqliteRunStorage):
    """The table of runs."""

    def __init__(self, conn_string: str, inst_data: ConfigurableClassData | None = None) -> None:
        self._kept = _engine(conn_string)
        super().__init__(conn_string, inst_data)

    @classmethod
    def from_config_value(
        cls, inst_data: ConfigurableClassData | None, config_value: Mapping[str, Any]
    ) -> KeptRuns:
        """As Dagster's own, which names its own class."""
        return cls.from_local(inst_data=inst_data, **config_value)

    def dispose(self) -> None:
        """Close what is open."""
        self._kept.dispose()
        super().dispose()

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """A connection in a transaction."""
        with self._kept.connect() as connection, connection.begin():
            yield connection
