"""Plans of listenings: how many votes will be enough?"""

from typing import Self

from django.db import models

from corpus.models import Job


class VotePlanQuerySet(models.QuerySet["VotePlan"]):
    """Reads of plans."""

    def newest(self) -> Self:
        """With their jobs and who started them, the latest first."""
        return self.select_related("job__started_by").order_by("-id")


class VotePlan(models.Model):
    """One search for the number of votes. What was asked stands in the job's parameters.

    A worker that takes the job again goes on from `tallies`.
    """

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="vote_plan")
    tallies = models.JSONField(
        default=list,
        help_text="Per number of votes, in the order tried: votes, runs, and in how many of these "
        "each pair of neighbours was separated.",
    )

    objects = VotePlanQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        permissions = [("plan_votes", "Can plan how many votes a study needs")]

    def __str__(self) -> str:
        return self.job.title
