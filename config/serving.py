"""Web server, worker and beat of one machine: their command lines, their port, their readiness."""

import fcntl
import json
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config.heartbeat import seconds_since_beat
from config.processes import POLL_SECONDS, Program

WORKER_PROCESSES = 2
CELERY = (sys.executable, "-m", "celery", "--app", "config", "--quiet")


class ServingError(Exception):
    """The site cannot be served; the message says why and what to do."""


def web_program(host: str, port: int) -> Program:
    """The web server."""
    uvicorn = [sys.executable, "-m", "uvicorn", "config.asgi:application"]
    address = ["--host", host, "--port", str(port)]
    return Program("web server", [*uvicorn, *address, "--log-level", "warning"])


def worker_program() -> Program:
    """The worker of one machine: there is nobody to gossip with."""
    size = ["--concurrency", str(WORKER_PROCESSES)]
    quiet = ["--without-gossip", "--without-mingle", "--loglevel", "WARNING"]
    return Program("worker", [*CELERY, "worker", *size, *quiet])


def beat_program() -> Program:
    """The beat, apart from the worker: one that dies inside a worker is missed by nobody."""
    return Program("beat", [*CELERY, "beat", "--loglevel", "WARNING"])


def usable_port(host: str, port: int) -> int:
    """``port``, or any free one for 0.

    Raises:
        ServingError: another program listens there, or it may not be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise ServingError(
                f"Port {port} of {host} cannot be used ({error}). "
                "Choose another with --port, or --port 0 for any free one.",
            ) from error
        return int(probe.getsockname()[1])


@contextmanager
def sole_use(var: Path) -> Iterator[None]:
    """Hold ``var`` for this process alone: its beat must run once.

    Raises:
        ServingError: another process holds it.
    """
    with (var / "serve.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ServingError(
                f"Earshot is already running on {var}. Stop that one first (Ctrl-C where it runs).",
            ) from error
        yield


def wait_until_ready(address: str, host: str, given_up: Callable[[], bool], limit: float) -> None:
    """Wait until a worker beats and ``/readyz`` agrees, or ``given_up`` says that none will.

    Raises:
        ServingError: not ready after ``limit`` seconds; the message says what was missing.
    """
    begin = time.monotonic()
    while not given_up():
        waited = time.monotonic() - begin
        # A beat from before, by a worker that is gone, counts for nothing.
        beat = seconds_since_beat()
        beaten = beat is not None and beat < waited
        missing = _readiness(f"{address}readyz", host) if beaten else "no worker beats"
        if missing is None:
            return
        if waited > limit:
            raise ServingError(f"The site was not ready after {limit:.0f} seconds: {missing}.")
        time.sleep(POLL_SECONDS)


def _readiness(url: str, host: str) -> str | None:
    request = urllib.request.Request(url, headers={"Host": host})  # noqa: S310 - http by design
    try:
        with urllib.request.urlopen(request, timeout=5):  # noqa: S310
            return None
    except urllib.error.HTTPError as error:
        return _failed_checks(error.read()) or str(error)
    except OSError as error:
        return str(error)


def _failed_checks(body: bytes) -> str:
    try:
        checks = json.loads(body)
    except ValueError:
        return ""
    return ", ".join(f"{name} failed" for name, state in checks.items() if state == "failed")
