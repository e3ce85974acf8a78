"""Real processes: what runs, what says that it runs, and what survives a kill -9."""

import os
import signal
import subprocess
import sys

import pytest

from config.environment import BASE_DIR
from config.serving import sole_use
from tests.sites import Site

pytestmark = pytest.mark.heavy  # how processes end does not depend on the database


def test_ctrl_c_ends_web_and_worker_and_all_they_started(site: Site) -> None:
    with site.served() as running:
        assert site.is_ready()
        assert len(site.processes()) >= 5, "serve, web server, worker, its beat, its processes"
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(60) == 0, site.log("served site")
        assert site.processes() == {}


def test_the_death_of_the_web_server_ends_the_worker_too_and_is_told(site: Site) -> None:
    with site.served() as running:
        os.kill(pid_of(site, "uvicorn"), signal.SIGKILL)
        assert running.process.wait(60) == 1
        assert site.processes() == {}
    assert "The web server was ended by SIGKILL." in site.log("served site")


def test_the_death_of_the_worker_ends_its_children_and_the_web_server(site: Site) -> None:
    with site.served() as running:
        os.kill(pid_of(site, " worker "), signal.SIGKILL)
        assert running.process.wait(60) == 1
        assert site.processes() == {}
    assert "The worker was ended by SIGKILL." in site.log("served site")


def test_the_death_of_the_beat_ends_all_and_is_told(site: Site) -> None:
    with site.served() as running:
        os.kill(pid_of(site, " beat "), signal.SIGKILL)
        assert running.process.wait(60) == 1
        assert site.processes() == {}
    assert "The beat was ended by SIGKILL." in site.log("served site")


def test_web_and_worker_end_when_what_started_them_is_killed(site: Site) -> None:
    with site.served() as running:
        assert pid_of(site, " worker ")
        running.process.kill()
        site.until(lambda: site.processes() == {})


def test_a_taken_port_is_told_with_the_way_out(site: Site) -> None:
    port = site.url.rpartition(":")[2]
    with site.web():
        done = serve(site, port)
    assert done.returncode == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in done.stderr
    assert "--port 0" in done.stderr


def test_a_second_site_on_the_same_data_is_refused(site: Site) -> None:
    with sole_use(site.var):
        done = serve(site, "0")
    assert done.returncode == 1
    assert "already running" in done.stderr


def test_a_site_without_a_name_is_refused_with_the_way_out(site: Site) -> None:
    done = serve(site, "0", EARSHOT_HOSTS="")
    assert done.returncode == 1
    assert "EARSHOT_HOSTS is empty" in done.stderr
    assert "Traceback" not in done.stderr


def serve(site: Site, port: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run ``manage.py serve`` where it should refuse."""
    return subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", port],
        cwd=BASE_DIR,
        env={**site.environment, **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def pid_of(site: Site, program: str) -> int:
    """The eldest of the site's processes that run a program."""
    return min(pid for pid, command in site.processes().items() if program in command)
