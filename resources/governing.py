"""When each clause governs: what amendments and newer revisions say of it, under the facts of the moment.

A pure function of a collection's chunks and facts. It is applied where an index is built and again wherever
facts are applied to what is published, so that a changed date or a removed amendment needs no proof.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from resources import facts as facts_table
from resources.facts import NOTHING, DocumentFacts
from resources.governing_clauses import Clauses
from resources.governing_links import Finding, Link, find_links
from resources.governing_units import Row, section_id

COLUMNS = (
    "id", "tenant_id", "collection", "doc_id", "unit", "path", "part", "seq", "source_keys", "parent_id",
    "strategy", "body", "payload", "governs_from", "governs_to",
)  # fmt: skip
"""Columns of the chunk table that decide, and those that are decided."""
DECIDED = ("governs_from", "governs_to", "payload")
"""Columns that `govern` writes. Of the payload these are `amends` and `amended_by`, ids of chunks, and `adds`
(`Decided.linked`)."""
_LINKED = ("amends", "amended_by", "adds")
Window = tuple[date | None, date | None]


@dataclass(frozen=True, slots=True)
class Governed:
    """chunks: the table given, with the columns `DECIDED` brought up to date. facts: the facts given, with
    `amends` and `supersedes` as the text has them where the manifest is silent. links, those that can be
    relied on, and findings are for people to look at."""

    chunks: pa.Table
    facts: pa.Table
    links: list[Link]
    findings: list[Finding]


def govern(chunks: pa.Table, facts: pa.Table) -> Governed:
    """Which document amends which, which chunk which, and from when to when each governs. chunks: all rows
    of one collection, at least `COLUMNS`; rows of documents without facts govern like any other."""
    documents = facts_table.from_table(facts)
    owners = chunks["doc_id"].to_pylist()
    links, findings = find_links(documents, _claims(chunks))
    windows, late = document_windows(documents, links)
    findings += late
    clauses = Clauses(documents, links, windows)
    linked = {doc_id for link in links for doc_id in (link.doc_id, link.target)}
    for rows in _rows_of(chunks, owners, linked).values():
        payloads = chunks["payload"].take(pa.array([row.at for row in rows], pa.int64())).to_pylist()
        clauses.add(rows, [json.loads(text).get("changes", ()) for text in payloads])
    decided = clauses.decide()
    findings += decided.findings

    spans = [windows.get(owner, (None, None)) for owner in owners]
    for at, day in decided.ends.items():
        begin, end = spans[at]
        spans[at] = (begin, day if end is None else min(day, end))
    columns: dict[str, Sequence[object]] = {
        "governs_from": [begin for begin, _ in spans],
        "governs_to": [end for _, end in spans],
    }
    chunks = _with_payloads(_with_columns(chunks, columns), decided.linked)
    return Governed(chunks, _with_links(facts, documents, links), links, findings)


def document_windows(
    documents: Iterable[DocumentFacts], links: Sequence[Link]
) -> tuple[dict[str, Window], list[Finding]]:
    """From when to when whole documents govern; those that are not named govern always.

    What amends or supersedes another governs from its effective date on. What is superseded governs up to
    that date, if its own is known as well and a person confirmed it (the manifest says so); its amendments
    end with it. An agreement that changes no other
    governs from ever: its date says when it was made, and a search must not lose it for that."""
    dates = {fact.doc_id: fact.effective_date for fact in documents}
    begins = {link.doc_id: dates.get(link.doc_id) for link in links}
    findings = [
        Finding(
            doc_id,
            "changes another document, but from when on is not known",
            "Give its effective_date in the manifest; until then old and new both govern.",
        )
        for doc_id, begin in begins.items()
        if begin is None
    ]
    ends: dict[str, date] = {}
    for link in links:
        new, old = dates.get(link.doc_id), dates.get(link.target)
        if link.relation != "supersedes" or new is None or old is None:
            continue
        if new <= old:
            what = f"supersedes {link.target}, which is dated no earlier"
            findings.append(Finding(link.doc_id, what, "Correct one of the dates; until then both govern."))
            continue
        if link.confirmed:
            ends[link.target] = min(new, ends.get(link.target, new))
    _end_amendments(links, begins, ends)
    named = {*begins, *ends}
    return {doc_id: (begins.get(doc_id), ends.get(doc_id)) for doc_id in named}, findings


def moved_documents(before: pa.Table, after: pa.Table) -> set[str]:
    """The documents of which a row governs otherwise than before, or is linked otherwise. Both tables hold
    the same rows in the same order."""
    moved: set[str] = set()
    for name in DECIDED:
        old, new = before[name], after[name]
        same = pc.fill_null(pc.equal(old, new), False)
        both = pc.and_(pc.is_null(old), pc.is_null(new))
        moved |= set(after["doc_id"].filter(pc.invert(pc.or_(same, both))).to_pylist())
    return moved


def with_decided(rows: pa.Table, decided: pa.Table) -> pa.Table:
    """The rows with the columns `DECIDED` as the rows of the same ids have them there."""
    place = pc.index_in(rows["id"], value_set=decided["id"].combine_chunks())
    taken = decided.select(list(DECIDED)).take(place)
    for name in DECIDED:
        at = rows.schema.get_field_index(name)
        rows = rows.set_column(at, rows.schema.field(at), taken[name])
    return rows


def _end_amendments(links: Sequence[Link], begins: Mapping[str, date | None], ends: dict[str, date]) -> None:
    """An amendment ends with the last of what it amends; amendments of amendments in turn."""
    targets: dict[str, list[str]] = defaultdict(list)
    for link in links:
        if link.relation == "amends":
            targets[link.doc_id].append(link.target)
    for _ in targets:
        before = len(ends)
        for doc_id, amended in targets.items():
            if doc_id in ends or not all(target in ends for target in amended):
                continue
            begin, last = begins.get(doc_id), max(ends[target] for target in amended)
            if begin is not None and begin < last:
                ends[doc_id] = last
        if len(ends) == before:
            return


def _claims(chunks: pa.Table) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    claiming = chunks.select(["doc_id", "payload"]).filter(_holding(chunks["payload"], ("claims",)))
    for owner, text in zip(claiming["doc_id"].to_pylist(), claiming["payload"].to_pylist(), strict=True):
        found[owner] += json.loads(text).get("claims", ())
    return found


def _rows_of(chunks: pa.Table, owners: Sequence[str], wanted: set[str]) -> dict[str, list[Row]]:
    """The rows of some documents, each document's in order."""
    places = [at for at, owner in enumerate(owners) if owner in wanted]
    by_document: dict[str, list[tuple[int, Row]]] = defaultdict(list)
    taken = chunks.select(COLUMNS).take(pa.array(places, pa.int64()))
    for at, row in zip(places, taken.to_pylist(), strict=True):
        own = (row["tenant_id"], row["collection"], row["doc_id"], row["strategy"])
        found = Row(
            at=at,
            id=row["id"],
            doc_id=row["doc_id"],
            unit=row["unit"],
            path=row["path"],
            part=row["part"] or (1, 1),
            keys=[key.rpartition("#")[2] for key in row["source_keys"] or ()],
            parent_id=row["parent_id"],
            body=row["body"],
            section_id=section_id(*own, row["path"]),
        )
        by_document[row["doc_id"]].append((row["seq"], found))
    return {
        doc_id: [row for _, row in sorted(rows, key=lambda pair: (pair[0], pair[1].at))]
        for doc_id, rows in by_document.items()
    }


def _with_payloads(chunks: pa.Table, linked: Mapping[str, Mapping[int, Sequence[str]]]) -> pa.Table:
    """The rows with these links (ids of chunks by number of the row) in their payloads, and no others. Of
    most rows nothing is said, and their payloads, which may be long, are not looked at."""
    # Not Arrow's own indices of what is true: of a column without a row they crash (pyarrow 26).
    held = np.flatnonzero(_holding(chunks["payload"], _LINKED).to_numpy()).tolist()
    places = sorted({*held, *(at for found in linked.values() for at, ids in found.items() if ids)})
    if not places:
        return chunks
    before = chunks["payload"].take(pa.array(places, pa.int64())).to_pylist()
    written = [
        _payload(text, {name: found.get(at, []) for name, found in linked.items()})
        for at, text in zip(places, before, strict=True)
    ]
    column = chunks.schema.get_field_index("payload")
    field = chunks.schema.field(column)
    mask = np.zeros(len(chunks), dtype=bool)
    mask[places] = True
    values = pc.replace_with_mask(
        chunks["payload"].combine_chunks(), pa.array(mask), pa.array(written, field.type)
    )
    return chunks.set_column(column, field, values)


def _holding(payloads: pa.ChunkedArray, names: Iterable[str]) -> pa.ChunkedArray:
    """Which payloads may hold a field of these names."""
    found = [pc.match_substring(payloads, f'"{name}"') for name in names]
    return reduce(pc.or_, found)


def _payload(text: str, linked: Mapping[str, Sequence[str]]) -> str:
    """The payload with these links and no others."""
    if not any(linked.values()) and not any(f'"{name}"' in text for name in _LINKED):
        return text
    kept = {name: value for name, value in json.loads(text).items() if name not in _LINKED}
    return json.dumps(kept | {name: list(ids) for name, ids in linked.items() if ids}, ensure_ascii=False)


def _with_columns(chunks: pa.Table, columns: Mapping[str, Sequence[object]]) -> pa.Table:
    for name, values in columns.items():
        at = chunks.schema.get_field_index(name)
        field = chunks.schema.field(at)
        chunks = chunks.set_column(at, field, pa.array(values, field.type))
    return chunks


def _with_links(facts: pa.Table, documents: Sequence[DocumentFacts], links: Sequence[Link]) -> pa.Table:
    amends: dict[str, list[str]] = defaultdict(list)
    supersedes: dict[str, list[str]] = defaultdict(list)
    for link in links:
        (amends if link.relation == "amends" else supersedes)[link.doc_id].append(link.target)
    told = [
        replace(
            fact,
            amends=_said(fact.amends) or amends.get(fact.doc_id, []),
            supersedes=_said(fact.supersedes) or supersedes.get(fact.doc_id, []),
        )
        for fact in documents
    ]
    return facts_table.to_table(told)


def _said(names: Iterable[str]) -> list[str]:
    return [name for name in names if name.casefold() not in NOTHING]
