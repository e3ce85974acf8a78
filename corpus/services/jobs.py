"""Starting, doing, cancelling and healing long work."""

import logging
from typing import Any

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from corpus.jobs import (
    Cancelled,
    Dispossessed,
    JobError,
    JobRun,
    Report,
    TurnOver,
    Work,
    work_of,
)
from corpus.models import Corpus, Job

log = logging.getLogger(__name__)

UNEXPECTED = (
    "It stopped in a way that nobody expected ({error}); the worker's log says more. What was done "
    "until then is kept: start it again to do the rest."
)
UNKNOWN_KIND = (
    "The worker does not know this kind of work: it is of another version than the site. Restart "
    "the workers, then start it again. What was done until then is kept."
)


@transaction.atomic
def start_job(
    *,
    kind: str,
    title: str,
    permission: str,
    by: User | None = None,
    corpus: Corpus | None = None,
    parameters: dict[str, Any] | None = None,
) -> Job:
    """Note long work and send it to a worker. ``permission``: needed to see and to cancel it.

    Raises:
        KeyError: no function does work of this kind.
    """
    from corpus.tasks import run_job  # noqa: PLC0415 - tasks import services

    work_of(kind)
    job = Job.objects.create(
        kind=kind,
        title=title,
        permission=permission,
        started_by=by,
        corpus=corpus,
        parameters=parameters or {},
    )
    transaction.on_commit(lambda: run_job.delay(job.pk))
    return job


def take_turn(*, pk: int, turn_seconds: float | None = None) -> bool:
    """Work on a job for a while, if it is to be had. Returns whether there is more to do."""
    job = _claimed(pk)
    if job is None:
        return False
    try:
        work = work_of(job.kind)
    except KeyError:
        _end(job, Job.State.FAILED, Report(UNKNOWN_KIND))
        return False
    run = JobRun(job) if turn_seconds is None else JobRun(job, turn_seconds=turn_seconds)
    try:
        report = _worked(work, run)
    except TurnOver:
        return _end_turn(job)
    except Dispossessed:
        return False
    except Cancelled:
        summary = "Cancelled. What was done until then is kept."
        _end(job, Job.State.CANCELLED, Report(summary))
    except JobError as error:
        _end(job, Job.State.FAILED, Report(str(error)))
    except (OperationalError, InterfaceError):
        # The database does not answer; the job is healed once it does.
        raise
    except Exception as error:
        log.exception("Job %s (%s) stopped", job.pk, job.kind)
        _end(job, Job.State.FAILED, Report(UNEXPECTED.format(error=type(error).__name__)))
    else:
        _end(job, Job.State.DONE, report)
    return False


def run_to_its_end(*, job: Job, progress: Any = None) -> Job:
    """Do a whole job here and now, for commands. ``progress``: called with it after each turn."""
    while take_turn(pk=job.pk, turn_seconds=1.0):
        if progress is not None:
            progress(Job.objects.get(pk=job.pk))
    job.refresh_from_db()
    return job


@transaction.atomic
def cancel_job(*, job: Job) -> None:
    """Ask a job to end: at once if no worker has it, otherwise after the item at hand."""
    Job.objects.open().filter(pk=job.pk).update(cancel_requested=True)
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.WAITING)
    waiting.update(
        state=Job.State.CANCELLED,
        ended_at=timezone.now(),
        summary="Cancelled. What was done until then is kept.",
    )


def abandoned_jobs() -> list[int]:
    """Keys of jobs whose message or worker was lost, to be sent again; each is told once."""
    keys = list(Job.objects.abandoned().values_list("pk", flat=True))
    Job.objects.filter(pk__in=keys, state=Job.State.WAITING).update(heard_at=timezone.now())
    return keys


def _claimed(pk: int) -> Job | None:
    """The job, now in this worker's hands; ``None`` if another has it or it has ended."""
    now = timezone.now()
    claimed = (
        Job.objects.claimable()
        .filter(pk=pk)
        .update(
            state=Job.State.RUNNING,
            turn=F("turn") + 1,
            heard_at=now,
        )
    )
    if not claimed:
        return None
    Job.objects.filter(pk=pk, begun_at=None).update(begun_at=now)
    return Job.objects.select_related("corpus", "started_by").get(pk=pk)


def _worked(work: Work, run: JobRun) -> Report:
    """What the work tells at its end; the job is given back if a command is stopped by Ctrl-C."""
    try:
        report = work(run)
        run.flush()
    except KeyboardInterrupt:
        _end_turn(run.job)
        raise
    return report


def _end_turn(job: Job) -> bool:
    mine = Job.objects.filter(pk=job.pk, turn=job.turn, state=Job.State.RUNNING)
    return bool(mine.update(state=Job.State.WAITING, heard_at=timezone.now()))


def _end(job: Job, state: Job.State, report: Report) -> None:
    mine = Job.objects.filter(pk=job.pk, turn=job.turn, state=Job.State.RUNNING)
    mine.update(
        state=state,
        ended_at=timezone.now(),
        heard_at=timezone.now(),
        stage="",
        summary=report.summary,
        report=report.details,
    )
