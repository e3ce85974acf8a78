"""Files of prompts on their way into a corpus."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from corpus.models.clips import random_key
from corpus.models.corpora import Corpus
from corpus.models.jobs import Job


def import_key(staged: "PromptImport", filename: str) -> str:
    """A random storage key: the file holds private texts."""
    return random_key("imports")


class PromptImportQuerySet(models.QuerySet["PromptImport"]):
    """Reads of imports."""

    def listed(self) -> Self:
        """Imports without their rows, newest first."""
        return self.defer("rows", "findings").select_related("by", "corpus").order_by("-id")

    def open(self) -> Self:
        """Imports that wait for a decision."""
        return self.filter(state=PromptImport.State.STAGED)


class PromptImport(models.Model):
    """A file that a curator brought, what each of its rows would do, and whether it was done."""

    class State(models.TextChoices):
        STAGED = "staged", _("Waiting for your decision")
        DONE = "done", _("Imported")
        DISCARDED = "discarded", _("Discarded")

    corpus = models.ForeignKey(Corpus, on_delete=models.PROTECT, related_name="imports")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="prompt_imports",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=State, default=State.STAGED)
    file = models.FileField(upload_to=import_key, max_length=200, blank=True)
    file_name = models.CharField(max_length=255)
    row_count = models.PositiveIntegerField()
    columns = models.JSONField(default=list, help_text="The file's columns, in order.")
    notes = models.JSONField(default=list, help_text="What reading the file had to assume.")
    mapping = models.JSONField(default=dict, help_text="The file's column by a prompt's field.")
    findings = models.JSONField(
        default=list, help_text="What linting found, row by row, as far as it is."
    )
    rows = models.JSONField(default=list, help_text="What each row would do, and why.")
    counts = models.JSONField(default=dict, help_text="Rows by outcome.")
    checked_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="imports")

    objects = PromptImportQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["staged", "done", "discarded"]),
                name="prompt_import_state_known",
            ),
            models.CheckConstraint(
                condition=~Q(state="done") | Q(done_at__isnull=False),
                name="done_prompt_import_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.file_name} for {self.corpus_id}"

    @property
    def is_open(self) -> bool:
        """Whether it can still be imported or discarded."""
        return self.state == self.State.STAGED

    @property
    def is_checked(self) -> bool:
        """Whether it is known what each row would do."""
        return self.checked_at is not None

    def rows_of(self, outcome: str) -> list[dict[str, Any]]:
        """The rows with this outcome."""
        return [row for row in self.rows if row["outcome"] == outcome]
