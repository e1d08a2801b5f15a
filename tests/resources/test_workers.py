"""A call in another process ends well, or ends with a reason; the next one is answered either way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from resources import workers
from resources.limits import Limits
from resources.progress import listening
from resources.workers import Overrun, WorkerError
from tests.conftest import ROOT

SMALL = Limits(seconds=1, memory=200, answer=2)
MODULE = "tests.resources.served"


@pytest.fixture(autouse=True)
def _no_process_is_left() -> Iterator[None]:
    yield
    workers.end_idle()


def call(function: str, *arguments: Any, within: Limits = SMALL) -> Any:
    return workers.call(MODULE, function, *arguments, within=within)


def test_one_process_serves_call_after_call() -> None:
    assert call("remember", "a") == ["a"]
    assert call("remember", "b") == ["a", "b"]


def test_progress_is_reported_where_the_call_was_made() -> None:
    said: list[tuple[str, int, int]] = []
    with listening(lambda *each: said.append(each)):
        pid, half = call("pages", 2)
    assert said == [("pages", 0, 2), ("pages", 1, 2), ("pages", 2, 2)]
    assert (pid != os.getpid(), half) == (True, 0.5)


@pytest.mark.parametrize(
    ("function", "arguments", "said", "limit"),
    [
        ("never_back", ("",), "took more than 1 s of processor time", "seconds"),
        ("eat", (), "took more than 200 MB of memory", "memory"),
        ("big", (3,), "gave 3 MB, more than 2", "answer"),
        ("die", ("exit",), "ended the process (code 3)", ""),
        ("die", ("SIGSEGV",), "ended the process (SIGSEGV)", ""),
        ("die", ("SIGKILL",), "ended the process (SIGKILL)", ""),
    ],
)
def test_a_call_that_does_not_end_well_says_why(
    function: str, arguments: tuple[Any, ...], said: str, limit: str
) -> None:
    with pytest.raises(Overrun) as overrun:
        call(function, *arguments)
    assert (str(overrun.value), overrun.value.limit) == (said, limit)
    assert call("remember", "next") == ["next"]


def test_what_waits_for_ever_is_ended_by_the_clock() -> None:
    with pytest.raises(Overrun, match=r"took more than 1 s$"):
        call("wait", within=Limits(0.1, 200, clock=1))


def test_what_an_earlier_call_spoilt_is_tried_in_a_new_process() -> None:
    call("remember", "something that spoils the memory")
    assert call("die_if_used") == "well"


def test_work_of_known_size_counts_for_no_limit() -> None:
    assert call("work_of_known_size", 2.5) == "done"


def test_a_fault_of_the_code_is_raised_as_one() -> None:
    with pytest.raises(WorkerError, match="ZeroDivisionError: by nought") as fault:
        call("wrong")
    assert "in wrong" in fault.value.__notes__[0]


def test_a_process_that_cannot_start_is_said_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WorkerError, match="ended with code 1 as it started"):
        workers.call("tests.resources.no_such_module", "any", within=SMALL)
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(WorkerError, match="cannot be started"):
        call("remember", "a")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere it ends at its own limit")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_process_ends_with_its_parent(how: signal.Signals, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = (
        "from resources import workers; from resources.limits import Limits; "
        f"workers.call({MODULE!r}, 'never_back', {str(note)!r}, within=Limits(60, 500))"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL) as parent:
        _until(lambda: note.is_file() and note.read_text())
        child = psutil.Process(int(note.read_text()))
        parent.send_signal(how)
        parent.wait(20)
    _until(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)


def _until(holds: Any) -> None:
    end = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)
