"""When boards become public: times declared beforehand, and what was published at them."""

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from arena.models import Study
from ratings.models.boards import Board


class PublicationSchedule(models.Model):
    """A declaration of when a study's boards become public. The newest one of a study holds.

    Never edited: a declaration that is replaced stays readable, so that nobody can choose the
    time of a publication after a look at the votes. Without any, boards are public at once.
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="schedules")
    first_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="The first publication, still to come. Empty: boards are public at once (live).",
    )
    every_hours = models.PositiveIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Hours between publications: 24 daily, 168 weekly. Empty: live.",
    )
    declared_at = models.DateTimeField(default=timezone.now, editable=False)
    declared_by = models.CharField(max_length=150, blank=True, editable=False)

    class Meta:
        ordering = ["study", "declared_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first_at__isnull=True, every_hours__isnull=True)
                | Q(first_at__gt=F("declared_at"), every_hours__gte=1),
                name="schedule_live_or_declared_beforehand",
            ),
        ]

    def __str__(self) -> str:
        if self.first_at is None:
            return f"Live from {self.declared_at:%Y-%m-%d %H:%M} UTC"
        return f"Every {self.every_hours} h from {self.first_at:%Y-%m-%d %H:%M} UTC"

    @property
    def is_live(self) -> bool:
        """Whether boards are public at once."""
        return self.first_at is None

    def clean(self) -> None:
        """Say in a form what the database would refuse."""
        super().clean()
        wrong = {}
        if (self.first_at is None) != (self.every_hours is None):
            lacking = "first_at" if self.first_at is None else "every_hours"
            wrong[lacking] = "Give both a first time and the hours between, or neither."
        if self.first_at is not None and self.first_at <= self.declared_at:
            wrong["first_at"] = "Declare a time that is still to come."
        if wrong:
            raise ValidationError(wrong)


class Publication(models.Model):
    """The boards that became public for one declared time, made from the votes up to that time."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="publications")
    declared_for = models.DateTimeField()
    last_vote = models.PositiveBigIntegerField()
    last_exclusion = models.PositiveBigIntegerField()
    boards = models.ManyToManyField(Board, related_name="publications")
    created_at = models.DateTimeField(
        auto_now_add=True,
        help_text="Later than the declared time where the site stood still then.",
    )

    class Meta:
        ordering = ["study", "-declared_for"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "declared_for"],
                name="published_once_per_declared_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study_id} for {self.declared_for:%Y-%m-%d %H:%M} UTC"
