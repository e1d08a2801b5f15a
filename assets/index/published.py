"""Publishing as the graph does it: only a candidate that the verdict passed, and facts at once."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import pyarrow as pa

from assets.index.candidate import Candidate, present_candidate
from partitions.keys import CollectionKey
from resources import scans
from resources.lake import Lake
from resources.outcome import Status
from resources.publish import Publication, apply_facts, publish
from resources.published import Published
from resources.store import Store

ASSET = "published_index"
VERDICT = "verdict"
_SCHEMA = pa.schema([("candidate", pa.string()), ("version", pa.int64()), ("proven", pa.bool_())])


class NotProvenError(Exception):
    """The candidate may not be published; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the verdict said, and of which candidate."""

    candidate: str
    passed: bool
    proven: bool
    reasons: list[str]
    figures: dict[str, float]


VERDICT_SCHEMA = pa.schema(
    [
        ("candidate", pa.string()),
        ("passed", pa.bool_()),
        ("proven", pa.bool_()),
        ("reasons", pa.list_(pa.string())),
        ("figures", pa.map_(pa.string(), pa.float64())),
    ]
)


def last_verdict(lake: Lake, key: CollectionKey) -> Verdict | None:
    """The verdict last given on the collection."""
    table = lake.read(VERDICT, str(key))
    if table is None:
        return None
    row = table.select(VERDICT_SCHEMA.names).to_pylist(maps_as_pydicts="strict")[0]
    return Verdict(**row)


def keep_verdict(lake: Lake, key: CollectionKey, verdict: Verdict) -> str:
    """Put the verdict in the place of the one before; the hash of what it says."""
    return lake.write(VERDICT, str(key), pa.Table.from_pylist([asdict(verdict)], schema=VERDICT_SCHEMA))


def nothing_to_publish(store: Store, key: CollectionKey) -> bool:
    """Whether the candidate is empty and nothing of the collection was ever published."""
    candidate = present_candidate(store, key)
    return candidate is not None and not candidate.chunks and present_version(store, key) is None


def nothing_left(store: Store, key: CollectionKey) -> tuple[Status, str] | None:
    """How a collection ends that has no document any more; None where it has some."""
    lake = Lake(store)
    documents = lake.read("documents", str(key), columns=["file"])
    if documents is None or documents.num_rows:
        return None
    scan = scans.last(lake, str(key))
    if scan is not None and scan.files == scans.GONE:
        return "removed", "its folder is gone, and nothing of it is found any more"
    return "empty", "its folder holds no document, and nothing of it is found any more"


def publish_candidate(store: Store, key: CollectionKey, facts: pa.Table) -> tuple[Publication, Verdict]:
    """Publish the present candidate under `facts`. Looks at the verdict and at the candidate's version
    itself, since it may be started by hand. Raises NotProvenError."""
    candidate, verdict = _proven(store, key)
    lake = Lake(store)
    if _is_published(store, lake, key, candidate):
        return apply_facts(store, key.tenant, key.collection, facts), verdict
    publication = publish(store, key.tenant, key.collection, candidate.directory, facts)
    row = {"candidate": [candidate.version], "version": [publication.version], "proven": [verdict.proven]}
    lake.write(ASSET, str(key), pa.table(row, schema=_SCHEMA))
    return publication, verdict


def is_proven(lake: Lake, key: CollectionKey) -> bool:
    """Whether what was last published of the collection was published with proof."""
    table = lake.read(ASSET, str(key))
    return table is not None and bool(table["proven"][0].as_py())


def present_version(store: Store, key: CollectionKey) -> int | None:
    """The version that brought in what the collection answers from now; None where it answers nothing."""
    current = Published(store, key.tenant).current()
    entry = current.collections.get(key.collection) if current is not None else None
    return entry.source if entry is not None and entry.rows else None


def _proven(store: Store, key: CollectionKey) -> tuple[Candidate, Verdict]:
    candidate = present_candidate(store, key)
    if candidate is None:
        raise NotProvenError(f"{key} has no candidate: materialize candidate_index first")
    verdict = last_verdict(Lake(store), key)
    if verdict is None:
        raise NotProvenError(f"the candidate of {key} has no verdict yet: materialize verdict first")
    if verdict.candidate != candidate.version:
        raise NotProvenError(
            f"the verdict on {key} is of candidate {verdict.candidate}, but present is {candidate.version}: "
            f"materialize retrieval_scores and verdict first"
        )
    if not verdict.passed:
        raise NotProvenError(f"the verdict refused this candidate of {key}: {'; '.join(verdict.reasons)}")
    return candidate, verdict


def _is_published(store: Store, lake: Lake, key: CollectionKey, candidate: Candidate) -> bool:
    """Whether readers already get this candidate, whole: not an older version that was restored, and
    not without documents that were removed and came back."""
    table = lake.read(ASSET, str(key))
    if table is None:
        return False
    row = table.to_pylist()[0]
    current = Published(store, key.tenant).current()
    entry = current.collections.get(key.collection) if current is not None else None
    return entry is not None and (row["candidate"], row["version"], candidate.chunks) == (
        candidate.version,
        entry.source,
        entry.rows,
    )
