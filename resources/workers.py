"""Calls that may never come back, eat the memory or end the process: they are made in a child process, which
is ended where it overruns its limits. One child serves call after call, so that its imports are paid once.

Not `concurrent.futures`, which cannot end a worker, nor `pebble`, which knows no limit of memory and waits
for ever where the system ended a worker for it."""

from __future__ import annotations

import atexit
import importlib
import marshal
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Mapping
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import psutil

from resources import limits
from resources.limits import Limits
from resources.progress import listening, report

_LOOK = 0.2
"""Seconds between two looks at how much memory a child holds."""
_IDLE = 120
"""Seconds after which a child without work ends."""
_START = 120
"""Seconds of the clock within which a child must have started."""
_ROOT = str(Path(__file__).resolve().parent.parent)
_COMMAND = (
    "import sys; sys.path[:] = {path!r}; from resources.workers import serve; serve({number}, {module!r})"
)


class Overrun(Exception):
    """A call took more than it may, or ended the process it was made in; the message says what, and ends a
    sentence that begins with what was done: "took more than 60 s of processor time". `limit` names the
    limit it ran into, empty where it was none of them."""

    def __init__(self, what: str, limit: str = "") -> None:
        self.limit = limit
        super().__init__(what)


class WorkerError(Exception):
    """A child process could not be started, or a call failed in it through a fault of the code."""


def call(module: str, function: str, *arguments: Any, within: Limits) -> Any:
    """What `SERVED[function](*arguments)` of `module` gives, in a child process; arguments and answer are of
    the types that marshal knows. Its progress is reported here. Raises Overrun; where the process had served
    others before, only if the same happens in a new one."""
    while True:
        worker = _take(module)
        before = worker.calls
        try:
            answer = worker.ask(function, arguments, within)
        except Overrun as overrun:
            worker.end()
            if before and overrun.limit != "seconds":
                continue
            raise
        except BaseException:
            worker.end()
            raise
        _give(worker, within)
        return answer


def prepare(module: str) -> None:
    """Start a process for calls to come, so that it imports what it needs while others work."""
    with _lock:
        if not _idle[module]:
            _idle[module].append(_Worker(module))


class _Worker:
    """One child process and the pipe to it."""

    def __init__(self, module: str) -> None:
        if not sys.executable:
            raise WorkerError("no Python to start a process with (sys.executable is empty)")
        self.module, self.calls = module, 0
        self._ready = False
        self._pipe, theirs = Pipe()
        path = [_ROOT, *(each for each in sys.path if isinstance(each, str) and each != _ROOT)]
        command = _COMMAND.format(path=path, number=theirs.fileno(), module=module)
        try:
            # Ctrl-C is for the parent. Nothing is written to its standard input: that ends with the parent.
            self._process = subprocess.Popen(  # noqa: S603 - our own code
                [sys.executable, "-c", command],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                process_group=0,
            )
        except OSError as error:
            raise WorkerError(f"a process for documents cannot be started: {error}") from error
        finally:
            theirs.close()
        self._looked_at = psutil.Process(self._process.pid)

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def memory(self) -> float:
        """What the process holds, in MB; 0 where it is gone."""
        try:
            return float(self._looked_at.memory_info().rss) / 2**20
        except psutil.Error:
            return 0.0

    def ask(self, function: str, arguments: tuple[Any, ...], within: Limits) -> Any:
        """Raises Overrun and WorkerError; in either case, and in any other, the process is to be ended."""
        self._wait_until_ready()
        self.calls += 1
        try:
            self._pipe.send_bytes(
                marshal.dumps((function, arguments, within.seconds, within.patience, within.answer))
            )
        except OSError:
            raise self._ended(within) from None
        looked = time.monotonic()
        while True:
            answered = self._pipe.poll(_LOOK)
            if time.monotonic() - looked >= _LOOK:
                looked = time.monotonic()
                if self.memory() > within.memory:
                    raise Overrun(f"took more than {within.memory} MB of memory", "memory")
            if not answered:
                continue
            match self._receive(within):
                case ("progress", what, done, total):
                    report(what, done, total)
                case ("done", answer):
                    return answer
                case ("overrun", what, limit):
                    raise Overrun(what, limit)
                case ("failed", what, trace):
                    error = WorkerError(what)
                    error.add_note(f"in the process it was called in:\n{trace}")
                    raise error
                case other:
                    raise WorkerError(f"a process for documents said {str(other)[:80]!r}")

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        self._pipe.close()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def _wait_until_ready(self) -> None:
        if self._ready:
            return
        try:
            if self._pipe.poll(_START):
                # As below: its own code wrote it.
                self._ready = marshal.loads(self._pipe.recv_bytes(64)) == ("ready",)  # noqa: S302
            what = "did not start in time"
        except (OSError, EOFError):
            what = f"ended with code {self._process.wait(10)} as it started"
        if not self._ready:
            raise WorkerError(f"the process for documents {what}; its own words are on standard error")

    def _receive(self, within: Limits) -> Any:
        try:
            # Its own code wrote it, under the rights that this process has. marshal makes plain values
            # alone, and no calls.
            return marshal.loads(self._pipe.recv_bytes((within.answer + 1) << 20))  # noqa: S302
        except (EOFError, ConnectionError):
            raise self._ended(within) from None
        except OSError:
            raise Overrun(f"gave more than {within.answer} MB", "answer") from None

    def _ended(self, within: Limits) -> Overrun:
        """Why the process is gone, told by the signal that ended it."""
        try:
            code = self._process.wait(10)
        except subprocess.TimeoutExpired:
            return Overrun("closed the process's pipe")
        if code == -signal.SIGXCPU:
            return Overrun(f"took more than {within.seconds:.0f} s of processor time", "seconds")
        if code == -signal.SIGALRM:
            return Overrun(f"took more than {within.patience:.0f} s", "seconds")
        if code < 0:
            return Overrun(f"ended the process ({_signal_name(-code)})")
        return Overrun(f"ended the process (code {code})")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


_idle: dict[str, list[_Worker]] = defaultdict(list)
_lock = threading.Lock()


def _take(module: str) -> _Worker:
    while True:
        with _lock:
            worker = _idle[module].pop() if _idle[module] else None
        if worker is None:
            return _Worker(module)
        if worker.alive:
            return worker
        worker.end()


def _give(worker: _Worker, within: Limits) -> None:
    # What it still holds would count for the next one.
    if worker.memory() > within.memory / 4:
        worker.end()
        return
    with _lock:
        _idle[worker.module].append(worker)


@atexit.register
def end_idle() -> None:
    """End the processes that wait for work."""
    with _lock:
        waiting = [worker for workers in _idle.values() for worker in workers]
        _idle.clear()
    for worker in waiting:
        worker.end()


def _forget() -> None:
    """A forked process leaves its parent's children alone."""
    global _lock
    _lock = threading.Lock()
    _idle.clear()


os.register_at_fork(after_in_child=_forget)


def serve(number: int, module: str) -> None:
    """The child's side: answer calls that come through the pipe of that number, until nobody asks more."""
    limits.end_with_parent(0)
    limits.no_core_dump()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pipe = Connection(number)
    functions: Mapping[str, Callable[..., Any]] = importlib.import_module(module).SERVED
    try:
        pipe.send_bytes(marshal.dumps(("ready",)))
        while pipe.poll(_IDLE):
            function, arguments, seconds, clock, most = marshal.loads(pipe.recv_bytes())  # noqa: S302 - the parent's
            with limits.within(seconds, clock), listening(lambda *said: _send(pipe, ("progress", *said))):
                answer = _answer(functions[function], arguments, most)
                pipe.send_bytes(answer)
    except (EOFError, ConnectionError):
        return


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...], most: int) -> bytes:
    try:
        answer = marshal.dumps(("done", function(*arguments)))
    except MemoryError:
        return marshal.dumps(("overrun", "took more memory than there is", "memory"))
    except Exception as bug:  # noqa: BLE001 - it is raised where the call was made
        return marshal.dumps(("failed", f"{type(bug).__name__}: {bug}", traceback.format_exc()))
    if len(answer) > most << 20:
        return marshal.dumps(("overrun", f"gave {len(answer) >> 20} MB, more than {most}", "answer"))
    return answer


def _send(pipe: Connection, said: tuple[Any, ...]) -> None:
    pipe.send_bytes(marshal.dumps(said))
