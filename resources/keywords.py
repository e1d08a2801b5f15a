"""BM25 over headings, context, body and exact references; queries are built from terms, never parsed."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import tantivy

from resources.bm25 import rarity
from resources.search.access import ALWAYS, Access, day_number, doc_key, filter_term

TEXT_FIELDS = ("heading", "context", "body")
"""heading: the trail of headings above and of the unit; context: what stands in `text` beside the body
(title, parties, trail, cited headings); body: the source's own words."""

_ANALYZER = "words"
_HEAP = 64_000_000
_CORRECTIONS_KEPT = 100_000
WRITTEN_OVER = ("meta.json", ".managed.json")
"""All other files of an index never change once they are there."""
LOCKS = (".tantivy-writer.lock", ".tantivy-meta.lock")
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
    extra: further (words, weight).
    """

    text: str
    boosts: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType({"heading": 1.0, "context": 0.0, "body": 1.0})
    )
    exact: Sequence[str] = ()
    exact_boost: float = 10.0
    extra: Sequence[tuple[str, float]] = ()


def terms(text: str) -> list[str]:
    """The words asked for as the index holds them: folded, stemmed, in order; where no spaces are
    written, each pair of characters."""
    found: list[str] = _analyzer().analyze(_spread(text, asked=True))
    return found


def weighted_terms(query: KeywordQuery) -> dict[tuple[str, str], float]:
    """What a query looks for: weights by (field, term)."""
    weights: dict[str, float] = {}
    for word, times in Counter(terms(query.text)).items():
        weights[word] = float(times)
    for text, weight in query.extra:
        for word in dict.fromkeys(terms(text)):
            weights[word] = weights.get(word, 0.0) + weight
    found = {
        (name, word): boost * weight
        for word, weight in weights.items()
        for name, boost in query.boosts.items()
        if boost * weight > 0
    }
    for reference in query.exact:
        found["exact", reference_term(reference)] = query.exact_boost
    return found


@lru_cache(maxsize=16_384)
def reference_term(reference: str) -> str:
    """A reference as the exact field holds it: case and white space do not count."""
    return filter_term("".join(unicodedata.normalize("NFKC", reference).casefold().split()))


class KeywordIndex:
    """A tantivy index of chunks in one directory. One writer at a time; readers see the last commit."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._index, self._links = _open(directory)
        self._index.register_tokenizer(_ANALYZER, _analyzer())
        self._schema = self._index.schema
        self._searcher: Any
        self._entries = 0
        self._corrections: dict[tuple[Access, str, str], float] = {}
        self._look()

    @classmethod
    def create(cls, directory: Path) -> KeywordIndex:
        directory.mkdir(parents=True)
        tantivy.Index(_schema(), str(directory))
        made = cls(directory)
        made._open_to_readers()
        return made

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
        self._open_to_readers()
        self._index.reload()
        self._look()

    def search(self, query: KeywordQuery, access: Access, limit: int) -> list[tuple[str, float]]:
        """(id, BM25 score), best first; only rows that `access` lets through are looked at.

        What a word is worth is counted over `access.counted`, as in `ResidentTable`, whatever tantivy takes
        it to be worth. The usual length of a text is tantivy's own, of the whole index: rows of others
        still shift scores, by 3 % at the most where two collections of contracts stand beside a third,
        but nothing tells of the words in them."""
        wanted = weighted_terms(query)
        if access.nothing is not None or not wanted:
            return []
        words = [
            (_Occur.Should, _boosted(self._term(*key), weight * self._correction(access.counted, *key)))
            for key, weight in wanted.items()
        ]
        query_of_all = [
            (_Occur.Must, access.keyword_filter(self._schema)),
            (_Occur.Must, _Query.boolean_query(words)),
        ]
        found = self._searcher.search(_Query.boolean_query(query_of_all), limit, count=False).hits
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

    def _term(self, name: str, term: str) -> tantivy.Query:
        return _Query.term_query(self._schema, name, term)

    def _correction(self, counted: Access, name: str, term: str) -> float:
        """What a word is worth among the rows counted, by what tantivy takes it to be worth."""
        known = self._corrections.get((counted, name, term))
        if known is not None:
            return known
        having = self._counted(counted, [self._term(name, term)])
        correction = rarity(self._counted(counted), having) / rarity(
            self._entries, self._searcher.doc_freq(name, term)
        )
        if len(self._corrections) >= _CORRECTIONS_KEPT:
            self._corrections = {}
        self._corrections[counted, name, term] = correction
        return correction

    def _counted(self, access: Access, also: Sequence[tantivy.Query] = ()) -> int:
        queries = [access.keyword_filter(self._schema), *also]
        query = _Query.boolean_query([(_Occur.Must, each) for each in queries])
        return int(self._searcher.search(query, 1).count)

    def _open_to_readers(self) -> None:
        """Lets those read the files tantivy writes over who may read all others: it keeps them to the user
        who wrote them, who need not be the one that searches."""
        for name in WRITTEN_OVER:
            shutil.copymode(self.directory / LOCKS[-1], self.directory / name)

    def _look(self) -> None:
        """Looks at the last commit."""
        self._searcher = self._index.searcher()
        self._corrections = {}
        segments = json.loads((self.directory / "meta.json").read_text())["segments"]
        self._entries = sum(segment["max_doc"] for segment in segments)  # deleted ones count for tantivy


def _open(directory: Path) -> tuple[Any, tempfile.TemporaryDirectory[str] | None]:
    """The index and, where it lies in a folder that cannot be written to, the folder of links through
    which it is read: tantivy locks a file beside the index even for reading."""
    try:
        return tantivy.Index.open(str(directory)), None
    except ValueError as error:
        if "Lockfile" not in str(error):
            raise
    links = tempfile.TemporaryDirectory(prefix="docgrain-")
    for file in directory.iterdir():
        if file.name not in LOCKS:
            Path(links.name, file.name).symlink_to(file.resolve())
    return tantivy.Index.open(links.name), links


def _boosted(query: tantivy.Query, boost: float) -> tantivy.Query:
    return query if boost == 1.0 else _Query.boost_query(query, boost)


@cache
def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in TEXT_FIELDS:
        builder.add_text_field(name, tokenizer_name=_ANALYZER, index_option="freq")
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


def field_terms(text: str) -> list[str]:
    """The terms that the index holds of a text."""
    found: list[str] = _analyzer().analyze(_spread(text))
    return found


def field_texts(rows: pa.Table, name: str) -> pa.Array:
    """The text of one of `TEXT_FIELDS` for each row of a chunk table."""
    if name == "heading":
        return pc.fill_null(pc.binary_join(rows["heading_path"].combine_chunks(), " "), "")
    if name == "body":
        return rows["body"].combine_chunks()
    both = zip(rows["text"].to_pylist(), rows["body"].to_pylist(), strict=True)
    return pa.array([_context(text, body) for text, body in both], pa.string())


def _entry(row: Mapping[str, Any]) -> dict[str, Any]:
    begin, end = row["governs_from"], row["governs_to"]
    return {
        "id": row["id"],
        "heading": _spread(" ".join(row["heading_path"] or ())),
        "context": _spread(_context(row["text"], row["body"])),
        "body": _spread(row["body"]),
        "exact": list(references(row)),
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


def _context(text: str, body: str) -> str:
    return text.replace(body, " ", 1) if body else text


REFERENCE_COLUMNS = ("path", "doc_id", "source_keys")
_ENTRY_COLUMNS = (
    *("id", "heading_path", "text", "body", *REFERENCE_COLUMNS, "tenant_id", "collection"),
    *("family", "unit", "acl", "counterparty", "governs_from", "governs_to"),
)


def references(row: Mapping[str, Any]) -> set[str]:
    """Terms of what people call the unit: its path, the paths it covers, the document's own id."""
    covered = (key.rpartition("#")[2] for key in row["source_keys"] or ())
    return {reference_term(named) for named in (row["path"], row["doc_id"], *covered) if named}
