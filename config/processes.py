"""Programs that run beside each other: started together, ended together, nothing left behind."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

GRACE_SECONDS = 10.0
POLL_SECONDS = 0.2
ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Program:
    """A command line and the name that people know it by."""

    name: str
    command: Sequence[str]


@dataclass(frozen=True, slots=True)
class Running:
    """A started program, leader of its own process group."""

    program: Program
    process: subprocess.Popen[bytes]

    def how_it_ended(self) -> str | None:
        """A sentence on how the program ended; ``None`` while it runs."""
        code = self.process.poll()
        if code is None:
            return None
        how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
        return f"The {self.program.name} {how}."


def start(
    program: Program,
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    user: str | None = None,
    output: int | None = None,
) -> Running:
    """Start a program in a process group of its own, as another user if one is named.

    On Linux it is told to end when the process that called this dies, even by kill -9.
    """
    process = subprocess.Popen(
        [*_ended_with_parent(), *program.command],
        cwd=cwd,
        env=env,
        user=user,
        group=None if user is None else _group_of(user),
        extra_groups=None if user is None else [],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=None if output is None else subprocess.STDOUT,
        start_new_session=True,
    )
    return Running(program, process)


def stop(
    running: Running,
    *,
    by: signal.Signals = signal.SIGTERM,
    grace: float = GRACE_SECONDS,
) -> None:
    """Ask a program to end, wait ``grace`` seconds, then end whatever is left of its group."""
    if running.process.poll() is None:
        running.process.send_signal(by)
        with suppress(subprocess.TimeoutExpired):
            running.process.wait(grace)
    kill(running)


def kill(running: Running) -> None:
    """End a program and everything in its group at once (SIGKILL)."""
    with suppress(ProcessLookupError):  # where nothing was left
        os.killpg(running.process.pid, signal.SIGKILL)
    running.process.wait()


@contextmanager
def together(programs: Sequence[Program]) -> Iterator[list[Running]]:
    """Start programs in order; at the end of the block stop them all."""
    running: list[Running] = []
    try:
        running.extend(start(program) for program in programs)
        yield running
    finally:
        for one in running:  # all are asked before the first is waited for
            if one.process.poll() is None:
                one.process.terminate()
        for one in running:
            stop(one)


def first_end(running: Sequence[Running]) -> str | None:
    """A sentence on the first program that has ended; ``None`` while all run."""
    return next((how for one in running if (how := one.how_it_ended()) is not None), None)


@contextmanager
def ending_signals() -> Iterator[threading.Event]:
    """An event that Ctrl-C, SIGTERM or a closed terminal sets inside the block."""
    event = threading.Event()

    def remember(number: int, frame: FrameType | None) -> None:
        event.set()

    previous = {number: signal.signal(number, remember) for number in ENDING_SIGNALS}
    try:
        yield event
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _ended_with_parent() -> list[str]:
    setpriv = shutil.which("setpriv") if sys.platform == "linux" else None
    return [setpriv, "--pdeathsig", "TERM"] if setpriv else []


def _group_of(user: str) -> int:
    import pwd  # noqa: PLC0415 - there is none on Windows

    return pwd.getpwnam(user).pw_gid
