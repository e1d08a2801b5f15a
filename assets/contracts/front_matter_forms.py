"""Legal forms of many countries: what tells a company's name, and where it ends."""

from __future__ import annotations

import re

_CLOSING_FORMS = frozenset(
    """inc incorporated corp llc lllp llp lp ltd limited plc pllc pc gmbh ag mbh kgaa kg ohg ug ev sa sas sarl
    sàrl snc sca srl spa sapa sl slu slp nv bv cv vof ab oy oyj aps asa spzoo sro doo dd kft zrt nyrt bt
    eood ead ood ltda eireli lda cia pty pte bhd sdn kk gk jsc ojsc pjsc cjsc ooo oao pao zao fzco fze na
    aktiengesellschaft aktiebolag aktieselskab incorporée limitée ltée gie tbk cpa unlimited""".split()
)
"""Forms that end a name: what follows is another form or no part of it. Dots are left out."""
_OPEN_FORMS = frozenset(
    """corporation company co bank trust fund funds partnership association university foundation institute
    cooperative society authority council union college hospital ministry gesellschaft genossenschaft
    stiftung société sociedad società stichting portfolios holdings holding group""".split()
)
"""Forms and kinds of body that may stand inside a name as well ('Elver Company Pension Trust')."""
UPPER_FORMS = frozenset({"AS", "SE", "AD", "PT", "SC", "SNC", "NA", "PC", "CV", "BT", "EV"})
"""Forms that are ordinary words unless written in capitals."""
_LEADING_FORMS = frozenset("jsc ojsc pjsc cjsc ooo oao pao zao pt sociedad società stichting société".split())
"""Forms that stand before the name in some countries."""
_FORM_PHRASE = re.compile(
    r"S\.? ?de ?R\.? ?L\.?(?: ?de ?C\.? ?V\.?)?|S\.? ?A\.? ?(?:P\.? ?I\.? ?)?de ?C\.? ?V\.?"
    r"|sp\.? ?z ?o\.? ?o\.?"
    r"|GmbH ?& ?Co\.?(?: ?KG(?:aA)?)?|A/S|S/A|K/S|I/S|s\.r\.o\.|a\.s\.|d\.o\.o\.|Pty\.? Ltd\.?|Sdn\.? Bhd\.?"
    r"|Pte\.? Ltd\.?|Pvt\.? Ltd\.?|Co\.?,? ?Ltd\.?|e\.V\.|S\.à ?r\.l\.|National Association|& Co\.?",
    re.I,
)
_WORD = re.compile(r"[^\W\d_][\w'’.&/-]*")


def form_at(text: str, at: int) -> int:
    """Where the legal form that begins at `at` ends; `at` itself where none does."""
    phrase = phrase_at(text, at)
    if phrase > at:
        return phrase
    word = _WORD.match(text, at)
    return word.end() if word and is_form(word[0]) else at


def phrase_at(text: str, at: int) -> int:
    """Where a form of several words or signs ('GmbH & Co. KG', 'A/S') ends; `at` itself where none begins."""
    phrase = _FORM_PHRASE.match(text, at)
    return phrase.end() if phrase and not text[phrase.end() : phrase.end() + 1].isalnum() else at


def is_form(word: str) -> bool:
    """The word is a legal form or kind of body."""
    plain = _plain(word)
    low = plain.lower()
    if plain in UPPER_FORMS:
        return True
    if low in _CLOSING_FORMS:
        return len(low) > 2 or plain[:1].isupper()
    return low in _OPEN_FORMS and plain[:1].isupper()


def is_closing(word: str) -> bool:
    """The form ends a name: nothing but another form may follow."""
    plain = _plain(word)
    return plain in UPPER_FORMS or plain.lower() in _CLOSING_FORMS


def is_leading(word: str) -> bool:
    """The form stands before the name: 'JSC Acme'."""
    return _plain(word).lower() in _LEADING_FORMS


def follows_comma(text: str, at: int) -> bool:
    """A form begins at `at` that may stand behind a comma: 'Acme, Inc.', but not 'Principal, Company'."""
    end = form_at(text, at)
    form = text[at:end]
    if end == at or form in UPPER_FORMS:
        return False
    return is_closing(form) or phrase_at(text, at) > at or _plain(form).lower() == "co"


def _plain(word: str) -> str:
    return word.rstrip(",;:").replace(".", "")
