"""What speaks for a system, and what it could not say."""

from typing import Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from corpus.models.prompts import Prompt
from corpus.models.systems import System, Voice
from corpus.synthesis import settings as synthesis


class Synthesizer(models.Model):
    """How the clips of a system are made: by an endpoint, by a program, by an engine of the site.

    It names a key and never holds one.
    """

    class Kind(models.TextChoices):
        SPEECH_API = synthesis.Kind.SPEECH_API, _("Speech endpoint (as OpenAI’s)")
        COMMAND = synthesis.Kind.COMMAND, _("Program on the server")
        ESPEAK = synthesis.Kind.ESPEAK, _("eSpeak NG")
        FLITE = synthesis.Kind.FLITE, _("Flite")
        KOKORO = synthesis.Kind.KOKORO, _("Kokoro")

    system = models.OneToOneField(System, on_delete=models.PROTECT, related_name="synthesizer")
    kind = models.CharField(max_length=20, choices=Kind)
    settings = models.JSONField(default=dict, blank=True)
    secret = models.CharField(
        max_length=40,
        blank=True,
        verbose_name="key",
        help_text="Name of a key that the server keeps; never the key itself.",
    )
    requests_per_minute = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(6000)],
        help_text="At most so many texts in a minute, whoever asks. Empty: no limit.",
    )
    cost_per_million = models.DecimalField(
        max_digits=10,
        decimal_places=4,
        null=True,
        blank=True,
        validators=[MinValueValidator(0)],
        verbose_name="price of a million characters",
        help_text="As the provider states it. Empty: not known.",
    )
    currency = models.CharField(max_length=3, default="USD", help_text="Such as USD or EUR.")
    next_call_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="Not before: the rate limit, and what the endpoint asked for.",
    )

    class Meta:
        ordering = ["system"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in synthesis.Kind]),
                name="synthesizer_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(requests_per_minute__isnull=True) | Q(requests_per_minute__gte=1),
                name="synthesizer_rate_positive",
            ),
            models.CheckConstraint(
                condition=Q(cost_per_million__isnull=True) | Q(cost_per_million__gte=0),
                name="synthesizer_cost_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system}: {self.get_kind_display()}"

    @property
    def parsed(self) -> synthesis.Settings:
        """The settings of its kind. Raises SettingsError."""
        return synthesis.parse_settings(self.kind, self.settings)

    @property
    def destination(self) -> str:
        """Host that the texts are sent to; empty where they stay on the server."""
        try:
            parsed = self.parsed
        except synthesis.SettingsError:
            return ""  # nothing can be sent either
        return parsed.host if isinstance(parsed, synthesis.SpeechApiSettings) else ""

    @property
    def seconds_between(self) -> float:
        """What the rate limit asks to lie between two texts."""
        return 60.0 / self.requests_per_minute if self.requests_per_minute else 0.0


class SynthesisFailureQuerySet(models.QuerySet["SynthesisFailure"]):
    """Reads of what could not be said."""

    def given_up(self) -> Self:
        """Those that only a person's request brings back."""
        return self.filter(is_final=True)


class SynthesisFailure(models.Model):
    """One prompt that one voice could not be made to say; gone once it has."""

    prompt = models.ForeignKey(Prompt, on_delete=models.PROTECT, related_name="synthesis_failures")
    voice = models.ForeignKey(Voice, on_delete=models.PROTECT, related_name="synthesis_failures")
    reason = models.TextField(help_text="What went wrong last, without any of the text.")
    attempts = models.PositiveSmallIntegerField(default=1)
    is_final = models.BooleanField(default=False, help_text="Not tried again by itself.")
    at = models.DateTimeField(auto_now=True)

    objects = SynthesisFailureQuerySet.as_manager()

    class Meta:
        ordering = ["prompt", "voice"]
        constraints = [
            models.UniqueConstraint(
                fields=["voice", "prompt"], name="one_synthesis_failure_per_voice_and_prompt"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="synthesis_failure_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.prompt.external_id}, {self.voice}: {self.reason}"
