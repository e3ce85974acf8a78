"""Calling a function in a confined process."""

import atexit
import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from corpus.confinement.frames import BrokenFrame, Facts, read_frame, write_frame
from corpus.confinement.limits import Limits

_ROOT = Path(__file__).resolve().parents[2]
_GRACE_SECONDS = 10
# One thread each: the work is small, and a fork keeps no other threads.
_ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


class ConfinementError(Exception):
    """The work did not come to an end; the message says how it ended instead."""


class OutOfMemory(ConfinementError):  # noqa: N818 - as the other names
    """It asked for more memory than it may have."""


class OutOfTime(ConfinementError):  # noqa: N818
    """It took longer than it may."""


class Crashed(ConfinementError):  # noqa: N818
    """Its process died."""


class Failed(ConfinementError):  # noqa: N818
    """It raised an error that nobody expected. name: of the error; trace: where it came from."""

    def __init__(self, name: str, trace: str) -> None:
        self.name, self.trace = name, trace
        super().__init__(name)


class Confined:
    """A function ``(facts, data) → (facts, data)`` that runs in processes with limits.

    It is named ("package.module:function"), imported by a helper process that starts with the
    first call and stays, and called in a fork of that helper. Safe to use from threads, one call
    after the other, and after a fork of the calling process.
    """

    def __init__(self, function: str, limits: Limits | None = None) -> None:
        self.function = function
        self.limits = limits or Limits()
        self._lock = threading.Lock()
        self._helper: subprocess.Popen[bytes] | None = None
        self._owner = 0
        atexit.register(self._close_own)

    def __call__(self, facts: Facts, data: bytes) -> tuple[dict[str, Any], bytes]:
        """Call the function.

        Raises:
            ConfinementError: OutOfMemory, OutOfTime, Crashed or Failed.
        """
        with self._lock:
            answer, result = self._asked(facts, data)
        if "answer" in answer:
            return answer["answer"], result
        raise _error(answer)

    def close(self) -> None:
        """End the helper; the next call starts another."""
        with self._lock:
            self._end()

    def _close_own(self) -> None:
        if self._owner == os.getpid():
            self.close()

    def _asked(self, facts: Facts, data: bytes) -> tuple[dict[str, Any], bytes]:
        helper = self._running()
        # The limits end the work; this is for a helper that is itself in trouble.
        last_resort = threading.Timer(self.limits.seconds + _GRACE_SECONDS, _kill, [helper])
        last_resort.daemon = True
        last_resort.start()
        try:
            assert helper.stdin is not None  # noqa: S101 - for the types
            assert helper.stdout is not None  # noqa: S101
            write_frame(helper.stdin, facts, data)
            message = read_frame(helper.stdout, most=self.limits.answer)
        except (BrokenFrame, BrokenPipeError):
            message = None
        finally:
            last_resort.cancel()
        if message is None:
            self._end()
            raise Crashed("The helper process ended.")
        return message

    def _running(self) -> subprocess.Popen[bytes]:
        mine = self._owner == os.getpid()
        if self._helper is None or not mine or self._helper.poll() is not None:
            if mine:
                self._end()
            self._helper = subprocess.Popen(
                [
                    *(sys.executable, "-m", "corpus.confinement.helper"),
                    *(self.function, json.dumps(asdict(self.limits))),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=_ROOT,
                # None of the site's secrets.
                env=_ENVIRONMENT,
                start_new_session=True,
            )
            self._owner = os.getpid()
        return self._helper

    def _end(self) -> None:
        helper, self._helper = self._helper, None
        if helper is None:
            return
        _kill(helper)
        for stream in (helper.stdin, helper.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()
        helper.wait()


def _kill(helper: subprocess.Popen[bytes]) -> None:
    """The helper and the fork at work."""
    with suppress(ProcessLookupError):
        os.killpg(helper.pid, signal.SIGKILL)


def _error(answer: dict[str, Any]) -> ConfinementError:
    if answer.get("out_of_memory"):
        return OutOfMemory("It asked for more memory than it may have.")
    if "error" in answer:
        return Failed(str(answer["error"]), str(answer.get("trace", "")))
    code = answer.get("died", 0)
    if code in {-signal.SIGXCPU, -signal.SIGALRM}:
        return OutOfTime("It took longer than it may.")
    return Crashed(f"Its process died ({_named(code)}).")


def _named(code: int) -> str:
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"
