"""From what people say about a document to its facts: the row, else the collection's defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from assets.documents.manifest import ManifestRow
from assets.documents.settings import CollectionSettings
from resources.facts import DocumentFacts


def facts_of(
    row: Mapping[str, Any],
    said: Sequence[ManifestRow],
    settings: CollectionSettings,
    of_parts: Sequence[ManifestRow] = (),
) -> DocumentFacts:
    """Facts of the document in `row` (of the documents table). `said` are its manifest rows: the first
    counts, but access takes all of them, and those `of_parts`: of what another parser wrote about it, of the
    other tables of its set. The title is empty where nobody gave one."""
    first = said[0] if said else ManifestRow(line=0)
    defaults = settings.defaults
    return DocumentFacts(
        tenant_id=row["tenant_id"],
        collection=row["collection"],
        doc_id=row["doc_id"],
        file=row["file"],
        title=first.title or "",
        source_hash=row["source_hash"],
        family=row["family"],
        status=row["status"],
        error=f"{row['error']}. {row['mend']}" if row["error"] else None,
        doc_type=first.doc_type or defaults.doc_type,
        counterparty=first.counterparty or defaults.counterparty,
        effective_date=first.effective_date,
        acl=readers(said, settings.acl, of_parts),
        amends=first.amends,
        supersedes=first.supersedes,
        revision=first.revision,
        extra=defaults.extra_facts() | first.extra,
    )


def readers(
    said: Sequence[ManifestRow], collection_acl: list[str] | None, of_parts: Sequence[ManifestRow] = ()
) -> list[str]:
    """The groups that may read: those of the document's row, else the collection's, else nobody. Where
    a document has several rows, or its parts have groups of their own, only groups that each of them admits:
    its text may come from any of its files."""
    admitted = [row.acl if row.acl is not None else collection_acl or [] for row in said] or [
        collection_acl or []
    ]
    admitted += [row.acl for row in of_parts if row.acl is not None]
    return [group for group in admitted[0] if all(group in groups for groups in admitted[1:])]
