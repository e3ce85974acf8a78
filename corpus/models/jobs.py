"""Long work: what is to be done, how far it is, how it ended."""

from datetime import timedelta
from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from corpus.models.corpora import Corpus
from corpus.models.prompts import Account

# A worker that has said nothing for so long is taken to be dead.
SILENCE = timedelta(seconds=90)


class JobQuerySet(models.QuerySet["Job"]):
    """Reads of jobs."""

    def open(self) -> Self:
        """Jobs that have not ended."""
        return self.filter(state__in=[Job.State.WAITING, Job.State.RUNNING])

    def visible_to(self, account: Account) -> Self:
        """Jobs of kinds that this person may see."""
        if not isinstance(account, User):
            return self.none()
        permissions = self.order_by().values_list("permission", flat=True).distinct()
        return self.filter(permission__in=[one for one in permissions if account.has_perm(one)])

    def abandoned(self) -> Self:
        """Jobs that nobody works on: their message or their worker was lost."""
        return self.open().filter(heard_at__lt=timezone.now() - SILENCE)

    def claimable(self) -> Self:
        """Jobs that a worker may take now."""
        silent = Q(state=Job.State.RUNNING, heard_at__lt=timezone.now() - SILENCE)
        return self.filter(Q(state=Job.State.WAITING) | silent)


class Job(models.Model):
    """One piece of long work, done by a worker in turns, seen by whoever may.

    What is left to do is always read from the tables that the job fills, so that a job goes on
    after a crash and can be started again at no loss.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting for a worker")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        CANCELLED = "cancelled", _("Cancelled")

    kind = models.CharField(max_length=40, help_text="Names the function that does the work.")
    title = models.CharField(max_length=200)
    corpus = models.ForeignKey(
        Corpus,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="jobs",
    )
    parameters = models.JSONField(default=dict)
    permission = models.CharField(max_length=100, help_text="Needed to see and to cancel it.")
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="jobs",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0, help_text="0: not known yet.")
    stage = models.CharField(max_length=200, blank=True, help_text="What is being done now.")
    turn = models.PositiveIntegerField(default=0, help_text="Grows each time a worker takes it.")
    begun_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(default=timezone.now, help_text="Last sign of life.")
    ended_at = models.DateTimeField(null=True)
    cancel_requested = models.BooleanField(default=False)
    summary = models.TextField(blank=True, help_text="How it ended, in a sentence or two.")
    report = models.JSONField(default=dict, help_text="How it ended, in detail, by kind.")

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state__in=["done", "failed", "cancelled"]) | Q(ended_at__isnull=False),
                name="ended_job_has_time",
            ),
            models.CheckConstraint(
                condition=~Q(state="failed") | ~Q(summary=""),
                name="failed_job_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_open(self) -> bool:
        """Whether it has not ended."""
        return self.state in {self.State.WAITING, self.State.RUNNING}

    @property
    def share(self) -> float | None:
        """How much is done, from 0 to 1; ``None`` while that is unknown."""
        return min(1.0, self.done / self.total) if self.total else None

    @property
    def seconds_left(self) -> float | None:
        """Estimate from the speed so far."""
        if not self.is_open or not self.total or not self.done or self.begun_at is None:
            return None
        elapsed = (timezone.now() - self.begun_at).total_seconds()
        return elapsed / self.done * max(0, self.total - self.done)

    @property
    def rate(self) -> float | None:
        """Items per second so far; ``None`` before the first."""
        if self.begun_at is None or not self.done:
            return None
        elapsed = ((self.ended_at or timezone.now()) - self.begun_at).total_seconds()
        return self.done / elapsed if elapsed > 0 else None

    @property
    def time_left(self) -> str:
        """The estimate in words; empty while there is none."""
        seconds = self.seconds_left
        if seconds is None:
            return ""
        if seconds < 90:
            return f"{seconds:.0f} s"
        return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
