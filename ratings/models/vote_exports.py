"""The log of votes that left the site."""

from django.db import models

from arena.models import Study


class VoteExport(models.Model):
    """One export of votes: who took what, when, and how many rows. Never edited."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="vote_exports")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(
        max_length=150,
        help_text="Account on the site, or the system's user of the command.",
    )
    form = models.CharField(max_length=10, help_text="csv, parquet or bundle.")
    last_vote = models.PositiveBigIntegerField()
    last_exclusion = models.PositiveBigIntegerField()
    row_count = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, help_text="SHA-256 of the file.")

    class Meta:
        ordering = ["-id"]
        permissions = [("export_votes", "Can export votes, with new random ids in each export")]

    def __str__(self) -> str:
        return f"{self.row_count} votes of {self.study_id} as {self.form}"
