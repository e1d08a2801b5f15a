"""What test_workers has done in another process: calls that end well, and calls that do not."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

from resources import limits
from resources.progress import report

_seen: list[str] = []


def remember(word: str) -> list[str]:
    _seen.append(word)
    return list(_seen)


def pages(count: int) -> tuple[int, float]:
    for done in range(count + 1):
        report("pages", done, count)
    return os.getpid(), 0.5


def never_back(note: str) -> None:
    """C code that gives nobody else a turn."""
    if note:
        Path(note).write_text(str(os.getpid()), encoding="ascii")
    re.match(r"(x+x+)+y", "x" * 60)


def wait() -> None:
    time.sleep(600)


def eat() -> None:
    held = []
    while True:
        held.append(b"x" * 20_000_000)
        time.sleep(0.005)


def work_of_known_size(seconds: float) -> str:
    for _ in range(6):
        start = time.process_time()
        while time.process_time() < start + seconds / 6:
            pass
        limits.allow_more(seconds / 6)
    return "done"


def big(megabytes: int) -> bytes:
    return b"x" * (megabytes << 20)


def die(how: str) -> None:
    if how == "exit":
        os._exit(3)
    os.kill(os.getpid(), signal.Signals[how])


def die_if_used() -> str:
    """As one whose memory an earlier document has spoilt."""
    if _seen:
        os._exit(1)
    return "well"


def wrong() -> None:
    raise ZeroDivisionError("by nought")


SERVED = {
    each.__name__: each
    for each in (remember, pages, never_back, wait, eat, work_of_known_size, big, die, die_if_used, wrong)
}
