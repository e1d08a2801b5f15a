"""A party as it was read, and one party read in several places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assets.contracts.front_matter_forms import is_form


@dataclass(frozen=True, slots=True)
class Party:
    """A party at characters start .. end: its name (other names with d/b/a or the like), the short names
    the text gives it, how sure, and where that was read."""

    name: str
    start: int
    end: int
    confidence: float
    how: str
    short: list[str] = field(default_factory=list)


def merge(*sources: Sequence[Party]) -> list[Party]:
    """Parties of all sources in order; a party that another source names too is surer, has the short names of
    both, and the fuller name."""
    found: list[Party] = []
    for source in sources:
        for party in source:
            at = next((i for i, known in enumerate(found) if same(known, party)), None)
            if at is None:
                found.append(party)
                continue
            known = found[at]
            if known.how != party.how:
                short = list(dict.fromkeys([*known.short, *party.short]))
                # 'Acme Pumps Ltd' says more than its own end, 'Pumps Ltd'.
                fuller = party if key(party.name).endswith(f" {key(known.name)}") else known
                sure = round(min(0.99, known.confidence + 0.1), 2)
                found[at] = replace(fuller, how=known.how, confidence=sure, short=short)
    return found


def same(one: Party, other: Party) -> bool:
    """The same party in two wordings. Affiliates share words ('Acme Pumps Inc', 'Acme Inc'): within one
    source only equal names are one party, between two sources also a short form of a name."""
    a, b = _core(one.name), _core(other.name)
    if not a or not b or one.how == other.how:
        return a == b and one.name.lower() == other.name.lower()
    if a == b:
        return True
    shorter, longer = (one, other) if len(a) < len(b) else (other, one)
    if not (a < b or b < a):
        return False
    return key(longer.name).endswith(key(shorter.name)) or not any(map(is_form, shorter.name.split()))


def _core(name: str) -> frozenset[str]:
    words = re.findall(r"[\w&]+", name.lower().replace(".", ""))
    return frozenset(w for w in words if not is_form(w.capitalize()) and w not in ("the", "and", "of", "&"))


def key(name: str) -> str:
    """A name's words in lower case, for comparing."""
    """A name's words in lower case, for comparing."""
    """A name's words in lower case, for comparing."""
    return " ".join(re.findall(r"\w+", name.lower()))
