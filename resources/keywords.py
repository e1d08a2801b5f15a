"""What is looked for by words, and the words of a row: of headings, context and body, and references."""

from __future__ import annotations

import hashlib
import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import tantivy

from resources.search.exact import taken_apart, versions

THREAD = "thread"
TEXT_FIELDS = ("heading", "context", "body", THREAD)
"""heading: the trail of headings above and of the unit; context: what stands in `text` beside the body
(title, parties, trail, cited headings); body: the source's own words; thread: of a ticket its subject and all
that was said, by which it is found and of which only a part is embedded and read."""

_SPREAD = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNSPACED = re.compile(f"[{_SPREAD}]+")
"""Runs of scripts written without spaces (and Hangul, whose words carry their particles)."""


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
    damped: bool = False
    """Whether a word that is asked for n times counts sqrt(n) times: a log repeats its words."""
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
        weights[word] = math.sqrt(times) if query.damped else float(times)
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
    """A reference as a term: case and white space do not count. Hashed, since it may be of any length."""
    plain = "".join(unicodedata.normalize("NFKC", reference).casefold().split())
    return hashlib.blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


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


def field_terms(text: str) -> list[str]:
    """The terms that the index holds of a text."""
    found: list[str] = _analyzer().analyze(_spread(text))
    return found


def field_texts(rows: pa.Table, name: str) -> pa.Array:
    """The text of one of `TEXT_FIELDS` for each row of a chunk table."""
    if name == THREAD:
        return _threads(rows)
    if name == "heading":
        headings = pc.fill_null(pc.binary_join(rows["heading_path"].combine_chunks(), " "), "")
        return _of_tickets(rows, headings, taken_apart)
    if name == "body":
        return rows["body"].combine_chunks()
    both = zip(rows["text"].to_pylist(), rows["body"].to_pylist(), strict=True)
    return pa.array([_context(text, body) for text, body in both], pa.string())


def _context(text: str, body: str) -> str:
    return text.replace(body, " ", 1) if body else text


REFERENCE_COLUMNS = ("family", "path", "doc_id", "source_keys", "payload")
TICKET = "ticket"
_NAMED = ("codes", "versions", "components", "product")
"""What of a ticket's payload it is found by where it is named whole."""


def ticket_reference(ticket_id: str) -> str:
    """A ticket's id as a reference: apart from codes and versions, since 500 may be either."""
    return f"{TICKET}:{ticket_id}"


def references(row: Mapping[str, Any]) -> set[str]:
    """Terms of what people call the unit: its path, the paths it covers, the document's own id; of a ticket
    its id, here and in its tracker, and those of its duplicates, its codes, product and versions."""
    named = _names_of_ticket(row) if row["family"] == TICKET else _names_of_unit(row)
    return {reference_term(each) for each in named if each}


def _names_of_unit(row: Mapping[str, Any]) -> list[str]:
    covered = (key.rpartition("#")[2] for key in row["source_keys"] or ())
    return [row["path"], row["doc_id"], *covered]


def _names_of_ticket(row: Mapping[str, Any]) -> list[str]:
    payload = json.loads(row["payload"])
    ids = [row["doc_id"], *(row["source_keys"] or ()), *(payload.get("duplicates") or ())]
    named = [ticket_reference(each) for each in (*ids, payload.get("known_as")) if each]
    for name in _NAMED:
        held = payload.get(name) or ()
        named += [held] if isinstance(held, str) else held
    return [*named, *versions(" ".join(payload.get("versions") or ()))]


def _threads(rows: pa.Table) -> pa.Array:
    """The thread of each ticket, of a row that brings none its own body; nothing for other families."""
    if TICKET not in rows["family"].unique().to_pylist():
        return pa.array([""] * len(rows), pa.string())
    columns = (rows[name].to_pylist() for name in ("family", "heading_path", "payload", "body"))
    return pa.array(
        [
            taken_apart(f"{' '.join(headings or ())}\n{_told(json.loads(payload), body)}")
            if family == TICKET
            else ""
            for family, headings, payload, body in zip(*columns, strict=True)
        ],
        pa.string(),
    )


def _told(payload: Mapping[str, Any], body: str) -> str:
    """What is known of a ticket in words: what product it is about, and all that was said."""
    about = [
        payload.get("product") or "",
        *(payload.get("components") or ()),
        *(payload.get("versions") or ()),
    ]
    return " ".join([*about, payload.get(THREAD) or body])


def _of_tickets(rows: pa.Table, texts: pa.Array, change: Callable[[str], str]) -> pa.Array:
    """The texts, those of tickets changed."""
    families = rows["family"].to_pylist()
    if TICKET not in families:
        return texts
    both = zip(families, texts.to_pylist(), strict=True)
    return pa.array([change(text) if family == TICKET else text for family, text in both], pa.string())
