"""Matchups: pairs of clips issued to listeners."""

import secrets
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.models.listeners import Listener
from arena.models.studies import Study
from corpus.models import Clip, Gender, Prompt, System

TOKEN_BYTES = 24  # 192 random bits; integrity.md H1 asks for at least 128


def new_token() -> str:
    """A random address, unguessable and saying nothing."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class MatchupQuerySet(models.QuerySet["Matchup"]):
    """Reads of matchups."""

    def pending(self, now: datetime | None = None) -> Self:
        """Issued, neither answered nor reported nor expired, with the sounds that were issued."""
        return self.filter(
            vote__isnull=True,
            closed_at__isnull=True,
            expires_at__gt=now or timezone.now(),
            left_clip__rendition_digest=F("left_rendition"),
            right_clip__rendition_digest=F("right_rendition"),
        )


class Matchup(models.Model):
    """One pair of clips of the same prompt and gender, issued to one listener in one order."""

    class Purpose(models.TextChoices):
        SCORED = "scored", _("Scored")
        PRACTICE = "practice", _("Practice: never counts")

    token = models.CharField(max_length=43, unique=True, default=new_token, editable=False)
    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="matchups")
    listener = models.ForeignKey(Listener, on_delete=models.PROTECT, related_name="matchups")
    purpose = models.CharField(max_length=10, choices=Purpose, default=Purpose.SCORED)
    prompt = models.ForeignKey(Prompt, on_delete=models.PROTECT, related_name="+")
    gender = models.CharField(max_length=6, choices=Gender)
    left_clip = models.ForeignKey(Clip, on_delete=models.PROTECT, related_name="+")
    right_clip = models.ForeignKey(Clip, on_delete=models.PROTECT, related_name="+")
    left_rendition = models.CharField(
        max_length=64, help_text="SHA-256 of the bytes that are heard; empty: not known."
    )
    right_rendition = models.CharField(
        max_length=64, help_text="SHA-256 of the bytes that are heard; empty: not known."
    )
    left_system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+")
    right_system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+")
    probability = models.FloatField(
        help_text="Of this draw: gender, prompt, pair and sides, given what was heard before.",
    )
    issued_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Skipped without a vote, after a report.",
    )

    objects = MatchupQuerySet.as_manager()

    class Meta:
        ordering = ["-issued_at"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(left_system=F("right_system")),
                name="matchup_systems_differ",
            ),
            models.CheckConstraint(
                condition=Q(probability__gt=0) & Q(probability__lte=1),
                name="matchup_probability_in_range",
            ),
        ]
        indexes = [
            models.Index(fields=["study", "listener", "purpose"], name="matchup_by_listener"),
        ]

    def __str__(self) -> str:
        return f"{self.left_system} | {self.right_system}"

    @property
    def is_withdrawn(self) -> bool:
        """Whether one of its clips has another rendition by now than was issued."""
        issued = (self.left_rendition, self.right_rendition)
        return issued != (self.left_clip.rendition_digest, self.right_clip.rendition_digest)


class ClipReport(models.Model):
    """A listener's word that a clip could not be heard properly."""

    class Reason(models.TextChoices):
        DID_NOT_LOAD = "did-not-load", _("Did not load")
        BROKEN_SOUND = "broken-sound", _("Broken sound")
        OTHER = "other", _("Something else")

    matchup = models.ForeignKey(Matchup, on_delete=models.PROTECT, related_name="reports")
    clip = models.ForeignKey(
        Clip,
        on_delete=models.PROTECT,
        related_name="reports",
        null=True,
        blank=True,
    )
    reason = models.CharField(max_length=20, choices=Reason)
    detail = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    is_settled = models.BooleanField(default=False, help_text="Looked at by a curator.")

    class Meta:
        ordering = ["is_settled", "-created_at"]

    def __str__(self) -> str:
        return f"{self.get_reason_display()} ({self.created_at:%Y-%m-%d})"
