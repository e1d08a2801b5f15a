"""Names of companies and people as contracts write them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from assets.contracts.front_matter_forms import (
    follows_comma,
    form_at,
    is_closing,
    is_form,
    is_leading,
    phrase_at,
)
from assets.contracts.front_matter_places import is_place

_JOINING = frozenset(
    "of the de del della do da dos das di du des la le les et y e für for von van der den und och og".split()
)
_AND = frozenset({"and", "&", "und", "et", "y", "e", "och", "og", "en"})
_WORD = re.compile(
    r"(?:[A-ZÀ-ÖØ-ÞĀ-Ž0-9][\w'’.&/@+®™!-]*"  # Acme, 3M, AT&T, Amazon.com, O'Neill
    r"|[a-z]{1,2}-?[A-Z]\w*(?:[.-]\w+)*"  # iPumps.com, eElver
    r"|[a-z][\w-]*\.(?:com|net|org|io|ai)\b"
    r"|[a-z]-[a-z]+(?=,? (?:Inc|LLC|Ltd|Corp)))"  # e-centives, Inc.
)
_LOWER = re.compile(r"[a-zà-ÿ]+|&")
_SPACE = re.compile(r" {1,3}")
_GAP = re.compile(r",? ")
_INSET = re.compile(r" ?[(«]\s?([A-Z][A-Za-z.]*(?: [A-Z][A-Za-z.]*)?)\s?[)»](?=,? ?[A-Z])")
"""A word in brackets inside a name: 'Elver (USA) Inc.', 'Quill (Pty) Limited'."""
_FIRM = re.compile(r", (?:[A-Z][\w'’-]+ )+(?:&|and) [A-Z][\w'’-]+,? (?:Inc|LLP|LLC|P\.?C|Ltd|Co)\b")
"""'Stone, Field & River-North, Inc.': a comma between the partners of a firm."""
_ALSO = re.compile(
    r",? (?P<also>d/?b/?a|f/?k/?a|a/?k/?a|n/?k/?a|doing business as|trading as|also known as"
    r"|formerly(?: known as)?"
    r"|now known as|t/a)[\s:]+",
    re.I,
)
NOT_NAMES = frozenset(
    """this that these those whereas agreement agreements contract amendment addendum party parties section
    article exhibit schedule annex appendix recitals recital background witnesseth whereby therefore now
    hereinafter herein effective date dated term page and or by between among the a an of to for in on with
    its each both all any such other either neither company customer supplier buyer seller licensor licensee
    distributor franchisee franchisor consultant contractor client provider vendor agent reseller owner
    attention attn re subject gentlemen ladies dear sirs number no name title address fax telephone email
    whose having being as if it we you our your us table contents confidential draft form execution version
    copy individual individually collectively together jointly january february march april may june july
    august september october november december witness definitions preamble introduction summary general
    references reference shares series note notes mr ms mrs dr them they us he she him her it there here
    section services products software maintenance parties' day year sponsor principal operator artist
    author employee employer tenant landlord lessor lessee borrower lender guarantor trustee issuer servicer
    depositor manager executive professional member members investor purchaser manufacturer promoter partner
    founder holder recipient receiver receiving disclosing bidder respondent signatory insert undersigned
    shipper transporter carrier publisher developer""".split()
)
"""Words that, standing alone or first, are no party's name."""
_DASH = re.compile(r" [-–—] (?=[A-Z])")
_TITLES = re.compile(r"(?:Mr|Mrs|Ms|Dr|Prof|Messrs|Herr|Frau|Monsieur|Madame|M/s)\.? ", re.I)
MAX_WORDS = 14
_ZIP = re.compile(r",? \d{5}\b")
"""A postal code: the form before it was a state ('Boulder, CO 80000')."""
_MAY_BEGIN = frozenset("general march may no us series form re parties".split())
_KINDS = frozenset(
    "limited liability general operating joint stock public private partnership non-banking".split()
)
_BREAKS = frozenset(
    """has have had been is are was were be because which who will shall may not that this to in on or if
    agrees agree hereby desires whose from into under regarding concerning as""".split()
)
"""Words that stand in no name, even where a whole sentence is set in capitals."""
_BODIES = frozenset(
    "university bank hospital college council ministry authority institute foundation".split()
)
_CLAUSE_NUMBER = re.compile(r"\d+(?:\.\d+)+\.?|\d{1,2}\.|[1-9]")
_ENDS = frozenset("agreement amendment addendum contract whereas witnesseth recitals dated effective".split())


_INITIAL = re.compile(r"(?:^|\.)[A-Z]\.$|\b(?:St|Mr|Dr|Jr|Sr|No|Bros|Cos?|Etc)\.$")
"""A full stop that does not end a sentence."""
_ABBREVIATED = re.compile(r"\b(?:Inc|Incorp|Ltd|Ltda|Corp|Co|Cia|Pty|Bros|Lim|\w\.\s?\w)\.$", re.I)
"""A form that is written with a full stop: behind others it ends the sentence ('and Elm SA.')."""
_NO_NAME = re.compile(r" (?:Agreement|AGREEMENT|Act|ACT)\b")
_CLOSES = re.compile(r"\s*(?:$|\n|[,;.()“\"]| and\b| AND\b)")
SHORT_FORM = 5
"""A longer form in small letters is an ordinary word: 'Acme plc', but 'Acme incorporated in England'."""
LONG_FORM = 6
"""A form of more letters is no abbreviation: a full stop behind it ends a sentence."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name at characters start .. end of a text. `formed`: a legal form or kind of body stands in it."""

    start: int
    end: int
    text: str
    formed: bool
    words: int


def name_at(text: str, at: int, limit: int, *, join_and: bool = False) -> Name | None:
    """The name that begins at `at` and ends before `limit`; ' and ' ends it unless `join_and`. Newlines are
    ends of paragraphs, which no name crosses."""
    begin = at
    if title := _TITLES.match(text, begin):
        begin = title.end()
    if text[begin : begin + 4].lower() == "the " and text[begin + 4 : begin + 5].isupper():
        begin += 4
    walk = _Walk(text, begin, min(limit, len(text)), join_and)
    while walk.words < MAX_WORDS and walk.position < walk.limit and walk.word() and walk.gap():
        pass
    end, formed, words = walk.end, walk.formed, walk.words
    if end <= begin or _ZIP.match(text, end) or _NO_NAME.match(text, end):
        return None
    if not formed and (dash := _DASH.match(text, end)) and dash.end() < limit:
        rest = name_at(text, dash.end(), limit)
        if rest and rest.formed:
            end, formed, words = rest.end, True, words + rest.words
    clean = text[begin:end].rstrip(" ,;:")
    if clean.endswith(".") and not (_ABBREVIATED if formed else _INITIAL).search(clean):
        clean = clean[:-1]
    shown = " ".join(clean.split())
    return Name(begin, begin + len(clean), shown, formed, words) if plausible(shown, formed) else None


@dataclass(slots=True)
class _Walk:
    """Goes through a name word by word. `closed`: a form that ends names has been passed."""

    text: str
    position: int
    limit: int
    join_and: bool
    end: int = field(init=False)
    words: int = 0
    formed: bool = False
    closed: bool = False

    def __post_init__(self) -> None:
        self.end = self.position

    def word(self) -> bool:
        """Takes the word at the position; False where the name ends before or with it."""
        phrase = phrase_at(self.text, self.position)
        small = form_at(self.text, self.position) if self.text[self.position].islower() else 0
        small = small if small - self.position <= SHORT_FORM else 0
        if self.words and max(phrase, small) > self.position:
            self.closed = self.text[self.position] != "&"
            self.end = self.position = max(phrase, small)
            self.words, self.formed = self.words + 1, True
            return True
        found = _WORD.match(self.text, self.position)
        if found is None or self._ends_before(found[0], found.end()):
            return False
        word, form = found[0], is_form(found[0])
        self.words += 1
        self.position = self.end = found.end()
        self.formed = self.formed or form
        if word.endswith(".") and (len(word) > LONG_FORM if form else not _INITIAL.search(word)):
            self.end -= 1
            return False
        self.closed = self.closed or (form and self.words > 1 and is_closing(word) and not is_leading(word))
        return True

    def _ends_before(self, word: str, after: int) -> bool:
        form, low = is_form(word), word.lower()
        if low in _BREAKS:  # the form 'AS' closes a name, the word 'as' leads on
            return not (form and self.words and _CLOSES.match(self.text[after : min(self.limit, after + 6)]))
        return not form and (self.closed or (self.words > 0 and low.rstrip(".,") in _ENDS))

    def gap(self) -> bool:
        """Goes to the next word; False where none of this name follows."""
        at = self._after_gap(self.position)
        if at is None or at >= self.limit:
            return False
        self.position = at
        return True

    def _after_gap(self, at: int) -> int | None:
        inset = None if self.closed else _INSET.match(self.text, at)
        if inset:
            behind = _GAP.match(self.text, inset.end())
            return behind.end() if behind else inset.end()
        if self.text[at : at + 1] == ",":
            space = _SPACE.match(self.text, at + 1)
            begin = space.end() if space else at + 1
            if follows_comma(self.text, begin):
                return begin
            if not self.closed and _INSET.match(self.text, at + 1):
                return self._after_gap(at + 1)
            return begin if not self.formed and _FIRM.match(self.text, at) else None
        space = _SPACE.match(self.text, at)
        if space is None:
            return None
        if self.closed:
            return space.end() if form_at(self.text, space.end()) > space.end() else None
        return self._joined(space.end())

    def _joined(self, at: int) -> int | None:
        """Where the next large word begins behind small words that join what stands on both sides."""
        for _ in range(3):
            small = _LOWER.match(self.text, at) or _WORD.match(self.text, at)
            word = small[0].lower() if small else ""
            if small is None or (word not in _JOINING and word not in _AND):
                break
            step = _SPACE.match(self.text, small.end())
            separates = word in _AND and word != "&" and not self.join_and
            if (
                step is None
                or separates
                or (word == "of" and self.text[step.end() : step.end() + 1].isdigit())
            ):
                return None
            at = step.end()
        return at if _WORD.match(self.text, at) or form_at(self.text, at) > at else None


def plausible(name: str, formed: bool) -> bool:
    """It may be a name: not a place, a date, a heading or a word that contracts use for themselves."""
    words = name.split()
    low = [word.lower().strip(".,:;()") for word in words]
    if ".." in name or not any(map(str.isalpha, name)) or _CLAUSE_NUMBER.fullmatch(words[0]):
        return False
    if low[0] in NOT_NAMES - _MAY_BEGIN or any(len(word) > 3 and word.isdigit() for word in low[1:]):
        return False
    if formed:
        empty = NOT_NAMES | _KINDS
        own = [w for w, x in zip(low, words, strict=True) if not is_form(x) and w not in empty]
        return bool(own) and (not is_place(" ".join(own)) or not _BODIES.isdisjoint(low))
    return not (is_place(name) or low[0] in NOT_NAMES or low[-1] in NOT_NAMES or len(name) < 3)


def also_at(text: str, at: int, limit: int) -> tuple[str, Name] | None:
    """Another name the party goes by, directly behind its name: ('d/b/a', name)."""
    found = _ALSO.match(text, at)
    if not found or found.end() >= limit:
        return None
    name = name_at(text, found.end(), limit)
    return (found["also"].lower(), name) if name else None
