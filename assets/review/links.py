"""What amends or supersedes what, for review: what nobody has confirmed, and what cannot be so, first."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

import pyarrow as pa

from assets.review.rows import ReviewRow
from resources.governing_links import Finding, Link

PageOf = Callable[[str, int], int | None]
"""The page (from 1) of a character of a document's text, where it is known."""


def rows_of_links(
    links: Iterable[Link], findings: Iterable[Finding], page_of: PageOf, texts: Mapping[str, str]
) -> Iterator[ReviewRow]:
    """A row for each link between documents and for each finding about one. `texts`: the documents' texts
    where they may be quoted."""
    for link in links:
        yield _confirmed(link) if link.confirmed else _unconfirmed(link, page_of, texts.get(link.doc_id))
    for finding in findings:
        yield ReviewRow("links", finding.doc_id, "finding", finding.what, mend=finding.mend, look=True)


def pages_of_chunks(chunks: pa.Table) -> PageOf:
    """The page of the chunk that holds a character. `chunks`: rows with `doc_id`, `char_start` and `page`."""
    known: dict[str, list[tuple[int, int]]] = defaultdict(list)
    columns = [chunks[name].to_pylist() for name in ("doc_id", "char_start", "page")]
    for doc_id, start, page in sorted(row for row in zip(*columns, strict=True) if row[2] is not None):
        known[doc_id].append((start, page))

    def page_of(doc_id: str, character: int) -> int | None:
        starts = known.get(doc_id)
        return starts[max(bisect_right(starts, (character, 1 << 31)) - 1, 0)][1] if starts else None

    return page_of


def _confirmed(link: Link) -> ReviewRow:
    return ReviewRow("links", link.doc_id, link.relation, link.target, 1.0, how="the manifest says so")


def _unconfirmed(link: Link, page_of: PageOf, text: str | None) -> ReviewRow:
    start, end = link.at or (0, 0)
    page = page_of(link.doc_id, start)
    return ReviewRow(
        "links",
        link.doc_id,
        link.relation,
        link.target,
        link.confidence,
        f"{'' if page is None else f'page {page}, '}characters {start}-{end}",
        " ".join(text[start:end].split()) if text is not None else "",
        "the text names it; until it is confirmed, old and new are both found",
        f"metadata.csv, column {link.relation}: write '{link.target}' to confirm it, 'none' to refuse it",
        look=True,
    )
