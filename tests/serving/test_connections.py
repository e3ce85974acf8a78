"""What a real web server leaves open at its database."""

import os
from concurrent.futures import ThreadPoolExecutor

import httpx
import psycopg
import pytest

from tests.sites import Site

pytestmark = [pytest.mark.database, pytest.mark.heavy]

VISITORS = 12
VISITS = 60
LEFT_OPEN = 5


@pytest.mark.skipif("DATABASE_URL" not in os.environ, reason="SQLite counts no connections")
def test_visitors_who_have_gone_hold_no_connection(site: Site) -> None:
    with site.web() as web:
        with ThreadPoolExecutor(VISITORS) as visitors:
            answers = visitors.map(httpx.get, [f"{site.url}/"] * VISITS)
            assert {answer.status_code for answer in answers} == {200}
        site.until(lambda: open_connections(site) <= LEFT_OPEN, web)


def open_connections(site: Site) -> int:
    """Connections to the site's database besides the one that asks."""
    with psycopg.connect(site.environment["DATABASE_URL"]) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert row is not None
    return int(row[0])
