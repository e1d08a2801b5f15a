"""What Dagster's assets are given to work with: the landing zone, the store, the embedder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import dagster as dg
from pydantic import PrivateAttr

from partitions.keys import parse_key
from resources import scans
from resources.embedder import Embedder, load_embedder
from resources.lake import Lake
from resources.outcome import Outcome, Status, keep, last
from resources.running import Running
from resources.scans import Scan
from resources.store import Store, open_store

SCANNED_BY = "docgrain/scanned-by"
"""The tag of a run that goes on from another's scan; its value is the id of that run."""


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

    def begin(self, context: dg.AssetExecutionContext, files: str, landing: Path) -> None:
        """Remember that this run looked at the folder when its fingerprint was `files`. The outcome from
        before does not hold any more: if this run is stopped, the next one tries again."""
        key = context.partition_key
        scans.keep(self.lake, key, Scan(context.run.run_id, files, str(landing.resolve())))
        if (before := last(self.open(), key)) is not None:
            keep(self.open(), replace(before, status="failed", message="its run did not come to an end"))

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
        scan = scans.last(self.lake, key)
        if scan is None or scan.run_id != context.run.tags.get(SCANNED_BY, run_id):
            return
        said = [list(miss) for miss in misses]
        keep(
            self.open(),
            Outcome(key, status, message, run_id, scan.files, self.code, dict(figures or {}), said),
        )
