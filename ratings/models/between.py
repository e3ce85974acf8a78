"""The votes between two boards, fitted alone."""

from django.db import models

from ratings.models.boards import Board


class VotesBetween(models.Model):
    """What the votes since a board say by themselves, up to the data cut of a later one.

    Derived: both boards and all that lies between never change, so it is measured once and kept,
    and a page that shows it reads no vote.
    """

    before = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="+")
    after = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="+")
    vote_count = models.PositiveIntegerField()
    against_human = models.JSONField(
        default=dict,
        help_text="By system id: difference to the human, its error, low and high, Elo points.",
    )
    degrees_of_freedom = models.PositiveIntegerField()
    note = models.CharField(max_length=200, blank=True, help_text="Why there is no fit.")

    class Meta:
        verbose_name_plural = "votes between"
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["before", "after"], name="votes_between_once"),
        ]

    def __str__(self) -> str:
        return f"{self.vote_count} votes between boards {self.before_id} and {self.after_id}"
