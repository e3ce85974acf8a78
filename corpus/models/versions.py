"""Frozen versions of corpora and what they select."""

import secrets
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from corpus.models.corpora import Corpus
from corpus.models.prompts import Prompt


class CorpusVersionQuerySet(models.QuerySet["CorpusVersion"]):
    """Reads of versions."""

    def frozen(self) -> Self:
        """Versions that studies can use."""
        return self.filter(frozen_at__isnull=False)

    def drafts(self) -> Self:
        """Selections that still change."""
        return self.filter(frozen_at__isnull=True)


class CorpusVersion(models.Model):
    """A numbered selection of a corpus: a draft at first; once frozen it never changes."""

    corpus = models.ForeignKey(Corpus, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    frozen_at = models.DateTimeField(null=True, blank=True, editable=False)
    digest = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text="SHA-256 of the manifest.",
    )
    manifest = models.TextField(
        blank=True,
        editable=False,
        help_text="What was frozen, as canonical JSON; blank: frozen before manifests were kept.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    frozen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="versions_frozen",
    )
    note = models.TextField(blank=True, help_text="What is new in it, for those who use it.")
    prompts = models.ManyToManyField(Prompt, through="VersionPrompt", related_name="versions")

    objects = CorpusVersionQuerySet.as_manager()

    class Meta:
        ordering = ["corpus", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["corpus"],
                condition=Q(frozen_at__isnull=True),
                name="one_draft_per_corpus",
            ),
            models.UniqueConstraint(fields=["corpus", "number"], name="version_number_unique"),
            models.CheckConstraint(
                condition=Q(frozen_at__isnull=True) | ~Q(digest=""),
                name="frozen_version_has_digest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.corpus.slug} v{self.number}"

    @property
    def is_frozen(self) -> bool:
        """Whether the selection is final."""
        return self.frozen_at is not None


class Stratum(models.TextChoices):
    """Difficulty of a prompt among those of its register, by perplexity to a language model."""

    LOW = "low", _("Low perplexity")
    MIDDLE = "middle", _("Middle perplexity")
    HIGH = "high", _("High perplexity")


def opaque_id() -> str:
    """64 random bits."""
    return secrets.token_hex(8)


def salt() -> str:
    """128 random bits."""
    return secrets.token_hex(16)


class VersionPrompt(models.Model):
    """A prompt's place in a corpus version."""

    version = models.ForeignKey(CorpusVersion, on_delete=models.PROTECT, related_name="selection")
    prompt = models.ForeignKey(Prompt, on_delete=models.PROTECT, related_name="selections")
    stratum = models.CharField(
        max_length=6,
        choices=Stratum,
        blank=True,
        help_text="Difficulty within the register; blank: unknown.",
    )
    opaque_id = models.CharField(
        max_length=16,
        default=opaque_id,
        editable=False,
        help_text="Names the prompt in the manifest, and nowhere else.",
    )
    salt = models.CharField(
        max_length=32,
        default=salt,
        editable=False,
        help_text="Keeps the manifest's digest of the text from confirming a guess. Private.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "prompt"], name="version_prompt_unique"),
            models.UniqueConstraint(
                fields=["version", "opaque_id"],
                condition=~Q(opaque_id=""),
                name="version_opaque_id_unique",
            ),
            models.CheckConstraint(
                condition=Q(stratum__in=["", "low", "middle", "high"]),
                name="version_prompt_stratum_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.prompt_id}"


def next_version_number(corpus: Corpus) -> int:
    """One more than the highest version number of the corpus."""
    highest = corpus.versions.aggregate(highest=models.Max(F("number")))["highest"]
    return (highest or 0) + 1
