"""What a contract is called, and what kind of instrument that is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from assets.contracts.evidence import title_like
from assets.contracts.front_matter_names import name_at
from assets.documents.reading.model import Line, ParsedDocument

FIRST_LINES = 80
"""A title stands among the first lines, behind stamps, legends and a letterhead."""
MOST_LINES = 5
"""Lines of the longest title."""
ABOVE = 12
"""A title that the opening sentence repeats stands within this many lines above it, wherever that is."""
LONGEST = 30
"""Words of a title that names what it amends and whom it binds."""

_INSTRUMENT = (
    r"agreement|amendment|addendum|nda|contract|subcontract|lease|sublease|licen[cs]e|endorsement"
    r"|memorandum|deed|indenture"
    r"|guarant(?:y|ee)|note|order form|purchase order|change order|work order|statement of work|terms"
    r"|conditions|letter"
    r"|policy|warrant|warranty|bond|mortgage|covenants?|undertaking|waiver|consent|assignment|novation"
    r"|supplement"
    r"|restatement|protocol|charter|bylaws|articles|plan|proposal|quotation|specifications?|safe"
    r"|schedule|exhibit"
    r"|vertrag|vereinbarung|nachtrag|bedingungen|contrat|accord|convention|avenant|bail|contrato"
    r"|acuerdo|convenio"
    r"|contratto|accordo|overeenkomst|acordo|umowa|avtal|avtale|aftale|sopimus"
)
_NAMES_ONE = re.compile(rf"\b(?:{_INSTRUMENT}|\w+(?:vertrag|vereinbarung|avtal|aftale))\b", re.I)
_STRONG = re.compile(
    r"\b(?:agreement|amendment|addendum|nda|\w*contract|lease|licen[cs]e agreement|\w*vertrag"
    r"|\w*vereinbarung|contrat|contrato|contratto"
    r"|overeenkomst|endorsement|deed|statement of work|order form|change order"
    r"|memorandum of understanding|indenture|nachtrag"
    r"|terms and conditions|terms of service|terms)\b",
    re.I,
)
_ENDS_STRONG = re.compile(rf"(?:{_STRONG.pattern})\W*$", re.I)
_TAIL = re.compile(r"\s+(?:by and between|by and among|between|among|dated|made as of)\b.*$", re.I)
_FURNITURE = re.compile(
    r"^\W*(?:(?:exhibit|ex|annex|appendix|schedule|attachment)\W*[\d(]?[\w.()-]{0,12}\W*$"
    r"|execution (?:copy|version|draft)|table of contents|contents\W*$"
    r"|page\b|confidential|redact|draft\b(?! \w+ agreement)|portions of|certain (?:identified"
    r"|confidential|information|portions)|pursuant to|copy\W*$"
    r"|\[?form\]?\W*$|agreement\W*$|recitals?|background|witnesseth|contract no|agreement n|between\b"
    r"|by and between|among\b|and\W*$|dated\b|date\b|dear\b|this \w+"
    r"|whereas|the omitted|omitted information|confidentiality\W*$|\(translation\)|dba\b|summary"
    r"|agreement summary)",
    re.I,
)
_SENTENCE = re.compile(
    r"\b(?:shall|will|has been|have been|is not|are not|agrees|hereby|which|were|filed|omitted|replaces"
    r"|made and entered|dated as of|is made)\b",
    re.I,
)
_THIS = re.compile(
    r"\b(?:THIS|This|the present|Dieser|Le présent|El presente"
    r"|Il presente)\s+(?P<title>(?-i:[A-Z“\"])[^.;()“”\"]{2,200}?)\s*,?\s*"
    r"(?:\((?:this |the |hereinafter |together|as )?[^()]{0,80}?[\"“”]|\(\s*(?:hereinafter|this|the)\b"
    r"|(?:is|are|was) (?:made|entered|dated|effective|between|by|executed|being)"
    r"|,? (?:dated|made|effective|entered)\b|(?:by and )?between\b|sets? forth|\bis\b|of )",
)
_HEAD = re.compile(r"(?P<title>[A-Z][A-Z ,&/’'-]{8,120}?)(?:,)? dated as of\b")
_NUMBERED_START = re.compile(
    r"^\W*(?:\d+(?:\.\d+)*[.)]|\d{1,2}(?:\.\d+)*\s+[A-Z]|[IVX]+\.|\([a-z]\)|article\b|section\b"
    r"|clause\b)\s*\S",
    re.I,
)
_CONTINUES = re.compile(
    r"^\W*(?:to|of|for|and|on|with|relating|regarding|concerning|under|in respect)\b", re.I
)
_OPEN_END = re.compile(r"(?:\b(?:to|of|for|and|the|on|in|with|no\.?|number|between)|[,&–-])\W*$", re.I)
_AMENDS = re.compile(
    r"(?:amendment|addendum|supplement|annex|side letter|nachtrag)(?:\s+(?:no|nr|number)?\.?\s*\w{1,5})?\W*$",
    re.I,
)
_WHAT = re.compile(rf"\W*(?:to|of|zum|zur|à|au)\s+[^.;]{{0,90}}(?:{_STRONG.pattern})", re.I)
"""'to the Master Supply Agreement dated ...' below 'AMENDMENT NO. 1'."""
_ONE_WORD = re.compile(r"\W*agreement\W*", re.I)
"""The last word of a title may stand on a line of its own."""
_TRIM = " \t.,:;*_=+@-–—\"“”'"


@dataclass(frozen=True, slots=True)
class Title:
    """A title at characters start .. end."""

    text: str
    start: int
    end: int
    confidence: float
    how: str


def find_title(doc: ParsedDocument, flat: str) -> Title | None:
    """The title: the most prominent lines of the first pages that name an instrument, held against the
    opening sentence 'This ... Agreement (the "Agreement")'. `flat` is the text as paragraphs."""
    named = _opening_sentence(flat)
    lines = doc.lines
    best: Title | None = None
    best_score = 0.0
    width = max((line.x1 for line in lines[:FIRST_LINES]), default=0.0)
    sizes = sorted(line.size for line in lines[:FIRST_LINES])
    usual = sizes[len(sizes) // 2] if sizes else 0.0
    sentence = bisect_right([line.start for line in lines], named.start) if named else 0
    index = 0
    while index < min(len(lines), max(FIRST_LINES, sentence)):
        if FIRST_LINES <= index < sentence - ABOVE:
            index = sentence - ABOVE
        stop = _title_lines(doc, lines, index)
        if stop == index:
            index += 1
            continue
        title, score = _scored(doc, lines, index, stop, width, usual, named)
        if score > best_score and (index < FIRST_LINES or _agree(title, named)):
            best, best_score = title, score
        index = stop
    return _better(best, named)


def _better(line: Title | None, named: Title | None) -> Title | None:
    if line is None or named is None:
        return line or named
    agree = _agree(line, named)
    if agree:
        sure = 0.97
        return Title(line.text, line.start, line.end, sure, line.how)
    if line.confidence < 0.6 and len(_words(named.text)) > 1:
        return named
    return line


def _agree(title: Title | None, named: Title | None) -> bool:
    """Line and sentence say the same: all words of the one in the other."""
    if title is None or named is None:
        return False
    a, b = _words(title.text), _words(named.text)
    return a == b or (len(b) > 1 and (a >= b or b >= a))


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.lower())) - {"form", "of", "the", "a", "an", "to", "and"}


def _opening_sentence(flat: str) -> Title | None:
    """The name the contract gives itself: 'This Supply Agreement (this "Agreement") is made ...'."""
    for match in [
        *_THIS.finditer(flat, 0, min(len(flat), 30_000)),
        *_HEAD.finditer(flat, 0, min(len(flat), 6_000)),
    ]:
        text = match["title"].strip(_TRIM)
        words = text.split()
        if len(words) > LONGEST or not _STRONG.search(text) or _SENTENCE.search(text):
            continue
        if not title_like(text) or text.lower() in ("agreement", "contract", "addendum"):
            continue
        if len(words) == 1 and match.start() > 3_000:
            continue
        return Title(
            " ".join(words),
            match.start("title"),
            match.start("title") + len(match["title"].rstrip()),
            0.85,
            "opening sentence",
        )
    return None


def _title_lines(doc: ParsedDocument, lines: Sequence[Line], index: int) -> int:
    """The lines index .. stop-1 are one title; stop == index where none begins here."""
    if not _may_be_title(doc, lines[index]) or _is_company(doc, lines[index]):
        return index
    stop = index + 1
    while stop < len(lines) and stop - index < MOST_LINES and lines[stop].page == lines[index].page:
        before, text = (doc.line_text(line).strip() for line in lines[stop - 1 : stop + 1])
        if _AMENDS.search(before) and _WHAT.match(text):
            stop += 1
            break
        so_far = " ".join(doc.line_text(line) for line in lines[index:stop])
        if not _alike(lines[stop - 1], lines[stop]) or not _goes_on(so_far, before, text, lines[stop].gap):
            break
        stop += 1
    joined = " ".join(doc.line_text(line).strip() for line in lines[index:stop])
    return stop if _NAMES_ONE.search(joined) and len(joined.split()) <= LONGEST else index


def _goes_on(title: str, before: str, text: str, gap: float) -> bool:
    """The line `text` below the line `before` belongs to the title read so far."""
    if not _set_as_title(text) or _NUMBERED_START.match(text) or _SENTENCE.search(text):
        return False
    open_end = _OPEN_END.search(before) is not None or _CONTINUES.match(text) is not None
    named = _NAMES_ONE.search(title) is not None
    if _FURNITURE.match(text) and (named or not _ONE_WORD.fullmatch(text)):
        return False
    if _words(text) <= _words(title) or (gap >= 1.2 and not open_end):
        return False
    return not named or open_end or _STRONG.search(text) is not None


def _is_company(doc: ParsedDocument, line: Line) -> bool:
    """The line is a company's name, as letterheads and cover pages have it."""
    name = name_at(doc.text, line.start, line.end)
    if name is None or not name.formed:
        return False
    rest = doc.text[name.end : line.end].strip(_TRIM)
    return not rest or re.match(r"[dfa]/?[bk]/?a\b", rest, re.I) is not None


def _alike(above: Line, line: Line) -> bool:
    return abs(above.size - line.size) < 1.5 and above.style == line.style


def _may_be_title(doc: ParsedDocument, line: Line) -> bool:
    text = doc.line_text(line).strip()
    if (
        len(text) < 3
        or len(text) > 160
        or (line.table and " | " in text)
        or _FURNITURE.match(text)
        or _NUMBERED_START.match(text)
    ):
        return False
    if re.search(
        r"[a-zA-Z]{4}[.;:](?:$|\s)|\b(?:file|ref|reference|contract|agreement|document) (?:no|number|nr)\b",
        text,
        re.I,
    ):
        return False
    if re.search(r"\.{4,}|(?:\. ){4,}|\s\d{1,3}$", text) and not re.search(r"no\.?\s*\d+$", text, re.I):
        return False
    if _SENTENCE.search(text):
        return False
    # Sentence case is a title's only where the line stands out: 'Maintenance and support contract'.
    apart = line.bold or line.gap >= 0.5 or line.x0 > 100
    return _set_as_title(text) or (apart and len(text.split()) <= 8 and _ENDS_STRONG.search(text) is not None)


def _set_as_title(text: str) -> bool:
    return bool(re.search(r"[^\W\d_]{3}", text)) and (title_like(text) or text.isupper())


def _scored(
    doc: ParsedDocument,
    lines: Sequence[Line],
    index: int,
    stop: int,
    width: float,
    usual: float,
    named: Title | None,
) -> tuple[Title, float]:
    first, last = lines[index], lines[stop - 1]
    text = " ".join(" ".join(doc.line_text(line) for line in lines[index:stop]).split()).strip(_TRIM)
    text = _TAIL.sub("", text) if _STRONG.search(_TAIL.sub("", text)) else text
    score = 1.0 if _STRONG.search(text) else 0.3
    score += 0.4 if text.isupper() else 0.0
    score += 0.4 if first.bold else 0.0
    score += 0.6 if first.size > usual + 1 else 0.0
    score += 0.8 if first.style.lower() in ("title", "h1") else 0.0
    left, right = first.x0, width - first.x1
    score += 0.3 if width and left > 60 and right > 0 and abs(left - (width + 50 - first.x1)) < 60 else 0.0
    score -= 0.03 * index + 0.3 * (first.page - 1)
    score -= 0.3 if len(text.split()) == 1 else 0.0
    title = Title(text, first.start, last.end, 0.0, "title line")
    if _agree(title, named):
        score += 1.2
    sure = min(0.9, 0.35 + 0.25 * score)
    return Title(text, first.start, last.end, round(max(0.3, sure), 2), "title line"), score


_TYPES: Sequence[tuple[str, str]] = (
    (r"amendment|nachtrag|avenant|modification agreement", "amendment"),
    (r"addendum", "addendum"),
    (r"non[- ]?disclosure|confidentiality agreement|\bnda\b|geheimhaltung", "non-disclosure agreement"),
    (r"statement of work|\bsow\b", "statement of work"),
    (r"change order", "change order"),
    (r"purchase order", "purchase order"),
    (r"order form", "order form"),
    (r"data processing|auftragsverarbeitung", "data processing agreement"),
    (r"memorandum of understanding", "memorandum of understanding"),
    (r"letter of intent", "letter of intent"),
    (
        r"terms (?:and conditions|of (?:service|use))|general conditions|geschäftsbedingungen",
        "terms and conditions",
    ),
    (r"sub-?contract\b", "subcontract"),
    (r"sub-?lease|lease|mietvertrag|bail\b", "lease"),
    (r"endorsement$", "endorsement"),
    (r"specifications?$", "specification"),
)
_KIND = re.compile(r"([\w’'&/-]+(?: (?:and|&|or) [\w’'-]+)?) (agreement|contract)\b", re.I)
_EMPTY_KINDS = frozenset("this base the master global general form of and amended restated".split())


def document_type(title: str) -> str | None:
    """The kind of instrument a title names, in lower case: 'supply agreement', 'amendment'."""
    low = title.lower()
    for pattern, kind in _TYPES:
        if re.search(rf"\b(?:{pattern})", low):
            return kind
    kinds = [match for match in _KIND.finditer(low) if match[1] not in _EMPTY_KINDS]
    if kinds:
        return f"{kinds[-1][1]} {kinds[-1][2]}"
    found = _NAMES_ONE.search(low)
    return found[0] if found else None
