"""Whether a citation is another document's: 'Section 2(c) of the Original Agreement', '17 C.F.R. § 240'."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_HEADS = (
    r"Act|Code|Laws?|Rules?|Regulations?|Directive|Statutes?|Constitution|Ordinance|Decree|Convention|Treaty|Protocol"
    r"|Agreements?|Contracts?|Lease|Indenture|Deed|Note|Plan|Policy|Charter|By-?[Ll]aws|Certificate|Memorandum|Letter"
    r"|Amendment|Supplement|Order|Statement\s+of\s+Work|Terms|Guidelines?|Standards?|Manual|Guarant(?:y|ee)|Mortgage"
    r"|Prospectus|Licen[cs]e|Form|Report|Registration\s+Statement|Offering\s+Circular|Schedule\s+TO"
)
_UPPER = (
    r"ACT|CODE|LAW|RULES?|REGULATIONS?|AGREEMENT|CONTRACT|LEASE|INDENTURE|DEED|PLAN|AMENDMENT|ORDER|MSA|SOW|NDA|DPA|SLA"
    r"|GDPR|CCPA|HIPAA|UCC|ERISA|U\.?S\.?C|C\.?F\.?R|BGB|HGB|AktG|GmbHG"
)
_WORD = r"(?:[A-Z][\w.&’'/-]*|\d{1,4}|\([A-Z]{2,4}\)|of|and|for|on|the|&)"
_BEHIND_NAME = (
    r"(?:\s+(?:No\.\s*|Number\s+|\#\s*)[\w-]+|\s+Form\b|\s+\d{1,3}(?=[\s,.;)])|\s+10-[KQ]\b|\s+(?:\([A-Z]{2,4}\)\s*)?(?:No\.?\s*)?\d{2,4}/\d{2,4}"
    r"|\s+of\s+(?:1[789]|20)\d\d\b|\s+(?:1[789]|20)\d\d\b|\s+of\s+Incorporation)?"
)
_NAME = re.compile(rf"(?P<name>(?:{_WORD}\s+){{0,9}}?(?:{_HEADS}|{_UPPER})\b{_BEHIND_NAME})")
_OF = re.compile(
    r"(?:,?\s+(?:respectively|inclusive|(?:in\s+each\s+case|as\s+applicable|as\s+the\s+case\s+may\s+be)))?\s*,?\s+(?:of|under|to|in|from)\s+(?P<det>(?:the|that|such|its|their|his|said|an?|any|each|certain)\s+)*"
    r"(?P<quote>[\"“])?",
    re.I,
)
_OF_PLAIN = re.compile(
    r"(?:[\w-]+\s+){0,3}(?:agreement|contract|lease|deed|act|statute|regulation|policy|plan|instrument)s?\b"
)
_ACRONYM = re.compile(r"(?:applicable\s+)?(?P<name>[A-Z]{2,6}s?)(?![\w-])")
_ADJECTIVES = re.compile(r"(?:[a-z][\w-]*\s+){0,2}")
_DIRECT = re.compile(
    r"\s+(?P<name>(?:[A-Z][\w’'-]*\s+){1,5}?(?:Act|Code|Regulations?|Rules|Directive)\b(?:\s+\d{4})?)"
)
_CAPITAL = re.compile(
    r"\s*,?\s+(?:of|under|to|in)\s+(?:the\s+)?(?P<name>[A-Z][\w&’'-]*(?:\s+[A-Z][\w&’'-]*){0,4})"
)
_THERE = re.compile(r"\s*,?\s+(?:thereof|thereto|thereunder|therein)\b", re.I)
_BEFORE = re.compile(
    rf"(?P<det>\b(?:the|this|that|such|said)\s+)?(?P<name>(?:[A-Z][\w.&’-]*\s+){{0,5}}?(?:{_HEADS}|{_UPPER})(?:(?<=\.[CR])\.)?(?:\s+of\s+\d{{4}})?)(?P<own>[’']s?)?"
    r"(?P<gap>,?\s*)$"
)
_LAWS = re.compile(
    r"\b(?:act|code|laws?|rules?|regulations?|directive|statutes?|constitution|ordinance|decree|convention|treaty|u\.?s\.?c"
    r"|c\.?f\.?r|gdpr|ccpa|hipaa|ucc|erisa|bgb|hgb|aktg|gmbhg)\b",
    re.I,
)
_BARE = frozenset("agreement contract lease deed license licence terms order".split())
_THIS_NAMED = re.compile(
    r"\b(?:this|present)\s+(?P<name>[A-Z][\w\s&,’'/-]{0,80}?)\s*(?=[\"“(]|\bis\b|\bdated\b|,|\n)"
    r"|\bthis\s+[^.;]{0,200}?\(\s*(?:(?:the|this|hereinafter|herein|hereafter|collectively|together|referred|to|as|called|,)\s*)*"
    r"[\"“](?P<short>[^\"“”\n]{2,50})[\"”]",
    re.I,
)
OPENING = 3_000
"""Characters of a text in which it gives itself its name."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Tells the document itself from others. `own` are its own names in small letters; `amending`: what it
    calls 'the Agreement' is the one that it amends."""

    own: frozenset[str] = frozenset()
    amending: bool = False

    def document(self, text: str, start: int, end: int) -> str | None:
        """The other document that the citation at start .. end belongs to, by its name; '' where it is
        another one without a name, None where it is this one."""
        if _THERE.match(text, end):
            return _last_name(text, start)
        of = _OF.match(text, end)
        if of is not None:
            adjectives = _ADJECTIVES.match(text, of.end())
            begin = adjectives.end() if adjectives and of["det"] else of.end()
            named = _NAME.match(text, begin)
            if named is not None:
                return self._other(named["name"], False)
            short = _ACRONYM.match(text, begin)
            if short is not None and not text[start : start + 4].isupper():
                return self._other(short["name"], False)
            if of["det"] and of["det"].strip().lower() not in ("the", "a", "an"):
                plain = _OF_PLAIN.match(text, of.end())
                if plain is not None:
                    return plain[0]
        if (direct := _DIRECT.match(text, end)) is not None:
            return self._other(direct["name"], False)
        last = text[max(0, start - 25) : start].rstrip(" ,\n").rpartition(" ")[2].rpartition("\n")[2]
        before = _BEFORE.search(text, max(0, start - 70), start) if last[:1].isupper() else None
        if before is not None and (before["own"] or before["gap"].strip() in ("", ",")):
            name = before["name"]
            attached = before["own"] or "," not in before["gap"] or _LAWS.search(name)
            if attached or before["det"]:
                return self._other(name, (before["det"] or "").strip().lower() == "this")
        return None

    def _other(self, name: str, this: bool) -> str | None:
        name = _plain(name)
        flat = name.casefold()
        if this or flat in self.own:
            return None
        if flat in _BARE and not self.amending:
            return None
        return name


def capital_behind(text: str, end: int) -> str | None:
    """The name in capitals that a citation ending at `end` is said to lie in, whatever it is a name of:
    where nothing here answers to the citation, another document may ('Exhibit M of the Correspondence')."""
    found = _CAPITAL.match(text, end)
    return found["name"] if found else None


def names_of(opening: str, title: str, amending: bool) -> Elsewhere:
    """What the document calls itself: its title, and the names that its opening gives it ('this Supply
    Agreement (the "Agreement")')."""
    names: set[str] = {title.casefold()}
    for match in _THIS_NAMED.finditer(opening, 0, OPENING):
        names.add(re.sub(r"\s+", " ", match["name"] or match["short"]).strip(" ,").casefold())
    if amending:
        names -= _BARE
    return Elsewhere(frozenset(names), amending)


def is_law(name: str) -> bool:
    """Whether a name is that of a statute or a rule made by law, not of an agreement."""
    return _LAWS.search(name) is not None


def _last_name(text: str, start: int) -> str:
    found: Iterable[re.Match[str]] = _NAME.finditer(text, max(0, start - 250), start)
    last = ""
    for match in found:
        last = match["name"]
    return _plain(last)


def _plain(name: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\A(?:(?:of|and|for|on|the|&)\s+)+", "", name)).strip()
