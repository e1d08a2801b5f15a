"""What a clause is headed: beside its number, on the line below it, or run into its text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assets.contracts.evidence import TITLE_WORDS, Evidence, ends_sentence, is_unfinished, title_like

SENTENCE_CASE_WORDS = 6
"""A heading set like a sentence ('Service desk.') has at most this many words and no verb."""
APART_WORDS = 8
"""Words of a heading that nothing but white space marks."""
FULL_PARAGRAPH = 80
"""Characters from which a paragraph on one line says something, and is no name or address."""
SHORT_LINE = 0.7
"""A heading's line ends before this share of a full line, or what follows may be its rest."""

_SAYS_SOMETHING = re.compile(
    r"\b(?:shall|will|may|must|can|is|are|was|were|be|been|has|have|had|agrees?|means|includes?|does|do)\b",
    re.I,
)
_RUN_IN = re.compile(r"(?P<title>[^.:;]{2,90}?)(?P<stop>[.:]|\s[-–—])(?=\s|$)")
AROUND = " ,.:-–—"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that ends at character `end` of the document. One that is not `sure` is set like a
    sentence: it is a heading where the clauses beside it have headings too."""

    title: str
    end: int
    sure: bool = True


def heading_after(evidence: Evidence, line: int, last_line: int, label_end: int) -> Heading | None:
    """The heading of the clause whose number stands on `line` and ends at offset `label_end` of it; the
    clause goes on to `last_line`, exclusive. A title given by hand comes first."""
    start, text = evidence.lines[line].start, evidence.texts[line]
    rest = text[label_end:]
    if line in evidence.titles:
        title = evidence.titles[line]
        return Heading(title, start + label_end + (len(title) if rest.startswith(title) else 0))
    if not rest:
        below = line + 1
        if below < last_line and below not in evidence.by_line and title_like(evidence.texts[below]):
            return _own_line(evidence, below, last_line, 0)
        return None
    run_in = run_in_heading(rest)
    if run_in is not None:
        length, sure = run_in
        return Heading(rest[:length].strip(AROUND), start + label_end + length, sure)
    if title_like(rest) or (evidence.lines[line].bold and len(rest.split()) <= TITLE_WORDS):
        return _own_line(evidence, line, last_line, label_end)
    if _stands_alone(evidence, line, last_line, rest):
        return Heading(rest, evidence.lines[line].end, sure=False)
    return None


def run_in_heading(text: str) -> tuple[int, bool] | None:
    """(length with its full stop or colon, whether it is set like a heading) of a run-in heading:
    'Cap. The total ...' gives (4, True). None where the text opens with none."""
    match = _RUN_IN.match(text)
    if not match or len(match["title"].split()) > 9:
        return None
    title = match["title"]
    if not title[0].isupper():
        return None
    if title_like(title):
        return match.end(), True
    followed = text[match.end() :].lstrip()[:1]
    if match["stop"] == "." and _sentence_case(title) and (followed.isupper() or followed in set('"“(')):
        return match.end(), False
    return None


def _sentence_case(title: str) -> bool:
    return (
        title[0].isupper()
        and len(title.split()) <= SENTENCE_CASE_WORDS
        and title[-1].isalnum()
        and not _SAYS_SOMETHING.search(title)
    )


def _stands_alone(evidence: Evidence, line: int, last_line: int, rest: str) -> bool:
    """The rest of a label's line is short and what follows starts anew: it is no line of a sentence."""
    if line + 1 >= last_line or not _sentence_case(rest) or len(rest) > SHORT_LINE * evidence.width:
        return False
    below = evidence.texts[line + 1]
    return line + 1 in evidence.by_line or below[:1].isupper() or below[:1] in set('"“(')


def _own_line(evidence: Evidence, line: int, last_line: int, offset: int) -> Heading | None:
    """The rest of a line is the heading; one in capitals may wrap once. Capitals that go on for longer
    are a paragraph in capitals (a disclaimer), which has no heading."""
    rest = evidence.texts[line][offset:]
    wrapped = []
    if rest.isupper():
        for below in range(line + 1, min(line + 3, last_line)):
            text = evidence.texts[below]
            if not text.isupper() or below in evidence.by_line or evidence.lines[below].gap >= 0.5:
                break
            wrapped.append(below)
    if len(wrapped) > 1:
        return None
    parts = [rest, *(evidence.texts[below] for below in wrapped)]
    title = " ".join(part.strip(AROUND) for part in parts)
    return Heading(title, evidence.lines[wrapped[-1] if wrapped else line].end)


def unnumbered(evidence: Evidence, index: int) -> Heading | None:
    """The heading of an unnumbered clause: a line of its own, or capitals run into a paragraph."""
    text, line = evidence.texts[index], evidence.lines[index]
    if is_heading(evidence, index):
        return Heading(evidence.titles.get(index) or text.strip(AROUND), line.end)
    if line.table or index in evidence.closed or not _begins_paragraph(evidence, index):
        return None
    run_in = run_in_heading(text)
    if run_in is None or not text[: run_in[0]].isupper() or run_in[0] < 5:
        return None
    return Heading(text[: run_in[0]].strip(AROUND), line.start + run_in[0])


def _begins_paragraph(evidence: Evidence, index: int) -> bool:
    if evidence.lines[index].gap >= 0.5 or evidence.paragraphs or index == 0:
        return True
    return ends_sentence(evidence.texts[index - 1])


def is_heading(evidence: Evidence, index: int) -> bool:
    """An unnumbered heading: short, in capitals, bold or a heading style, set off from the text above."""
    text, line = evidence.texts[index], evidence.lines[index]
    if index in evidence.titles or index in evidence.closed:
        return index in evidence.titles
    if not title_like(text) or len(text) > 90 or line.table:
        return False
    if line.style.lower().startswith(("h", "title")):
        return True
    capitals = text.isupper() and len(text) > 3 and not _is_paragraph(evidence, index)
    if line.gap >= 0.5 or evidence.paragraphs or index == 0:
        return line.bold or capitals or _stands_apart(evidence, index)
    if evidence.bold_stands_out and line.bold and not evidence.lines[index - 1].bold:
        return not is_unfinished(evidence.texts[index - 1], evidence.width)
    return capitals and ends_sentence(evidence.texts[index - 1])


def _is_paragraph(evidence: Evidence, index: int) -> bool:
    """A line in capitals goes on in capitals: a disclaimer, no heading."""
    below = evidence.texts[index + 1] if index + 1 < len(evidence.texts) else ""
    return len(evidence.texts[index]) > SHORT_LINE * evidence.width and below.isupper()


def _stands_apart(evidence: Evidence, index: int) -> bool:
    """A short line above a full one that begins a sentence, with blank lines around it where lines wrap."""
    text, below = evidence.texts[index], index + 1
    if below >= len(evidence.texts) or len(text.split()) > APART_WORDS:
        return False
    if not (text[0].isalpha() and text[-1].isalnum()):
        return False  # an address, or the opening of a letter
    apart = evidence.paragraphs or min(evidence.lines[index].gap, evidence.lines[below].gap) >= 1
    full = FULL_PARAGRAPH if evidence.paragraphs else SHORT_LINE * evidence.width
    return apart and len(evidence.texts[below]) > full and evidence.texts[below][0].isupper()
