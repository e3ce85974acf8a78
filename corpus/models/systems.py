"""Systems and their voices."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


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

    @property
    def is_human(self) -> bool:
        """Whether this is the human anchor."""
        return self.kind == self.Kind.HUMAN


class Voice(models.Model):
    """One female or one male voice of a system, with the reason why it was chosen.

    Swapping a system's voice retires the old one and makes a new one, so that clips and votes
    keep the voice that they were made with.
    """

    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="voices")
    name = models.CharField(max_length=120)
    gender = models.CharField(max_length=6, choices=Gender)
    accent = models.CharField(max_length=60, blank=True)
    reason = models.TextField(blank=True, help_text="Why this voice was chosen.")
    is_current = models.BooleanField(default=True)

    class Meta:
        ordering = ["system", "gender", "name"]
        constraints = [
            models.UniqueConstraint(fields=["system", "name"], name="voice_name_unique_in_system"),
            models.UniqueConstraint(
                fields=["system", "gender"],
                condition=Q(is_current=True),
                name="one_current_voice_per_gender",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system.name}: {self.name}"
