"""Systems and their voices."""

from typing import Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from corpus.models.corpora import Corpus
from corpus.models.prompts import Account
from corpus.text.directions import turns_text


class Gender(models.TextChoices):
    """The two voices that each system enters with."""

    FEMALE = "female", _("Female")
    MALE = "male", _("Male")


class System(models.Model):
    """What is rated: one text-to-speech model of one provider in one version, or a person."""

    class Kind(models.TextChoices):
        SYNTHETIC = "synthetic", _("Text-to-speech")
        HUMAN = "human", _("Human anchor")

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=120)
    provider = models.CharField(max_length=120, blank=True)
    version = models.CharField(max_length=60, blank=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.SYNTHETIC)
    open_weights = models.BooleanField(null=True, blank=True)
    released_on = models.DateField(null=True, blank=True)
    retired_on = models.DateField(
        null=True,
        blank=True,
        help_text="Since when its provider offers it no more.",
    )
    homepage = models.URLField(blank=True)

    class Meta:
        ordering = ["name", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["provider", "name", "version"],
                name="system_name_unique_for_provider",
            ),
            # One anchor: a rating "against the human" must not depend on which one is meant.
            models.UniqueConstraint(
                fields=["kind"],
                condition=Q(kind="human"),
                name="one_human_anchor",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()

    def clean(self) -> None:
        """A name must leave the numbers beside it as they are."""
        if turns_text(f"{self.name}{self.provider}{self.version}"):
            raise ValidationError(
                "The name, the provider or the version holds a character that turns the direction "
                "of the text after it. Remove it."
            )

    @property
    def is_human(self) -> bool:
        """Whether this is the human anchor."""
        return self.kind == self.Kind.HUMAN


class VoiceQuerySet(models.QuerySet["Voice"]):
    """Reads of voices."""

    def current(self) -> Self:
        """Voices that speak today; others stand behind clips of former times."""
        return self.filter(is_current=True)

    def read_by(self, account: Account) -> "Voice | None":
        """The human anchor's voice that this person reads, if a curator gave them one."""
        return self.current().filter(reader=account.pk).first() if account.pk else None


class Voice(models.Model):
    """One female or one male voice of a system, with the reason why it was chosen.

    Swapping a system's voice retires the old one and makes a new one, so that clips and votes
    keep the voice that they were made with.
    """

    class Choice(models.TextChoices):
        """Which of the provider's voices was taken: the first of these kinds that it offers."""

        CONVERSATIONAL = "conversational", _("Conversational or voice agent")
        WARM = "warm", _("Warm or natural")
        CASUAL = "casual", _("Casual")
        NEUTRAL = "neutral", _("Neutral")

    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="voices")
    name = models.CharField(max_length=120)
    gender = models.CharField(max_length=6, choices=Gender)
    accent = models.CharField(max_length=60, blank=True)
    choice = models.CharField(
        max_length=14,
        choices=Choice,
        blank=True,
        verbose_name="kind of voice",
        help_text="The first kind in this order that the provider offers.",
    )
    reason = models.TextField(blank=True, help_text="Why this voice was chosen.")
    source_url = models.URLField(
        blank=True,
        verbose_name="provider’s own words",
        help_text="Where the provider describes this voice.",
    )
    adapter_voice = models.CharField(
        max_length=200,
        blank=True,
        verbose_name="name for synthesis",
        help_text="What the provider’s programs call it.",
    )
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="voices_read",
        help_text="Whose voice it is; of the human anchor only.",
    )
    corpora = models.ManyToManyField(
        Corpus,
        blank=True,
        related_name="read_by",
        help_text="What its reader is to read.",
    )

    is_current = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True, null=True)
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="voices_chosen",
    )
    replaces = models.OneToOneField(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="replaced_by",
    )
    retired_at = models.DateTimeField(null=True, blank=True)
    retired_because = models.TextField(blank=True, help_text="Why another voice took its place.")

    objects = VoiceQuerySet.as_manager()

    class Meta:
        ordering = ["system", "gender", "name"]
        constraints = [
            models.UniqueConstraint(fields=["system", "name"], name="voice_name_unique_in_system"),
            models.UniqueConstraint(
                fields=["system", "gender"],
                condition=Q(is_current=True),
                name="one_current_voice_per_gender",
            ),
            models.UniqueConstraint(
                fields=["reader"],
                condition=Q(is_current=True),
                name="one_current_voice_per_reader",
            ),
            models.CheckConstraint(
                condition=Q(choice__in=["", "conversational", "warm", "casual", "neutral"]),
                name="voice_choice_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system.name}: {self.name}"

    @property
    def is_settled(self) -> bool:
        """Whether it has clips or readings, and therefore stays who it is."""
        return self.clips.exists() or self.readings.exists()
