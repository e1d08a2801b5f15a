"""What of a thread is one problem with its fix: a whole ticket, or a pair of problem and answer each."""

from __future__ import annotations

from dataclasses import dataclass

from assets.tickets.solved import Standing
from assets.tickets.thread import Said, Thread


@dataclass(frozen=True, slots=True)
class Unit:
    """The characters start .. end of the thread's text in which a problem is stated, and what solved it.
    `answer` are the messages the fix stands in."""

    start: int
    end: int
    resolution: str
    answer: tuple[Said, ...] = ()


def units(thread: Thread, judged: Standing) -> list[Unit]:
    """The problems of a solved thread in order, at least one."""
    spoken = [said for said in thread.said if said.message.automatic is None]
    first = spoken[0] if spoken else None
    start, end = (first.start, first.end) if first is not None else thread.subject
    return [Unit(start, end, judged.resolution)]
