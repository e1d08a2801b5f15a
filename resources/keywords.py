"""BM25 over headings, context, body and exact references; queries are built from terms, never parsed."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import tantivy

from resources.search.access import ALWAYS, Access, day_number, doc_key, filter_term

TEXT_FIELDS = ("heading", "context", "body")
"""heading: the trail of headings above and of the unit; context: what stands in `text` beside the body
(title, parties, trail, cited headings); body: the source's own words."""

_ANALYZER = "words"
_HEAP = 64_000_000
_SPREAD = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED = re.compile(f"[{_SPREAD}]+")
"""Runs of scripts written without spaces (and Hangul, whose words carry their particles)."""
_Occur = tantivy.Occur
_Query = tantivy.Query


@dataclass(frozen=True)
class KeywordQuery:
    """What to look for by words.

    text: the words asked for, in any form. boosts: weight of each of `TEXT_FIELDS` that is looked at.
    exact: references looked up whole ('7.1(a)', 'A-501/detail-3'), each worth `exact_boost`.
    min_should: how many of the distinct words a hit must have. extra: further (words, weight).
    phrase_boost: weight of two words of the text standing side by side in the body.
    """

    text: str
    boosts: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType({"heading": 1.0, "context": 0.0, "body": 1.0})
    )
    exact: Sequence[str] = ()
    exact_boost: float = 10.0
    min_should: int = 0
    extra: Sequence[tuple[str, float]] = ()
    phrase_boost: float = 0.0


def terms(text: str) -> list[str]:
    """The words asked for as the index holds them: folded, stemmed, in order; where no spaces are
    written, each pair of characters."""
    found: list[str] = _analyzer().analyze(_spread(text, asked=True))
    return found


@lru_cache(maxsize=16_384)
def reference_term(reference: str) -> str:
    """A reference as the exact field holds it: case and white space do not count."""
    return filter_term("".join(unicodedata.normalize("NFKC", reference).casefold().split()))


class KeywordIndex:
    """A tantivy index of chunks in one directory. One writer at a time; readers see the last commit."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._index = tantivy.Index.open(str(directory))
        self._index.register_tokenizer(_ANALYZER, _analyzer())
        self._schema = self._index.schema
        self._searcher = self._index.searcher()

    @classmethod
    def create(cls, directory: Path) -> KeywordIndex:
        directory.mkdir(parents=True)
        tantivy.Index(_schema(), str(directory))
        return cls(directory)

    def update(
        self,
        chunks: pa.Table,
        *,
        without_collection: str | None = None,
        without_documents: Iterable[str] = (),
    ) -> None:
        """Takes out a collection's or some documents' (doc keys) entries and adds the chunks, in one
        commit."""
        writer = self._index.writer(_HEAP, 1)
        if without_collection is not None:
            writer.delete_documents_by_term("collection", filter_term(without_collection))
        for key in without_documents:
            writer.delete_documents_by_term("doc_key", filter_term(key))
        for batch in chunks.select(_ENTRY_COLUMNS).to_batches(max_chunksize=2_000):
            for row in batch.to_pylist():
                writer.add_document(tantivy.Document(**_entry(row)))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def search(self, query: KeywordQuery, access: Access, limit: int) -> list[tuple[str, float]]:
        """(id, BM25 score), best first; only rows that `access` lets through are looked at."""
        words = self._words(query)
        if words is None or access.nothing is not None:
            return []
        filtered = _Query.boolean_query(
            [(_Occur.Must, access.keyword_filter(self._schema)), (_Occur.Must, words)]
        )
        found = self._searcher.search(filtered, limit, count=False).hits
        return [(self._searcher.doc(address)["id"][0], float(score)) for score, address in found]

    def lookup(self, references: Iterable[str], access: Access, limit: int) -> list[str]:
        """Ids of the rows that carry one of the references whole."""
        if access.nothing is not None:
            return []
        named = [reference_term(reference) for reference in references]
        query = _Query.boolean_query(
            [
                (_Occur.Must, access.keyword_filter(self._schema)),
                (_Occur.Must, _Query.term_set_query(self._schema, "exact", named)),
            ]
        )
        hits = self._searcher.search(query, limit, count=False).hits
        return [self._searcher.doc(address)["id"][0] for _, address in hits]

    def count(self) -> int:
        return int(self._searcher.num_docs)

    def ids(self) -> list[str]:
        """Every id, for checks."""
        total = self.count()
        if total == 0:
            return []
        hits = self._searcher.search(_Query.all_query(), total, count=False).hits
        return [self._searcher.doc(address)["id"][0] for _, address in hits]

    def _words(self, query: KeywordQuery) -> tantivy.Query | None:
        """The scoring part; None where nothing is asked for."""
        fields = [(name, boost) for name, boost in query.boosts.items() if boost > 0]
        asked = terms(query.text)
        clauses = [
            (_Occur.Should, self._term(word, fields, float(times))) for word, times in Counter(asked).items()
        ]
        enough = min(query.min_should, len(clauses))
        optional = [
            (_Occur.Should, self._term(word, fields, weight))
            for text, weight in query.extra
            for word in dict.fromkeys(terms(text))
            if weight > 0
        ]
        optional += [
            (
                _Occur.Should,
                _boosted(_Query.term_query(self._schema, "exact", reference_term(r)), query.exact_boost),
            )
            for r in query.exact
        ]
        if query.phrase_boost > 0:
            optional += [
                (
                    _Occur.Should,
                    _boosted(_Query.phrase_query(self._schema, "body", [*pair]), query.phrase_boost),
                )
                for pair in dict.fromkeys(pairwise(asked))
            ]
        if enough <= 1:
            return _Query.boolean_query([*clauses, *optional]) if clauses or optional else None
        required = _Query.boolean_query(clauses, minimum_number_should_match=enough)
        return _Query.boolean_query([(_Occur.Must, required), *optional])

    def _term(self, word: str, fields: Sequence[tuple[str, float]], weight: float) -> tantivy.Query:
        return _Query.boolean_query(
            [
                (_Occur.Should, _boosted(_Query.term_query(self._schema, name, word), boost * weight))
                for name, boost in fields
            ]
        )


def _boosted(query: tantivy.Query, boost: float) -> tantivy.Query:
    return query if boost == 1.0 else _Query.boost_query(query, boost)


@cache
def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in TEXT_FIELDS:
        option = "position" if name == "body" else "freq"
        builder.add_text_field(name, tokenizer_name=_ANALYZER, index_option=option)
    for name in ("exact", "tenant_id", "collection", "doc_key", "family", "unit", "acl", "counterparty"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in ("governs_from", "governs_to"):
        builder.add_integer_field(name, indexed=True, fast=True)
    return builder.build()


@cache
def _analyzer() -> tantivy.TextAnalyzer:
    filters = tantivy.Filter
    return (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        .filter(filters.remove_long(64))
        .filter(filters.lowercase())
        .filter(filters.ascii_fold())
        .filter(filters.stemmer("english"))
        .build()
    )


def _spread(text: str, *, asked: bool = False) -> str:
    """The text as the analyzer can split it: where no spaces are written, characters in overlapping
    pairs. A text also gives its single characters, so that one alone can be asked for."""
    if text.isascii():
        return text

    def pairs(run: re.Match[str]) -> str:
        characters = run[0]
        found = [characters[at : at + 2] for at in range(len(characters) - 1)]
        return f" {' '.join(found if asked and found else [*found, *characters])} "

    text = text.encode("utf-8", "replace").decode()
    return _UNSPACED.sub(pairs, unicodedata.normalize("NFKC", text))


_term_of = lru_cache(maxsize=4096)(filter_term)


def _entry(row: Mapping[str, Any]) -> dict[str, Any]:
    begin, end = row["governs_from"], row["governs_to"]
    return {
        "id": row["id"],
        "heading": _spread(" ".join(row["heading_path"] or ())),
        "context": _spread(row["text"].replace(row["body"], " ", 1) if row["body"] else row["text"]),
        "body": _spread(row["body"]),
        "exact": [reference_term(reference) for reference in _references(row)],
        "tenant_id": _term_of(row["tenant_id"]),
        "collection": _term_of(row["collection"]),
        "doc_key": _term_of(doc_key(row["collection"], row["doc_id"])),
        "family": _term_of(row["family"]),
        "unit": _term_of(row["unit"]),
        "acl": [_term_of(group) for group in row["acl"] or ()],
        "counterparty": [_term_of(name) for name in row["counterparty"] or ()],
        "governs_from": ALWAYS[0] if begin is None else day_number(begin),
        "governs_to": ALWAYS[1] if end is None else day_number(end),
    }


_ENTRY_COLUMNS = (
    *("id", "heading_path", "text", "body", "path", "doc_id", "source_keys", "tenant_id", "collection"),
    *("family", "unit", "acl", "counterparty", "governs_from", "governs_to"),
)


def _references(row: Mapping[str, Any]) -> set[str]:
    """What people call the unit: its path, the paths it covers, the document's own id."""
    covered = (key.rpartition("#")[2] for key in row["source_keys"] or ())
    return {reference for reference in (row["path"], row["doc_id"], *covered) if reference}
