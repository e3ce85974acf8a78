"""Votes and what is kept beside them."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.models.listeners import Listener
from arena.models.matchups import Matchup
from arena.models.studies import Study
from corpus.models import Gender, Prompt, System


class Side(models.TextChoices):
    """The two places of a matchup; the only answers to it."""

    LEFT = "left", _("Left")
    RIGHT = "right", _("Right")


class VoteQuerySet(models.QuerySet["Vote"]):
    """Reads of votes."""

    def counted(self) -> Self:
        """Votes without any exclusion."""
        return self.filter(exclusions__isnull=True)

    def scored(self) -> Self:
        """Votes on matchups that were meant to count."""
        return self.filter(matchup__purpose=Matchup.Purpose.SCORED)


class Vote(models.Model):
    """The answer to one matchup: left or right. One matchup, at most one vote.

    What a board is counted from stands in the row itself, copied from the matchup (a trigger
    holds the two together), so that counting reads one table.
    """

    matchup = models.OneToOneField(Matchup, on_delete=models.PROTECT, related_name="vote")
    choice = models.CharField(max_length=5, choices=Side)
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="votes")
    listener = models.ForeignKey(Listener, on_delete=models.PROTECT, related_name="votes")
    prompt = models.ForeignKey(Prompt, on_delete=models.PROTECT, related_name="+")
    gender = models.CharField(max_length=6, choices=Gender)
    left_system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+")
    right_system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    response_seconds = models.FloatField(help_text="From issue to vote, by the server's clock.")
    heard = models.JSONField(
        default=dict,
        blank=True,
        help_text="What the listener's page says was played: a claim.",
    )

    objects = VoteQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(choice__in=["left", "right"]),
                name="vote_choice_is_a_side",
            ),
            models.CheckConstraint(
                condition=~Q(left_system=F("right_system")),
                name="vote_systems_differ",
            ),
        ]
        indexes = [
            # Holds all that a board is counted from, in the order in which votes are folded.
            models.Index(
                fields=[
                    "study",
                    "id",
                    "listener",
                    "prompt",
                    "left_system",
                    "right_system",
                    "gender",
                    "choice",
                ],
                name="vote_for_counting",
            ),
            models.Index(fields=["study", "listener"], name="vote_by_listener"),
            models.Index(fields=["study", "prompt", "gender"], name="vote_by_prompt"),
        ]

    def __str__(self) -> str:
        return f"{self.choice} in matchup {self.matchup_id}"


class Exclusion(models.Model):
    """A reason, kept beside a vote, for leaving it out of a board."""

    class Reason(models.TextChoices):
        PRACTICE = "practice", _("Practice round")
        CURATOR = "curator", _("Excluded by a curator")

    vote = models.ForeignKey(Vote, on_delete=models.PROTECT, related_name="exclusions")
    reason = models.CharField(max_length=20, choices=Reason)
    detail = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["vote", "reason"], name="exclusion_reason_once"),
        ]

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: vote {self.vote_id}"
