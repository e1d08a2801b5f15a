"""Jobs: all of a collection anew, every strategy compared, an older version published again."""

import dagster as dg

from assets.index.restored import restore_version
from partitions.keys import parse_key
from resources.platform import StoreResource

COMPARED = dg.AssetSelection.assets("strategy_scores")

refresh = dg.define_asset_job(
    "refresh",
    selection=dg.AssetSelection.all() - COMPARED,
    description="Everything of a collection, from its folder to the published index. Only what changed is "
    "read, cut and embedded again; only what the verdict passes is published.",
)

compare = dg.define_asset_job(
    "compare",
    selection=COMPARED,
    description="Score every way of cutting on a collection's labels, so that they stand side by side.",
)


class RestoreConfig(dg.Config):
    """Which collection goes back to which version; none is the one before the present."""

    collection: str
    version: int | None = None


@dg.op(description="Publish an older version of a collection again, then bring its facts up to date.")
def restore_published(context: dg.OpExecutionContext, config: RestoreConfig, store: StoreResource) -> None:
    """Restore one collection."""
    key = parse_key(config.collection)
    restored = restore_version(store.open(), key, config.version)
    context.log.info(f"{key} answers from version {restored} again")


@dg.job(description="Put a collection back to an older version. Revoked groups and removed files stay gone.")
def restore() -> None:
    """Restore as a job, with the collection and the version as its config."""
    restore_published()
