"""``python -m tests.services COMMAND …``: run a command beside a PostgreSQL and a Redis of its own.

Both listen on free ports of the loopback address, keep their data in a temporary folder and end
with the command. Servers that the system runs are neither used nor touched.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import redis

from config.processes import Program, Running, ending_signals, start, stop
from config.serving import usable_port

LOCAL = "127.0.0.1"
START_SECONDS = 60
POLL_SECONDS = 0.1
INITDB_OPTIONS = (
    *("--username", "postgres", "--auth", "trust"),
    *("--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"),
)
# Safety on disk is switched off: the data is thrown away anyway.
POSTGRESQL_SETTINGS = {
    "listen_addresses": LOCAL,
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
}


class ServiceError(Exception):
    """A server did not come up; the message says which and why."""


def main(command: list[str]) -> int:
    """Run ``command`` with DATABASE_URL and REDIS_URL set; return its exit code."""
    with ExitStack() as stack:
        asked_to_end = stack.enter_context(ending_signals())
        environment = {
            **os.environ,
            "DATABASE_URL": stack.enter_context(postgresql()),
            "REDIS_URL": stack.enter_context(redis_server()),
        }
        with subprocess.Popen(command, env=environment) as process:
            while process.poll() is None:
                if asked_to_end.wait(POLL_SECONDS):
                    process.terminate()
            return process.returncode


@contextmanager
def postgresql() -> Iterator[str]:
    """A new, empty PostgreSQL; yields the address of its database ``postgres``."""
    programs, user = _postgresql_programs(), _unprivileged_user()
    with _folder_of(user) as folder:
        data, port = folder / "data", usable_port(LOCAL, 0)
        subprocess.run(
            [programs / "initdb", "--pgdata", data, *INITDB_OPTIONS],
            cwd=folder,
            user=user,
            extra_groups=None if user is None else [],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        pairs = {**POSTGRESQL_SETTINGS, "port": str(port)}.items()
        settings = [part for name, value in pairs for part in ("-c", f"{name}={value}")]
        server = Program("PostgreSQL", [str(programs / "postgres"), "-D", str(data), *settings])
        url = f"postgres://postgres@{LOCAL}:{port}/postgres"
        with _served(server, folder, user, lambda: psycopg.connect(url).close()):
            yield url


@contextmanager
def redis_server() -> Iterator[str]:
    """A new, empty Redis that keeps nothing on disk; yields its address."""
    program = shutil.which("redis-server")
    if program is None:
        raise ServiceError("redis-server is not installed: apt-get install redis-server")
    with _folder_of(None) as folder:
        port = usable_port(LOCAL, 0)
        command = [program, "--bind", LOCAL, "--port", str(port), "--dir", str(folder)]
        command += ["--save", "", "--appendonly", "no", "--daemonize", "no"]
        url = f"redis://{LOCAL}:{port}/0"
        with _served(
            Program("Redis", command), folder, None, lambda: redis.Redis.from_url(url).ping()
        ):
            yield url


@contextmanager
def _served(
    program: Program,
    folder: Path,
    user: str | None,
    ask: Callable[[], object],
) -> Iterator[None]:
    with (folder / "log").open("w+b") as log:
        running = start(program, cwd=folder, user=user, output=log.fileno())
        try:
            _wait_for(running, ask, folder / "log")
            yield
        finally:
            # What PostgreSQL calls a fast shutdown; Redis takes it alike.
            stop(running, by=signal.SIGINT)


def _wait_for(running: Running, ask: Callable[[], object], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            ask()
        except (psycopg.OperationalError, redis.RedisError) as error:
            ended = running.how_it_ended()
            if ended is None and time.monotonic() < deadline:
                time.sleep(POLL_SECONDS)
                continue
            why = ended or f"The {running.program.name} did not answer: {error}"
            raise ServiceError(f"{why}\n{log.read_text(errors='replace')}") from error
        return


def _postgresql_programs() -> Path:
    # Debian keeps the server's programs off PATH, one folder for each version.
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: float(path.parts[-3]),
    )
    elsewhere = shutil.which("initdb")
    found = folders[-1] if folders else Path(elsewhere) if elsewhere else None
    if found is None:
        raise ServiceError("PostgreSQL's server is not installed: apt-get install postgresql")
    return found.parent


def _unprivileged_user() -> str | None:
    # PostgreSQL refuses to run as root.
    return "postgres" if os.geteuid() == 0 else None


@contextmanager
def _folder_of(user: str | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="earshot-", dir="/tmp") as name:
        if user is not None:
            shutil.chown(name, user)
        yield Path(name)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except ServiceError as error:
        sys.exit(str(error))
