"""How much of the machine one piece of work may take, and a process that the system ends where it takes more.

The clocks are the system's: C code that never comes back to Python is stopped all the same, and so is a
process whose parent is gone."""

from __future__ import annotations

import fcntl
import math
import os
import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

WAIT = 10
"""Seconds of the clock at least for each second of processor time: others may be at work on the machine."""

_until: float | None = None
"""Processor time at which this process is ended; None where it has no limit."""
_clock = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """For one call: `seconds` of processor time, `memory` in MB that the whole process may hold, `answer`
    in MB, `clock` in seconds for one that waits more than it works, however busy the machine is."""

    seconds: float
    memory: int
    answer: int = 256
    clock: float = 1_800

    @property
    def patience(self) -> float:
        """Seconds of the clock."""
        return max(self.clock, WAIT * self.seconds)


@contextmanager
def within(seconds: float, clock: float) -> Iterator[None]:
    """Inside the block this process is ended by SIGXCPU where it takes more processor time, by SIGALRM where
    the clock runs out."""
    global _until, _clock
    _clock = clock
    _set(time.process_time() + seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        _limit_processor(None)
        _until = None


def allow_more(seconds: float) -> None:
    """Take the processor time that work of known size took out of the count, and start the clock anew."""
    if _until is not None:
        _set(_until + seconds)


def end_with_parent(descriptor: int) -> None:
    """End this process when the other end of a pipe, to which nothing is written, is closed: by the system
    where it can (Linux), else at the next limit. A signal on the parent's death would not do: it comes when
    the thread ends that started the process."""
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_ASYNC)
    except OSError:
        return


def no_core_dump() -> None:
    """A process that is ended writes nothing."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _set(until: float) -> None:
    global _until
    _until = until
    _limit_processor(until)
    signal.setitimer(signal.ITIMER_REAL, _clock)


def _limit_processor(until: float | None) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = most if until is None else max(1, math.ceil(until))
    if most != resource.RLIM_INFINITY and wanted != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_CPU, (wanted, most))
