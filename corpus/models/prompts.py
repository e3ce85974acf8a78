"""Registers, sources, corpora, their prompts and frozen versions."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

DEFAULT_TARGET_LUFS = -23.0


class Register(models.Model):
    """How someone is talking: casual conversation, explainer, phone agent. Never a topic."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80, unique=True)
    description = models.TextField(blank=True)
    position = models.PositiveSmallIntegerField(default=0, help_text="Order in lists.")

    class Meta:
        ordering = ["position", "slug"]

    def __str__(self) -> str:
        return self.name


class Source(models.Model):
    """Where prompts or readings come from, under which licence."""

    name = models.CharField(max_length=200, unique=True)
    licence = models.CharField(max_length=120)
    attribution = models.TextField(blank=True, help_text="The credit that the licence asks for.")
    url = models.URLField(blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Corpus(models.Model):
    """A titled set of prompts; private (scored, never published) or public (examples)."""

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("Private: scored, never published")
        PUBLIC = "public", _("Public: examples")

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    visibility = models.CharField(
        max_length=10,
        choices=Visibility,
        default=Visibility.PRIVATE,
    )
    target_lufs = models.FloatField(
        default=DEFAULT_TARGET_LUFS,
        help_text="Loudness of every rendition, in LUFS. Lowered for all clips when one of them "
        "cannot reach it with its true peak at or below −1 dBTP.",
    )
    pool_revision = models.PositiveBigIntegerField(
        default=0,
        editable=False,
        help_text="Grows with every change of the clips that can be issued.",
    )

    class Meta:
        verbose_name_plural = "corpora"
        ordering = ["title"]
        constraints = [
            models.CheckConstraint(
                condition=Q(target_lufs__gte=-33) & Q(target_lufs__lte=-16),
                name="corpus_target_lufs_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Prompt(models.Model):
    """One text to be spoken, in one register, with its source."""

    corpus = models.ForeignKey(Corpus, on_delete=models.PROTECT, related_name="prompts")
    external_id = models.CharField(max_length=120, help_text="Stable id of the curators' own.")
    text = models.TextField()
    register = models.ForeignKey(Register, on_delete=models.PROTECT, related_name="prompts")
    topic = models.CharField(max_length=120, blank=True)
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="prompts")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["corpus", "external_id"]
        constraints = [
            models.UniqueConstraint(
                fields=["corpus", "external_id"],
                name="prompt_external_id_unique_in_corpus",
            ),
            models.CheckConstraint(condition=~Q(text=""), name="prompt_text_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.corpus.slug}/{self.external_id}"


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
