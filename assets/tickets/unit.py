"""What of a thread is one problem with its fix: all of a ticket, or each pair of problem and answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from assets.tickets.solved import Standing, helping_roles, is_answer
from assets.tickets.symptoms import states_symptom
from assets.tickets.thread import Said, Thread

MOST = 50
"""Units of one ticket; what a thread of ten thousand messages goes on about is found by its words."""
_PROBLEM_WORDS = 12
"""A shorter message states no further problem."""
_ANOTHER = re.compile(
    r"\b(?:(?:another|a (?:new|second|different|further|separate)|one more|other)"
    r" (?:issue|problem|question|error|bug|request|thing)"
    r"|ein(?:e)? (?:weitere[sr]?|andere[sr]?|neue[sr]?|zweite[sr]?) (?:problem|frage|fehler|anliegen)"
    r"|(?:un|une) autre (?:problème|question|erreur|souci)|otr[oa] (?:problema|pregunta|error)"
    r"|un altr[oa'] ?(?:problema|domanda|errore)|een (?:ander|nieuw|tweede) (?:probleem|vraag|fout)"
    r"|outr[oa] (?:problema|pergunta|erro)|et (?:andet|annet) problem|ett annat problem|inny problem)\b"
    r"|^\W*(?:second(?:ly)?|third(?:ly)?|zweitens|drittens|deuxième(?:ment)?|troisième(?:ment)?|segund[oa]"
    r"|tercer[oa]?|second[oa]|terz[oa]|ten tweede|ten derde)(?: [^\W\d_]+)? ?[:,]",
    re.MULTILINE,
)
_HEAD = 300
"""Characters within which a message says that it is about something else."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The characters start .. end of the thread's text in which a problem is stated, what solved it, and the
    message that says so (None where it is the export's own field, or nothing is known)."""

    start: int
    end: int
    resolution: str
    answer: Said | None = None


def units(thread: Thread, judged: Standing, is_long: bool) -> list[Unit]:
    """The problems of a solved thread in order, at least one. A further one begins where the requester, who
    had an answer, says that it is another one, or, in a long thread, states a symptom again; it is one only
    if it was answered."""
    spoken = [said for said in thread.said if said.message.automatic is None]
    if not spoken:
        return [Unit(*thread.subject, judged.resolution)]
    by_message = {id(said.message): said for said in spoken}
    final = by_message.get(id(judged.by)) if judged.by is not None else None
    helping = helping_roles(said.message for said in spoken)
    edges = [*_openings(spoken, helping, is_long), len(spoken)]
    made: list[Unit] = []
    for number, (begin, end) in enumerate(pairwise(edges)):
        first = spoken[begin]
        answer = next((said for said in reversed(spoken[begin + 1 : end]) if _answers(said, helping)), None)
        another = end < len(spoken) and _is_another(spoken[end])
        if number == 0 and not (another and answer is not None):
            made.append(Unit(first.start, first.end, judged.resolution, final))
        elif answer is not None:
            made.append(Unit(first.start, first.end, answer.message.body.strip(), answer))
    return made[:MOST]


def _openings(spoken: Sequence[Said], helping: frozenset[str], is_long: bool) -> list[int]:
    """The messages that state a problem, by number; the first always does."""
    found = [0]
    answered = False
    for number, said in enumerate(spoken[1:], start=1):
        if _answers(said, helping):
            answered = True
        elif answered and said.message.role == "requester" and _states_problem(said, is_long):
            found.append(number)
            answered = False
    return found


def _states_problem(said: Said, is_long: bool) -> bool:
    return _is_another(said) or (
        is_long
        and len(said.message.body[:1_000].split()) >= _PROBLEM_WORDS
        and states_symptom(said.message.body)
    )


def _is_another(said: Said) -> bool:
    return said.message.role == "requester" and _ANOTHER.search(said.message.body[:_HEAD].lower()) is not None


def _answers(said: Said, helping: frozenset[str]) -> bool:
    return said.message.role in helping and is_answer(said.message.body)
