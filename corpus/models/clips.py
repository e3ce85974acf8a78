"""Clips: the original that came in, the blind rendition that goes out."""

import secrets
from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from corpus.audio.sniffing import HEADERLESS
from corpus.models.prompts import Prompt
from corpus.models.systems import Voice

# Clips whose rendition was made for another loudness target wait for the new one: a pool
# of mixed loudness would tell systems apart.
LOUDNESS_TOLERANCE_LU = 1e-6
# A worker that has not finished one clip by then is taken to be dead.
RENDERING_LASTS = timedelta(minutes=5)


def original_key(clip: "Clip", filename: str) -> str:
    """A random storage key: a file's name or place says nothing about its content."""
    return random_key("originals")


def rendition_key(clip: "Clip", filename: str) -> str:
    """A random storage key, new with every rendition."""
    return random_key("renditions")


def random_key(folder: str) -> str:
    """A key under *folder* that says nothing."""
    name = secrets.token_hex(20)
    return f"{folder}/{name[:2]}/{name}"


class ClipQuerySet(models.QuerySet["Clip"]):
    """Reads of clips."""

    def ready(self) -> Self:
        """Clips whose rendition stands at the loudness that their corpus now has."""
        return self.filter(
            state=Clip.State.READY,
            target_lufs__gte=F("prompt__corpus__target_lufs") - LOUDNESS_TOLERANCE_LU,
            target_lufs__lte=F("prompt__corpus__target_lufs") + LOUDNESS_TOLERANCE_LU,
        )

    def to_render(self) -> Self:
        """Clips that wait for a rendition: new ones, and those at an outdated loudness."""
        outdated = Q(state=Clip.State.READY) & ~Q(pk__in=self.model.objects.ready().values("pk"))
        return self.filter(Q(state=Clip.State.PENDING) | outdated)

    def idle(self) -> Self:
        """Clips that no worker is rendering now."""
        lost = Q(rendering_since__lt=timezone.now() - RENDERING_LASTS)
        return self.filter(Q(rendering_since=None) | lost)


class Clip(models.Model):
    """One prompt spoken by one voice; holds the original file and the blind rendition."""

    class State(models.TextChoices):
        PENDING = "pending", _("Waiting for its rendition")
        READY = "ready", _("Ready")
        FAILED = "failed", _("Failed")

    prompt = models.ForeignKey(Prompt, on_delete=models.PROTECT, related_name="clips")
    voice = models.ForeignKey(Voice, on_delete=models.PROTECT, related_name="clips")
    state = models.CharField(max_length=10, choices=State, default=State.PENDING)
    failure = models.TextField(blank=True, help_text="Why there is no rendition, and what to do.")
    created_at = models.DateTimeField(auto_now_add=True)

    original = models.FileField(upload_to=original_key, max_length=200)
    original_name = models.CharField(max_length=255, blank=True)
    original_digest = models.CharField(max_length=64, help_text="SHA-256.")
    container_hint = models.CharField(
        max_length=10,
        choices=[(name, name) for name in HEADERLESS],
        blank=True,
        help_text="Format of a file that does not say it itself (g722); empty: by content.",
    )
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="Renderings begun since the last that came to an end."
    )
    rendering_since = models.DateTimeField(null=True, help_text="When a worker took it.")
    generation_seconds = models.FloatField(null=True, blank=True)

    rendition = models.FileField(upload_to=rendition_key, max_length=200, blank=True)
    rendition_digest = models.CharField(max_length=64, blank=True, help_text="SHA-256.")
    rendered_at = models.DateTimeField(null=True, blank=True)
    target_lufs = models.FloatField(null=True, blank=True)
    duration = models.FloatField(null=True, blank=True, help_text="Seconds of the rendition.")
    loudness = models.FloatField(null=True, blank=True, help_text="LUFS of the rendition.")
    true_peak = models.FloatField(null=True, blank=True, help_text="dBTP of the rendition.")
    bandwidth = models.FloatField(null=True, blank=True, help_text="Hz.")

    objects = ClipQuerySet.as_manager()

    class Meta:
        ordering = ["prompt", "voice"]
        constraints = [
            models.UniqueConstraint(
                fields=["voice", "prompt"], name="one_clip_per_voice_and_prompt"
            ),
            models.CheckConstraint(
                condition=~Q(state="ready")
                | (~Q(rendition="") & ~Q(rendition_digest="") & Q(target_lufs__isnull=False)),
                name="ready_clip_has_rendition",
            ),
            models.CheckConstraint(
                condition=~Q(state="failed") | ~Q(failure=""),
                name="failed_clip_has_reason",
            ),
            models.CheckConstraint(
                condition=Q(container_hint__in=["", *HEADERLESS]),
                name="clip_container_hint_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.prompt.external_id}, {self.voice}"
