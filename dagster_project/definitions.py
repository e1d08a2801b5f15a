"""Everything Dagster knows of docgrain; what `docgrain ui`, `dagster dev` and `dg dev` load."""

from __future__ import annotations

import os
import warnings
from importlib import import_module
from pathlib import Path

import dagster as dg

# Checks with partitions of their own are what keeps one collection's pass from releasing another's
# failure; Dagster marks them as a preview, and the pinned version is the one they were tried on.
warnings.filterwarnings("ignore", category=dg.PreviewWarning)
warnings.filterwarnings("ignore", category=dg.BetaWarning)

from assets.documents.family import Strategies  # noqa: E402
from dagster_project.jobs import compare, refresh, restore  # noqa: E402
from dagster_project.loggers import file_logger  # noqa: E402
from dagster_project.schedules import nightly  # noqa: E402
from dagster_project.sensors import new_collections  # noqa: E402
from evals import assets as scores  # noqa: E402
from evals.strategies import CollectionStrategies  # noqa: E402
from resources.platform import LandingResource, StoreResource  # noqa: E402
from resources.project import asset_modules, project_version  # noqa: E402

_ASSETS = [*map(import_module, asset_modules()), scores]


def build_definitions(landing: Path, store: Path, strategies: Strategies | None = None) -> dg.Definitions:
    """The definitions for one landing zone and one store; `strategies` gives other chunkers than ours."""
    return dg.Definitions(
        assets=dg.load_assets_from_modules(_ASSETS),
        jobs=[refresh, compare, restore],
        schedules=[nightly],
        sensors=[new_collections],
        resources={
            "landing": LandingResource(root=str(landing)),
            "store": StoreResource(root=str(store), code=project_version()),
            "strategies": strategies or CollectionStrategies(),
        },
        loggers={"file": file_logger},
        executor=dg.in_process_executor,
    )


LANDING = Path(os.environ.get("DOCGRAIN_LANDING", "landing"))
STORE = Path(os.environ.get("DOCGRAIN_STORE", ".docgrain"))
defs = build_definitions(LANDING, STORE)
