"""Which function does which kind of long work.

An app names its kinds in a module ``jobs_of_<app>`` or any module that its ``AppConfig.ready``
imports::

    @job("difficulty")
    def measure(run: JobRun) -> Report: ...

The function does what is left, item by item, and calls :meth:`JobRun.advance` after each. That
call may end the turn (:class:`TurnOver`) so that other work of the worker gets its share, or end
the job (:class:`Cancelled`); the function is then called again later, or never, so whatever it
has done must be in the database by then.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F
from django.utils import timezone

from corpus.models import Job

TURN_SECONDS = 20.0
TELL_EVERY_SECONDS = 0.5


class TurnOver(Exception):  # noqa: N818 - no error
    """Other work has its turn; the job goes on afterwards."""


class Cancelled(Exception):  # noqa: N818 - no error
    """Somebody asked the job to end."""


class Dispossessed(Exception):  # noqa: N818 - no error
    """Another worker has taken the job, because this one was silent for too long."""


class JobError(Exception):
    """The job cannot be done; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a job ended. summary: a sentence or two; details: JSON for the page of its kind."""

    summary: str
    details: dict[str, Any] = field(default_factory=dict)


class JobRun:
    """One turn of one worker at one job."""

    def __init__(self, job: Job, *, turn_seconds: float = TURN_SECONDS) -> None:
        self.job = job
        self.parameters: dict[str, Any] = job.parameters
        self._unsaid = 0
        self._told = self._begun = time.monotonic()
        self._turn_seconds = turn_seconds

    @property
    def is_over(self) -> bool:
        """Whether this turn has had its time; the next `advance` or `beat` ends it."""
        return time.monotonic() - self._begun >= self._turn_seconds

    def expect(self, left: int) -> None:
        """Say how many items are left to do."""
        self.job.total = self.job.done + left
        self._tell(total=self.job.total)

    def stage(self, sentence: str) -> None:
        """Say what is being done now."""
        self._tell(stage=sentence[:200])

    def advance(self, items: int = 1) -> None:
        """Say that ``items`` more are done and stored.

        Raises:
            TurnOver, Cancelled, Dispossessed: the function must end here; let them pass.
        """
        self._unsaid += items
        self.beat()

    def beat(self) -> None:
        """Give a sign of life between items that take long; raises like :meth:`advance`."""
        now, over = time.monotonic(), self.is_over
        if over or now - self._told >= TELL_EVERY_SECONDS:
            self._told = now
            self._tell()
            if Job.objects.filter(pk=self.job.pk, cancel_requested=True).exists():
                raise Cancelled
        if over:
            raise TurnOver

    def flush(self) -> None:
        """Write what is not written yet."""
        self._tell()

    def _tell(self, **fields: Any) -> None:
        mine = Job.objects.filter(pk=self.job.pk, turn=self.job.turn, state=Job.State.RUNNING)
        told = mine.update(done=F("done") + self._unsaid, heard_at=timezone.now(), **fields)
        if not told:
            raise Dispossessed
        self.job.done += self._unsaid
        self._unsaid = 0


Work = Callable[[JobRun], Report]
_kinds: dict[str, Work] = {}


def job(kind: str) -> Callable[[Work], Work]:
    """Register the function that does the work of ``kind``."""

    def register(work: Work) -> Work:
        _kinds[kind] = work
        return work

    return register


def work_of(kind: str) -> Work:
    """The function that does the work of ``kind``. Raises KeyError for an unknown one."""
    return _kinds[kind]
