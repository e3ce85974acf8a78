"""A whole installation for a test: data, database and broker of its own, real processes."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psycopg
import redis

from config.environment import BASE_DIR
from config.processes import Program, Running, kill, start, stop
from config.serving import beat_program, usable_port, web_program, worker_program

WITHIN_SECONDS = 60
POLL_SECONDS = 0.1
SQLITE = "earshot.sqlite3"
FREE_REDIS = count(1)  # numbers of databases, after the one that the tests' own process uses


@dataclass(frozen=True, slots=True)
class Site:
    """Where an installation answers, and the environment variables that make it."""

    url: str
    environment: dict[str, str]
    shell: subprocess.Popen[str]

    @property
    def var(self) -> Path:
        """Its folder of data."""
        return Path(self.environment["EARSHOT_VAR"])

    def manage(self, *arguments: str) -> str:
        """Run a management command and return what it prints."""
        return _manage(self.environment, *arguments)

    def collect_static(self) -> None:
        """Give it style and scripts; all sites of a process share one collection."""
        (self.var / "static").symlink_to(_static_files())

    def python(self, code: str) -> str:
        """Run a few lines with the site's models at hand, and return what they print."""
        assert self.shell.stdin, "a pipe"
        assert self.shell.stdout, "a pipe"
        print(json.dumps(code), file=self.shell.stdin, flush=True)
        line = self.shell.stdout.readline()
        assert line, "the shell of the site has ended; its last words are in this test's output"
        answer: dict[str, str] = json.loads(line)
        assert not answer["trace"], answer["trace"]
        return answer["printed"]

    @contextmanager
    def web(self) -> Iterator[Running]:
        """Run the web server; it answers when the block begins."""
        port = urlsplit(self.url).port
        assert port is not None
        with self._run(web_program("127.0.0.1", port)) as running:
            self.until(lambda: self._answers("healthz"), running)
            yield running

    @contextmanager
    def worker(self, *, beat: bool = True) -> Iterator[Running]:
        """Run the worker; it may still be starting when the block begins. It ends by kill -9."""
        with ExitStack() as stack:
            if beat:
                stack.enter_context(self._run(beat_program()))
            running = stack.enter_context(self._run(worker_program()))
            yield running
            kill(running)

    @contextmanager
    def served(self) -> Iterator[Running]:
        """Run ``manage.py serve``; the site is ready when the block begins."""
        port = str(urlsplit(self.url).port)
        command = [sys.executable, "manage.py", "serve", "--port", port]
        with self._run(Program("served site", command)) as running:
            self.until(lambda: "Earshot is ready" in self.log("served site"), running)
            yield running

    def is_ready(self) -> bool:
        """What ``/readyz`` says."""
        return self._answers("readyz")

    def log(self, name: str) -> str:
        """What a program has printed so far."""
        return (self.var / f"{name}.log").read_text(encoding="utf-8")

    def processes(self) -> dict[int, str]:
        """Command line of every process that lives in this site's environment, by process id.

        Also those whose parent is gone; not those that ended and wait to be reaped, nor the tests'
        own shell.
        """
        mine = f"EARSHOT_VAR={self.var}".encode()
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it ended meanwhile, or is another user's
                own = int(folder.name) == self.shell.pid
                if not own and mine in (folder / "environ").read_bytes().split(b"\0"):
                    command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    found[int(folder.name)] = command
        return found

    def until(self, true: Callable[[], bool], running: Running | None = None) -> None:
        """Wait until a condition holds; fail when time is up or ``running`` has ended."""
        deadline = time.monotonic() + WITHIN_SECONDS
        while not true():
            ended = running.how_it_ended() if running else None
            log = self.log(running.program.name) if running else ""
            assert ended is None, f"{ended}\n{log}"
            assert time.monotonic() < deadline, f"waited in vain\n{log}"
            time.sleep(POLL_SECONDS)  # between two looks; the condition decides

    @contextmanager
    def _run(self, program: Program) -> Iterator[Running]:
        with (self.var / f"{program.name}.log").open("wb") as log:
            running = start(program, cwd=BASE_DIR, env=self.environment, output=log.fileno())
            try:
                yield running
            finally:
                stop(running, grace=WITHIN_SECONDS)

    def _answers(self, path: str) -> bool:
        try:
            return httpx.get(f"{self.url}/{path}", timeout=10).status_code == 200
        except httpx.TransportError:
            return False


@contextmanager
def new_site(var: Path) -> Iterator[Site]:
    """A migrated site without data, on the same kind of database and broker as the tests run on."""
    with ExitStack() as stack:
        environment = {**os.environ, "EARSHOT_VAR": str(var)}
        if database := os.environ.get("DATABASE_URL"):
            environment["DATABASE_URL"] = stack.enter_context(_own_database(database))
        if broker := os.environ.get("REDIS_URL"):
            environment["REDIS_URL"] = stack.enter_context(_own_redis(broker))
        shell = stack.enter_context(_shell(environment))
        site = Site(f"http://127.0.0.1:{usable_port('127.0.0.1', 0)}", environment, shell)
        if database:
            site.manage("migrate", "--verbosity", "0")
        else:
            _copy_database(_migrated(), site.var / SQLITE)
        yield site


def _manage(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@cache
def _pattern() -> dict[str, str]:
    """Environment of a site that never runs: others copy what takes seconds to make."""
    folder = tempfile.mkdtemp(prefix="pattern-", dir=os.environ["EARSHOT_VAR"])
    names = os.environ.keys() - {"DATABASE_URL", "REDIS_URL"}
    return {name: os.environ[name] for name in names} | {"EARSHOT_VAR": folder}


@cache
def _migrated() -> Path:
    _manage(_pattern(), "migrate", "--verbosity", "0")
    return Path(_pattern()["EARSHOT_VAR"]) / SQLITE


@cache
def _static_files() -> Path:
    _manage(_pattern(), "collectstatic", "--no-input", "--verbosity", "0")
    return Path(_pattern()["EARSHOT_VAR"]) / "static"


def _copy_database(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as there, closing(sqlite3.connect(target)) as here:
        there.backup(here)


@contextmanager
def _shell(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.shell"]
    with subprocess.Popen(
        command,
        cwd=BASE_DIR,
        env=environment,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as shell:
        yield shell
        shell.kill()


@contextmanager
def _own_database(url: str) -> Iterator[str]:
    name = f"earshot_site_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            yield urlsplit(url)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@contextmanager
def _own_redis(url: str) -> Iterator[str]:
    address = urlsplit(url)
    number = int(address.path.strip("/") or 0) + next(FREE_REDIS)
    own = address._replace(path=f"/{number}").geturl()
    with redis.Redis.from_url(own) as client:
        client.flushdb()
        yield own
        client.flushdb()
