"""``/healthz``: the process is alive. ``/readyz``: what it needs is there too."""

import logging
from collections.abc import Callable

from django.db import connection
from django.http import HttpRequest, JsonResponse

from config.celery import app
from config.heartbeat import STALE_AFTER_SECONDS, seconds_since_beat

logger = logging.getLogger(__name__)


def healthz(request: HttpRequest) -> JsonResponse:
    """Answer without touching anything else."""
    return JsonResponse({"status": "alive"})


def readyz(request: HttpRequest) -> JsonResponse:
    """Check database, broker and worker; 503 names those that fail, without telling more."""
    checks = {name: _passes(name, check) for name, check in CHECKS.items()}
    ready = all(checks.values())
    states = {name: "ok" if passed else "failed" for name, passed in checks.items()}
    return JsonResponse(
        {"status": "ready" if ready else "not ready", **states},
        status=200 if ready else 503,
    )


def _passes(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:
        # Whatever a driver raises means the same here; the log keeps the cause.
        logger.exception("Readiness check of the %s failed", name)
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _broker() -> bool:
    with app.connection_for_write(connect_timeout=2) as broker:
        broker.ensure_connection(max_retries=1, timeout=2)
        return bool(broker.connected)


def _worker() -> bool:
    seconds = seconds_since_beat()
    return seconds is not None and seconds < STALE_AFTER_SECONDS


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "broker": _broker,
    "worker": _worker,
}
