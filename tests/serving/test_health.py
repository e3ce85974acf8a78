"""``/healthz`` and ``/readyz``, and messages that pass through a real broker to a real worker."""

import time
from dataclasses import replace

import httpx
import pytest
from django.core.cache import cache
from django.test import Client

from config.heartbeat import KEY, STALE_AFTER_SECONDS, beat
from tests.sites import Site


@pytest.mark.django_db
@pytest.mark.broker
def test_a_site_whose_worker_beats_is_ready(client: Client) -> None:
    beat()
    response = client.get("/readyz")
    states = {"status": "ready", "database": "ok", "broker": "ok", "worker": "ok"}
    assert response.json() == states
    assert response.status_code == 200


@pytest.mark.django_db
@pytest.mark.broker
def test_a_worker_that_was_never_there_makes_a_site_unready(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["worker"] == "failed"
    assert response.json()["database"] == "ok"


@pytest.mark.django_db
@pytest.mark.broker
def test_a_worker_that_fell_silent_makes_a_site_unready(client: Client) -> None:
    cache.set(KEY, time.time() - STALE_AFTER_SECONDS - 1)
    assert client.get("/readyz").json()["worker"] == "failed"


@pytest.mark.heavy
def test_a_process_without_a_database_is_alive_but_not_ready_and_tells_no_more(
    site: Site,
) -> None:
    nowhere = {**site.environment, "DATABASE_URL": "postgres://secret@127.0.0.1:1/hidden"}
    with replace(site, environment=nowhere).web():
        alive, ready = (httpx.get(f"{site.url}/{path}") for path in ("healthz", "readyz"))
    assert alive.json() == {"status": "alive"}
    assert ready.status_code == 503
    assert ready.json()["database"] == "failed"
    assert "secret" not in ready.text
    assert "hidden" not in ready.text


@pytest.mark.broker
@pytest.mark.database
@pytest.mark.heavy
def test_a_real_worker_makes_a_real_site_ready(site: Site) -> None:
    with site.web():
        assert not site.is_ready()
        with site.worker() as worker:
            site.until(site.is_ready, worker)


@pytest.mark.broker
@pytest.mark.database
@pytest.mark.heavy
def test_a_task_goes_through_the_broker_to_a_worker(site: Site) -> None:
    site.python(
        "from arena.models import Study; from arena.services.simulation import simulate_votes;"
        "simulate_votes(study=Study.objects.get(), listeners=4, votes=60, seed=1)",
    )
    with site.worker(beat=False) as worker:  # nothing refits unless the message arrives
        site.python("from ratings.tasks import refit_boards; refit_boards.delay()")
        site.until(lambda: boards_of(site) > 0, worker)


def boards_of(site: Site) -> int:
    """How many boards the site has stored."""
    return int(site.python("from ratings.models import Board; print(Board.objects.count())"))
