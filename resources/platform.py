"""What Dagster's assets are given to work with: the landing zone, the store, the embedder."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
from pydantic import PrivateAttr

from partitions.keys import parse_key
from resources.embedder import Embedder, load_embedder
from resources.lake import Lake
from resources.running import Running
from resources.store import Store, open_store


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
    embedder_name: str = "wordllama"
    _running: Running | None = PrivateAttr(default=None)

    def setup_for_execution(self, context: dg.InitResourceContext) -> None:
        """Hold the run's lock."""
        if context.run_id:
            self._running = Running(self.open(), context.run_id)
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
