"""Doing a job from a command, with a progress bar."""

import time

from django.core.management.base import BaseCommand, CommandError

from corpus.models import Job
from corpus.services.jobs import cancel_job, take_turn

BAR = 30  # characters
TURN_SECONDS = 1.0
LOOK_EVERY_SECONDS = 0.2


def follow(command: BaseCommand, job: Job, *, items: str, own: bool = True) -> Job:
    """Work on a job in turns, or watch where a worker has it, until it ends. items: what it counts.
    own: whether this command began it, so that stopping the command cancels it.

    Raises CommandError if it failed, was cancelled, or is stopped from the keyboard.
    """
    try:
        while job.is_open:
            mine = take_turn(pk=job.pk, turn_seconds=TURN_SECONDS)
            job.refresh_from_db()
            if job.total:
                _show(command, job, items)
            if job.is_open and not mine:
                time.sleep(LOOK_EVERY_SECONDS)
    except KeyboardInterrupt:
        if not own:
            raise CommandError("Stopped. The job goes on where a worker takes it.") from None
        cancel_job(job=job)
        raise CommandError("Stopped. What was done until then is kept.") from None
    finally:
        if job.total:
            command.stderr.write("")
    if job.state != Job.State.DONE:
        raise CommandError(job.summary)
    return job


def _show(command: BaseCommand, job: Job, items: str) -> None:
    bar = "█" * round(BAR * (job.share or 0))
    rate = f"  {job.rate:.3g}/s" if job.rate else ""
    left = f"  about {job.time_left} left" if job.time_left else ""
    line = f"\r{bar:<{BAR}} {job.done:>7,} of {job.total:,} {items}{rate}{left}"
    command.stderr.write(f"{line:<80}", ending="")
    command.stderr.flush()
