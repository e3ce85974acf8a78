"""Frozen versions of corpora and what they select."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from corpus.models.corpora import Corpus
from corpus.models.prompts import Prompt


class CorpusVersion(models.Model):
    """A frozen, numbered selection of a corpus, with a manifest digest; never changes."""

    corpus = models.ForeignKey(Corpus, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    frozen_at = models.DateTimeField(null=True, blank=True, editable=False)
    digest = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text="SHA-256 of the manifest.",
    )
    prompts = models.ManyToManyField(Prompt, through="VersionPrompt", related_name="versions")

    class Meta:
        ordering = ["corpus", "-number"]
        constraints = [
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

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "prompt"], name="version_prompt_unique"),
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
