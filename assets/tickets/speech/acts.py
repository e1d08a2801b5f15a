"""What each sentence of a message does: it thanks, closes, promises, asks ..., or says something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, cast

from assets.tickets.speech.automaton import Phrases, read
from assets.tickets.speech.phrases import HOW, LIGHT, PHRASES, PLAIN, TICKET

Act = Literal[
    "thanks", "greeting", "farewell", "courtesy", "closing", "auto_close", "promise", "forwarding",
    "verification", "approval", "not_reproduced", "housekeeping", "me_too", "asking", "confirmation",
]  # fmt: skip
"""What a sentence does that mends nothing (speech acts, after Searle). `approval`: of a request it is the
answer, of a change no more than its review; `me_too`: somebody else has the same
problem; `housekeeping`: the ticket's own fields were put in order."""

READ = 2_000
"""Characters of a message that are looked at; one that is longer says something."""
LONGEST = 60
"""Words of a sentence; a longer one says something."""
_SENTENCE = 20 * LONGEST
"""Characters of a sentence that are looked at."""
_STRONGEST: tuple[Act, ...] = (
    "asking", "auto_close", "closing", "forwarding", "promise", "verification", "approval",
    "not_reproduced", "housekeeping", "me_too", "confirmation", "farewell", "thanks", "greeting", "courtesy",
)  # fmt: skip
_SEEN: frozenset[Act] = frozenset(("verification", "not_reproduced"))
_NAMED: frozenset[Act] = frozenset(("greeting", "thanks", "farewell"))
"""After these people are called by name."""
_NAME_WORDS = 3
_PLAIN_WORDS = 6
_ACCENTS = ("äàáâãåąçćčďéèêëěęíìîïłñńňóòôõöøřśšťúùûüůýźżž", "aaaaaaacccdeeeeeeiiiilnnnoooooorsstuuuuuyzzz")
_FOLD = str.maketrans(
    dict(zip(*_ACCENTS, strict=True))
    | {"ß": "ss", "æ": "ae", "œ": "oe", "’": "'", "‘": "'", "´": "'", "`": "'"}
)
_END = re.compile(r"(?<![.!?…])[.!?…]++(?=[\s\"')*\]]|$)|\n+|(?<=\w);(?=\s)")
_WORD = re.compile(r"@[^\s,]+|\+1\b|[^\W_]+(?:['’./:@+\-][^\W_]+)*|,")
_CONDITION = frozenset(
    "if should wenn falls sollte sollten si se caso als mocht mochte om ifall hvis dersom jos jesli jezeli"
    " gdyby pokud kdyby".split()
)
"""How an offer begins: 'if it hums again, please reopen'."""
_CONDITION_WORDS = 14
_OFFERS = frozenset(
    """reopen reply contact let write respond get reach feel create open file raise submit
    melden meldet antworten schreiben kontaktieren offnen
    n'hesitez hesitez repondez contactez ecrivez rouvrir rouvrez
    responda responder avise avisenos contacte contactenos escriba entre avise-nos
    risponda rispondere scriva contatti contattarci scrivici
    laat neem reageer hor kontakta svara kontakt kontakte svar skriv
    ota ottakaa vastaa prosze napisz odpowiedz skontaktuj napiste ozvete kontaktujte odpovezte""".split()
)
"""With what it goes on behind the comma."""
_SIMPLY = frozenset("einfach gern gerne ruhig jederzeit kurz simply gewoon simplement simplemente".split())
_OFFER_FILL = (
    PLAIN
    | _SIMPLY
    | frozenset(
        """know free out hesitate not me new separate another related fresh directly anytime via through using
    don't hesitate either always quickly
    nochmal nochmals erneut neues neuen neue weiteres telefonisch direkt unter per uber
    pas nouveau nouvelle directement savoir a ouvrir
    dude no en nuevamente directamente otra otro nueva nuevo saber
    pure pur esitare non nuova nuovo direttamente
    nao hesite novamente novo nova
    gerust weten opnieuw nieuwe nieuw rechtstreeks
    gerna garna igen nytt ny direkte direkt tveka inte oss os veta vide vite
    uudelleen meihin meille rohkeasti yhteytta uusi
    nam nas nami ponownie nowe znovu novy""".split()
    )
)
"""What may stand between an offer and its object."""
_BACK = (
    TICKET
    | _OFFERS
    | frozenset(
        """replying reopened assistance support help email mail message kundendienst rouvert reponse respuesta
    risposta resposta antwort nachricht antwoord svar vastaus odpowiedz odpoved""".split()
    )
)
"""What machines say behind it that they closed a ticket: how to open it again."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """The words of a sentence without `LIGHT` ones, as they are looked up and as they are written, and
    whether a comma stands before each."""

    words: list[str]
    written: list[str]
    comma: list[bool]
    mark: str
    """What ends it: punctuation or a line's end, with a comma before it where there is one."""

    def is_capital(self, number: int) -> bool:
        """Whether a word is written with a capital."""
        return self.written[number][0].isupper()


@lru_cache(maxsize=32)
def sentences(text: str) -> Sequence[Sentence]:
    """The sentences and lines of a text that hold a word, in order; of a longer one than `READ` those of its
    beginning. The last texts are kept, since each is asked several things."""
    return tuple(_sentences(text[:READ]))


@lru_cache(maxsize=256)
def acts(text: str) -> Sequence[Act] | None:
    """What the sentences of a text do, in order; None where one says something. Names behind a farewell are
    whose it is, how to get back is no more than that the ticket was closed by itself, and what a text goes on
    with that begins with a verification is what was seen and with what, unless it says how it was mended."""
    if len(text) > READ:
        return None
    done: list[Act] = []
    before = ""
    for sentence in _sentences(text):
        act = act_of(sentence)
        if act is None and not _SEEN.isdisjoint(done) and HOW.isdisjoint(sentence.words):
            act = "verification" if "verification" in done else "not_reproduced"
        if act is None and done and _is_name(sentence, done[-1], before):
            act = done[-1]
        if act is None and "auto_close" in done and not _BACK.isdisjoint(sentence.words):
            act = "courtesy"
        if act is None:
            return None
        done.append(act)
        before = sentence.mark
    return done


def _sentences(text: str) -> Iterator[Sentence]:
    at = 0
    for end in _END.finditer(text):
        if (sentence := _sentence(text, at, end.start(), end[0])) is not None:
            yield sentence
        at = end.end()
    if (sentence := _sentence(text, at, len(text), "")) is not None:
        yield sentence


def act_of(sentence: Sentence) -> Act | None:
    """What a sentence does; None where it says something. A question asks, whatever it says."""
    if len(sentence.words) > LONGEST:
        return None
    found = _covered(sentence)
    if found is None:
        return "asking" if "?" in sentence.mark else None
    if "?" in sentence.mark:
        return "asking"
    return next((act for act in _STRONGEST if act in found), "courtesy")


def is_covered(sentence: Sentence) -> bool:
    """Whether known phrases make up a sentence, whatever ends it."""
    return len(sentence.words) <= LONGEST and _covered(sentence) is not None


def _covered(sentence: Sentence) -> set[Act] | None:
    """The acts whose phrases make up the sentence; None where a word belongs to none."""
    words, known = sentence.words, phrases()
    found: set[Act] = set()
    number = 0
    if words and words[0] in _CONDITION and (offer := _offer(sentence)):
        return {"courtesy"} if offer else None
    while number < len(words):
        word = words[number]
        phrase = known.at(words, number)
        if phrase is not None:
            act = cast(Act, phrase[0])
            found.add(act)
            if act == "verification" and not HOW.isdisjoint(words[number : phrase[1]]):
                return None
            number = phrase[1]
            if act in _NAMED:
                number = _behind_name(sentence, number, act != "greeting")
        elif "courtesy" in found and _is_called(sentence, number):
            number += 1
        elif word in PLAIN or word in TICKET:
            number += 1
            if word in TICKET and number < len(words) and words[number].isdigit():
                number += 1
        else:
            return None
    return found if found or len(words) <= _PLAIN_WORDS else None


def _offer(sentence: Sentence) -> bool:
    """Whether a condition is followed by what to do then with us, with the ticket or with nothing else."""
    words = sentence.words
    for number in range(1, min(len(words), _CONDITION_WORDS)):
        first = number - 1 if words[number - 1] in _SIMPLY else number
        if words[number] in _OFFERS and (sentence.comma[first] or not any(sentence.comma)):
            return _is_ours(words, number + 1)
    return False


def _is_ours(words: Sequence[str], number: int) -> bool:
    """Whether the object that begins with that word is who helps, or the ticket, or none."""
    while number < len(words) and words[number] in _OFFER_FILL:
        number += 1
    return (
        number == len(words)
        or words[number] in _BACK
        or phrases().at(words, number) is not None
        or "@" in words[number]
    )


def _behind_name(sentence: Sentence, number: int, even_behind_comma: bool) -> int:
    """The number of the first word behind a name that may stand there."""
    for behind in range(number, min(number + _NAME_WORDS, len(sentence.words))):
        word = sentence.words[behind]
        if not sentence.is_capital(behind) or (sentence.comma[behind] and not even_behind_comma):
            return behind
        if any(map(str.isdigit, word)) or phrases().at(sentence.words, behind) is not None:
            return behind
    return min(number + _NAME_WORDS, len(sentence.words))


def _is_called(sentence: Sentence, number: int) -> bool:
    """Whether a word is the name of who is spoken to: the last, with a capital, behind a comma."""
    last = number == len(sentence.words) - 1
    return (
        last and sentence.comma[number] and sentence.is_capital(number) and sentence.words[number].isalpha()
    )


def _is_name(sentence: Sentence, above: Act, before: str) -> bool:
    """Whether a line is the name below a farewell, or below 'Thanks,'."""
    if above != "farewell" and not (above == "thanks" and before.startswith(",")):
        return False
    size = len(sentence.words)
    return "\n" in before and size <= _NAME_WORDS and all(map(sentence.is_capital, range(size)))


def fold(text: str) -> str:
    """Small letters without accents, apostrophes straight."""
    return text.lower() if text.isascii() else text.lower().translate(_FOLD)


def _sentence(text: str, start: int, end: int, mark: str) -> Sentence | None:
    words: list[str] = []
    written: list[str] = []
    commas: list[bool] = []
    comma = False
    for each in _WORD.findall(text, start, min(end, start + _SENTENCE)):
        word = each.lower()
        if word in LIGHT:
            continue
        if each == ",":
            comma = True
        elif each[0] != "@":
            if not word.isascii():
                word = word.translate(_FOLD)
                if word in LIGHT:
                    continue
            words.append("will" if word.endswith("'ll") else word)
            written.append(each)
            commas.append(comma)
            comma = False
    return Sentence(words, written, commas, f",{mark}" if comma else mark) if words else None


@cache
def phrases() -> Phrases:
    """The phrases by act."""
    return Phrases({name: read(text) for name, text in PHRASES.items()}, LIGHT, {"ticket": TICKET})
