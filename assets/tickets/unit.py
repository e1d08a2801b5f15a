"""What of a thread is one problem with its fix: all of a ticket, or each pair of problem and answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assets.tickets.solved import Standing, helping_roles, last_answer
from assets.tickets.speech.acts import acts
from assets.tickets.speech.another import is_another
from assets.tickets.speech.stance import stance
from assets.tickets.symptoms import states_symptom
from assets.tickets.thread import Said, Thread

MOST = 50
"""Units of one ticket; what a thread of ten thousand messages goes on about is found by its words."""
_PROBLEM_WORDS = 12
"""A shorter message states no further problem."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The characters start .. end of the thread's text in which a problem is stated, what solved it, the
    message that says so (None where it is the export's own field, or nothing is known), and all that was said
    of it, to where the next problem begins."""

    start: int
    end: int
    resolution: str
    answer: Said | None
    said: Sequence[Said]


def units(thread: Thread, judged: Standing, is_long: bool) -> list[Unit]:
    """The problems of a solved thread in order, at least one. A further one begins where the requester, who
    had an answer, says that it is another one, or, in a long thread, states a symptom again and does not say
    that the answer failed. Each has the last answer that was given to it; what was not answered belongs to
    what was. The resolution that the export itself names is that of the first."""
    spoken = [said for said in thread.said if said.message.automatic is None]
    if not spoken:
        return [Unit(*thread.subject, judged.resolution, None, [])]
    final = next((said for said in spoken if said.message is judged.by), None)
    whole = Unit(spoken[0].start, spoken[0].end, judged.resolution, final, spoken)
    edges = [*_openings(spoken, is_long), len(spoken)]
    if len(edges) == 2:
        return [whole]
    made: list[Unit] = []
    begin = 0
    for end in edges[1:]:
        answer = _answer(spoken[begin:end])
        if answer is not None:
            first = spoken[begin]
            part = spoken[begin:end]
            made.append(Unit(first.start, first.end, answer.message.body.strip(), answer, part))
            begin = end
    if len(made) < 2:
        return [whole]
    if begin < len(spoken):
        made[-1] = replace(made[-1], said=[*made[-1].said, *spoken[begin:]])
    if judged.by is None and judged.resolution:
        made[0] = replace(made[0], resolution=judged.resolution, answer=None)
    return made[:MOST]


def _openings(spoken: Sequence[Said], is_long: bool) -> list[int]:
    """The messages that state a problem, by number; the first always does."""
    helping = helping_roles(said.message for said in spoken)
    found = [0]
    answered = False
    for number, said in enumerate(spoken[1:], start=1):
        if said.message.role == "requester":
            if answered and _states_problem(said.message.body, is_long):
                found.append(number)
                answered = False
        elif not answered and said.message.role in helping:
            answered = acts(said.message.body) is None
    return found


def _answer(said: Sequence[Said]) -> Said | None:
    number = last_answer([each.message for each in said])
    return None if number is None else said[number]


def _states_problem(text: str, is_long: bool) -> bool:
    return is_another(text) or (
        is_long
        and len(text[:1_000].split()) >= _PROBLEM_WORDS
        and states_symptom(text)
        and stance(text) != "failed"
    )
