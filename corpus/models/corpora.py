"""Sets of prompts."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

DEFAULT_TARGET_LUFS = -23.0
DEFAULT_SIZE = 500
DEFAULT_LANGUAGE_MODEL = "pocketsphinx"


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
    target_size = models.PositiveIntegerField(
        default=DEFAULT_SIZE,
        help_text="Prompts that a version must have before it can be frozen.",
    )
    is_synthetic = models.BooleanField(
        default=False,
        help_text="Made of templates, to develop against. Never called the benchmark.",
    )
    language_model = models.CharField(
        max_length=200,
        default=DEFAULT_LANGUAGE_MODEL,
        help_text="What measures difficulty: pocketsphinx, or huggingface:NAME-OR-FOLDER.",
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

    @property
    def is_private(self) -> bool:
        """Whether its texts need a permission to be read."""
        return self.visibility == self.Visibility.PRIVATE
