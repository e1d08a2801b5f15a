"""What a link between two tickets says, in the words and languages of trackers."""

from __future__ import annotations

import re
from typing import Literal

Relation = Literal["duplicate_of", "merged_into"]

_DUPLICATE_OF = re.compile(
    r"(?:(?:is |was )?(?:an? )?(?:exact )?(?:duplicate|dupe) of|duplicates|dupes"
    r"|dupliziert|(?:ist )?(?:ein )?(?:duplikat|doppelt) (?:von|zu)|verdoppelt"
    r"|(?:est )?(?:un |le )?(?:doublon|dupliqu[ée]|duplicata) (?:de|du)|duplique|fait double emploi avec"
    r"|(?:es )?(?:un )?duplicado de|duplica(?: a)?|(?:è )?(?:un )?(?:duplicato|doppione) di"
    r"|(?:é )?(?:uma? )?(?:duplicad[oa]|duplicata) de|(?:is )?(?:een )?(?:duplicaat|dubbel) van|dupliceert"
    r"|(?:er )?(?:et )?duplikat (?:af|av)|duplikerer"
    r"|(?:är )?(?:en )?(?:dubblett|dubblering) (?:av|till)|dubblerar"
    r"|(?:jest )?duplikatem|duplikuje|(?:является )?дубликатом|дублирует|重複元|次と重複)"
)
_MERGED_INTO = re.compile(
    r"(?:(?:is |was |been )?merged (?:in)?to|merges into|(?:wurde )?zusammengef(?:ü|ue)hrt (?:mit|in)"
    r"|(?:a été |est )?fusionnée? (?:avec|dans)|(?:se )?fusion(?:ó|ado|ada) (?:con|en)"
    r"|(?:è stat[oa] )?unit[oa] a|samengevoegd (?:met|in)|mesclad[oa] (?:com|em))"
)
_NAMED = re.compile(r"duplicates?|duplicated?|duplikate?|doublons?|duplicad[oa]|duplicat[oi]|duplicaat")


def relation_of(said: str) -> Relation | None:
    """What this ticket is to the other, read from this one ("duplicates", "was merged into"); None for every
    other relation, what was only possible or is denied among them."""
    words = " ".join(said.lower().split())
    if _DUPLICATE_OF.fullmatch(words):
        return "duplicate_of"
    return "merged_into" if _MERGED_INTO.fullmatch(words) else None


def names_duplicates(kind: str) -> bool:
    """Whether a kind of link is the one between duplicates; it is the ticket at its source that is one."""
    return _NAMED.fullmatch(" ".join(kind.lower().split())) is not None
