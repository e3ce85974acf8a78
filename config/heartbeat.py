"""A sign of life of the worker, which ``/readyz`` reads."""

import time
from typing import Any

from celery import bootsteps
from django.core.cache import cache

KEY = "worker-heartbeat"
INTERVAL_SECONDS = 5
STALE_AFTER_SECONDS = 20


class Heartbeat(bootsteps.StartStopStep):
    """Write the time to the shared cache every few seconds while the worker's main loop turns."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, worker: Any, **kwargs: Any) -> None:
        super().__init__(worker, **kwargs)
        self.timer_entry: Any = None

    def start(self, worker: Any) -> None:
        """Beat now and from now on."""
        beat()
        self.timer_entry = worker.timer.call_repeatedly(INTERVAL_SECONDS, beat, priority=10)

    def stop(self, worker: Any) -> None:
        """Beat no longer."""
        if self.timer_entry is not None:
            self.timer_entry.cancel()


def beat() -> None:
    """Record that a worker is alive now."""
    cache.set(KEY, time.time(), timeout=3600)


def seconds_since_beat() -> float | None:
    """Seconds since any worker last beat; ``None`` if none did within the hour."""
    last = cache.get(KEY)
    return None if last is None else time.time() - float(last)
