"""Votes packed for reading: derived from the votes, never the truth."""

from django.db import models

from arena.models import Study


class VoteBlock(models.Model):
    """Consecutive votes of a study as packed columns, see `ratings.columns`.

    A refit reads blocks instead of the votes' rows, and only the newest votes from the rows. The
    last block of a study grows until it is full. All may be deleted: the next refit makes them
    anew from the votes.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="vote_blocks")
    number = models.PositiveIntegerField()
    vote_count = models.PositiveIntegerField()
    last_vote = models.PositiveBigIntegerField(help_text="The highest id in the block.")
    content = models.BinaryField()

    class Meta:
        ordering = ["study", "number"]
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="vote_block_once"),
            models.CheckConstraint(
                condition=models.Q(vote_count__gte=1), name="vote_block_holds_votes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study_id} #{self.number}: {self.vote_count} votes"
