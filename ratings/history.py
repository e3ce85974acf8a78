"""How the ratings of a slice came to be what they are: its stored boards, thinned."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import Mod, RowNumber

from ratings.models import Board, Standing
from ratings.presentation.history import Moment
from ratings.publication import is_public, public_boards

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
    """Keys of every n-th board up to the data cut of this one, counted back from it.

    On the page of a public board only public ones: the others would tell what is not published.
    """
    visible = public_boards(board.study) if is_public(board) else Board.objects.all()
    earlier = Q(last_vote__lt=board.last_vote) | Q(
        last_vote=board.last_vote, last_exclusion__lte=board.last_exclusion
    )
    numbered = visible.filter(
        earlier, study=board.study_id, slice_key=board.slice_key, pk__lte=board.pk
    ).annotate(
        back=Window(
            RowNumber(),
            order_by=[F("last_vote").desc(), F("last_exclusion").desc(), F("id").desc()],
        )
        - 1,
        every=(Window(Count("*")) + MOST_BOARDS - 1) / MOST_BOARDS,
    )
    return numbered.annotate(rest=Mod("back", "every")).filter(rest=0).values_list("pk", flat=True)
