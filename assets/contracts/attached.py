"""Where another text begins behind a contract's last clause: its signatures, or a text attached without a
name such as Schedule or Exhibit."""

from __future__ import annotations

import re

from assets.contracts.evidence import Evidence, is_unfinished, title_like
from assets.contracts.headings import is_heading
from assets.contracts.levels import FEW, Span, find_level
from assets.contracts.numbering import schedule_at

HEADED_WITHIN = 25
"""Lines above a first clause among which its text's heading is looked for, behind it parties and recitals."""
NUMBERED = 3
"""Members from which a short sequence with sub-clauses of its own is a text's."""
LEADS = 12
"""Lines below a title within which its text has a full line."""
CENTRED = 36.0
"""Points right of the margin from which a short line is centred."""
FULL = 0.6
"""Share of the usual width from which a line counts as full."""

SIGNATURE = re.compile(
    r"in witness whereof|\[?\s*signature page|as witness (?:the hands|whereof)|signatures?\s*:?$"
    r"|executed as (?:a deed|an agreement)",
    re.I,
)
_KIND = (
    r"(?:agreement|amendment|addendum|contract|deed|undertaking|order form|statement of work|rider|"
    r"power of attorney|guaranty|guarantee|warrant|certificate|side letter|bill of sale|promissory note|"
    r"terms and conditions|schedule)s?"
)
_NUMBERED = r"(?: (?:no\.?|number|#)? ?(?:\d+|[ivx]+|one|two|three|four|five))?"
_NAME = r"(?:(?!(?:of|for|in|by|under|this|that|entire|whole)\b)[\w&,'’./-]+ )"
_TITLE = re.compile(rf"{_NAME}{{0,9}}{_KIND}{_NUMBERED}(?: (?:to|of) (?:[\w&,'’./-]+ ){{0,6}}{_KIND})?", re.I)
"""'AMENDMENT NO. 2 TO SUPPLY AGREEMENT', but not 'Entire Agreement' or 'Term of Agreement'."""


def attached_text(evidence: Evidence, text: Span) -> int | None:
    """The line where a text attached without a name of its own begins in the last clause: an unnumbered
    heading, behind it numbers that start at 1 again and carry headings as a contract's do."""
    own, style = find_level(evidence, text)
    if not own:
        return None
    behind = Span(own[-1].line + 1, text.stop)
    members, found = find_level(evidence, behind)
    if len(members) < NUMBERED or found not in (style, "article", "decimal") or members[0].implied:
        return None
    if members[0].label.number[-1] != (1, "") or sum(c.title_like for c in members) < 0.5 * len(members):
        return None
    if len(members) < FEW and not _has_sub_clauses(evidence, members[0].line, text.stop):
        return None
    top = max(behind.first, members[0].line - HEADED_WITHIN)
    heads = [i for i in range(top, members[0].line) if is_heading(evidence, i)]
    above = members[0].line - 1
    if not heads and above >= behind.first and above not in evidence.by_line:
        heads = [above] if title_like(evidence.texts[above]) else []
    return heads[0] if heads else None


def _has_sub_clauses(evidence: Evidence, first: int, stop: int) -> bool:
    longer = [c for c in evidence.between(first, stop, "decimal") if len(c.label.number) > 1]
    return sum(c.label.number[0] == (1, "") for c in longer) >= 2 and longer[0].label.number[0] == (1, "")


def titled_text(evidence: Evidence, first: int, stop: int) -> int | None:
    """The first of lines first .. stop-1 that is the title of another text: 'AMENDMENT NO. 2', set apart, in
    capitals or bold or on top of a page, with sentences below it."""
    for index in range(first, stop):
        if index not in evidence.by_line and _is_title(evidence, index, stop):
            return index
    return None


def _is_title(evidence: Evidence, index: int, stop: int) -> bool:
    text, line = evidence.texts[index].strip(" :.*"), evidence.lines[index]
    if line.table or not title_like(text) or not _TITLE.fullmatch(text):
        return False
    before = evidence.texts[index - 1] if index else ""
    if schedule_at(before) or is_unfinished(before, evidence.width):
        return False  # a schedule's own title, on each of its pages; or the rest of a sentence
    new_page = index == 0 or evidence.lines[index - 1].page != line.page
    styled = line.bold or line.style.lower().startswith(("h", "title"))
    if not (new_page or text.isupper() or styled or line.indent > evidence.margin + CENTRED):
        return False
    below = evidence.texts[index + 1 : min(stop, index + 1 + LEADS)]
    return any(len(text) > FULL * evidence.width for text in below)


def signature_block(evidence: Evidence, first: int, stop: int) -> int | None:
    """The first of lines first .. stop-1 that opens a signature block."""
    marks = (i for i in range(first, stop) if SIGNATURE.match(evidence.texts[i]))
    return next((i for i in marks if i not in evidence.by_line), None)
