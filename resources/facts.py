"""What is known about a document beside its text: the facts that search filters and citations use.

Facts change without the text changing (a title, an access group), so they are a table of their own and
are published without waiting for a proof.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Literal, cast, get_args

import pyarrow as pa

Family = Literal["contract", "ticket", "invoice", "drawing", "prose"]
FAMILIES: tuple[Family, ...] = get_args(Family)

NOTHING = frozenset({"none", "-"})
"""Written in the manifest's `amends` or `supersedes`: whatever its text says, the document does not (a draft,
an amendment that was withdrawn)."""

Status = Literal["ready", "quarantined", "waiting"]
"""ready: can be read and cut; quarantined: cannot be read, `error` says why; waiting: readable, but its
family is not built yet."""


@dataclass(slots=True)
class DocumentFacts:
    """The facts of one document. `doc_id` is its path inside the collection (posix); access is for
    members of any group in `acl`, for nobody where it is empty. `amends` and `supersedes` name files of
    the same collection."""

    tenant_id: str
    collection: str
    doc_id: str
    file: str
    title: str
    source_hash: str
    family: Family
    status: Status = "ready"
    error: str | None = None
    doc_type: str | None = None
    counterparty: list[str] = field(default_factory=list)
    effective_date: date | None = None
    acl: list[str] = field(default_factory=list)
    amends: list[str] = field(default_factory=list)
    supersedes: list[str] = field(default_factory=list)
    revision: str | None = None
    extra: dict[str, str] = field(default_factory=dict)
    """Manifest columns the project gives no meaning to, kept as they stand."""


_STR, _STRS = pa.string(), pa.list_(pa.string())
FACTS_SCHEMA = pa.schema(
    [
        pa.field("tenant_id", _STR, nullable=False),
        pa.field("collection", _STR, nullable=False),
        pa.field("doc_id", _STR, nullable=False),
        pa.field("file", _STR, nullable=False),
        pa.field("title", _STR, nullable=False),
        pa.field("source_hash", _STR, nullable=False),
        pa.field("family", _STR, nullable=False),
        pa.field("status", _STR, nullable=False),
        pa.field("error", _STR),
        pa.field("doc_type", _STR),
        pa.field("counterparty", _STRS, nullable=False),
        pa.field("effective_date", pa.date32()),
        pa.field("acl", _STRS, nullable=False),
        pa.field("amends", _STRS, nullable=False),
        pa.field("supersedes", _STRS, nullable=False),
        pa.field("revision", _STR),
        pa.field("extra", _STR, nullable=False),
    ]
)
"""`extra` is a JSON object with sorted keys; all else as in `DocumentFacts`."""
_NAMES = [f.name for f in fields(DocumentFacts)]


def to_table(facts: Sequence[DocumentFacts]) -> pa.Table:
    """Facts as an Arrow table of `FACTS_SCHEMA`, in the order given."""
    columns: dict[str, list[object]] = {name: [getattr(fact, name) for fact in facts] for name in _NAMES}
    columns["extra"] = [
        json.dumps(fact.extra, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for fact in facts
    ]
    return pa.table([pa.array(columns[f.name], type=f.type) for f in FACTS_SCHEMA], schema=FACTS_SCHEMA)


def from_table(table: pa.Table) -> list[DocumentFacts]:
    """Facts from a table that holds the columns of `FACTS_SCHEMA`; further columns are left out."""
    rows = table.select(_NAMES).to_pylist()
    return [
        DocumentFacts(**{**row, "extra": cast("dict[str, str]", json.loads(row["extra"]))}) for row in rows
    ]
