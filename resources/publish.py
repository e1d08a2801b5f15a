"""Brings a proven candidate, an older version or new facts to those who search, in one swap of a pointer.

A lock per tenant; one merge into the tenant's Lance table; what search reads of the other collections
linked, of this one written; all read back; then the pointer moves. Stopped anywhere, readers see the version
before or the new one, whole, and the next publication starts from what the pointer names.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from resources.facts import FACTS_SCHEMA
from resources.governing import COLUMNS, govern, moved_documents, with_decided
from resources.index import FACTS, LANCE, MAPPED
from resources.parity import parity
from resources.part import is_sound, link_part, write_part, write_rows
from resources.published import (
    Published,
    PublishedCollection,
    Version,
    open_version,
    published_versions,
    read_version,
    write_version,
)
from resources.publisher import publishing
from resources.search.access import doc_key, sql_text
from resources.store import Store, StoreError
from resources.vectors import ChunkTable

GRACE = timedelta(hours=1)
"""How long a version stays readable, once it is no longer current, for searches that have it open."""
SLACK = timedelta(minutes=10)
"""The store measures age when its cleaning begins, after joining files: more than that ever takes."""
HISTORY_KEPT = 5
"""Publications of a collection that can be restored."""
_ROW_FACTS = ("title", "file", "doc_type", "counterparty", "effective_date", "acl", "amends", "revision")
"""Facts that stand on every row of a document."""


_MERGED = ("inserted", "updated", "deleted")
_MERGED_AT_ONCE = 64 * 1024 * 1024
"""Bytes of rows that are merged at once: Lance gives up where what it joins takes more than 300 MB."""


class PublishError(Exception):
    """A publication went wrong and was given up; readers see the version from before."""


@dataclass(frozen=True)
class Publication:
    """What a publication changed. `version` is the current one afterwards, None where there is none
    yet. Counts are rows, but for `documents` (whose facts changed, or what follows from them) and `removed`
    (documents)."""

    version: int | None
    rows: int = 0
    inserted: int = 0
    updated: int = 0
    deleted: int = 0
    documents: int = 0
    removed: int = 0

    @property
    def changed(self) -> bool:
        return bool(self.inserted or self.updated or self.deleted or self.documents)


def publish(
    store: Store, tenant: str, collection: str, candidate: Path, facts: pa.Table | None = None
) -> Publication:
    """Makes a candidate index the one that is searched; other collections stay as they are.

    facts: the collection's facts of the moment; without, those applied last, or, where none ever were,
    the candidate's own. They win over what the candidate says: documents they do not name are left out,
    access groups and titles are theirs. Raises StoreError (an empty or foreign candidate),
    PublishError."""
    with publishing(store, tenant) as published:
        return _publish(published, collection, candidate, _remember_facts(published, collection, facts), None)


def restore(
    store: Store, tenant: str, collection: str, version: int, facts: pa.Table | None = None
) -> Publication:
    """Brings back the candidate that was published with that version, under the facts of the moment (`facts`,
    or those applied last): no removed document and no revoked group returns. Raises StoreError,
    PublishError."""
    with publishing(store, tenant) as published:
        known = published_versions(store, tenant, collection)
        if version not in known:
            raise StoreError(
                f"version {version} of {tenant}/{collection} is not kept: choose one of {known or 'none'}"
            )
        candidate = published.history(collection) / str(version)
        return _publish(
            published, collection, candidate, _remember_facts(published, collection, facts), version
        )


def rows_of_documents(
    store: Store,
    tenant: str,
    collection: str,
    doc_ids: Sequence[str],
    columns: Sequence[str],
    version: int | None = None,
) -> pa.Table:
    """What is published of some documents now, or what was brought in with a kept `version`; no rows where
    there is nothing of either."""
    published = Published(store, tenant)
    if version is not None:
        kept = published.history(collection) / str(version) / LANCE
        table = ChunkTable(kept) if kept.exists() else None
    else:
        current = published.current()
        table = ChunkTable(published.lance, current.lance_version) if current is not None else None
    if table is None:
        return pa.table({name: pa.array([], pa.string()) for name in columns})
    return _rows_of(table, collection, doc_ids, columns)


def apply_facts(store: Store, tenant: str, collection: str, facts: pa.Table) -> Publication:
    """Brings the published rows of a collection up to date with its facts, without any proof: titles,
    counterparties, dates, access groups change, documents no longer named go, and what follows from them:
    when each clause governs, and what amends what. The facts are kept and win in every later `publish` and
    `restore`. facts: all of the collection (`FACTS_SCHEMA`)."""
    with publishing(store, tenant) as published:
        _remember_facts(published, collection, facts)
        current = published.current()
        if current is None or collection not in current.collections:
            return Publication(version=current.number if current else None)
        live = pq.read_table(published.version(current.number) / FACTS, partitioning=None)
        return _apply_facts(published, current, collection, live, facts)


def _remember_facts(published: Published, collection: str, facts: pa.Table | None) -> pa.Table | None:
    """The facts that rule: the given ones, which are kept from now on, or those kept before."""
    file = published.facts(collection)
    if facts is None:
        return pq.read_table(file, partitioning=None) if file.exists() else None
    facts = facts.select(FACTS_SCHEMA.names).cast(FACTS_SCHEMA)
    _check_owner(facts, published.tenant, collection)
    file.parent.mkdir(exist_ok=True)
    beside = file.with_suffix(".part")
    pq.write_table(facts, beside, compression="zstd")
    os.replace(beside, file)
    return facts


def _publish(
    published: Published, collection: str, candidate: Path, facts: pa.Table | None, source: int | None
) -> Publication:
    started = datetime.now(UTC)
    current = published.current()
    rows = ChunkTable(candidate / LANCE).everything()
    if not len(rows):
        raise StoreError(f"the candidate of {published.tenant}/{collection} is empty: nothing was published")
    _check_owner(rows, published.tenant, collection)
    cut_under = pq.read_table(candidate / FACTS, partitioning=None).select(FACTS_SCHEMA.names)
    if facts is None:
        facts = cut_under  # when its rows govern was decided under them
    else:
        ruled = govern(rows.filter(pc.is_in(rows["doc_id"], facts["doc_id"].combine_chunks())), facts)
        rows, facts = ruled.chunks, ruled.facts
    rows = _with_facts(rows, cut_under, facts)

    table = _table_at(published, current, rows)
    before = set(table.rows(f"collection = {sql_text(collection)}", ["id"])["id"].to_pylist())
    ids = set(rows["id"].to_pylist())
    expected = (len(ids - before), len(ids & before), len(before - ids))
    gone = ", ".join(map(sql_text, sorted(before - ids)))
    merged = _merged(table, rows, f"collection = {sql_text(collection)} AND id IN ({gone})" if gone else None)
    _check_merge(merged, expected)
    number = current.number + 1 if current else 1
    _carry_others(published, current, number, collection, table)
    _bring(candidate / MAPPED, _building(published, number, collection), rows)
    if source is None:
        source = number
        kept = published.history(collection) / str(number)
        _link_tree(candidate / LANCE, kept / LANCE)
        if is_sound(candidate / MAPPED):
            link_part(candidate / MAPPED, kept / MAPPED)
        shutil.copyfile(candidate / FACTS, kept / FACTS)
    entry = PublishedCollection(source, len(rows), started)
    documents = _facts_of_rows(facts, rows["doc_id"])
    _finish(published, current, number, started, table, collection, entry, documents)
    return Publication(number, len(rows), *expected)


def _apply_facts(
    published: Published, current: Version, collection: str, live: pa.Table, facts: pa.Table
) -> Publication:
    started = datetime.now(UTC)
    entry = current.collections[collection]
    live = live.filter(pc.equal(live["collection"], collection))
    wanted = facts.select(FACTS_SCHEMA.names).cast(FACTS_SCHEMA)
    wanted = wanted.filter(pc.is_in(wanted["doc_id"], live["doc_id"]))
    table = ChunkTable(published.lance, current.lance_version)
    governed = table.rows(f"collection = {sql_text(collection)}", COLUMNS)
    governed = governed.filter(pc.is_in(governed["doc_id"], wanted["doc_id"].combine_chunks()))
    ruled = govern(governed, wanted)
    wanted, moved = ruled.facts, moved_documents(governed, ruled.chunks)
    old, new = _by_document(live), _by_document(wanted)
    if old == new and not moved and published.damage() is None:
        return Publication(current.number, entry.rows)
    removed = [doc_id for doc_id in old if doc_id not in new]
    moved |= {d for d, row in new.items() if any(row[name] != old[d][name] for name in _ROW_FACTS)}
    changed = sorted(moved)

    table = _table_at(published, current, None)
    rows = _with_facts(_rows_of(table, collection, changed), live, wanted, older=True)
    rows = with_decided(rows, ruled.chunks)
    gone = _rows_of(table, collection, removed, ["id"])
    if len(rows) or len(gone):
        merged = _merged(table, rows, _where_documents(collection, removed) if len(gone) else None)
        _check_merge(merged, (0, len(rows), len(gone)))
    number = current.number + 1
    _carry_others(published, current, number, collection, table)
    of_all = table.rows(f"collection = {sql_text(collection)}")
    before = published.mapped(current.number, collection)
    _bring(before, _building(published, number, collection), of_all)
    entry = PublishedCollection(entry.source, entry.rows - len(gone), entry.published_at)
    _finish(published, current, number, started, table, collection, entry, wanted)
    return Publication(number, entry.rows, 0, len(rows), len(gone), len(changed), len(removed))


def _table_at(published: Published, current: Version | None, rows: pa.Table | None) -> ChunkTable:
    """The tenant's table with the rows the pointer names, whatever a stopped publisher left on top."""
    if current is None:
        assert rows is not None
        return ChunkTable.create(published.lance, rows.slice(0, 0))
    table = ChunkTable(published.lance)
    if table.lance.version != current.lance_version:
        table.lance.checkout(current.lance_version)
        table.lance.restore()
    return table


def _with_facts(rows: pa.Table, before: pa.Table, facts: pa.Table, *, older: bool = False) -> pa.Table:
    """The rows of documents that the facts name, with their facts written over. A row that fewer may
    read than its document (whose facts so far are in `before`) never becomes readable for more; nor, where
    rows may be `older` than the facts, does one whose text comes from other files than those there are now:
    who may read a blackened copy may not read what it was made of."""
    place = pc.index_in(rows["doc_id"], value_set=facts["doc_id"].combine_chunks())
    rows = rows.filter(pc.is_valid(place))
    place = place.drop_null()
    groups = dict(zip(before["doc_id"].to_pylist(), before["acl"].to_pylist(), strict=True))
    same = pc.equal(rows["source_hash"], facts["source_hash"].take(place)).to_pylist()
    acl = [
        now
        if own == groups.get(doc_id) and (of_now or not older)
        else [group for group in own or () if group in now]
        for own, doc_id, now, of_now in zip(
            rows["acl"].to_pylist(),
            rows["doc_id"].to_pylist(),
            facts["acl"].take(place).to_pylist(),
            same,
            strict=True,
        )
    ]
    for name in _ROW_FACTS:
        at = rows.schema.get_field_index(name)
        field = rows.schema.field(at)
        values = pa.array(acl, field.type) if name == "acl" else facts[name].take(place).cast(field.type)
        rows = rows.set_column(at, field, values)
    return rows


def _facts_of_rows(facts: pa.Table, doc_ids: pa.ChunkedArray) -> pa.Table:
    """The facts of documents that have rows; of others nothing can be found, so nothing is told."""
    return facts.filter(pc.is_in(facts["doc_id"], doc_ids.unique()))


def _by_document(facts: pa.Table) -> dict[str, dict[str, object]]:
    return {row["doc_id"]: row for row in facts.to_pylist()}


def _rows_of(
    table: ChunkTable, collection: str, doc_ids: Sequence[str], columns: Sequence[str] | None = None
) -> pa.Table:
    return table.rows(_where_documents(collection, doc_ids), columns)


def _where_documents(collection: str, doc_ids: Sequence[str]) -> str:
    if not doc_ids:
        return "false"
    return f"doc_key IN ({', '.join(sql_text(doc_key(collection, doc_id)) for doc_id in doc_ids)})"


def _check_owner(table: pa.Table, tenant: str, collection: str) -> None:
    """Raises where a row belongs to another tenant or collection: it would be published unguarded."""
    for column, expected in (("tenant_id", tenant), ("collection", collection)):
        foreign = [value for value in table[column].unique().to_pylist() if value != expected]
        if foreign:
            raise StoreError(f"rows of {column} {foreign[0]!r} cannot be published as {tenant}/{collection}")


def _merged(table: ChunkTable, rows: pa.Table, gone: str | None) -> tuple[int, int, int]:
    """Brings the rows in, in the place of those of the same ids, and takes out those that the condition
    `gone` holds for; how many were inserted, updated, deleted. Nobody sees it before the pointer moves."""
    at_once = max(1, int(len(rows) * _MERGED_AT_ONCE / max(rows.nbytes, 1)))
    counts = Counter[str]()
    for start in range(0, max(len(rows), 1), at_once):
        merge = table.lance.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
        if gone and start == 0:
            merge = merge.when_not_matched_by_source_delete(gone)
        merged = merge.execute(rows.slice(start, at_once).combine_chunks())
        counts.update({what: getattr(merged, f"num_{what}_rows") for what in _MERGED})
    inserted, updated, deleted = (counts[what] for what in _MERGED)
    return inserted, updated, deleted


def _check_merge(counts: tuple[int, int, int], expected: tuple[int, int, int]) -> None:
    if counts != expected:
        raise PublishError(
            f"the store inserted, updated and deleted {counts} rows where {expected} were expected: "
            f"nothing was published; run docgrain doctor"
        )


def _building(published: Published, number: int, collection: str) -> Path:
    """Where what search reads of a collection is put together for a version that is not there yet."""
    final = published.mapped(number, collection)
    return published.versions / f"{number}.part" / final.relative_to(published.version(number))


def _carry_others(
    published: Published, current: Version | None, number: int, collection: str, table: ChunkTable
) -> None:
    """Takes over what search reads of the tenant's other collections; what is damaged is made anew from the
    table."""
    (published.versions / f"{number}.part").mkdir(parents=True)
    for other in sorted(current.collections.keys() - {collection}) if current else ():
        assert current is not None
        before, into = published.mapped(current.number, other), _building(published, number, other)
        if is_sound(before):
            link_part(before, into)
        else:
            write_part(into, table.rows(f"collection = {sql_text(other)}"))


def _bring(source: Path, target: Path, rows: pa.Table) -> None:
    """What search reads of these rows: words and vectors as counted in `source`, which holds them all, with
    the facts that stand on the rows now; counted anew where `source` is damaged."""
    if is_sound(source):
        link_part(source, target)
        write_rows(target, rows)
    else:
        write_part(target, rows)


def _link_tree(source: Path, target: Path) -> None:
    for folder, _, files in os.walk(source):
        into = target / Path(folder).relative_to(source)
        into.mkdir(parents=True)
        for file in files:
            try:
                os.link(Path(folder, file), into / file)
            except OSError:  # another file system, or one without links
                shutil.copyfile(Path(folder, file), into / file)


def _finish(
    published: Published,
    current: Version | None,
    number: int,
    started: datetime,
    table: ChunkTable,
    collection: str,
    entry: PublishedCollection,
    documents: pa.Table,
) -> None:
    """Indexes the rows, writes facts and version, reads all back, moves the pointer, clears old versions."""
    kept = _in_use(published, current)
    for tag in table.lance.tags.list():
        if tag not in {f"v{version.number}" for version in kept}:
            table.lance.tags.delete(tag)
    oldest = min((version.rows_from for version in kept), default=started)
    table.index(keep=datetime.now(UTC) - oldest + SLACK)
    table.lance.tags.create(f"v{number}", table.lance.version)
    building = published.versions / f"{number}.part"
    collections = {collection: entry}
    rows_from = started
    if current is not None:
        others = pq.read_table(published.version(current.number) / FACTS, partitioning=None)
        documents = pa.concat_tables(
            [others.filter(pc.not_equal(others["collection"], collection)), documents]
        )
        collections = {**current.collections, collection: entry}
        if table.lance.version == current.lance_version:
            rows_from = current.rows_from
    pq.write_table(documents, building / FACTS, compression="zstd")
    files = {**_sizes(published, published.lance), **_sizes(published, building, published.version(number))}
    version = Version(number, table.lance.version, rows_from, started, collections, files)
    write_version(building, version)
    building.replace(published.version(number))

    report = parity(open_version(published, version))
    if report.problems or report.rows != sum(each.rows for each in collections.values()):
        raise PublishError(
            f"read back, version {number} does not hold what was written ({'; '.join(report.problems)}): "
            f"nothing was published; run docgrain doctor"
        )
    published.point_to(number)
    for folder in published.versions.iterdir():
        if int(folder.name) not in {number, *(each.number for each in kept)}:
            shutil.rmtree(folder)
    history = published.history(collection)
    for old in sorted(int(folder.name) for folder in history.iterdir())[:-HISTORY_KEPT]:
        if old != entry.source:
            shutil.rmtree(history / str(old))


def _sizes(published: Published, folder: Path, final: Path | None = None) -> dict[str, int]:
    """Sizes of the files below a folder, by the path they have, or will have, below the tenant's."""
    return {
        str(((final or folder) / file.relative_to(folder)).relative_to(published.path)): file.stat().st_size
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def _in_use(published: Published, current: Version | None) -> list[Version]:
    """The current version and those that were current within `GRACE`: a search may have them open."""
    if current is None:
        return []
    since = datetime.now(UTC) - GRACE
    versions = [read_version(published.version(number)) for number in published.numbers()]
    ended = [pair for pair in pairwise(versions) if pair[1].made_at > since]
    return [*(version for version, _ in ended), current]
