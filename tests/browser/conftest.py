"""A real running site, web and worker, and a real Chromium in front of it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from config.environment import BASE_DIR

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=document-user-activation-required",
]
START_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Site:
    """Where the running site is, and how to run its commands."""

    url: str
    environment: dict[str, str]

    def manage(self, *arguments: str) -> str:
        """Run a management command against the site's data."""
        return _run(self.environment, "manage.py", *arguments)

    def python(self, code: str) -> str:
        """Run a few lines with the site's models at hand, and return what they print."""
        return self.manage("shell", "--no-imports", "-c", code)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own: SQLite, file broker, a small study of real clips called first-light."""
    environment = {**os.environ, "EARSHOT_VAR": str(tmp_path_factory.mktemp("var"))}
    for name in ("DATABASE_URL", "REDIS_URL", "EARSHOT_TLS"):
        environment.pop(name, None)
    port = _free_port()
    running = Site(f"http://127.0.0.1:{port}", environment)
    running.manage("migrate", "--verbosity", "0")
    running.manage("collectstatic", "--no-input", "--verbosity", "0")
    running.python("from tests.studies import make_study; make_study(board_every_votes=1)")
    web = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port)]
    worker = [sys.executable, "-m", "celery", "-A", "config", "worker", "--beat", "-c", "1"]
    processes = [
        _start([*web, "--log-level", "warning"], environment),
        _start([*worker, "--without-gossip", "--without-mingle", "-l", "WARNING"], environment),
    ]
    try:
        _wait_until_ready(running)
        yield running
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait(timeout=30)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, headless."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "The browser tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    """A desk: 1280 by 800, keyboard and mouse, a session of its own."""
    context = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800})
    yield from _page_in(context)


@pytest.fixture
def phone(browser: Browser, site: Site) -> Iterator[Page]:
    """A phone: 375 by 667, touch, a session of its own."""
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": 375, "height": 667},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    yield from _page_in(context)


def _page_in(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda message: (
            troubles.append(message.text) if "Content Security Policy" in message.text else None
        ),
    )
    yield page
    context.close()
    assert not troubles, troubles


def _start(command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    log = Path(environment["EARSHOT_VAR"]) / f"{command[2]}.log"
    with log.open("wb") as output:
        return subprocess.Popen(
            command, cwd=BASE_DIR, env=environment, stdout=output, stderr=subprocess.STDOUT
        )


def _run(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command,
        cwd=BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _wait_until_ready(site: Site) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{site.url}/readyz").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.2)  # polls a process that starts; the deadline decides, not the pause
    logs = "\n".join(p.read_text() for p in Path(site.environment["EARSHOT_VAR"]).glob("*.log"))
    pytest.fail(f"The site did not become ready within {START_SECONDS} s:\n{logs}")


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port
