"""What who asked says of an answer: that it helped, that it did not, or what it was instead."""

from __future__ import annotations

from functools import cache
from typing import Literal

from assets.tickets.speech.acts import READ, Act, Sentence, act_of, acts, phrases, sentences
from assets.tickets.speech.automaton import Phrases, read
from assets.tickets.speech.phrases import LIGHT, PHRASES, TICKET
from assets.tickets.speech.stance_phrases import (
    BUT,
    CONDITION,
    FAILS,
    FOUND,
    LATER,
    MENDED,
    NOT,
    NOT_BEHIND,
    NOT_REACH,
    STILL,
    STILL_ELSE,
)
from assets.tickets.symptoms import states_symptom

Stance = Literal["helped", "failed"]
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
    return said


def confirms(text: str) -> bool:
    """Whether who asked says that it is mended: that it works, or thanks; and names no symptom, asks nothing,
    and does not go on with a but or with what is yet to be tried."""
    if len(text) > READ:
        return False
    if (done := acts(text)) is not None:
        return bool({"confirmation", "thanks", "closing"} & set(done)) and _NOTHING_ELSE.issuperset(done)
    said = sentences(text)
    stances = [_of(sentence) for sentence in said]
    if "failed" in stances[-1:] or any("?" in sentence.mark for sentence in said):
        return False
    words = [word for sentence in said for word in sentence.words]
    if not BUT.isdisjoint(words) or any(_phrases_of("later").any(words)):
        return False
    if "helped" in stances:
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
    helped = [(start, start if how == "mended" else end) for how, start, end in said if how != "still"]
    if helped:
        return "failed" if any(_denied(sentence, *where) for where in helped) else "helped"
    return "failed" if STILL_ELSE.isdisjoint(words) and act_of(sentence) is None else None


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
def _phrases_of(kind: Literal["stance", "later", "found"]) -> Phrases:
    texts = {
        "stance": {"fails": FAILS, "still": STILL, "works": PHRASES["confirmation"], "mended": MENDED},
        "later": {"later": LATER},
        "found": {"found": FOUND},
    }[kind]
    return Phrases({name: read(text) for name, text in texts.items()}, LIGHT, {"ticket": TICKET})
