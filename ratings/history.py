"""How the ratings of a slice came to be what they are: its stored boards, thinned."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import Mod, RowNumber

from ratings.models import Board, Standing
from ratings.presentation.history import Moment
from ratings.publication import told_with

if TYPE_CHECKING:
    from datetime import datetime

MOST_BOARDS = 60


def rating_history(board: Board, labels: Mapping[int, str]) -> list[Moment]:
    """At most ``MOST_BOARDS`` boards of the slice up to this one, oldest first, in one query.

    labels: name by primary key of the systems to report.
    """
    rows = (
        Standing.objects.filter(board__in=_thinned(board), rating__isnull=False, system__in=labels)
        .order_by("board__last_vote", "board__last_exclusion", "board_id", "position")
        .values_list("board_id", "board__created_at", "board__vote_count", "system_id", "rating")
    )
    made: dict[int, tuple[datetime, int]] = {}
    ratings: dict[int, dict[str, float]] = {}
    for key, made_at, votes, system, rating in rows:
        made[key] = (made_at, votes)
        if rating is not None:
            ratings.setdefault(key, {})[labels[system]] = rating
    return [Moment(key, *made[key], ratings[key]) for key in made]


def _thinned(board: Board) -> QuerySet[Board, int]:
    """Keys of every n-th board that this one's page may tell of, counted back from it."""
    numbered = told_with(board).annotate(
        back=Window(
            RowNumber(),
            order_by=[F("last_vote").desc(), F("last_exclusion").desc(), F("id").desc()],
        )
        - 1,
        every=(Window(Count("*")) + MOST_BOARDS - 1) / MOST_BOARDS,
    )
    return numbered.annotate(rest=Mod("back", "every")).filter(rest=0).values_list("pk", flat=True)
