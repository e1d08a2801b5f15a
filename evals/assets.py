"""Labelled questions, what the candidate scores on them, how the strategies compare, and the verdict."""

import dagster as dg
import pyarrow as pa

from assets.documents.steps import existing, settings_of
from assets.families import FAMILIES
from evals.checks import GATE
from evals.labels import LabelSet, load_labels
from partitions.definitions import collection_strategies, collections
from resources.codeversion import code_version
from resources.materialized import OWNERS, Materialized, materialized, table
from resources.platform import LandingResource, StoreResource

BUDGET = 2000
"""Tokens a proof may return for one question: what people hand to a model as context."""
_LABELS_SCHEMA = pa.schema([("id", pa.string()), ("kind", pa.string()), ("label", pa.string())])
_PROBLEMS_SCHEMA = pa.schema([("problem", pa.string())])


@dg.asset(
    deps=["documents"],
    partitions_def=collections,
    group_name="proof",
    kinds={"python", "parquet"},
    owners=OWNERS,
    code_version=code_version("evals.labels"),
    description="The collection's labelled questions. A line that is none is left out and listed.",
)
def labels(
    context: dg.AssetExecutionContext, landing: LandingResource, store: StoreResource
) -> Materialized:
    """Read labels.jsonl; a collection may have none, and is then published on its checks alone."""
    key, lake = context.partition_key, store.lake
    path = landing.directory(key) / "labels.jsonl"
    files = existing(lake, "documents", key)["file"].to_pylist()
    found = load_labels(path, files) if path.is_file() else LabelSet()
    for problem in found.problems:
        context.log.warning(f"{key}/{problem}")
    rows = [{"id": label.id, "kind": label.kind, "label": label.model_dump_json()} for label in found.labels]
    lines = [{"problem": f"{key}/{problem}"} for problem in found.problems]
    lake.write("label_problems", key, pa.Table.from_pylist(lines, schema=_PROBLEMS_SCHEMA))
    return materialized(
        lake.write("labels", key, pa.Table.from_pylist(rows, schema=_LABELS_SCHEMA)),
        {
            "questions": len(found.labels),
            "label_problems": len(found.problems),
            "problems": table(["problem"], [(line["problem"],) for line in lines[:50]]),
        },
    )
