"""Prose: the documents as they were read, and their chunks."""

import dagster as dg

from assets.documents.family import Strategies
from assets.documents.steps import READER, cut_step, read_step
from assets.prose.checks import CHECKS
from assets.prose.family import FAMILY
from partitions.definitions import collections
from resources.automation import CARRY
from resources.codeversion import code_version
from resources.materialized import OWNERS, Materialized
from resources.platform import LandingResource, StoreResource


@dg.asset(
    deps=["documents", "collection_settings"],
    partitions_def=collections,
    group_name="prose",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=READER,
    description="Documents without a tree, as positioned lines over one text.",
)
def prose_documents(
    context: dg.AssetExecutionContext, landing: LandingResource, store: StoreResource
) -> Materialized:
    """Read again only what changed; a file that cannot be read is quarantined with its reason."""
    return read_step(context, FAMILY, landing, store)


@dg.asset(
    deps=["prose_documents", "facts", "collection_settings"],
    partitions_def=collections,
    group_name="prose",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version(FAMILY.module),
    check_specs=CHECKS,
    description="Passages of prose, split recursively with overlap.",
)
def prose_chunks(
    context: dg.AssetExecutionContext, store: StoreResource, strategies: dg.ResourceParam[Strategies]
) -> Materialized:
    """Cut again only documents whose text, title, parties or chunker changed."""
    return cut_step(context, FAMILY, store, strategies)
