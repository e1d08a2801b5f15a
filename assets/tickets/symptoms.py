"""What a thread says of its problem in fixed forms: error codes, exceptions, products, versions, symptoms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
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
_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon|day)|greetings|hallo|guten (?:tag|morgen)|moin"
    r"|sehr geehrte\w*|liebe[rs]?|bonjour|bonsoir|salut|hola|buen[oa]s (?:d[ií]as|tardes)|estimad[oa]s?"
    r"|buon ?giorno|buonasera|salve|ciao|gentil[ei]|beste|geachte|goedendag|hej|olá|bom dia|boa tarde)\b"
    r"[^,.:!?]{0,40}[,.:!]\s*",
    re.IGNORECASE,
)
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
    return Symptoms(
        codes=_named(exact.codes, messages),
        exceptions=_named(exact.exceptions, messages),
        versions=_named(exact.versions, messages),
        sentence=symptom_sentence(messages[0]) if messages else "",
    )


def _named(find: Callable[[str], list[str]], messages: Sequence[str]) -> list[str]:
    """What is found in the messages; a log in one hides nothing in the others."""
    found: dict[str, str] = {}
    for text in _together(messages):
        for name in find(text):
            found.setdefault(name.casefold(), name)
    return list(found.values())


def _together(messages: Sequence[str]) -> Iterator[str]:
    """The messages as texts of at most `exact.READ` characters, short ones joined, long ones cut."""
    joined = ""
    for text in messages:
        if joined and len(joined) + len(text) > exact.READ:
            yield joined
            joined = ""
        joined = f"{joined}\n{text[: exact.READ]}" if joined else text[: exact.READ]
    yield joined


def symptom_sentence(text: str) -> str:
    """The first sentence of running text that says what goes wrong; else the first sentence."""
    first = ""
    for line in _sentences(text):
        if not _is_prose(line):
            continue
        first = first or line
        if _says_symptom(line):
            return line[:LONGEST_SENTENCE]
    return first[:LONGEST_SENTENCE]


def states_symptom(text: str) -> bool:
    """Whether a sentence of running text says what goes wrong."""
    return any(_says_symptom(line) and _is_prose(line) for line in _sentences(text))


def _sentences(text: str) -> Iterator[str]:
    """Each on one line, without the salutation before it."""
    for sentence in _BREAK.split(text[:STATED]):
        line = " ".join(sentence.split())
        greeting = _GREETING.match(line)
        yield line[greeting.end() :] if greeting else line


def _says_symptom(line: str) -> bool:
    return _SYMPTOM.search(line.lower().replace("’", "'")) is not None


def _is_prose(line: str) -> bool:
    """Whether somebody wrote the line to be read: no heading, log line or code."""
    words = line.split()
    if len(words) < 4 or line[0] in "[{<#*|/":
        return False
    letters = sum(map(str.isalpha, line)) + line.count(" ")
    return letters >= 0.8 * len(line)
