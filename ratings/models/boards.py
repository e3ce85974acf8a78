"""Boards and their standings: written once, never changed."""

from typing import Self

from django.db import models
from django.db.models import Q

from arena.models import Study
from corpus.models import System
from ratings.statistics.components import State


class BoardQuerySet(models.QuerySet["Board"]):
    """Reads of boards."""

    def of_slice(self, study: Study, slice_key: str) -> Self:
        """Boards of one study over one slice, the latest data cut first."""
        return self.filter(study=study, slice_key=slice_key).by_data_cut()

    def at_cut(self, last_vote: int, last_exclusion: int) -> Self:
        """Boards of one data cut, oldest first."""
        return self.filter(last_vote=last_vote, last_exclusion=last_exclusion).order_by("id")

    def by_data_cut(self) -> Self:
        """The latest data cut first: a board made late for an earlier cut is no newer by it."""
        return self.order_by("-last_vote", "-last_exclusion", "-id")


class Board(models.Model):
    """An immutable snapshot: the ratings of one study over one slice.

    ``last_vote`` and ``last_exclusion`` are the data cut: the highest ids that were read. With
    ``method`` they are all that a rerun needs.
    """

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="boards")
    slice_key = models.CharField(
        max_length=80,
        help_text="overall, register:<slug>, gender:<female|male>, difficulty:<low|middle|high> or "
        "register:<slug>+gender:<female|male>.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    last_vote = models.PositiveBigIntegerField()
    last_exclusion = models.PositiveBigIntegerField()
    vote_count = models.PositiveIntegerField()
    simulated_count = models.PositiveIntegerField(help_text="Of these, votes that were simulated.")
    excluded_count = models.PositiveIntegerField(help_text="Votes left out, with a reason.")
    listener_count = models.PositiveIntegerField()
    method = models.JSONField(help_text="Model, intervals and their parameters, code version.")
    details = models.JSONField(
        default=dict,
        help_text="What the board tells besides its table; schema in ratings/details.py.",
    )
    digest = models.CharField(max_length=64, help_text="SHA-256 of the board's content.")

    objects = BoardQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "slice_key", "last_vote", "last_exclusion", "digest"],
                name="board_once_per_data_cut",
            ),
        ]
        indexes = [
            models.Index(
                fields=["study", "slice_key", "-last_vote", "-last_exclusion", "-id"],
                name="board_by_data_cut",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study_id} {self.slice_key} #{self.pk}"


class Standing(models.Model):
    """One row of a board. Without a rating it says why. Columns as in ``ratings.statistics``."""

    STATES = [(state.value, state.value) for state in State]

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="standings")
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField(help_text="Order of the rows.")
    label = models.CharField(max_length=320, help_text="Name of the system then.")
    state = models.CharField(max_length=20, choices=STATES)
    reason = models.CharField(max_length=200, blank=True)
    votes = models.FloatField()
    wins = models.FloatField()
    listeners = models.PositiveIntegerField(null=True)
    rating = models.FloatField(null=True, help_text="Elo points.")
    rating_error = models.FloatField(null=True)
    rating_low = models.FloatField(null=True)
    rating_high = models.FloatField(null=True)
    rank = models.PositiveIntegerField(null=True)
    rank_low = models.PositiveIntegerField(null=True)
    rank_high = models.PositiveIntegerField(null=True)
    tier = models.PositiveIntegerField(null=True, help_text="1 is best.")
    best = models.FloatField(null=True, help_text="Probability of being the best.")
    at_least = models.FloatField(null=True, help_text="Bound if undefeated, Elo points.")
    at_most = models.FloatField(null=True, help_text="Bound if winless, Elo points.")
    difference = models.FloatField(null=True, help_text="To the human anchor, Elo points.")
    difference_error = models.FloatField(null=True)
    difference_low = models.FloatField(null=True)
    difference_high = models.FloatField(null=True)
    anchor_votes = models.FloatField(null=True, help_text="Votes against the human anchor.")
    anchor_share = models.FloatField(null=True, help_text="Share of these that it won.")

    class Meta:
        ordering = ["board", "position"]
        constraints = [
            models.UniqueConstraint(fields=["board", "system"], name="system_once_on_board"),
            models.CheckConstraint(
                condition=(Q(state="rated") & Q(rating__isnull=False) & Q(reason=""))
                | (~Q(state="rated") & Q(rating__isnull=True) & ~Q(reason="")),
                name="standing_has_rating_or_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.system_id}: {self.rating}"
