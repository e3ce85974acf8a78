"""The log of private texts that were read in bulk."""

from django.conf import settings
from django.db import models

from corpus.models.corpora import Corpus


class BulkRead(models.Model):
    """One export or listing of many private texts: who, when, what. Never edited."""

    corpus = models.ForeignKey(Corpus, on_delete=models.PROTECT, related_name="bulk_reads")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="bulk_reads",
    )
    by_name = models.CharField(
        max_length=150,
        help_text="Account on the site, or the system's user of the command.",
    )
    form = models.CharField(max_length=40, help_text="csv, jsonl, xlsx, api, page, …")
    prompt_count = models.PositiveIntegerField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.prompt_count} prompts of {self.corpus_id} as {self.form}"
