"""Files of clips on their way into a corpus: what came, what it is, what became of it."""

from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from corpus.models.clips import Clip, random_key
from corpus.models.corpora import Corpus
from corpus.models.jobs import Job
from corpus.models.prompts import Prompt, PromptQuerySet
from corpus.models.systems import Gender, System, Voice
from corpus.models.versions import CorpusVersion

# Staged files of an upload that nobody has touched for so long are removed.
KEPT = timedelta(days=7)


def staged_key(row: models.Model, filename: str) -> str:
    """A random storage key."""
    return random_key("uploads")


class UploadBatchQuerySet(models.QuerySet["UploadBatch"]):
    """Reads of uploads."""

    def open(self) -> Self:
        """Uploads that can still be worked on."""
        return self.filter(state__in=[UploadBatch.State.OPEN, UploadBatch.State.STORING])

    def forgotten(self) -> Self:
        """Open uploads that nobody has touched for a week."""
        return self.open().filter(touched_at__lt=timezone.now() - KEPT)


class UploadBatch(models.Model):
    """Files that a curator brings at once, looked at and matched before any becomes a clip."""

    class State(models.TextChoices):
        OPEN = "open", _("Waiting for your decision")
        STORING = "storing", _("Being stored")
        DONE = "done", _("Stored")
        DISCARDED = "discarded", _("Discarded")
        EXPIRED = "expired", _("Removed after a week")

    corpus = models.ForeignKey(Corpus, on_delete=models.PROTECT, related_name="uploads")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="uploads"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(default=timezone.now, help_text="When a file last came.")
    closed_at = models.DateTimeField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    system = models.ForeignKey(
        System,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="uploads",
        help_text="Whose clips they are; none: folders say it.",
    )
    gender = models.CharField(
        max_length=6, choices=Gender, blank=True, help_text="Which voice; empty: names say it."
    )
    version = models.ForeignKey(
        CorpusVersion,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="uploads",
        help_text="Frozen one whose wordings they speak; none: the prompts that stand.",
    )
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="uploads")

    objects = UploadBatchQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "upload batches"
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["open", "storing", "done", "discarded", "expired"]),
                name="upload_batch_state_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "storing"]) | Q(closed_at__isnull=False),
                name="closed_upload_batch_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"Upload {self.pk} for {self.corpus_id}"

    @property
    def is_open(self) -> bool:
        """Whether files can still be added, changed and confirmed."""
        return self.state == self.State.OPEN

    @property
    def prompts(self) -> PromptQuerySet:
        """Prompts that its files may speak."""
        return self.corpus.prompts.all().held_by(self.version)


class UploadedArchive(models.Model):
    """A zip that came; its files become rows of their own, and it is then removed."""

    batch = models.ForeignKey(UploadBatch, on_delete=models.CASCADE, related_name="archives")
    name = models.CharField(max_length=255)
    size = models.PositiveBigIntegerField(help_text="Bytes.")
    digest = models.CharField(max_length=64, help_text="SHA-256.")
    file = models.FileField(upload_to=staged_key, max_length=200, blank=True)
    next_position = models.PositiveIntegerField(default=0, help_text="File to unpack next.")
    unpacked_bytes = models.PositiveBigIntegerField(default=0)
    is_unpacked = models.BooleanField(default=False)
    failure = models.TextField(blank=True, help_text="Why nothing more of it was taken.")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "digest"], name="archive_once_in_batch"),
        ]

    def __str__(self) -> str:
        return self.name


class UploadedFileQuerySet(models.QuerySet["UploadedFile"]):
    """Reads of files."""

    def readable(self) -> Self:
        """Files that wait to be stored and were decoded as recordings."""
        return self.exclude(file="").filter(duration__isnull=False, failure="")


class UploadedFile(models.Model):
    """One file: whether it can be read, which clip it is meant to be, what becomes of it."""

    class Outcome(models.TextChoices):
        WAITING = "waiting", _("Waiting to be looked at")
        UNREADABLE = "unreadable", _("Unreadable")
        UNMATCHED = "unmatched", _("Unmatched")
        DUPLICATE = "duplicate", _("Duplicate")
        REPLACES = "replaces", _("Replaces a clip")
        NEW = "new", _("New clip")
        SAME = "same", _("Already there")
        LEFT_OUT = "left_out", _("Left out")
        STORED = "stored", _("Stored")

    TO_STORE = (Outcome.NEW, Outcome.REPLACES)
    TO_MEND = (Outcome.UNREADABLE, Outcome.UNMATCHED, Outcome.DUPLICATE)

    batch = models.ForeignKey(UploadBatch, on_delete=models.CASCADE, related_name="files")
    archive = models.ForeignKey(
        UploadedArchive, on_delete=models.CASCADE, null=True, related_name="files"
    )
    path = models.CharField(max_length=400, help_text="As the sender calls it.")
    size = models.PositiveBigIntegerField(help_text="Bytes.")
    digest = models.CharField(max_length=64, help_text="SHA-256.")
    file = models.FileField(upload_to=staged_key, max_length=200, blank=True)
    examined_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Times it was begun with.")
    failure = models.TextField(blank=True, help_text="Why it cannot be a clip, and what to do.")
    duration = models.FloatField(null=True, help_text="Seconds of speech and edges.")

    prompt = models.ForeignKey(Prompt, on_delete=models.PROTECT, null=True, related_name="+")
    voice = models.ForeignKey(Voice, on_delete=models.PROTECT, null=True, related_name="+")
    is_picked = models.BooleanField(default=False, help_text="By hand, whatever its name says.")
    is_left_out = models.BooleanField(default=False)
    problem = models.TextField(blank=True, help_text="What keeps it from being matched.")
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.WAITING)
    clip = models.ForeignKey(Clip, on_delete=models.SET_NULL, null=True, related_name="uploads")
    replaced = models.BooleanField(default=False, help_text="It took another clip's place.")

    objects = UploadedFileQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["batch", "outcome"], name="uploaded_file_by_outcome")]
        constraints = [
            # The same file sent twice, after a reload say, is one file.
            models.UniqueConstraint(
                fields=["batch", "path", "digest"], name="uploaded_file_once_in_batch"
            ),
            models.CheckConstraint(
                condition=~Q(outcome="unreadable") | ~Q(failure=""),
                name="unreadable_file_has_reason",
            ),
            models.CheckConstraint(
                condition=~Q(outcome__in=["new", "replaces", "same"])
                | (Q(prompt__isnull=False) & Q(voice__isnull=False)),
                name="matched_file_has_prompt_and_voice",
            ),
        ]

    def __str__(self) -> str:
        return self.path
