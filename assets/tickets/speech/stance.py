"""What who asked says of an answer: that it helped, that it did not, or what it was instead."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from assets.tickets.speech.acts import READ, Act, Sentence, act_of, acts, fold, is_covered, phrases, sentences
from assets.tickets.speech.automaton import Phrases, read
from assets.tickets.speech.phrases import HOW, LIGHT, PHRASES, TICKET
from assets.tickets.speech.stance_phrases import (
    BUT,
    CHECKING,
    CONDITION,
    DID,
    FAILS,
    FOUND,
    HELPING,
    LATER,
    MENDED,
    NO,
    NOT,
    NOT_BEHIND,
    NOT_REACH,
    PROPOSING,
    PROPOSING_WITHIN,
    STILL,
    STILL_ELSE,
    THAT_IT_WAS,
    TRIED,
    YES,
)
from assets.tickets.symptoms import states_symptom

Stance = Literal["helped", "failed"]
_THANKS = (
    r"[\s,.!]*(?:(?:thanks|thank you|thx|danke|merci|gracias|grazie|obrigado|bedankt|tack|takk)[\s,.!]*)?"
)
_YES = re.compile(rf"(?:{YES})(?:,? it (?:did|does|is|has))?{_THANKS}")
_NO = re.compile(rf"(?:(?:sorry|unfortunately|sadly),? )?(?:{NO})(?:,? it (?:didn't|doesn't))?{_THANKS}")
_THAT_IT_WAS = re.compile(
    rf"(?:^|[.!\n])\s*(?:(?:yes|oh|ah|ok|great|thanks|thank you|ja|oui|si|sim|danke|merci),?\s+){{0,3}}"
    rf"(?:{THAT_IT_WAS})(?=\s*(?:[.,!;\n]|$|thank|danke|merci|gracias|grazie))"
)
_OPENING = 200
"""Characters in which who asked says that this was it."""
_TRIED = re.compile(
    r"(?i)\b(?:re-?)?(?:v[eé]ri|test|getest|valid|conf|gepr|nachge|prob|comp|prov|nage|prze|zwer|ov[eě][rř]|otest)"
)
"""How words of `TRIED` begin: most texts hold none and need not be looked through."""
_SAYS_WHAT = 2
"""Words beside that something was found out, at least."""
_NOTHING_ELSE: frozenset[Act] = frozenset(
    ("thanks", "greeting", "farewell", "courtesy", "confirmation", "closing")
)


def stance(text: str) -> Stance | None:
    """Whether a text says that an answer helped, or that it failed: the last sentence that says either. None
    where none does."""
    said: Stance | None = None
    for sentence in sentences(text):
        said = _of(sentence) or said
    return said or ("helped" if _named_it(text) else None)


def reply(text: str, to: str) -> Stance | None:
    """What who asked says of an answer, given the message `to` of who helps before it: a mere yes or no
    means what was asked."""
    said, bare = stance(text), fold(text[:100]).strip()
    if said is not None or not (_NO.fullmatch(bare) or _YES.fullmatch(bare)):
        return said
    yes = _YES.fullmatch(bare) is not None
    asked = [sentence.words for sentence in sentences(to) if "?" in sentence.mark]
    if not asked:
        return None if yes else "failed"
    how = {name for name, _, _ in _phrases_of("stance").any(asked[-1])}
    if how & {"fails", "still"} or "noch" in asked[-1] or not NOT.isdisjoint(asked[-1]):
        return "failed" if yes else "helped"
    if how or any(_phrases_of("helping").any(asked[-1])):
        return "helped" if yes else "failed"
    return None


def proposes(text: str) -> bool:
    """Whether a text asks somebody to do what may mend it, or whether they did: no question that wants to be
    told or sent something, nor how it went."""
    return "?" in text and any(
        "?" in sentence.mark
        and any(word.split("-")[0] in PROPOSING for word in sentence.words[:PROPOSING_WITHIN])
        and not any(act == "asking" for act, _, _ in phrases().any(sentence.words))
        and not is_covered(sentence)
        and not any(_phrases_of("checking").any(sentence.words))
        for sentence in sentences(text)
    )


def says_what_was_done(text: str) -> bool:
    """Whether who asked says what they did, and that it helped."""
    did = any(not DID.isdisjoint(each.words) and act_of(each) is None for each in sentences(text))
    return did and stance(text) == "helped" and confirms(text)


def reports_failure(text: str) -> bool:
    """Whether who helps says that it was tried and failed, and not how to mend it."""
    if len(text) > READ or _TRIED.search(text) is None or stance(text) != "failed":
        return False
    saying = [each for each in sentences(text) if act_of(each) in (None, "verification")]
    tried = any(not TRIED.isdisjoint(each.words) for each in saying)
    return tried and all(
        HOW.isdisjoint(each.words) and (act_of(each) is not None or _of(each) == "failed") for each in saying
    )


def _named_it(text: str) -> bool:
    return "?" not in text and _THAT_IT_WAS.search(fold(text[:_OPENING])) is not None


def confirms(text: str) -> bool:
    """Whether who asked says that it is mended: that it works, or thanks; and names no symptom, asks nothing,
    and does not go on with a but or with what is yet to be tried."""
    if len(text) > READ:
        return False
    if (done := acts(text)) is not None:
        said_so = stance(text) == "helped" or bool({"confirmation", "thanks", "closing"} & set(done))
        return said_so and _NOTHING_ELSE.issuperset(done)
    said = sentences(text)
    stances = [_of(sentence) for sentence in said]
    if "failed" in stances[-1:] or any("?" in sentence.mark for sentence in said):
        return False
    words = [word for sentence in said for word in sentence.words]
    if not BUT.isdisjoint(words) or any(_phrases_of("later").any(words)):
        return False
    if "helped" in stances or _named_it(text):
        return "failed" not in stances
    thanks = any(name == "thanks" for name, _, _ in phrases().any(words))
    return thanks and NOT.isdisjoint(words) and "failed" not in stances and not states_symptom(text)


def found_out(text: str) -> bool:
    """Whether who asked says what it was, or how it was mended after all."""
    if not any(
        not _denied(sentence, start, start)
        for sentence in sentences(text)
        if "?" not in sentence.mark
        for _, start, _ in _phrases_of("found").any(sentence.words)
    ):
        return False
    saying = [each for each in sentences(text) if "?" not in each.mark and act_of(each) is None]
    named = sum(end - start for each in saying for _, start, end in _phrases_of("found").any(each.words))
    return sum(len(each.words) for each in saying) - named >= _SAYS_WHAT


def _of(sentence: Sentence) -> Stance | None:
    words = sentence.words
    if "?" in sentence.mark:
        return None
    said = list(_phrases_of("stance").any(words))
    if not said or not CONDITION.isdisjoint(words):
        return None
    if any(how == "fails" for how, _, _ in said):
        return "failed"
    but = next((number for number, word in enumerate(words) if word in BUT), len(words))
    behind = {how for how, start, _ in said if start > but}
    if behind == {"still"} and STILL_ELSE.isdisjoint(words[but:]):
        return "failed"
    helped = [(start, start if how == "mended" else end) for how, start, end in said if how != "still"]
    if helped:
        return "failed" if any(_denied(sentence, *where) for where in helped) else "helped"
    goes_on = STILL_ELSE.isdisjoint(words) and act_of(sentence) in (None, "verification")
    return "failed" if goes_on else None


def _denied(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a negation stands within reach before `start`, or one of those that may from `end` on, with no
    comma between."""
    for number in range(start - 1, max(start - 1 - NOT_REACH, -1), -1):
        if sentence.comma[number + 1]:
            break
        if sentence.words[number] in NOT:
            return True
    for number in range(end, min(end + NOT_REACH, len(sentence.words))):
        if sentence.comma[number]:
            break
        if sentence.words[number] in NOT_BEHIND:
            return True
    return False


@cache
def _phrases_of(kind: Literal["stance", "later", "found", "checking", "helping"]) -> Phrases:
    texts = {
        "stance": {"fails": FAILS, "still": STILL, "works": PHRASES["confirmation"], "mended": MENDED},
        "later": {"later": LATER},
        "found": {"found": FOUND},
        "checking": {
            "checking": CHECKING,
            "fails": FAILS,
            "works": PHRASES["confirmation"],
            "mended": MENDED,
        },
        "helping": {"helping": HELPING},
    }[kind]
    return Phrases({name: read(text) for name, text in texts.items()}, LIGHT, {"ticket": TICKET})
