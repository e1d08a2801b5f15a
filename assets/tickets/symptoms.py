"""What a thread says of its problem in fixed forms: error codes, exceptions, products, versions, symptoms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

_CODE = re.compile(
    r"\b(?:0x[0-9A-Fa-f]{4,16}"  # Windows and addresses of faults
    r"|[A-Z]{2,10}[-_]?\d{3,6}[A-Z]?(?![\w.])"  # ORA-00942, KB4012212, TS2304
    r"|E[A-Z]{3,12}(?![\w.])"  # ECONNREFUSED
    r"|(?:SIG(?:SEGV|ABRT|BUS|ILL|KILL|TERM|FPE|PIPE|TRAP)|EXC_[A-Z_]{4,30})"
    r"|[A-Z][A-Z0-9]{2,20}(?:_[A-Z0-9]{2,20}){1,5})\b"  # INSTALL_FAILED_INVALID_APK
    r"|\b(?:HTTP|status|error|exit|return|code|errno|fehler|erreur|fout|codice|código)(?:[ -]?(?:code|status|no\.?|nr\.?|number))?"
    r"[ :=#(]{1,3}-?\d{1,6}\b",
)
_EXCEPTION = re.compile(
    r"\b(?:[a-z][\w$]*\.)*[A-Z][\w$]*(?:Exception|Error|Fault|Panic|Timeout)\b(?!\.\w+\()"
)
_VERSION = re.compile(
    r"(?<![\w.])v?\d{1,3}\.\d{1,4}(?:\.\d{1,6})*(?:[.-]?(?:GA|RC\d*|alpha|beta|SNAPSHOT|v?\d{8,14}|r\d+|b\d+)\d*)*(?![\w]|\.\d)",
    re.I,
)
_SYMPTOM = re.compile(
    r"\b(?:crash\w*|fail\w*|freez\w*|frozen|hang(?:s|ing)?|hung|stuck|broken?|breaks|error\w*|exception\w*|unable|cannot"
    r"|can't|cant|couldn't|could not|can not|doesn't|does not|doesnt|didn't|don't|do not|isn't|is not|aren't|are not"
    r"|won't|will not|not work\w*|never|no longer|missing|wrong(?:ly)?|incorrect\w*|invalid|undefined|null|leak\w*|slow|blank|empty"
    r"|stop(?:s|ped)|ignor\w+|unexpected\w*|instead of|refus\w+|denied|timeout|timed out|lost|disappear\w*|duplicate[sd]?"
    r"|funktioniert nicht|geht nicht|fehler\w*|stürzt|kann nicht|lässt sich nicht|abgebrochen|defekt"
    r"|ne fonctionne (?:pas|plus)|erreur\w*|impossible|panne|plante|échou\w+"
    r"|no funciona|fallo|falla|no puedo|no se puede|non funziona|errore|impossibile|guasto"
    r"|werkt niet|fout\w*|kan niet|storing|virker ikke|fejl|fungerar inte|fel|não funciona|erro|nie działa|błąd)\b",
    re.I,
)
_BREAK = re.compile(r"(?<=[.!?。！？])\s+(?=\S)|\n+")
LONGEST_SENTENCE = 240
MOST = 4
"""Codes, exceptions and versions that a statement names, of each kind."""
READ = 20_000
"""Characters of one message that are looked through: a log repeats itself."""


@dataclass(slots=True)
class Symptoms:
    """What was found in a thread, each in order of first mention, without repetition."""

    codes: list[str] = field(default_factory=list)
    exceptions: list[str] = field(default_factory=list)
    """Without their packages: `NullPointerException`."""
    versions: list[str] = field(default_factory=list)
    sentence: str = ""
    """The sentence that states the symptom, on one line; empty where none does."""


def symptoms(messages: Sequence[str]) -> Symptoms:
    """The symptoms of a thread, its messages in order; the sentence is sought in the first alone."""
    texts = [text[:READ] for text in messages]
    return Symptoms(
        codes=_first(m[0].strip() for text in texts for m in _CODE.finditer(text)),
        exceptions=_first(m[0].rpartition(".")[2] for text in texts for m in _EXCEPTION.finditer(text)),
        versions=_first(m[0].rstrip(".") for text in texts for m in _VERSION.finditer(text)),
        sentence=symptom_sentence(texts[0]) if texts else "",
    )


def exact_terms(text: str) -> list[str]:
    """The error codes, exception names and version strings of a text, as they are looked up whole."""
    text = text[:READ]
    return list(
        dict.fromkeys(
            [
                *(m[0].strip() for m in _CODE.finditer(text)),
                *(m[0].rpartition(".")[2] for m in _EXCEPTION.finditer(text)),
                *(m[0].rstrip(".") for m in _VERSION.finditer(text)),
            ]
        )
    )


def symptom_sentence(text: str) -> str:
    """The first sentence of running text that says what goes wrong; else the first sentence."""
    first = ""
    for sentence in _BREAK.split(text):
        line = " ".join(sentence.split())
        if not _is_prose(line):
            continue
        first = first or line
        if _SYMPTOM.search(line):
            return line[:LONGEST_SENTENCE]
    return first[:LONGEST_SENTENCE]


def _is_prose(line: str) -> bool:
    """Whether somebody wrote the line to be read: no heading, log line or code."""
    words = line.split()
    if len(words) < 4 or line[0] in "[{<#*|/":
        return False
    letters = sum(character.isalpha() or character == " " for character in line)
    return letters >= 0.8 * len(line)


def _first(found: Iterable[str]) -> list[str]:
    kept: dict[str, str] = {}
    for each in found:
        kept.setdefault(each.casefold(), each)
    return list(kept.values())
