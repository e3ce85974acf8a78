"""What machines measured of clips."""

import sys
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from corpus.models import Clip, Job
from ratings.models import Board

OWN_REFERENCE = "The clip is itself the human reading that others are compared with."
UNHEARD_REFERENCE = (
    "The human reading that it is compared with cannot be read from the storage. Restore it from "
    "the backup, or render it again."
)


class MeasurementQuerySet(models.QuerySet["Measurement"]):
    """Reads of measurements."""

    def of_what_is_heard(self) -> Self:
        """Those of the renditions that the clips have now; older ones stay until pruned."""
        return self.filter(rendition_digest=F("clip__rendition_digest"))

    def outdated(self) -> Self:
        """Those of renditions that nobody hears any more."""
        return self.exclude(rendition_digest=F("clip__rendition_digest"))

    def not_available(self) -> Self:
        """Those without a value."""
        return self.filter(amount=None)

    def failed(self) -> Self:
        """Those without a value that another attempt might bring."""
        return self.filter(is_retryable=True)


class Measurement(models.Model):
    """One metric of one clip: a finite amount, or the reason why there is none.

    Values of two versions of a metric, of two models or of two renditions of a clip stand in rows
    of their own and are never mixed; measuring the same again replaces the row.
    """

    class Direction(models.TextChoices):
        HIGHER = "higher", _("Higher is better")
        LOWER = "lower", _("Lower is better")
        NEITHER = "neither", _("A fact, no judgement")

    clip = models.ForeignKey(Clip, on_delete=models.CASCADE, related_name="measurements")
    family = models.CharField(max_length=60)
    metric = models.CharField(max_length=60)
    version = models.CharField(max_length=60, help_text="Of the computation.")
    model = models.TextField(blank=True, help_text="Names and digests; empty: no model.")
    model_digest = models.CharField(
        max_length=64, blank=True, help_text="SHA-256 of names and digests of the models."
    )
    rendition_digest = models.CharField(max_length=64, help_text="SHA-256 of what was measured.")
    reference_digest = models.CharField(
        max_length=64,
        blank=True,
        help_text="SHA-256 of the rendition that it was compared with; empty: none.",
    )
    amount = models.FloatField(null=True)
    reason = models.TextField(blank=True, help_text="Why there is no amount, and what to do.")
    is_retryable = models.BooleanField(
        default=False, help_text="No amount, but another attempt may bring one."
    )
    unit = models.CharField(max_length=30, blank=True)
    direction = models.CharField(max_length=7, choices=Direction)
    details = models.JSONField(default=dict, help_text="What the amount was made from.")
    measured_at = models.DateTimeField(default=timezone.now)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="measurements")

    objects = MeasurementQuerySet.as_manager()

    class Meta:
        ordering = ["clip", "family", "metric", "id"]
        permissions = [("measure_clips", "Can have clips measured and see the measurements")]
        constraints = [
            models.UniqueConstraint(
                fields=["clip", "metric", "version", "model_digest", "rendition_digest"],
                name="measurement_unique",
            ),
            models.CheckConstraint(
                condition=Q(amount__isnull=False, reason="")
                | (Q(amount__isnull=True) & ~Q(reason="")),
                name="measurement_has_amount_or_reason",
            ),
            models.CheckConstraint(
                condition=Q(is_retryable=False) | Q(amount__isnull=True),
                name="measurement_with_amount_is_not_retryable",
            ),
            # PostgreSQL holds NaN to be greater than all numbers; SQLite stores it as NULL.
            models.CheckConstraint(
                condition=Q(amount__isnull=True)
                | Q(amount__gte=-sys.float_info.max, amount__lte=sys.float_info.max),
                name="measurement_amount_finite",
            ),
            models.CheckConstraint(
                condition=Q(direction__in=["higher", "lower", "neither"]),
                name="measurement_direction_known",
            ),
            models.CheckConstraint(
                condition=~Q(rendition_digest=""), name="measurement_names_its_rendition"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.metric} of clip {self.clip_id}"

    @property
    def is_available(self) -> bool:
        """Whether there is an amount."""
        return self.amount is not None


class AgreementReport(models.Model):
    """How well what was measured agrees with the listeners of one board: written once.

    ``content`` is `evaluation.agreement.report.Report` as JSON. It names clips by position;
    ``clips`` says which clip and rendition stand at the positions that it names.
    """

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="agreement_reports")
    method = models.PositiveIntegerField(help_text="Version of the method and of the content.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the measurements.")
    content = models.JSONField()
    metrics = models.JSONField(help_text="Title, unit, version and model of each metric.")
    clips = models.JSONField(help_text="Clip and SHA-256 of its rendition, by position.")
    made_at = models.DateTimeField(default=timezone.now)
    job = models.ForeignKey(
        Job, on_delete=models.PROTECT, null=True, related_name="agreement_reports"
    )

    class Meta:
        ordering = ["-board", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["board", "method", "digest"], name="agreement_report_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"Agreement with board {self.board_id}"
