"""Studies: one running comparison each."""

from typing import Self

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arena.models.listeners import Listener
from arena.sampling import LARGEST_CATCH_UP_SHARE, SMALLEST_FLOOR
from corpus.models import CorpusVersion, System


class StudyQuerySet(models.QuerySet["Study"]):
    """Reads of studies."""

    def public(self) -> Self:
        """Studies whose pages anyone may see."""
        return self.exclude(state=Study.State.DRAFT)

    def open(self) -> Self:
        """Studies that take votes."""
        return self.filter(state=Study.State.OPEN)

    def paused(self) -> Self:
        """Studies that take no votes for now."""
        return self.filter(state=Study.State.PAUSED)

    def closed(self) -> Self:
        """Studies that took votes and only show their board now."""
        return self.filter(state=Study.State.CLOSED)

    def with_simulated(self) -> Self:
        """Annotate ``simulated``: whether any vote is by a simulated listener."""
        # From the listeners: they are far fewer than the votes.
        simulated = Listener.objects.filter(
            kind=Listener.Kind.SIMULATED,
            votes__study=OuterRef("pk"),
        )
        return self.annotate(simulated=Exists(simulated))

    def with_vote_count(self) -> Self:
        """Annotate ``vote_count``, which costs a count of the votes, and ``simulated``."""
        return self.with_simulated().annotate(vote_count=Count("votes"))


class Study(models.Model):
    """One running comparison: a corpus version, its systems, the question, the rules."""

    class SamplingMode(models.TextChoices):
        UNIFORM = "uniform", _("Uniform: what the benchmark describes")
        PRECISION = "precision", _("Precision: pairs whose votes narrow the ratings most")
        RANKING = "ranking", _("Ranking: neighbours that are not separated yet")

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft: seen by curators only")
        OPEN = "open", _("Open: takes votes")
        PAUSED = "paused", _("Paused: takes no votes for now")
        CLOSED = "closed", _("Closed: shows its board, takes no votes")

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=120)
    question = models.CharField(max_length=200, default="Which one sounds more human?")
    introduction = models.TextField(blank=True, help_text="One paragraph on the welcome page.")
    version = models.ForeignKey(CorpusVersion, on_delete=models.PROTECT, related_name="studies")
    systems = models.ManyToManyField(System, through="StudySystem", related_name="studies")
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    shows_text = models.BooleanField(default=False, help_text="Show the prompt's text.")
    heard_share = models.FloatField(
        default=1.0,
        validators=[MinValueValidator(0.1), MaxValueValidator(1.0)],
        help_text="Share of each clip to be heard before the choices open.",
    )
    votes_per_sitting = models.PositiveSmallIntegerField(
        default=20,
        validators=[MinValueValidator(1)],
    )
    matchup_minutes = models.PositiveIntegerField(
        default=12 * 60,
        validators=[MinValueValidator(1)],
        help_text="Minutes until an unanswered matchup expires.",
    )
    board_every_votes = models.PositiveIntegerField(
        default=100,
        validators=[MinValueValidator(1)],
        help_text="A new board after this many new votes …",
    )
    board_every_minutes = models.PositiveIntegerField(
        default=60,
        validators=[MinValueValidator(1)],
        help_text="… or after this many minutes, if there was any new vote.",
    )
    sampling_mode = models.CharField(
        max_length=10,
        choices=SamplingMode,
        default=SamplingMode.UNIFORM,
        help_text="Which pairs of systems are drawn more often.",
    )
    uniform_floor = models.FloatField(
        default=0.2,
        validators=[MinValueValidator(SMALLEST_FLOOR), MaxValueValidator(1.0)],
        help_text="Share of the draws that stays uniform in the other modes, 0.1 to 1.",
    )
    catch_up_share = models.FloatField(
        default=0.2,
        validators=[MinValueValidator(0.0), MaxValueValidator(LARGEST_CATCH_UP_SHARE)],
        help_text="Share of the draws, 0 to 0.5, for systems that joined late, until they have "
        "caught up.",
    )
    pair_gain = models.JSONField(
        default=list,
        blank=True,
        editable=False,
        help_text="Rows of two system ids and what a vote on them would tell, from the last board.",
    )
    revision = models.PositiveBigIntegerField(
        default=0,
        editable=False,
        help_text="Grows with every change of the systems in the study.",
    )
    sampling_revision = models.PositiveBigIntegerField(
        default=0,
        editable=False,
        help_text="Grows with every change of what is drawn more often.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = StudyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "studies"
        ordering = ["title"]
        constraints = [
            models.CheckConstraint(
                condition=Q(heard_share__gte=0.1) & Q(heard_share__lte=1.0),
                name="study_heard_share_in_range",
            ),
            models.CheckConstraint(
                condition=Q(votes_per_sitting__gte=1)
                & Q(matchup_minutes__gte=1)
                & Q(board_every_votes__gte=1)
                & Q(board_every_minutes__gte=1),
                name="study_numbers_positive",
            ),
            models.CheckConstraint(
                condition=Q(uniform_floor__gte=SMALLEST_FLOOR)
                & Q(uniform_floor__lte=1)
                & Q(catch_up_share__gte=0)
                & Q(catch_up_share__lte=LARGEST_CATCH_UP_SHARE),
                name="study_sampling_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The page where listeners enter."""
        return reverse("arena:welcome", args=[self.slug])

    def clean(self) -> None:
        """Say in a form what the database would refuse."""
        super().clean()
        if self.version_id and not self.version.is_frozen:
            raise ValidationError({"version": "Freeze this corpus version first."})

    @property
    def is_draft(self) -> bool:
        """Whether only curators have seen it yet."""
        return self.state == self.State.DRAFT

    @property
    def is_open(self) -> bool:
        """Whether it takes votes."""
        return self.state == self.State.OPEN

    @property
    def is_paused(self) -> bool:
        """Whether it takes no votes for now."""
        return self.state == self.State.PAUSED

    @property
    def is_closed(self) -> bool:
        """Whether it takes no votes any more."""
        return self.state == self.State.CLOSED


class StudySystem(models.Model):
    """A system's place in a study."""

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="entries")
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="entries")
    is_active = models.BooleanField(
        default=True,
        help_text="Off: no further matchups; votes and rows stay.",
    )
    joined_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True, editable=False)
    is_catching_up = models.BooleanField(
        default=False,
        editable=False,
        help_text="Joined late and has far fewer votes than the others.",
    )

    class Meta:
        ordering = ["study", "system"]
        constraints = [
            models.UniqueConstraint(fields=["study", "system"], name="system_once_in_study"),
        ]

    def __str__(self) -> str:
        return f"{self.system} in {self.study}"
