"""Where a message says that it is about another problem, in the notation of `phrases`."""

from __future__ import annotations

import re
from functools import cache

from assets.tickets.speech.acts import fold, sentences
from assets.tickets.speech.automaton import Phrases, read
from assets.tickets.speech.phrases import LIGHT
from assets.tickets.speech.stance_phrases import NOT

_ANOTHER = """
en: (another/new/second/different/further/separate/other/one more)
    (issue/problem/question/error/bug/request/thing)
de: (weiteres/weiterer/weitere/anderes/anderer/andere/neues/neue/neuer/zweites/zweite/zweiter)
    (problem/frage/fehler/anliegen)
fr es it: autre (probleme/question/erreur/souci); (otro/otra) (problema/pregunta/error/duda)
    ; un'altra (domanda/cosa); altro (problema/errore); altra domanda
pt nl: (outro/outra) (problema/pergunta/erro/duvida); (ander/nieuw/tweede/andere) (probleem/vraag/fout)
sv: (annat/annan/nytt/ny) (problem/fraga/fel)
da no: (andet/anden/nyt/ny/annet/annen/nytt) (problem/sporgsmal/fejl/sporsmal/feil)
fi: (toinen/uusi) (ongelma/kysymys/vika/virhe)
pl cs: (inny/inne/kolejny/kolejne/nowy/drugi) (problem/blad/pytanie)
    ; (dalsi/jiny/jina/novy/nova/druhy/druha) (problem/dotaz/chyba)
"""
_ELSEWHERE = frozenset(
    """open opened opening create created creating file filed raise raised sent see any every each like than
    eroffnet geoffnet erstellt gemeldet ouvert cree abierto creado aperto creato aberto geopend gemeld oppnat
    abnet apnet avattu otwarty otevrel""".split()
)
"""Before it where it is told elsewhere: 'I opened another request for it'."""
_ORDINAL = re.compile(
    r"^\W*(?:second(?:ly)?|third(?:ly)?|zweitens|drittens|deuxième(?:ment)?|troisième(?:ment)?|segund[oa]"
    r"|tercer[oa]?|second[oa]|terz[oa]|ten tweede|ten derde)(?: [^\W\d_]+)? ?[:,]",
    re.MULTILINE,
)
_WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_REACH = 4
"""Words before it within which it is denied."""
_STATED = 3
"""Words behind it, at least, that state it."""
_HEAD = 300
"""Characters within which a message says so."""


def is_another(text: str) -> bool:
    """Whether a message says that it is about something else, and what that is."""
    head = text[:_HEAD].lower()
    if _ORDINAL.search(head):
        return True
    if _phrases().openings.isdisjoint(_WORDS.findall(fold(head))):
        return False
    said = sentences(text[:_HEAD])
    for number, sentence in enumerate(said):
        for _, start, end in _phrases().any(sentence.words):
            before = sentence.words[max(start - _REACH, 0) : start]
            if NOT.isdisjoint(before) and _ELSEWHERE.isdisjoint(before):
                behind = len(sentence.words) - end + sum(len(each.words) for each in said[number + 1 :])
                return behind >= _STATED
    return False


@cache
def _phrases() -> Phrases:
    return Phrases({"another": read(_ANOTHER)}, LIGHT)
