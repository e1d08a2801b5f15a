"""What Dagster's assets are given to work with: the landing zone, the store, the embedder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import dagster as dg
import pyarrow as pa
from pydantic import PrivateAttr

from partitions.keys import parse_key
from resources.embedder import Embedder, load_embedder
from resources.lake import Lake
from resources.outcome import Outcome, Status, keep
from resources.running import Running
from resources.store import Store, open_store

_SCANS = "scans"
_SCANS_SCHEMA = pa.schema([("run_id", pa.string()), ("files", pa.string())])


class LandingResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """The folder where documents arrive."""

    root: str

    def directory(self, key: str) -> Path:
        """The folder of the collection `tenant/collection`."""
        tenant, collection = parse_key(key)
        return Path(self.root) / tenant / collection


class StoreResource(dg.ConfigurableResource):  # type: ignore[type-arg]
    """The folder that holds everything made of the documents. While a run uses it, a lock says that the
    run is alive, so that one whose process was killed can be told from one that works."""

    root: str
    code: str = ""
    """The version of the code that is loaded (`project_version`)."""
    embedder_name: str = "wordllama"
    _running: Running | None = PrivateAttr(default=None)

    def setup_for_execution(self, context: dg.InitResourceContext) -> None:
        """Hold the run's lock."""
        if context.run is not None:
            self._running = Running(self.open(), context.run.run_id)
            self._running.acquire()

    def teardown_after_execution(self, context: dg.InitResourceContext) -> None:
        """Let the run's lock go."""
        if self._running is not None:
            self._running.release()

    def open(self) -> Store:
        """The store; raises StoreError where another version wrote it."""
        return open_store(Path(self.root))

    @property
    def lake(self) -> Lake:
        """The tables of all assets."""
        return Lake(self.open())

    @property
    def embedder(self) -> Embedder:
        """The model that vectors and token counts come from."""
        return load_embedder(self.embedder_name)

    def begin(self, context: dg.AssetExecutionContext, files: str) -> None:
        """Remember that this run looked at the folder when its fingerprint was `files`."""
        row = {"run_id": [context.run.run_id], "files": [files]}
        self.lake.write(_SCANS, context.partition_key, pa.table(row, schema=_SCANS_SCHEMA))

    def conclude(
        self,
        context: dg.AssetExecutionContext,
        status: Status,
        message: str,
        figures: Mapping[str, float] | None = None,
        misses: Sequence[Sequence[str]] = (),
    ) -> None:
        """Keep how the collection's run ended. A run that did not begin with the folder itself says
        nothing of the whole collection, so it leaves the outcome as it was."""
        key, run_id = context.partition_key, context.run.run_id
        scan = self.lake.read(_SCANS, key)
        if scan is None or scan["run_id"][0].as_py() != run_id:
            return
        files = scan["files"][0].as_py()
        said = [list(miss) for miss in misses]
        keep(self.open(), Outcome(key, status, message, run_id, files, self.code, dict(figures or {}), said))
