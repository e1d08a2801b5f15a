"""Contracts: the documents as they were read, and their chunks."""

import dagster as dg

from assets.contracts.checks import CHECKS
from assets.contracts.family import FAMILY
from assets.documents.family import Strategies
from assets.documents.steps import READER, cut_step, read_step
from partitions.definitions import collections
from resources.automation import CARRY
from resources.codeversion import code_version
from resources.materialized import OWNERS, Materialized
from resources.platform import LandingResource, StoreResource


@dg.asset(
    deps=["documents", "collection_settings"],
    partitions_def=collections,
    group_name="contracts",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=READER,
    description="Contracts as positioned lines over one text, page furniture set apart.",
)
def contract_documents(
    context: dg.AssetExecutionContext, landing: LandingResource, store: StoreResource
) -> Materialized:
    """Read again only what changed; a file that cannot be read is quarantined with its reason."""
    return read_step(context, FAMILY, landing, store)


@dg.asset(
    deps=["contract_documents", "facts", "collection_settings"],
    partitions_def=collections,
    group_name="contracts",
    kinds={"python", "parquet"},
    owners=OWNERS,
    automation_condition=CARRY,
    code_version=code_version(FAMILY.module),
    check_specs=CHECKS,
    description="Contracts cut at their lowest numbered clauses; title, parties and clause trail on each.",
)
def contract_chunks(
    context: dg.AssetExecutionContext, store: StoreResource, strategies: dg.ResourceParam[Strategies]
) -> Materialized:
    """Cut again only documents whose text, title, parties or chunker changed."""
    return cut_step(context, FAMILY, store, strategies)
