"""Which family a document belongs to: evidence with weights, its sum, and how sure that is.

Weights are log-odds by judgement: 1 is a hint, 3 speaks for itself, 6 settles it. Prose is what remains,
and needs no evidence of its own. Nothing here knows a particular file, issuer or collection.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field

from assets.documents.content import Content
from assets.documents.exports import ticket_shape
from assets.documents.vocabulary import (
    CONTRACT_NAMES,
    CONTRACT_PHRASES,
    DRAWING_NAMES,
    DRAWING_WORDS,
    E_INVOICE_FILES,
    E_INVOICE_ROOTS,
    INVOICE_NAMES,
    INVOICE_WORDS,
    OBLIGATIONS,
    PROSE_NAMES,
    TICKET_NAMES,
    Words,
    plain_words,
)
from resources.facts import FAMILIES, Family

PROSE_PRIOR = 1.0
SURE = 0.55
"""Below it the heuristics disagree, and the document is cut as prose with a flag."""

_NUMBERED = re.compile(
    r"^[ \t]*(?:[#*]+ )?(?:\*\*)?"
    r"(?:(?:section|article|clause|artikel|art\.|§)\s*[\dIVXLC]+(?:\.\d+)*"
    r"|\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}[.)]|\([a-z]{1,4}\))"
    r"[ \t:.]*(?:\*\*)?\s*[A-Z“\"(]",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that opens with a clause's number and goes on with text."""
_AMOUNT = re.compile(r"(?<![\d.,])-?\d{1,3}(?:[.,' \u00a0]?\d{3})*[.,]\d{2}(?![\d.,]*\d)")
_SHEET_NUMBER = re.compile(
    r"^\s*(?:[A-Z]{1,2}-?\d{1,3}(?:\.\d{1,2})?[a-z]?|[A-Z]{2,4}-\d{2,3}[a-z]?)\s*$", re.MULTILINE
)
_SCALE = re.compile(
    r"\d+/\d+\s*[\"”]\s*=\s*\d+\s*['’]"
    r"|\bscale\b\s*:?\s*(?:1\s*:\s*\d+|\d|n\.?t\.?s|as)"
    r"|\b1\s*:\s*(?:20|50|100|200|500)\b",
    re.IGNORECASE,
)
_DIMENSION = re.compile(r"\d+\s*['’]\s*-\s*\d+|\d+(?:\s+\d/\d+)?\s*[\"”](?!\w)")
_DIGIT = re.compile(r"\d")
_FIELD = re.compile(r":\s*\S")
"""`License: CC BY` is a field, not a heading."""
_SENTENCE_END = re.compile(r"[^\W\d_]{2} ?[.!?][\"”')]?\s")
_SEAMS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])")
"""Where a file name joins words without a separator: `SupplyAgreement2`."""
_NAMES: tuple[tuple[Family, Words, float], ...] = (
    ("contract", CONTRACT_NAMES, 2.5),
    ("invoice", INVOICE_NAMES, 2.0),
    ("drawing", DRAWING_NAMES, 1.0),
    ("ticket", TICKET_NAMES, 1.0),
    ("prose", PROSE_NAMES, 1.0),
)
_TABLES = ("json", "jsonl", "csv", "mail", "mbox", "xml")
"""Kinds whose words say less than their shape."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One observation for a family; `feature` names its kind, `detail` what was seen."""

    family: Family
    weight: float
    feature: str
    detail: str


@dataclass(slots=True)
class Routing:
    """The family with the most evidence; `confidence` is its share of the odds (0 to 1). `unsure`: the
    heuristics disagree, so it was sent to prose."""

    family: Family
    confidence: float
    evidence: list[Evidence] = field(default_factory=list)
    unsure: bool = False


def route(evidence: Sequence[Evidence]) -> Routing:
    """The family that the evidence speaks for, prose where it speaks for none."""
    scores = dict.fromkeys(FAMILIES, 0.0)
    scores["prose"] = PROSE_PRIOR
    for item in evidence:
        scores[item.family] += item.weight
    best = max(FAMILIES, key=lambda family: scores[family])
    confidence = 1 / sum(math.exp(score - scores[best]) for score in scores.values())
    unsure = confidence < SURE
    return Routing("prose" if unsure else best, confidence, list(evidence), unsure)


def is_unclaimed(kind: str, routing: Routing) -> bool:
    """Whether nobody knows what a document of this kind is. JSON holds records, among them what not everybody
    may read: it is read as tickets or not at all, unless somebody says what it is."""
    return kind in ("json", "jsonl") and routing.family != "ticket"


def to_json(evidence: Iterable[Evidence]) -> str:
    """Evidence as a JSON array of objects."""
    return json.dumps([asdict(item) for item in evidence], ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> list[Evidence]:
    """What `to_json` wrote."""
    return [Evidence(**item) for item in json.loads(text)]


def evidence_of_names(name: str, title: str | None = None, doc_type: str | None = None) -> list[Evidence]:
    """What a file's name, its title and its type in the manifest say."""
    found: list[Evidence] = []
    for feature, words, factor in (("name", name, 1.0), ("title", title, 1.0), ("doc_type", doc_type, 1.5)):
        if not words:
            continue
        plain = plain_words(_SEAMS.sub(" ", words))
        for family, vocabulary, weight in _NAMES:
            if seen := vocabulary.found_in(plain):
                found.append(Evidence(family, weight * factor, feature, seen[0]))
    return found


def evidence_of_content(content: Content) -> list[Evidence]:
    """What the file itself says: its kind, its pages, the words of its sample."""
    found = _of_kind(content)
    if content.kind not in _TABLES:
        found += _of_pages(content) + _of_words(content)
    return [item for item in found if item.weight]


def _of_kind(content: Content) -> list[Evidence]:
    found = []
    invoice_file = next((name for name in content.attachments if E_INVOICE_FILES.search(name)), None)
    if content.xml_root in E_INVOICE_ROOTS or invoice_file:
        found.append(Evidence("invoice", 8, "e-invoice XML", invoice_file or content.xml_root or ""))
    if content.kind in ("mail", "mbox"):
        found.append(Evidence("ticket", 8, "mail headers", content.kind))
    if shape := ticket_shape(content):
        found.append(Evidence("ticket", 6, "export shape", shape))
    return found


def _of_pages(content: Content) -> list[Evidence]:
    """Sheets of a drawing are large and landscape; 11x17 in and A3 are the smallest in use."""
    if not content.page_sizes:
        return []
    width, height = content.page_sizes[0]
    if min(width, height) < 780 or max(width, height) < 1150:
        return []
    weight = 4.0 if width > height else 1.5
    return [Evidence("drawing", weight, "page size", f"{width:.0f} x {height:.0f} pt")]


def _of_words(content: Content) -> list[Evidence]:
    lines = [line.strip() for line in content.text.splitlines() if line.strip()]
    plain = plain_words(content.text)
    words = plain.count(" ") - 1
    if not lines or words < 1:
        return []
    found = _contract_words(content, plain, words, lines) + _invoice_words(content.text, plain, words)
    if content.kind == "pdf":
        found += _drawing_words(content, plain, words, lines)
    sentences = len(_SENTENCE_END.findall(content.text))
    if words >= 50 and sentences >= words / 60:
        found.append(Evidence("prose", 1.0, "sentences", f"{sentences} in {words} words"))
    return found


def _contract_words(content: Content, plain: str, words: int, lines: list[str]) -> list[Evidence]:
    found = []
    for line in lines[:15]:
        if len(line) < 100 and not _FIELD.search(line) and CONTRACT_NAMES.found_in(plain_words(line)):
            found.append(Evidence("contract", 1.5, "heading", line))
            break
    phrases = CONTRACT_PHRASES.found_in(plain)
    found.append(Evidence("contract", min(3.0, 0.6 * len(phrases)), "phrases", ", ".join(phrases[:6])))
    rate = 1000 * OBLIGATIONS.count_in(plain) / words
    if rate >= 4:
        found.append(Evidence("contract", 1.5, "obligations", f"{rate:.0f} in 1000 words"))
    numbered = len(_NUMBERED.findall(content.text)) + content.automatic_numbers
    if numbered >= 5:
        weight = 1.5 if numbered > 0.05 * len(lines) else 0.7
        found.append(Evidence("contract", weight, "numbered clauses", f"{numbered} of {len(lines)} lines"))
    return found


def _invoice_words(text: str, plain: str, words: int) -> list[Evidence]:
    terms = INVOICE_WORDS.found_in(plain)
    amounts = 100 * len(_AMOUNT.findall(text)) / words
    weight = 0.5 if amounts >= 1 else 0.25
    found = [Evidence("invoice", min(3.0, weight * len(terms)), "words", ", ".join(terms[:6]))]
    if amounts >= 2:
        found.append(Evidence("invoice", 1.5, "amounts", f"{amounts:.0f} in 100 words"))
    digits = len(_DIGIT.findall(plain)) / max(1, len(plain) - words - 1)
    if digits >= 0.12:
        found.append(Evidence("invoice", 0.5, "digit ratio", f"{digits:.2f}"))
    return found


def _drawing_words(content: Content, plain: str, words: int, lines: list[str]) -> list[Evidence]:
    terms = DRAWING_WORDS.found_in(plain)
    found = [Evidence("drawing", min(2.5, 0.7 * len(terms)), "title block and views", ", ".join(terms[:6]))]
    if sheet := _SHEET_NUMBER.search(content.text):
        found.append(Evidence("drawing", 1.0, "sheet number", sheet[0].strip()))
    if scale := _SCALE.search(content.text):
        found.append(Evidence("drawing", 1.0, "scale", scale[0]))
    dimensions = len(_DIMENSION.findall(content.text))
    if dimensions >= 3:
        found.append(Evidence("drawing", 1.0, "dimensions", str(dimensions)))
    if terms and words < 3 * len(lines) and words < 300 * len(content.page_sizes):
        found.append(Evidence("drawing", 1.5, "scattered words", f"{words} in {len(lines)} lines"))
    return found
