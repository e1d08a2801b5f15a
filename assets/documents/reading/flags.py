"""Doubts about a reading as one line each, and what a reviewer is shown of them.

A flag is `name`, `name:pages` where it holds for some pages only, with the evidence in brackets behind:
`no_text_layer`, `two_columns:3,4`, `digits_doubtful:2 (l.l Scope)`. Pages count from 1; `2-5` is a run. In
formats without pages a count may stand there: `word_numbers:12`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

NO_TEXT_LAYER, TEXT_LAYER_UNUSABLE = "no_text_layer", "text_layer_unusable"
READ_BY_OCR, OCR_DOUBTFUL, OCR_EMPTY, OCR_REFUSED = "read_by_ocr", "ocr_doubtful", "ocr_empty", "ocr_refused"
DIGITS_DOUBTFUL, FEW_HEADINGS = "digits_doubtful", "few_headings"

UNREAD = frozenset({NO_TEXT_LAYER, TEXT_LAYER_UNUSABLE, OCR_REFUSED})
"""Flags of pages whose text is not known: they wait."""
_NOTES = frozenset({READ_BY_OCR, "two_columns", "word_numbers", "tracked_changes", "hidden_text"})
"""Flags that say how something was read, and no doubt about it."""
_COUNTED = frozenset(
    {"word_numbers", "word_numbers_unread", "tracked_changes", "hidden_text", "embedded_documents"}
    | {"boxes_unusable"}
)
"""Flags of formats without pages: the number behind is a count."""

_INSTALL = "install text recognition (pip install 'docgrain[ocr]', or Tesseract) and run again"
_BY_HAND = "look at the page; correct clause numbers in structure.csv"
_MEANINGS: dict[str, tuple[str, str]] = {
    NO_TEXT_LAYER: ("the pages are images without text, and wait", _INSTALL),
    TEXT_LAYER_UNUSABLE: ("the text layer says nothing, and waits", _INSTALL),
    READ_BY_OCR: ("the pages were read by text recognition", "nothing to do unless the confidence is low"),
    OCR_DOUBTFUL: ("text recognition was unsure of the pages", "find a better scan, or " + _BY_HAND),
    OCR_EMPTY: ("text recognition found no text on the pages", "see whether they hold any"),
    OCR_REFUSED: ("the pages were too much for text recognition, and wait", "scan them at 300 dpi or less"),
    DIGITS_DOUBTFUL: ("letters stand where clause numbers have digits", _BY_HAND),
    FEW_HEADINGS: ("a long document with hardly a clause or heading", "give its clauses in structure.csv"),
    "no_clause_numbers": ("no clause number was found", "give the clauses in structure.csv"),
    "two_columns": ("the pages are set in two columns", "nothing to do if the order is right"),
    "repaired": ("the PDF was damaged and has been repaired in memory", "export it again"),
    "word_numbers": ("numbers were computed as Word computes them", "nothing to do"),
    "word_numbers_unread": ("numbers that Word computes could not be", "give the clauses in structure.csv"),
    "tracked_changes": ("changes were tracked: inserted text is in, deleted out", "accept or reject them"),
    "hidden_text": ("hidden text was left out", "see whether it belongs to the contract"),
    "embedded_documents": ("documents are embedded, and not read", "save them beside it"),
    "boxes_unusable": ("boxes that cannot stand on a page were dropped", "nothing to do"),
    "context_shortened": ("title and headings are too long to stand on every chunk", "shorten the title"),
}
_FLAG = re.compile(
    r"(?P<name>\w+)(?::(?P<pages>\d[\d,-]*))?(?P<rest>:[^(]*?)?(?: \((?P<seen>.*)\))?", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag taken apart: what a reviewer's table shows. No `pages`: the whole document. `seen` is the
    evidence; `meaning` and `mend` are sentences without a full stop, empty where the flag explains itself."""

    name: str
    pages: tuple[int, ...]
    seen: str
    meaning: str
    mend: str

    @property
    def waits(self) -> bool:
        """The pages' text is not known yet."""
        return self.name in UNREAD

    @property
    def doubt(self) -> bool:
        """A person should look; else it only says how the text was read."""
        return self.name not in _NOTES

    @property
    def where(self) -> str:
        """'all pages', 'page 3', 'pages 1-4, 9'."""
        if not self.pages:
            return "all pages"
        return ("page " if len(self.pages) == 1 else "pages ") + _runs(self.pages).replace(",", ", ")


def flag(name: str, pages: Sequence[int], of: int, seen: str = "") -> str:
    """The flag as it is kept. `of` is the number of pages there are: all of them is the whole document."""
    where = "" if len(pages) == of else f":{_runs(pages)}"
    return name + where + (f" ({seen})" if seen else "")


def review(flags: Iterable[str]) -> list[Flag]:
    """The flags of a document, each taken apart; those that say the text waits come first."""
    return sorted(map(_taken_apart, flags), key=lambda each: (not each.waits, not each.doubt))


def waiting(flags: Iterable[str]) -> str | None:
    """Which pages wait for text recognition, why, and the mend, in one line; None where none do."""
    said = [f"{each.where}: {each.meaning}; {each.mend}" for each in review(flags) if each.waits]
    return ". ".join(said) or None


def doubted(flags: Iterable[str]) -> bool:
    """Whether any of the flags is a doubt, and not only a note on how the text was read."""
    return any(each.doubt for each in review(flags))


def recognised(flags: Iterable[str]) -> bool:
    """Whether some of the document's text came from text recognition."""
    return any(each.name == READ_BY_OCR for each in review(flags))


def _taken_apart(text: str) -> Flag:
    match = _FLAG.fullmatch(text)
    if match is None:
        return Flag(text, (), "", "", "")
    meaning, mend = _MEANINGS.get(match["name"], ("", ""))
    if match["name"] in _COUNTED:
        return Flag(match["name"], (), match["pages"] or match["seen"] or "", meaning, mend)
    pages: list[int] = []
    for run in filter(None, (match["pages"] or "").split(",")):
        first, _, last = run.partition("-")
        pages += range(int(first), int(last or first) + 1)
    return Flag(match["name"], tuple(pages), match["seen"] or (match["rest"] or "")[1:], meaning, mend)


def _runs(pages: Sequence[int]) -> str:
    """'1,2' and '4-6,9': three and more in a row as a run."""
    runs: list[list[int]] = []
    for page in sorted(set(pages)):
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in runs)
