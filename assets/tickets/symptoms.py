"""What a thread says of its problem in fixed forms: error codes, exceptions, products, versions, symptoms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from resources.search import exact

_SYMPTOM = re.compile(
    r"\b(?:crash\w*|fail\w*|freez\w*|frozen|hang(?:s|ing)?|hung|stuck|broken?|breaks|error\w*|exception\w*"
    r"|unable|cannot|can't|cant|couldn't|could not|can not|doesn't|does not|doesnt|didn't|don't|do not|isn't"
    r"|is not|aren't|are not|won't|will not|not work\w*|never|no longer|missing|wrong(?:ly)?|incorrect\w*"
    r"|invalid|undefined|null|leak\w*|slow|blank|empty|stop(?:s|ped)|ignor\w+|unexpected\w*|instead of"
    r"|refus\w+|denied|timeout|timed out|lost|disappear\w*|duplicate[sd]?"
    r"|funktioniert nicht|geht nicht|fehler\w*|stürzt|kann nicht|lässt sich nicht|abgebrochen|defekt"
    r"|ne fonctionne (?:pas|plus)|erreur\w*|impossible|panne|plante|échou\w+"
    r"|no funciona|fallo|falla|no puedo|no se puede|non funziona|errore|impossibile|guasto"
    r"|werkt niet|fout\w*|kan niet|storing|virker ikke|fejl|fungerar inte|não funciona|erro|nie działa|błąd"
    r")\b",
)
"""Of what was made small: where it has to see to upper and lower case, it takes four times as long."""
_BREAK = re.compile(r"\s(?:(?<=[.!?。！？].)\s*(?=\S)|(?<=\n)\n*)", re.DOTALL)
"""Space behind the end of a sentence, or the end of a line."""
LONGEST_SENTENCE = 240
STATED = 3_000
"""Characters within which a problem has been stated."""
MOST = 4
"""Codes, exceptions and versions that a statement names, of each kind."""


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
    thread = "\n".join(text[: exact.READ] for text in messages)
    return Symptoms(
        codes=exact.codes(thread),
        exceptions=exact.exceptions(thread),
        versions=exact.versions(thread),
        sentence=symptom_sentence(messages[0]) if messages else "",
    )


def symptom_sentence(text: str) -> str:
    """The first sentence of running text that says what goes wrong; else the first sentence."""
    first = ""
    for sentence in _BREAK.split(text[:STATED]):
        line = " ".join(sentence.split())
        if not _is_prose(line):
            continue
        first = first or line
        if _SYMPTOM.search(line.lower()):
            return line[:LONGEST_SENTENCE]
    return first[:LONGEST_SENTENCE]


def states_symptom(text: str) -> bool:
    """Whether a sentence of running text says what goes wrong."""
    lines = (" ".join(sentence.split()) for sentence in _BREAK.split(text[:STATED]))
    return any(_SYMPTOM.search(line.lower()) and _is_prose(line) for line in lines)


def _is_prose(line: str) -> bool:
    """Whether somebody wrote the line to be read: no heading, log line or code."""
    words = line.split()
    if len(words) < 4 or line[0] in "[{<#*|/":
        return False
    letters = sum(map(str.isalpha, line)) + line.count(" ")
    return letters >= 0.8 * len(line)
