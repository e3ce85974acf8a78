"""When a synthesiser may be asked next: one clock for all workers, kept in the database."""

import random
import time
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from corpus.jobs import JobError, JobRun
from corpus.models import Synthesizer

LOOK_EVERY_SECONDS = 0.2
FIRST_BACKOFF_SECONDS = 1.0
LONGEST_BACKOFF_SECONDS = 60.0
# Whoever asks for longer has a quota rather than a crowd.
LONGEST_WAIT_SECONDS = 15 * 60.0


def wait_for_turn(run: JobRun, synthesizer: Synthesizer) -> None:
    """Return when a text may be sent, and have the next one wait as long as the rate limit asks.

    Raises what :meth:`JobRun.beat` raises: a turn may end while it waits, and no text is lost.
    """
    while (seconds := _seconds_to_wait(synthesizer)) > 0:
        time.sleep(min(seconds, LOOK_EVERY_SECONDS))
        run.beat()


@transaction.atomic
def _seconds_to_wait(synthesizer: Synthesizer) -> float:
    """0 if a text may be sent now, which is noted; of two workers at once one comes first."""
    locked = Synthesizer.objects.select_for_update().get(pk=synthesizer.pk)
    now = timezone.now()
    if locked.next_call_at is not None and locked.next_call_at > now:
        return (locked.next_call_at - now).total_seconds()
    if locked.seconds_between:
        _note(locked, now + timedelta(seconds=locked.seconds_between))
    return 0.0


@transaction.atomic
def postpone(synthesizer: Synthesizer, *, attempts: int, asked: float | None) -> None:
    """Send nothing for a while after a failure.

    asked: seconds that the endpoint asked for; otherwise the wait doubles with each of the
    *attempts*, and is spread by chance so that workers do not come back all at once.

    Raises JobError if the endpoint asks for longer than a job should wait.
    """
    if asked is not None and asked > LONGEST_WAIT_SECONDS:
        raise JobError(
            f"{synthesizer.destination or synthesizer.system} asks to wait for "
            f"{asked / 60:,.0f} minutes, as when a quota is used up. Start again then; what was "
            "made is kept."
        )
    longest = min(LONGEST_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** (attempts - 1))
    backoff = longest * random.uniform(0.5, 1.0)  # noqa: S311 - spreads load, keeps no secret
    locked = Synthesizer.objects.select_for_update().get(pk=synthesizer.pk)
    until = timezone.now() + timedelta(seconds=max(backoff, asked or 0.0))
    _note(locked, max(until, locked.next_call_at or until))


def _note(locked: Synthesizer, until: datetime) -> None:
    locked.next_call_at = until
    locked.save(update_fields=["next_call_at"])
